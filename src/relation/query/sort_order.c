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

/* A term of ORDER BY, and the question in which its words are looked for. */
struct order {
    struct pattern_subject subject;
    struct arena *arena; /* for what is found */
    const struct relation_seed *seed;
    const struct words *text;
    const struct question_reading *reading;
    const bool *names; /* by word: it is a name of the schema */
    const struct edit_place *place;
    struct edit_places places; /* of the query, this one among them */
};

static bool orders_by_count(const struct order *o)
{
    return str_eq(o->place->aggregate, STR("count"));
}

/* Is the word a noun of the column that is ordered by? */
static bool is_column_word(const struct order *o, uint32_t i)
{
    return i < o->text->count && o->text->items[i].kind == TOKEN_WORD &&
           !token_in(o->text, i,
                     WORD_PREPOSITION | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                         WORD_DETERMINER | WORD_RELATIVE | WORD_CONJUNCTION) &&
           column_has_word(o->seed->schema, o->place->column, o->text->items[i].token);
}

/* Does a sentence, or a part of it up to a comma, end before word `i`? */
static bool clause_ends_at(const struct words *q, uint32_t i)
{
    return i >= q->count || q->items[i].ends || word_is(q, i, ", ;");
}

/* Finding the words */

/* Is none of the words a name of a column that the query reads? "The first student" may be, for a
 * date_first_registered. */
static bool is_no_name(const struct pattern_subject *s, const struct found_words *found)
{
    const struct order *o = (const struct order *)s; /* its first member */
    const struct pattern_match *m = &found->match;
    if (phrase_has_form(found->phrase, "first") || !o->place->limited)
        return true;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++)
        for (uint32_t i = 0; o->seed->column_read[c] && i < m->pattern->from.count; i++)
            if (m->pattern->from.items[i].type == ITEM_WORD && m->found[i] > 0 &&
                column_has_word(s->schema, c, o->text->items[m->found[i] - 1].token))
                return false;
    return true;
}

/* What phrases for the order ask for: the last of all, or the first. */
static enum query_keyword keyword_of(const struct order *o, bool descending)
{
    if (o->place->limited)
        return descending ? KEYWORD_MOST : KEYWORD_LEAST;
    return descending ? KEYWORD_DESC : KEYWORD_ASC;
}

static bool descends(const struct edit_place *p)
{
    return str_eq(p->edit.from, STR("desc"));
}

/* "top 3 highest", "sorted by ascending age": another word is the one that says it. */
static bool gives_way(const struct line_phrase *p)
{
    return phrase_has_form(p, "top implied order");
}

/* `all`: whatever the direction and the dimension. */
static struct found_place find_some(const struct order *o, bool giving_way, bool all)
{
    const struct phrase_list *list = o->seed->phrases;
    struct order *own = ARENA_NEW(o->arena, struct order);
    struct found_place t = {.place = o->place};
    bool descending = descends(o->place);
    *own = *o;
    own->subject = (struct pattern_subject){.phrases = list,
                                            .schema = o->seed->schema,
                                            .words = o->text,
                                            .names = o->names,
                                            .column = o->place->column,
                                            .counts = orders_by_count(o),
                                            .any_column = all};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct line_phrase *p = &list->items[i];
        bool asks = phrase_asks(p, keyword_of(o, descending)) ||
                    (all && phrase_asks(p, keyword_of(o, !descending)));
        if (asks && phrase_is_replaced(p) && gives_way(p) == giving_way)
            find_phrase(o->arena, &t, o->reading, &own->subject, p, is_no_name);
    }
    return t;
}

/* All words for an order of this kind, whatever the direction and the dimension. */
static struct found_place find_all(const struct order *o)
{
    struct found_place t = find_some(o, false, true);
    return t.n_found > 0 ? t : find_some(o, true, true);
}

/* Words that may belong to the place. */
static struct found_place find_place_words(const struct order *o)
{
    return find_some(o, find_some(o, false, true).n_found == 0, false);
}

/* Which words belong to a place */

/* Does a word of the column stand near, in the same clause? A count is named by "number" or by a
 * plural, which its forms require. */
static bool is_near_column(const struct order *o, const struct found_words *found)
{
    const struct words *q = o->text;
    if (orders_by_count(o))
        return phrase_has_form(found->phrase, COUNTING_FORMS);
    for (uint32_t i = found->match.end; i < found->match.end + NEAR; i++) {
        if (is_column_word(o, i))
            return true;
        if (i >= q->count || q->items[i].kind == TOKEN_MARK || token_in(q, i, WORD_RELATIVE))
            break;
    }
    if (o->place->limited && !token_in(q, found->match.end, WORD_PREPOSITION) &&
        !clause_ends_at(q, found->match.end))
        return false;
    for (uint32_t i = found->match.start; i > 0 && i + NEAR > found->match.start; i--)
        if (is_column_word(o, i - 1))
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
    struct query_aggregates called = query_aggregates_of(o->arena, o->seed);
    for (uint32_t i = 0; i < o->places.count; i++)
        n += o->places.items[i].edit.what == EDIT_DIRECTION &&
             o->places.items[i].limited == o->place->limited;
    return n > 1 || (o->place->limited && (called.called[QUERY_MAX] || called.called[QUERY_MIN]))
               ? 0
               : n;
}

/* The number of superlatives that are on no list: "the furthest station". */
static uint32_t n_unknown(const struct order *o, const struct found_place *all)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->text->count; i++) {
        const struct word *t = &o->text->items[i];
        bool known = t->kind != TOKEN_WORD || t->token.len < 5 || o->names[i] || t->fixed;
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
    for (uint32_t i = 0; i < o->places.count; i++)
        if (o->places.items[i].edit.what == EDIT_DIRECTION && !o->places.items[i].limited)
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

static void add_variants(const struct order *o, const struct found_words *found,
                         struct question_edits *out)
{
    const struct line_phrase *line = found->phrase->line;
    bool down = !descends(o->place);
    uint32_t first = out->count;
    for (uint32_t k = 0; k < found->phrase->n_line; k++)
        if (line[k].written && phrase_asks(&line[k], keyword_of(o, down)))
            question_edits_add(o->arena, o->seed, out, o->place, found, k,
                               down ? STR("desc") : STR("asc"));
    for (uint32_t i = first; i < out->count && !gives_way(found->phrase); i++)
        out->items[i].question = without_top(o->arena, o->seed->lexicon, out->items[i].question);
}

static void change_place(struct order *o, const struct found_places *places, uint32_t i,
                         struct question_edits *out)
{
    uint32_t before = out->count;
    const struct found_words *found = found_place_words(o->seed, places, i);
    if (!found)
        return;
    o->place = places->items[i].place;
    add_variants(o, found, out);
    refuse_unless(o->seed, out->count > before, REFUSED_PLACE_FIXED);
}

static void change_places(struct order *o, struct question_edits *out)
{
    struct found_places found = {0};
    for (uint32_t i = 0; i < o->places.count; i++) {
        if (o->places.items[i].edit.what != EDIT_DIRECTION)
            continue;
        o->place = &o->places.items[i];
        struct found_place t = find_place_words(o);
        keep_certain(o, &t);
        ARENA_ADD(o->arena, found.items, found.count, t);
    }
    refuse_unless(o->seed, found.count > 0, REFUSED_NO_PLACE);
    for (uint32_t i = 0; i < found.count; i++)
        change_place(o, &found, i, out);
}

static uint64_t count_directions(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct question_edits *edits = ARENA_NEW(a, struct question_edits);
    *plan = edits;
    if (!s->phrases || !refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY))
        return 0;
    struct words text = words_whole(s->words);
    struct question_reading reading = question_read_words(&text);
    struct order order = {
        .arena = a,
        .seed = s,
        .text = &text,
        .reading = &reading,
        .names = named_words(a, &text, s->schema, s->column_read),
        .places = edit_places_of(a, s->schema, s->stmt, s->resolution),
    };
    change_places(&order, edits);
    return edits->count;
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
