/* classifier.c: comparing the indicators of two questions. */
#include "rewording/classifier.h"

#include "lexicon/word_sense.h"
#include "link/link_index.h"
#include "link/mention.h"
#include "link/role.h"
#include "rewording/word_alignment.h"

static const struct {
    struct str name;
    enum reword_kind kind;
    double weight;
} SIGNS[N_SIGN_TYPES] = {
#define SIGN(id, kind, weight, name) {STR_INIT(name), REWORD_##kind, weight},
#include "rewording/sign.def"
#undef SIGN
};

struct reword_comparison {
    struct arena *arena;
    const struct indicator_book *book;
    const struct query_parts *parts;
    struct indicators before, after;
    struct word_alignment aligned;
    bool *plain; /* by word of `after`: it names a table, or says nothing of what is asked */
    bool *fresh; /* by word of `after`: it says something that `before` does not */
    struct reword_verdict out;
};

enum reword_kind sign_kind(enum sign_type t)
{
    return SIGNS[t].kind;
}

struct str sign_name(enum sign_type t)
{
    return SIGNS[t].name;
}

/* Words */

static bool is_said_before(const struct reword_comparison *c, const struct word *w)
{
    for (uint32_t i = 0; i < c->before.words.count; i++)
        if (words_same_family(c->arena, w, &c->before.words.items[i]))
            return true;
    return false;
}

/* Phrases that say nothing of what is asked, or name a table. */
static bool is_plain_phrase(const struct phrase *p)
{
    return p->kind == PHRASE_TABLE || (p->kind == PHRASE_KEY && p->target == NO_KEYWORD);
}

/* Nouns that mean anybody. */
static bool is_anybody(const struct word *w)
{
    static const char NOUNS[] = "person people individual one";
    return str_among(w->lemma, NOUNS);
}

/* "Please enter", "I would like to see": the verb says nothing of what is asked. */
static bool is_request(const struct words *w, uint32_t i)
{
    return i == 0 || w->items[i - 1].ends || word_is(w, i - 1, "please to me");
}

/* Words that could stand for a column or keyword that was said before in another way. */
static void find_fresh(struct reword_comparison *c)
{
    const struct words *w = &c->after.words;
    const struct phrase_book *b = &c->book->link.phrases;
    c->fresh = ARENA_ARRAY(c->arena, bool, w->count + 1);
    c->plain = arena_zalloc(c->arena, (size_t)w->count + 1);
    for (uint32_t i = 0; i < w->count; i++)
        c->fresh[i] = w->items[i].kind == TOKEN_WORD &&
                      (w->items[i].classes & ~(unsigned)WORD_PARTICIPLE) == 0 &&
                      !is_anybody(&w->items[i]) && !is_request(w, i) && !w->items[i].capital &&
                      !is_said_before(c, &w->items[i]);
    for (uint32_t at = 0; at < w->count; at++)
        for (uint32_t i = phrase_book_first(b, w->items[at].lemma); i != NAME_NONE;
             i = b->items[i].next)
            if (is_plain_phrase(&b->items[i]) && phrase_stands(w, at, &b->items[i]))
                for (uint32_t k = at; k < at + b->items[i].n_words; k++)
                    c->fresh[k] = !(c->plain[k] = true);
    for (uint32_t p = 0; p < c->parts->count; p++)
        for (uint32_t k = c->after.items[p].start; k < c->after.items[p].end; k++)
            c->fresh[k] = false;
}

/* Is it a column of amounts? An amount does not say what it measures; a year does. */
static bool is_amount(const struct reword_comparison *c, uint32_t column)
{
    const struct schema *s = c->book->schema;
    return role_is_measure(s, column) && column != role_time(s, s->columns[column].table);
}

/* Could the word mean the column: is it a noun, or related to the column's name? A verb says how
 * things relate to a value: they are "cast in" a state, or "happen in" a year. Only for an amount a
 * verb can say what it measures: someone "making" 300,000 has earnings. */
static bool may_mean(const struct reword_comparison *c, uint32_t column, const struct word *w)
{
    const struct link_index *x = &c->book->link;
    if (!x->wordnet || is_amount(c, column) || is_mostly_noun(c->arena, x->wordnet, w->lemma) ||
        is_mostly_noun(c->arena, x->wordnet, w->lower) ||
        column_related(c->arena, x, c->book->schema, column, w->lemma))
        return true;
    for (uint32_t i = 0; i < w->n_stems; i++)
        if (column_related(c->arena, x, c->book->schema, column, w->stems[i]))
            return true;
    return false;
}

/* The first run of fresh words among the words from `from` to `end`, or "". */
static struct str fresh_between(const struct reword_comparison *c, uint32_t from, uint32_t end)
{
    while (from < end && !c->fresh[from])
        from++;
    uint32_t last = from;
    while (last < end && c->fresh[last])
        last++;
    return indicator_text(&c->after.words, from, last);
}

static struct str fresh_words(const struct reword_comparison *c)
{
    return fresh_between(c, 0, c->after.words.count);
}

/* Words that change no meaning within an indicator. */
static bool is_small(const struct word *w)
{
    return str_among(w->lower, "the a of in is are");
}

/* How many words of span `x` are not in span `y`, small words aside? */
static uint32_t words_beyond(struct arena *a, const struct words *wx, const struct indicator *x,
                             const struct words *wy, const struct indicator *y)
{
    uint32_t n = 0;
    for (uint32_t i = x->start; i < x->end; i++) {
        bool found = is_small(&wx->items[i]);
        for (uint32_t k = y->start; k < y->end && !found; k++)
            found = words_same_family(a, &wx->items[i], &wy->items[k]);
        n += !found;
    }
    return n;
}

static bool says_word(const struct words *w, const struct indicator *x, const char *list)
{
    for (uint32_t i = x->start; i < x->end; i++)
        if (str_among(w->items[i].lemma, list))
            return true;
    return false;
}

/* Signs */

static void add_sign(struct reword_comparison *c, enum sign_type type, uint32_t part, struct str to)
{
    const struct indicator *x = &c->before.items[part];
    struct reword_sign s = {.type = type, .part = &c->parts->items[part], .to = to};
    s.from = indicator_text(&c->before.words, x->start, x->end);
    ARENA_PUSH(c->arena, c->out.signs, c->out.n_signs);
    c->out.signs[c->out.n_signs++] = s;
}

static struct str text_before(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    return indicator_text(&c->before.words, x->start, x->end);
}

static struct str text_after(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *y = &c->after.items[part];
    return indicator_text(&c->after.words, y->start, y->end);
}

static const char CALLED[] = "name title";
static const char MEASURED[] = "number amount count quantity";
static const char QUANTITIES[] = "more most fewer fewest less least";

/* Do the questions use other words for the part? With `more`, an addition or omission alone is
 * enough. */
static bool is_reworded(const struct reword_comparison *c, uint32_t part, bool more)
{
    const struct indicator *x = &c->before.items[part], *y = &c->after.items[part];
    uint32_t lost = words_beyond(c->arena, &c->before.words, x, &c->after.words, y);
    uint32_t won = words_beyond(c->arena, &c->after.words, y, &c->before.words, x);
    return more ? lost + won > 0 : lost > 0 && won > 0;
}

/* Are the words for the part still there? Then nothing replaced them, even if other words could
 * mean the part, too. */
static bool stays(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    for (uint32_t i = x->start; i < x->end; i++)
        if (c->aligned.partner[i] == UINT32_MAX && !is_small(&c->before.words.items[i]))
            return false;
    return x->end > x->start;
}

/* Keywords */

/* "total amount" is another word than "total", but "ascending order" is the same as "ascending". */
static bool is_aggregate(enum query_keyword k)
{
    return k <= KEYWORD_MIN;
}

/* Dr.Spider ignores the others: "each", "both" and "not" come and go with the grammar. */
static bool is_looked_at(enum query_keyword k)
{
    return k <= KEYWORD_BETWEEN;
}

static enum sign_type keyword_sign(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *y = &c->after.items[part];
    enum query_keyword k = c->parts->items[part].keyword;
    if (k == KEYWORD_NE)
        return SIGN_NEGATION_REWORDED;
    if (y->manner == MANNER_CARRIER && !is_aggregate(k))
        return SIGN_ORDER_CARRIED;
    if (y->manner == MANNER_CARRIER)
        return SIGN_KEYWORD_CARRIED;
    if (y->manner == MANNER_ATTRIBUTE)
        return SIGN_KEYWORD_BY_ADJECTIVE;
    return SIGN_KEYWORD_REWORDED;
}

/* Does the adjective also say the column, which was named before? Then the column was reworded. */
static bool says_column_too(const struct reword_comparison *c, uint32_t part)
{
    for (uint32_t i = 0; i < c->parts->count; i++)
        if (c->parts->items[i].kind == PART_COLUMN &&
            c->parts->items[i].column == c->parts->items[part].column &&
            c->before.items[i].manner == MANNER_WORD &&
            c->after.items[i].manner == MANNER_ATTRIBUTE)
            return true;
    return false;
}

static void compare_keyword(struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part], *y = &c->after.items[part];
    enum query_keyword k = c->parts->items[part].keyword;
    if (x->manner == MANNER_NONE || !is_looked_at(k) || (!is_aggregate(k) && stays(c, part)))
        return;
    if (y->manner == MANNER_NONE) {
        if (k != KEYWORD_NE)
            add_sign(c, SIGN_KEYWORD_LOST, part, fresh_words(c));
        return;
    }
    /* To say plainly what a carrier implied is not one of the kinds. */
    bool plainer = x->manner == MANNER_CARRIER && y->manner == MANNER_WORD;
    bool counts = c->parts->items[part].column == SCHEMA_STAR; /* "most number of" → "most" */
    if (plainer || !is_reworded(c, part, is_aggregate(k) || counts))
        return;
    enum sign_type type = keyword_sign(c, part);
    if (type == SIGN_KEYWORD_BY_ADJECTIVE && says_column_too(c, part))
        return;
    if (type == SIGN_ORDER_CARRIED) /* the published pairs have it among the synonyms */
        add_sign(c, SIGN_KEYWORD_REWORDED, part, text_after(c, part));
    add_sign(c, type, part, text_after(c, part));
}

/* Columns */

/* The words around a value of the column in the new question. */
static bool value_place(const struct reword_comparison *c, uint32_t column, uint32_t *from,
                        uint32_t *end)
{
    enum { BEFORE = 5, AFTER = 2 };
    for (uint32_t i = 0; i < c->parts->count; i++) {
        const struct indicator *y = &c->after.items[i];
        if (c->parts->items[i].kind != PART_VALUE || c->parts->items[i].column != column ||
            y->manner == MANNER_NONE)
            continue;
        *from = y->start > BEFORE ? y->start - BEFORE : 0;
        *end = y->end + AFTER < c->after.words.count ? y->end + AFTER : c->after.words.count;
        return true;
    }
    return false;
}

/* Does a keyword of the new question compare or order by the column in one of these words? */
static bool is_said_with(const struct reword_comparison *c, uint32_t column, const char *list)
{
    for (uint32_t i = 0; i < c->parts->count; i++)
        if (c->parts->items[i].kind == PART_KEYWORD && c->parts->items[i].column == column &&
            says_word(&c->after.words, &c->after.items[i], list))
            return true;
    return false;
}

/* Does a clause end before word `at`? "Who earned the most?" */
static bool ends_clause(const struct words *w, uint32_t at)
{
    static const unsigned BETWEEN =
        WORD_PREPOSITION | WORD_RELATIVE | WORD_CONJUNCTION | WORD_AUXILIARY | WORD_INTERROGATIVE;
    return at >= w->count || w->items[at].kind != TOKEN_WORD || (w->items[at].classes & BETWEEN);
}

/* Does the word name a table: "the largest country"? */
static bool names_thing(const struct reword_comparison *c, uint32_t at)
{
    return at < c->after.words.count && c->plain[at] && word_says(&c->after.words.items[at]);
}

/* The part of a superlative of the column that nothing follows, or only the thing itself; or
 * parts->count. */
static uint32_t superlative_alone(const struct reword_comparison *c, uint32_t column)
{
    uint32_t i = 0;
    for (; i < c->parts->count; i++) {
        const struct query_part *p = &c->parts->items[i];
        const struct indicator *y = &c->after.items[i];
        bool superlative = p->kind == PART_KEYWORD && p->column == column &&
                           (p->keyword == KEYWORD_MOST || p->keyword == KEYWORD_LEAST);
        uint32_t next = y->end + word_is(&c->after.words, y->end, MEASURED);
        if (superlative && y->manner != MANNER_NONE &&
            (ends_clause(&c->after.words, next) || names_thing(c, next)))
            break;
    }
    return i;
}

/* "number of products is largest" → "most products" */
static bool by_quantity(const struct reword_comparison *c, uint32_t part)
{
    uint32_t column = c->parts->items[part].column;
    return says_word(&c->before.words, &c->before.items[part], MEASURED) &&
           !says_word(&c->after.words, &c->after.items[part], MEASURED) &&
           is_said_with(c, column, QUANTITIES);
}

/* A column that no known word says any more; new words may. */
static void add_lost(struct reword_comparison *c, uint32_t part, struct str fresh)
{
    add_sign(c, fresh.len ? SIGN_COLUMN_RESAID : SIGN_COLUMN_LOST, part, fresh);
}

/* "Who were not born in": what a person does says how they relate to a value. */
static bool is_done_by_person(const struct words *w, uint32_t at)
{
    while (at > 0 && !word_says(&w->items[at - 1]) && !word_is(w, at - 1, "who"))
        at--;
    return at > 0 && word_is(w, at - 1, "who");
}

/* "earnings over 300" → "earned over 300": the word of the new span that comes from a word for the
 * column; or STR_NONE. */
static struct str kin_between(const struct reword_comparison *c, uint32_t part, uint32_t from,
                              uint32_t end)
{
    const struct indicator *x = &c->before.items[part];
    for (uint32_t i = from; i < end; i++)
        for (uint32_t k = x->start; k < x->end && !c->plain[i]; k++)
            if ((c->aligned.partner[k] == i || !c->aligned.stays[i]) &&
                word_says(&c->before.words.items[k]) &&
                !str_eq(c->before.words.items[k].lemma, c->after.words.items[i].lemma) &&
                words_same_family(c->arena, &c->before.words.items[k], &c->after.words.items[i]))
                return c->after.words.items[i].text;
    return STR_NONE;
}

/* A condition whose column is no longer named: do other words say it, or the value alone? */
static void condition_dropped(struct reword_comparison *c, uint32_t part)
{
    uint32_t column = c->parts->items[part].column, from, end;
    if (!value_place(c, column, &from, &end)) {
        add_lost(c, part, fresh_words(c));
        return;
    }
    struct str kin = kin_between(c, part, from, end);
    if (kin.len) {
        add_sign(c, SIGN_COLUMN_RENAMED, part, kin);
        return;
    }
    struct str fresh = fresh_between(c, from, end);
    bool said = false;
    for (uint32_t i = from; i < end; i++)
        said |= c->fresh[i] && (may_mean(c, column, &c->after.words.items[i]) ||
                                is_done_by_person(&c->after.words, i));
    if (said)
        add_sign(c, SIGN_COLUMN_REPLACED, part, fresh);
    else
        add_sign(c, SIGN_COLUMN_BY_VALUE, part, STR_NONE);
}

/* Is a column compared or ordered by, so that an adjective can stand for it? */
static bool is_compared(const struct reword_comparison *c, uint32_t column)
{
    for (uint32_t i = 0; i < c->parts->count; i++) {
        const struct query_part *p = &c->parts->items[i];
        if (p->kind == PART_KEYWORD && p->column == column && p->keyword >= KEYWORD_MAX &&
            p->keyword <= KEYWORD_BETWEEN && p->keyword != KEYWORD_NE)
            return true;
    }
    return false;
}

/* Is it an adjective in a degree, though no list has it: "priciest", "lengthier than", "most
 * wealthy"? */
static bool is_in_degree(const struct words *w, uint32_t i)
{
    static const char NOUNS[] = "interest request harvest contest forest conquest";
    static const char *const ENDINGS[] = {"y",    "ive", "ous", "ful", "al",
                                          "able", "ent", "ant", "ic",  "ed"};
    struct str word = w->items[i].lower;
    if (str_ends(word, STR("est")) && word.len > 5)
        return !str_among(word, NOUNS);
    if (str_ends(word, STR("er")) && i + 1 < w->count)
        return word_is(w, i + 1, "than");
    bool adjective = false;
    for (size_t k = 0; k < COUNT_OF(ENDINGS); k++)
        adjective |= str_ends(word, str_from(ENDINGS[k])) && word.len > strlen(ENDINGS[k]) + 2;
    return adjective && word_is(w, i - 1, "most least more less");
}

/* A fresh adjective in a degree, which may stand for a column that is compared; or STR_NONE. */
static struct str fresh_adjective(const struct reword_comparison *c, uint32_t column)
{
    for (uint32_t i = 0; i < c->after.words.count && is_compared(c, column); i++)
        if (c->fresh[i] && is_in_degree(&c->after.words, i))
            return c->after.words.items[i].text;
    return STR_NONE;
}

/* Does the noun of the name stay, with other words before it: "last name", "full name"? */
static bool name_stays(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    return x->end > x->start + 1 && c->aligned.partner[x->end - 1] != UINT32_MAX &&
           c->aligned.partner[x->end - 2] == UINT32_MAX;
}

/* Is it what all rows are ordered by: "from youngest to oldest"? */
static bool orders_all(const struct reword_comparison *c, const struct query_part *p)
{
    for (uint32_t i = 0; i < c->parts->count; i++) {
        const struct query_part *k = &c->parts->items[i];
        if (k->kind == PART_KEYWORD && k->column == p->column &&
            (k->keyword == KEYWORD_ASC || k->keyword == KEYWORD_DESC))
            return true;
    }
    return false;
}

/* Are the words for the part in both questions? Then they say nothing new: "largest", which
 * "largest capacity" had, is not an adjective for the capacity in "largest number of seats". */
static bool is_kept(const struct reword_comparison *c, const struct indicator *y)
{
    for (uint32_t i = y->start; i < y->end; i++)
        if (!c->aligned.stays[i] && !is_small(&c->after.words.items[i]))
            return false;
    return y->end > y->start;
}

/* Does the span of the new question have words that indicate a value or a keyword? */
static bool says_other_part(const struct reword_comparison *c, struct word_span span)
{
    for (uint32_t i = 0; i < c->parts->count; i++) {
        const struct indicator *y = &c->after.items[i];
        if (c->parts->items[i].kind != PART_COLUMN && y->manner != MANNER_NONE &&
            y->start < span.end && span.start < y->end)
            return true;
    }
    return false;
}

/* The words that took the place of those for the column, and stand for nothing else; empty where
 * there are none. */
static struct str replacement(const struct reword_comparison *c, uint32_t part)
{
    enum { LONGEST = 5 };
    const struct indicator *x = &c->before.items[part];
    struct word_span new = words_replaced(&c->aligned, x->start, x->end);
    bool tells = false, name = false;
    for (uint32_t i = new.start; i < new.end; i++)
        name |= c->after.words.items[i].capital;
    for (uint32_t i = new.start; i < new.end; i++)
        tells |= !c->plain[i] && word_says(&c->after.words.items[i]) &&
                 (c->parts->items[part].clause != IN_WHERE ||
                  may_mean(c, c->parts->items[part].column, &c->after.words.items[i]));
    if (!tells || name || new.end - new.start > LONGEST || says_other_part(c, new))
        return STR_NONE;
    return indicator_text(&c->after.words, new.start, new.end);
}

/* Do the words for the column first of all say another part's column? The name in "first name" is
 * not the department's. */
static bool is_shared(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    for (uint32_t i = 0; i < c->parts->count; i++) {
        const struct indicator *other = &c->before.items[i];
        bool overlaps = other->start < x->end && x->start < other->end;
        if (i != part && c->parts->items[i].kind == PART_COLUMN && other->manner == MANNER_WORD &&
            overlaps &&
            (other->end - other->start > x->end - x->start ||
             (i < part && other->end - other->start == x->end - x->start)))
            return true;
    }
    return false;
}

/* Did a name take the place of a title? */
static bool says_called(const struct reword_comparison *c, struct str instead)
{
    struct str lower = arena_str_lower(c->arena, instead);
    return str_find(lower, STR("name"), 0) < lower.len ||
           str_find(lower, STR("title"), 0) < lower.len;
}

/* Does a word of the indicator ask: "who", "how old"? */
static bool asks(const struct reword_comparison *c, const struct indicator *y)
{
    for (uint32_t i = y->start; i < y->end; i++)
        if (c->after.words.items[i].classes & WORD_INTERROGATIVE)
            return true;
    return false;
}

/* Finds what stands for a column that is no longer named. */
static void column_dropped(struct reword_comparison *c, uint32_t part)
{
    const struct query_part *p = &c->parts->items[part];
    const struct indicator *y = &c->after.items[part];
    bool called = says_word(&c->before.words, &c->before.items[part], CALLED);
    uint32_t superlative = superlative_alone(c, p->column);
    struct str instead = replacement(c, part), adjective = fresh_adjective(c, p->column);
    if (called && name_stays(c, part))
        add_sign(c, SIGN_COLUMN_RENAMED, part, instead);
    else if (y->manner == MANNER_CARRIER && !is_kept(c, y))
        add_sign(c, called || asks(c, y) ? SIGN_COLUMN_CARRIED : SIGN_COLUMN_RENAMED, part,
                 text_after(c, part));
    else if (y->manner == MANNER_ATTRIBUTE && !is_kept(c, y))
        add_sign(c, orders_all(c, p) ? SIGN_ORDER_BY_ADJECTIVE : SIGN_COLUMN_BY_ADJECTIVE, part,
                 text_after(c, part));
    else if (adjective.len)
        add_sign(c, SIGN_COLUMN_BY_ADJECTIVE, part, adjective);
    else if (instead.len && !(superlative < c->parts->count && str_among(instead, MEASURED)) &&
             (p->clause != IN_SELECT || !called || says_called(c, instead)))
        add_sign(c, SIGN_COLUMN_REPLACED, part, instead);
    else if (p->clause == IN_SELECT && called)
        add_sign(c, SIGN_COLUMN_BY_NOUN, part, STR_NONE);
    else if (superlative < c->parts->count)
        add_sign(c, SIGN_COLUMN_BY_SUPERLATIVE, part, text_after(c, superlative));
    else if (p->clause == IN_WHERE)
        condition_dropped(c, part);
    else
        add_lost(c, part, fresh_words(c));
}

/* "customer id" → "client id": the words in the place of a part of the name, while the rest stays
 * where it was; or STR_NONE. */
static struct str part_replaced(const struct reword_comparison *c, uint32_t part)
{
    enum { LONGEST = 3 };
    const struct indicator *x = &c->before.items[part];
    const uint32_t *partner = c->aligned.partner;
    bool rest = false;
    uint32_t from = x->start, end;
    for (; from < x->end && partner[from] != UINT32_MAX; from++)
        rest |= word_says(&c->before.words.items[from]);
    for (end = from; end < x->end && partner[end] == UINT32_MAX; end++)
        continue;
    for (uint32_t i = end; i < x->end; i++)
        rest |= partner[i] != UINT32_MAX && word_says(&c->before.words.items[i]);
    struct word_span new = words_replaced(&c->aligned, from, end);
    bool means = false;
    for (uint32_t i = new.start; i < new.end; i++)
        means |= may_mean(c, c->parts->items[part].column, &c->after.words.items[i]);
    return rest && means && end > from && new.end - new.start <= LONGEST && !says_other_part(c, new)
               ? indicator_text(&c->after.words, new.start, new.end)
               : STR_NONE;
}

/* Is a word of the column's name gone that stood beside its adjective: "earliest opening year"? */
static bool is_unnamed(const struct reword_comparison *c, uint32_t part)
{
    for (uint32_t i = 0; i < c->before.words.count; i++)
        if (c->aligned.partner[i] == UINT32_MAX &&
            role_has_word(c->book->schema, c->parts->items[part].column,
                          c->before.words.items[i].lemma))
            return true;
    return false;
}

/* Are the words that ask for the column gone, while those of its condition still say it: "names of
 * people whose names have an A" → "people whose names have an A"? */
static bool is_said_by_condition(const struct reword_comparison *c, uint32_t part)
{
    const struct query_part *p = &c->parts->items[part];
    const struct indicator *x = &c->before.items[part], *y = &c->after.items[part];
    bool said = false;
    for (uint32_t i = 0; i < c->parts->count; i++) {
        const struct query_part *q = &c->parts->items[i];
        uint32_t at = c->before.items[i].start;
        said |= q->kind == PART_COLUMN && q->column == p->column && q->clause == IN_WHERE &&
                c->before.items[i].manner == MANNER_WORD && c->aligned.partner[at] == y->start;
    }
    for (uint32_t i = 0; i < c->after.words.count; i++) /* is it asked for elsewhere? */
        said &= c->aligned.stays[i] || !str_among(c->after.words.items[i].lemma, CALLED);
    return said && p->clause == IN_SELECT && y->manner == MANNER_WORD &&
           c->aligned.partner[x->start] == UINT32_MAX && says_word(&c->before.words, x, CALLED);
}

/* "greatest age" → "aged the most": is there a new superlative that is alone? */
static bool is_verb_of_most(const struct reword_comparison *c, uint32_t part)
{
    uint32_t superlative = superlative_alone(c, c->parts->items[part].column);
    return superlative < c->parts->count && !is_kept(c, &c->after.items[superlative]);
}

static void compare_column(struct reword_comparison *c, uint32_t part)
{
    if (is_said_by_condition(c, part))
        c->after.items[part] = (struct indicator){.manner = MANNER_NONE};
    enum manner x = c->before.items[part].manner, y = c->after.items[part].manner;
    if (x == MANNER_ATTRIBUTE && y == MANNER_ATTRIBUTE && is_unnamed(c, part))
        x = MANNER_WORD;
    if (x == MANNER_ATTRIBUTE && y == MANNER_NONE && c->parts->items[part].clause == IN_WHERE)
        condition_dropped(c, part); /* "older than 20" → "over 20" */
    if (x != MANNER_WORD || (y != MANNER_WORD && is_shared(c, part)))
        return;
    if (by_quantity(c, part))
        add_sign(c, SIGN_COLUMN_BY_QUANTITY, part, text_after(c, part));
    else if (y != MANNER_WORD)
        column_dropped(c, part);
    else if (is_reworded(c, part, false))
        add_sign(c, is_verb_of_most(c, part) ? SIGN_COLUMN_BY_SUPERLATIVE : SIGN_COLUMN_RENAMED,
                 part, text_after(c, part));
    else if (part_replaced(c, part).len)
        add_sign(c, SIGN_COLUMN_PART_REPLACED, part, part_replaced(c, part));
}

/* Values */

static bool is_digits(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_digit(text.ptr[i]) && text.ptr[i] != ' ')
            return false;
    return text.len > 0;
}

/* "dog" and "dogs", "32" and "32's", "200" and "200cm" are the same. */
static bool is_same_value(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part], *y = &c->after.items[part];
    const struct word *from = &c->before.words.items[x->start],
                      *to = &c->after.words.items[y->start];
    if (x->end - x->start == 1 && y->end - y->start == 1 && is_digits(from->lower) &&
        str_starts(to->lower, from->lower) && to->lower.len > from->lower.len)
        return !ascii_digit(to->lower.ptr[from->lower.len]) &&
               !memchr(",.-", to->lower.ptr[from->lower.len], 3);
    return words_beyond(c->arena, &c->before.words, x, &c->after.words, y) == 0 &&
           words_beyond(c->arena, &c->after.words, y, &c->before.words, x) == 0 &&
           !is_digits(from->lower) && !is_digits(to->lower);
}

/* New words that may stand for a value: those with capitals, else any. */
static struct str new_name(const struct reword_comparison *c)
{
    const struct words *w = &c->after.words;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->items[i].capital && !c->aligned.stays[i]) {
            uint32_t end = i + 1;
            while (end < w->count && w->items[end].capital && !c->aligned.stays[end])
                end++;
            return indicator_text(w, i, end);
        }
    return fresh_words(c);
}

/* Was the column named before, and does now only the new form of the value say it: "French" for
 * "citizenship is France"? A number says nothing of its column. */
static bool says_own_column(const struct reword_comparison *c, uint32_t part)
{
    if (c->before.words.items[c->before.items[part].start].has_number)
        return false;
    uint32_t column = c->parts->items[part].column, from, end;
    bool alone = value_place(c, column, &from, &end) && fresh_between(c, from, end).len == 0;
    for (uint32_t i = 0; i < c->parts->count && alone; i++)
        if (c->parts->items[i].kind == PART_COLUMN && c->parts->items[i].column == column &&
            c->parts->items[i].clause == IN_WHERE && c->before.items[i].manner == MANNER_WORD &&
            c->after.items[i].manner == MANNER_NONE && !replacement(c, i).len)
            return true;
    return false;
}

static void compare_value(struct reword_comparison *c, uint32_t part)
{
    struct str from = plain_text(c->arena, text_before(c, part));
    struct str to = plain_text(c->arena, text_after(c, part));
    if (c->before.items[part].manner == MANNER_NONE || c->after.items[part].form == VALUE_BESIDE ||
        stays(c, part))
        return;
    if (c->after.items[part].manner == MANNER_NONE)
        add_sign(c, SIGN_VALUE_LOST, part, new_name(c));
    else if (!str_eq(from, to) && !is_same_value(c, part)) /* "two" → "2", "3000" → "3,000" */
        add_sign(c,
                 is_digits(to)              ? SIGN_NUMBER_REWRITTEN
                 : says_own_column(c, part) ? SIGN_VALUE_FOR_COLUMN
                                            : SIGN_VALUE_REWORDED,
                 part, text_after(c, part));
}

/* The verdict */

static void decide(struct reword_verdict *v)
{
    double best = 0;
    uint32_t n = 0;
    v->top = REWORD_OTHERS;
    for (uint32_t i = 0; i < v->n_signs; i++) {
        enum sign_type t = v->signs[i].type;
        n += !v->kinds[SIGNS[t].kind];
        v->kinds[SIGNS[t].kind] = true;
        if (SIGNS[t].weight > best) {
            best = SIGNS[t].weight;
            v->top = SIGNS[t].kind;
        }
    }
    v->kinds[REWORD_MULTITYPE] = n > 1;
    v->kinds[REWORD_OTHERS] = n == 0;
}

struct reword_verdict reword_classify(struct arena *a, const struct indicator_book *b,
                                      const struct query_parts *parts, struct str before,
                                      struct str after)
{
    static void (*const COMPARE[])(struct reword_comparison *,
                                   uint32_t) = {[PART_KEYWORD] = compare_keyword,
                                                [PART_COLUMN] = compare_column,
                                                [PART_VALUE] = compare_value};
    struct reword_comparison c = {.arena = a, .book = b, .parts = parts};
    struct words x = words_read(a, &b->link.lemmatizer, before);
    struct words y = words_read(a, &b->link.lemmatizer, after);
    c.before = indicators_find(a, b, parts, &x);
    c.after = indicators_find(a, b, parts, &y);
    c.aligned = words_align(a, &c.before.words, &c.after.words);
    find_fresh(&c);
    for (uint32_t i = 0; i < parts->count; i++)
        COMPARE[parts->items[i].kind](&c, i);
    decide(&c.out);
    return c.out;
}
