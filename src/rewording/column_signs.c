/* column_signs.c: the words for a column, in one question and in the other. */
#include "rewording/comparison.h"

#include "lexicon/inflection.h"
#include "lexicon/word_sense.h"
#include "link/role.h"

/* Adjectives */

/* Does a clause end before word `at`: "Who earned the most?" Or does it name the thing: "the
 * largest country"? */
static bool ends_superlative(const struct reword_comparison *c, uint32_t at)
{
    static const unsigned BETWEEN =
        WORD_PREPOSITION | WORD_RELATIVE | WORD_CONJUNCTION | WORD_AUXILIARY | WORD_INTERROGATIVE;
    const struct words *w = &c->after.words;
    return at >= w->count || w->items[at].kind != TOKEN_WORD || (w->items[at].classes & BETWEEN) ||
           (c->plain[at] && word_says(&w->items[at]));
}

/* The part of a superlative of the column that nothing follows, or only the thing itself; or
 * parts->count. */
static uint32_t superlative_alone(const struct reword_comparison *c, uint32_t column)
{
    for (uint32_t i = part_about(c, 0, PART_KEYWORD, column); i < c->parts->count;
         i = part_about(c, i + 1, PART_KEYWORD, column)) {
        enum query_keyword k = c->parts->items[i].keyword;
        const struct indicator *y = &c->after.items[i];
        if ((k == KEYWORD_MOST || k == KEYWORD_LEAST) && y->manner != MANNER_NONE &&
            ends_superlative(c, y->end + word_is(&c->after.words, y->end, MEASURED)))
            return i;
    }
    return c->parts->count;
}

/* "number of products is largest" → "most products" */
static bool by_quantity(const struct reword_comparison *c, uint32_t part)
{
    static const char QUANTITIES[] = "more most fewer fewest less least";
    uint32_t column = c->parts->items[part].column, i = part_about(c, 0, PART_KEYWORD, column);
    while (i < c->parts->count && !says_word(&c->after.words, &c->after.items[i], QUANTITIES))
        i = part_about(c, i + 1, PART_KEYWORD, column);
    return i < c->parts->count && says_word(&c->before.words, &c->before.items[part], MEASURED) &&
           !says_word(&c->after.words, &c->after.items[part], MEASURED);
}

/* Is it an adjective in a degree, though no list has it: "priciest", "lengthier than", "most
 * wealthy", "best-paid"? Highest and lowest do not say of what. */
static bool is_in_degree(const struct reword_comparison *c, uint32_t i)
{
    static const char AMOUNTS[] =
        "highest lowest largest smallest greatest biggest fewest most least latest earliest";
    static const char *const DEGREES =
        "most least more less best worst better worse highest lowest";
    const struct words *w = &c->after.words;
    const struct wordnet *n = c->book->link.wordnet;
    struct str word = w->items[i].lower;
    if (!n || str_among(word, AMOUNTS))
        return false;
    if (i > 0 && word_is(w, i - 1, DEGREES))
        return w->items[i].joined || wordnet_has(n, WORDNET_ADJECTIVE, word);
    return (str_ends(word, STR("est")) || word_is(w, i + 1, "than")) &&
           adjective_compared(c->arena, n, word).ptr;
}

/* Is the column compared or ordered by, so that an adjective can stand for it? */
static bool is_compared(const struct reword_comparison *c, uint32_t column)
{
    return is_used_with(c, column, KEYWORD_MAX, KEYWORD_LE) ||
           is_used_with(c, column, KEYWORD_BETWEEN, KEYWORD_BETWEEN);
}

/* A new adjective in a degree, which may stand for a column that is compared; or STR_NONE. */
static struct str fresh_adjective(const struct reword_comparison *c, uint32_t column)
{
    for (uint32_t i = 0; i < c->after.words.count && is_compared(c, column); i++)
        if (!c->plain[i] && !says_lemma(&c->before.words, c->after.words.items[i].lemma) &&
            is_in_degree(c, i))
            return c->after.words.items[i].text;
    return STR_NONE;
}

/* Words in its place */

struct str column_replacement(const struct reword_comparison *c, uint32_t part)
{
    enum { LONGEST = 5 };
    const struct indicator *x = &c->before.items[part];
    const struct query_part *p = &c->parts->items[part];
    struct word_span new = words_replaced(&c->aligned, x->start, x->end);
    bool says = false;
    for (uint32_t i = new.start; i < new.end; i++) {
        const struct word *w = &c->after.words.items[i];
        if (w->capital)
            return STR_NONE;
        says |=
            !c->plain[i] && word_says(w) && (p->clause != IN_WHERE || may_mean(c, p->column, w));
    }
    if (!says || new.end - new.start > LONGEST)
        return STR_NONE;
    return indicator_text(&c->after.words, new.start, new.end);
}

/* Did a name take the place of a title? */
static bool says_called(const struct reword_comparison *c, struct str instead)
{
    struct str lower = arena_str_lower(c->arena, instead);
    return str_find(lower, STR("name"), 0) < lower.len ||
           str_find(lower, STR("title"), 0) < lower.len;
}

/* Does the noun of the name stay, with other words before it: "last name", "full name"? */
static bool name_stays(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    return x->end > x->start + 1 && c->aligned.partner[x->end - 1] != UINT32_MAX &&
           c->aligned.partner[x->end - 2] == UINT32_MAX &&
           !begins_request(&c->after.words, c->aligned.partner[x->end - 1]);
}

/* Columns */

/* Do the words for the column first of all say another part's column? The name in "first name" is
 * not the department's. */
static bool is_shared(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    uint32_t length = x->end - x->start;
    for (uint32_t i = 0; i < c->parts->count; i++) {
        const struct indicator *other = &c->before.items[i];
        uint32_t other_length = other->end - other->start;
        if (i != part && c->parts->items[i].kind == PART_COLUMN && other->manner == MANNER_WORD &&
            other->start < x->end && x->start < other->end &&
            (other_length > length || (i < part && other_length == length)))
            return true;
    }
    return false;
}

/* Finds what stands for a column that is no longer named. */
static void column_dropped(struct reword_comparison *c, uint32_t part)
{
    const struct query_part *p = &c->parts->items[part];
    enum manner manner =
        part_stood(c, part) ? MANNER_NONE : c->after.items[part].manner; /* nothing new */
    bool called = says_word(&c->before.words, &c->before.items[part], CALLED);
    bool asks =
        manner == MANNER_CARRIER &&
        (c->after.words.items[c->after.items[part].start].classes & WORD_INTERROGATIVE) != 0;
    uint32_t superlative = superlative_alone(c, p->column);
    struct str instead = column_replacement(c, part), adjective = fresh_adjective(c, p->column);
    if (called && name_stays(c, part))
        sign_add(c, SIGN_COLUMN_RENAMED, part, instead);
    else if (manner == MANNER_CARRIER)
        sign_add(c, called || asks ? SIGN_COLUMN_CARRIED : SIGN_COLUMN_RENAMED, part,
                 part_text(&c->after, part));
    else if (manner == MANNER_ATTRIBUTE)
        sign_add(c,
                 is_used_with(c, p->column, KEYWORD_ASC, KEYWORD_DESC) ? SIGN_ORDER_BY_ADJECTIVE
                                                                       : SIGN_COLUMN_BY_ADJECTIVE,
                 part, part_text(&c->after, part));
    else if (adjective.len)
        sign_add(c, SIGN_COLUMN_BY_ADJECTIVE, part, adjective);
    else if (instead.len && !(superlative < c->parts->count && str_among(instead, MEASURED)) &&
             (p->clause != IN_SELECT || !called || says_called(c, instead)))
        sign_add(c, SIGN_COLUMN_REPLACED, part, instead);
    else if (p->clause == IN_SELECT && called)
        sign_add(c, SIGN_COLUMN_BY_NOUN, part, STR_NONE);
    else if (superlative < c->parts->count)
        sign_add(c, SIGN_COLUMN_BY_SUPERLATIVE, part, part_text(&c->after, superlative));
    else if (p->clause == IN_WHERE)
        condition_dropped(c, part);
    else
        column_lost(c, part);
}

/* Are the words for the column gone, and were those that could say it now there before? They said
 * something else then: "names of people whose names have an A" → "people whose names have an A". */
static bool is_borrowed(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    for (uint32_t i = x->start; i < x->end; i++)
        if (c->aligned.partner[i] != UINT32_MAX)
            return false;
    for (uint32_t i = 0; i < c->after.words.count; i++) /* did they move? */
        for (uint32_t k = x->start; k < x->end && !c->aligned.stays[i]; k++)
            if (words_same_family(c->arena, &c->before.words.items[k], &c->after.words.items[i]))
                return false;
    enum query_clause clause = c->parts->items[part].clause;
    return x->end > x->start && c->after.items[part].manner == MANNER_WORD && part_stood(c, part) &&
           (clause == IN_WHERE || (clause == IN_SELECT && says_word(&c->before.words, x, CALLED)));
}

void compare_column(struct reword_comparison *c, uint32_t part)
{
    if (is_borrowed(c, part))
        c->after.items[part] = (struct indicator){.manner = MANNER_NONE};
    enum manner x = c->before.items[part].manner, y = c->after.items[part].manner;
    if (x == MANNER_ATTRIBUTE && y == MANNER_NONE && c->parts->items[part].clause == IN_WHERE)
        condition_dropped(c, part); /* "older than 20" → "over 20" */
    if (x != MANNER_WORD || (y != MANNER_WORD && is_shared(c, part)))
        return;
    if (by_quantity(c, part))
        sign_add(c, SIGN_COLUMN_BY_QUANTITY, part, part_text(&c->after, part));
    else if (y != MANNER_WORD)
        column_dropped(c, part);
    else if (c->parts->items[part].clause == IN_SELECT &&
             words_beyond(c->arena, &c->after, &c->before, part) == 0 &&
             says_word(&c->before.words, &c->before.items[part], CALLED) &&
             !says_word(&c->after.words, &c->after.items[part], CALLED))
        sign_add(c, SIGN_COLUMN_BY_NOUN, part, part_text(&c->after, part));
    else if (words_beyond(c->arena, &c->before, &c->after, part) > 0 &&
             words_beyond(c->arena, &c->after, &c->before, part) > 0)
        sign_add(c, SIGN_COLUMN_RENAMED, part, part_text(&c->after, part));
}
