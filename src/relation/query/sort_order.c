/* sort_order.c: the other direction of an order (SQL-sort-order, Dr.Spider §3.3, Tables 9 and 10).
 *
 * "Show the name of the youngest singer." → "Show the name of the oldest singer.", and ORDER BY age
 * ASC LIMIT 1 becomes ORDER BY age DESC LIMIT 1. The words are in data/phrases.tsv.
 *
 * Holds if the words that change say the direction that changes. There is no doubt if the question
 * has one superlative, the query one ORDER BY with LIMIT, and no MAX() or MIN() could be meant. If
 * the question has more, the words must stand with the column's name: "the highest price". If that
 * does not decide, nothing changes. An order without a direction ("sorted by age") ascends, so the
 * words for the other direction are added. Nothing changes without a query; a stand-in for the gold
 * will do. */
#include "link/named_words.h"
#include "relation/query/question_edits.h"
#include "relation/question/query_aggregates.h"
#include "relation/refusal.h"

enum { NEAR = 7 };

/* A term of ORDER BY, and how its words are looked for. */
struct order {
    struct pattern_subject subject; /* first: matches find the others by it */
    const struct edit_search *search;
    const struct edit_place *place;
    bool gives_way; /* look for words that give way to others */
};

static const struct words *words_of(const struct order *o)
{
    return &o->search->reading.said.words;
}

static bool orders_by_count(const struct order *o)
{
    return str_eq(o->place->aggregate, STR("count"));
}

/* Finding the words */

/* "top 3 highest", "sorted by ascending age": another word is the one that says it. */
static bool gives_way(const struct line_phrase *p)
{
    return phrase_has_form(p, "top implied order");
}

/* Is none of the words a name of a column that the query reads? "The first student" may be, for a
 * date_first_registered. */
static bool is_no_name(const struct order *o, const struct pattern_match *m)
{
    const struct relation_seed *s = o->search->seed;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++)
        for (uint32_t i = 0; s->column_read[c] && i < m->pattern->from.count; i++)
            if (m->pattern->from.items[i].type == ITEM_WORD && m->found[i] > 0 &&
                column_has_word(s->schema, c, words_of(o)->items[m->found[i] - 1].token))
                return false;
    return true;
}

static bool may_say_order(const struct found_words *found)
{
    const struct order *o = (const struct order *)found->match.subject; /* its first member */
    return gives_way(found->phrase) == o->gives_way &&
           (phrase_has_form(found->phrase, "first") || !o->place->limited ||
            is_no_name(o, &found->match));
}

/* What phrases for the order ask for: the last of all, or the first. */
static enum query_keyword keyword_of(const struct edit_place *p, bool descending)
{
    if (p->limited)
        return descending ? KEYWORD_MOST : KEYWORD_LEAST;
    return descending ? KEYWORD_DESC : KEYWORD_ASC;
}

static bool descends(const struct edit_place *p)
{
    return str_eq(p->edit.from, STR("desc"));
}

/* `all`: whatever the direction and the dimension. */
static struct found_place find_some(const struct order *o, bool giving_way, bool all)
{
    struct order *own = ARENA_NEW(o->search->arena, struct order);
    bool descending = descends(o->place);
    *own = (struct order){.search = o->search,
                          .place = o->place,
                          .gives_way = giving_way,
                          .subject = {.phrases = o->search->seed->phrases,
                                      .schema = o->search->seed->schema,
                                      .names = o->search->names,
                                      .column = o->place->column,
                                      .counts = orders_by_count(o),
                                      .any_column = all}};
    uint32_t asks = 1U << keyword_of(o->place, descending);
    if (all)
        asks |= 1U << keyword_of(o->place, !descending);
    return find_phrases(o->search, o->place, &own->subject, asks, may_say_order);
}

/* All words for an order of this kind, whatever the direction and the dimension. */
static struct found_place find_all(const struct order *o)
{
    struct found_place t = find_some(o, false, true);
    return t.n_found > 0 ? t : find_some(o, true, true);
}

/* Which words belong to a place */

/* Does a word of the column stand near, in the same clause? A count is named by "number" or by a
 * plural, which its forms require. */
static bool is_near_column(const struct order *o, const struct found_words *found)
{
    const struct words *q = words_of(o);
    if (orders_by_count(o))
        return phrase_has_form(found->phrase, COUNTING_FORMS);
    for (uint32_t i = found->match.end; i < found->match.end + NEAR; i++) {
        if (is_subject_noun(&found->match, i))
            return true;
        if (i >= q->count || q->items[i].kind == TOKEN_MARK || token_in(q, i, WORD_RELATIVE))
            break;
    }
    if (o->place->limited && !token_in(q, found->match.end, WORD_PREPOSITION) &&
        !clause_ends_at(q, found->match.end))
        return false;
    for (uint32_t i = found->match.start; i > 0 && i + NEAR > found->match.start; i--)
        if (is_subject_noun(&found->match, i - 1))
            return true;
    return false;
}

static void keep_near_column(const struct order *o, struct found_place *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_found; i++)
        if (is_near_column(o, &t->found[i]))
            t->found[n++] = t->found[i];
    t->n_found = n;
}

/* How many superlatives, or words for an order, the query accounts for; 0 if in doubt. */
static uint32_t n_expected(const struct order *o)
{
    uint32_t n = 0;
    struct query_aggregates called = query_aggregates_of(o->search->arena, o->search->seed);
    for (uint32_t i = 0; i < o->search->places.count; i++)
        n += o->search->places.items[i].edit.what == EDIT_DIRECTION &&
             o->search->places.items[i].limited == o->place->limited;
    return n > 1 || (o->place->limited && (called.called[QUERY_MAX] || called.called[QUERY_MIN]))
               ? 0
               : n;
}

/* The number of superlatives that are on no list: "the furthest station". */
static uint32_t n_unknown(const struct order *o, const struct found_place *all)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < words_of(o)->count; i++) {
        const struct word *t = &words_of(o)->items[i];
        bool known = t->kind != TOKEN_WORD || t->token.len < 5 || o->search->names[i] || t->fixed;
        for (uint32_t k = 0; k < all->n_found; k++)
            known |= i >= all->found[k].match.start && i < all->found[k].match.end;
        n += !known && str_ends(t->token, STR("est"));
    }
    return n;
}

/* "The 3 highest scores, in descending order": one ORDER BY is said twice. */
static bool is_said_twice(const struct order *o)
{
    struct edit_place listed = *o->place;
    struct order other = *o;
    for (uint32_t i = 0; i < o->search->places.count; i++)
        if (o->search->places.items[i].edit.what == EDIT_DIRECTION &&
            !o->search->places.items[i].limited)
            return false;
    listed.limited = false;
    other.place = &listed;
    return o->place->limited && find_some(&other, false, true).n_found > 0;
}

/* Leave in `t` only words that surely belong to the place. */
static void keep_certain(const struct order *o, struct found_place *t)
{
    struct found_place all = find_all(o);
    bool found = t->n_found > 0;
    bool doubt = all.n_found + n_unknown(o, &all) != n_expected(o) || t->n_found != 1;
    if (doubt)
        keep_near_column(o, t);
    t->doubtful |= found && (t->n_found == 0 || is_said_twice(o));
}

/* Variants */

/* "The top 3 cities with the lowest population" would be at the bottom, and "3" says enough. */
static struct str without_top(struct arena *a, const struct lexicon *l, struct str question)
{
    const struct lemmatizer z = {l};
    struct words w = words_read(a, &z, question);
    for (uint32_t i = 1; i + 1 < w.count; i++)
        if (word_is(&w, i, "top bottom") && w.items[i + 1].has_number)
            return words_replace(a, &w, i, i + 2, w.items[i + 1].token);
    return question;
}

static struct found_place find_direction(struct edit_search *s, const struct edit_place *place)
{
    const struct order o = {.search = s, .place = place};
    struct found_place t = find_some(&o, find_some(&o, false, true).n_found == 0, false);
    keep_certain(&o, &t);
    return t;
}

static bool change_direction(struct edit_search *s, const struct edit_place *place,
                             const struct found_words *found)
{
    bool down = !descends(place);
    uint32_t first = s->out->count;
    question_edits_add(s, place, found, keyword_of(place, down), down ? STR("desc") : STR("asc"),
                       NULL);
    for (uint32_t i = first; i < s->out->count && !gives_way(found->phrase); i++)
        s->out->items[i].question =
            without_top(s->arena, s->seed->lexicon, s->out->items[i].question);
    return true;
}

static uint64_t count_directions(struct arena *a, const struct relation_seed *s, const void **plan)
{
    const struct place_change change = {EDIT_DIRECTION, find_direction, change_direction};
    return question_edits_find(a, s, &change, plan);
}

const struct relation relation_SQL_sort_order = {
    .id = "SQL-sort-order",
    .name = "sort order",
    .family = "dr-spider",
    .text = {.summary = "an order gets the other direction",
             .what = "The words for an order, and the query's direction, become the opposite.",
             .before = "What is the title of the product with the highest price?",
             .after = "What is the title of the product with the lowest price?",
             .answer = "The answer becomes that of the query with the other direction.",
             .page = "docs/reference/dr-spider.md"},
    .count = count_directions,
    .make = question_edits_make,
    .changes_answer = true,
    .most = 5,
};
