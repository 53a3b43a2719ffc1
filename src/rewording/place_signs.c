/* place_signs.c: new words in the place of others that name a column, or that no list knows.
 *
 * The reading finds one place for each column. A question may name it elsewhere, too, or in words
 * that the reading does not know; these places show only in the other question. */
#include "rewording/comparison.h"

#include "lexicon/word_sense.h"
#include "link/role.h"

/* Do words of the place say the column, or are they of its name? */
static bool names_column(const struct reword_comparison *c, uint32_t part, struct word_span old)
{
    const struct indicator *x = &c->before.items[part];
    if (x->start < old.end && old.start < x->end)
        return true;
    for (uint32_t k = old.start; k < old.end; k++)
        if (role_has_word(c->book->schema, c->parts->items[part].column,
                          c->before.words.items[k].lemma))
            return true;
    return false;
}

/* The column that the words name, else the first that no words say; or parts->count. */
static uint32_t column_at(const struct reword_comparison *c, struct word_span old, bool *named)
{
    uint32_t unsaid = c->parts->count;
    for (uint32_t i = c->parts->count; i-- > 0;) {
        if (c->parts->items[i].kind != PART_COLUMN)
            continue;
        if ((*named = names_column(c, i, old)))
            return i;
        if (c->before.items[i].manner == MANNER_NONE)
            unsaid = i;
    }
    return unsaid;
}

/* Is the word a verb more often than anything else? */
static bool is_mostly_verb(const struct reword_comparison *c, struct str word)
{
    const struct wordnet *n = c->book->link.wordnet;
    struct str base = n ? wordnet_exception(n, WORDNET_VERB, word) : STR_NONE;
    struct str verb = base.ptr ? base : word;
    uint32_t often = n ? word_commonness(c->arena, n, WORDNET_VERB, verb) : 0;
    return often > 0 && often > word_commonness(c->arena, n, WORDNET_NOUN, verb) &&
           often > word_commonness(c->arena, n, WORDNET_ADJECTIVE, verb);
}

/* Is there a word for a thing or a property, which the other question does not have? */
static bool has_noun(const struct reword_comparison *c, const struct words *w,
                     struct word_span span, const struct words *other)
{
    for (uint32_t i = span.start; i < span.end; i++)
        if (!(other == &c->before.words && c->plain[i]) && w->items[i].kind == TOKEN_WORD &&
            !w->items[i].capital && word_says(&w->items[i]) &&
            !says_lemma(other, w->items[i].lemma) && !is_mostly_verb(c, w->items[i].lower))
            return true;
    return false;
}

/* Do the new words say a keyword or a value? */
static bool says_other_part(const struct reword_comparison *c, struct word_span span)
{
    for (uint32_t i = 0; i < c->parts->count; i++)
        if (c->parts->items[i].kind != PART_COLUMN && c->after.items[i].start < span.end &&
            span.start < c->after.items[i].end)
            return true;
    return false;
}

static bool has_sign(const struct reword_comparison *c, uint32_t column)
{
    for (uint32_t i = 0; i < c->out.n_signs; i++)
        if (c->out.signs[i].part->column == column)
            return true;
    return false;
}

static void compare_place(struct reword_comparison *c, struct word_span old)
{
    enum { LONGEST = 3 };
    struct word_span new = words_replaced(&c->aligned, old.start, old.end);
    bool named = false;
    uint32_t part = column_at(c, old, &named);
    if (part == c->parts->count || new.end > new.start + LONGEST ||
        !has_noun(c, &c->after.words, new, &c->before.words) || says_other_part(c, new))
        return;
    struct str to = indicator_text(&c->after.words, new.start, new.end);
    if (named && !has_sign(c, c->parts->items[part].column))
        sign_add(c, SIGN_COLUMN_PART_REPLACED, part, to);
    else if (c->out.n_signs == 0 && has_noun(c, &c->before.words, old, &c->after.words))
        sign_add(c, SIGN_UNKNOWN_REPLACED, part, to);
}

/* "rank" → "ranking", "open date" → "opening date": has a word for the column another form? */
static void compare_forms(struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    for (uint32_t i = x->start; i < x->end && x->manner == MANNER_WORD; i++) {
        uint32_t k = c->aligned.partner[i];
        if (c->out.n_signs == 0 && k != UINT32_MAX &&
            !str_eq(c->before.words.items[i].lemma, c->after.words.items[k].lemma))
            sign_add(c, SIGN_COLUMN_IN_OTHER_FORM, part, c->after.words.items[k].text);
    }
}

void compare_places(struct reword_comparison *c)
{
    const uint32_t *partner = c->aligned.partner;
    for (uint32_t i = 0; i < c->parts->count; i++)
        if (c->parts->items[i].kind == PART_COLUMN)
            compare_forms(c, i);
    for (uint32_t from = 0, end; from < c->before.words.count; from = end) {
        end = from + 1;
        if (partner[from] != UINT32_MAX || !word_says(&c->before.words.items[from]))
            continue;
        while (end < c->before.words.count && partner[end] == UINT32_MAX)
            end++;
        compare_place(c, (struct word_span){from, end});
    }
}
