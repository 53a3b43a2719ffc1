/* sort_order.c: the other direction of an order (SQL-sort-order, Dr.Spider §3.3, Tables 9 and 10).
 *
 * "Show the name of the youngest singer." → "Show the name of the oldest singer.", and ORDER BY age
 * ASC LIMIT 1 becomes ORDER BY age DESC LIMIT 1. The words are in data/order_words.tsv.
 *
 * Holds where the words that change tell the direction that changes. Where the question has one
 * superlative for the one ORDER BY with LIMIT, and no MAX() or MIN() could be meant, there is no
 * doubt. Where it has more, the words must stand with the column's name: "the highest price". Where
 * that decides nothing, nothing is changed. An order that is not told ("sorted by age") ascends, so
 * the words for the other direction are added. Without a query nothing is changed; one that stands
 * in for the gold will do. */
#include "relation/query/order_form.h"
#include "relation/question/named_words.h"
#include "relation/question/query_aggregates.h"
#include "relation/refusal.h"

enum { ASCENDING, DESCENDING, N_DIRECTIONS, GAP_MAX = 6, NEAR = 7 };

static const char *const directions[N_DIRECTIONS] = {"asc", "desc"};

/* Is a word of it the name of a column that the query reads? "The first student" is found by its
 * date_first_registered all the same. */
static bool is_name(const struct order *o, const struct found_words *found)
{
    const struct schema *schema = o->seed->schema;
    if (order_has_form(found, "first") || !o->place->limited)
        return false;
    for (uint32_t c = SCHEMA_STAR + 1; c < schema->n_columns; c++)
        for (uint32_t i = found->words.start; o->seed->column_read[c] && i < found->words.end; i++)
            if ((i < found->gap.start || i >= found->gap.end) &&
                column_has_word(schema, c, o->text->tokens[i].text))
                return true;
    return false;
}

/* Finding the words */

/* Words of one cell. One place gets all of them that could tell it. */
static void find_in_cell(const struct order *o, const struct lexicon_row *row, uint32_t cell,
                         struct found_place *t)
{
    bool adjective = str_eq(row->fields[INDICATOR_FORM], STR("adjective"));
    struct indicator_reader reader = {.text = o->text, .gap_max = adjective ? 1 : GAP_MAX};
    struct found_words found = {.row = row, .cell = cell};
    struct cell_words words;
    for (struct str rest = row->fields[cell]; cell_next(&rest, &words);)
        for (uint32_t i = 0; words.read && i < o->text->n_tokens; i++)
            if (indicator_at(&reader, words.text, i, &found) && order_formed(o, &found) &&
                !is_name(o, &found))
                found_place_add(o->arena, t, &found);
}

static uint32_t direction_of(const struct edit_place *p)
{
    return str_eq(p->edit.from, STR("desc")) ? DESCENDING : ASCENDING;
}

/* "top 3 highest", "sorted by ascending age": the other word says it. */
static bool gives_way(const struct lexicon_row *row)
{
    struct str form = row->fields[INDICATOR_FORM];
    return str_eq(form, STR("top")) || str_eq(form, STR("implied")) || str_eq(form, STR("order"));
}

static struct found_place find_some(const struct order *o, bool giving_way, bool all)
{
    const struct lexicon_table *words = lexicon_table(o->seed->lexicon, STR("order_words"));
    struct found_place t = {.place = o->place};
    for (uint32_t i = 0; i < words->n_rows; i++) {
        const struct lexicon_row *row = &words->rows[i];
        bool fits =
            all || indicator_measures(o->seed->lexicon, row, o->seed->schema, o->place->column);
        for (uint32_t d = 0; d < N_DIRECTIONS; d++)
            if (fits && gives_way(row) == giving_way && (all || d == direction_of(o->place)))
                find_in_cell(o, row, INDICATOR_CELLS + d, &t);
    }
    return t;
}

/* All words that tell an order of this kind, whatever the direction and the dimension. */
static struct found_place find_all(const struct order *o)
{
    struct found_place t = find_some(o, false, true);
    return t.n_found > 0 ? t : find_some(o, true, true);
}

/* Words that may tell the place. */
static struct found_place find_words(const struct order *o)
{
    return find_some(o, find_some(o, false, true).n_found == 0, false);
}

/* Telling which words belong to a place */

/* Does a word of the column stand near, with no other clause between? A count is named by "number"
 * or by a plural, which its forms ask for. */
static bool is_evident(const struct order *o, const struct found_words *found)
{
    const struct question_text *q = o->text;
    if (order_counts(o))
        return str_ends(found->row->fields[INDICATOR_FORM], STR("plural")) ||
               str_ends(found->row->fields[INDICATOR_FORM], STR("number"));
    for (uint32_t i = found->words.end; i < found->words.end + NEAR; i++) {
        if (order_is_column_word(o, i))
            return true;
        if (i >= q->n_tokens || q->tokens[i].kind == TOKEN_MARK || token_in(q, i, WORD_RELATIVE))
            break;
    }
    if (o->place->limited && !token_in(q, found->words.end, WORD_PREPOSITION) &&
        !order_ends_at(q, found->words.end))
        return false;
    for (uint32_t i = found->words.start; i > 0 && i + NEAR > found->words.start; i--)
        if (order_is_column_word(o, i - 1))
            return true;
    return false;
}

static void keep_evident(const struct order *o, struct found_place *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_found; i++)
        if (is_evident(o, &t->found[i]))
            t->found[n++] = t->found[i];
    t->n_found = n;
}

/* How many superlatives, or words for an order, the query accounts for. */
static uint32_t n_expected(const struct order *o)
{
    uint32_t n = 0;
    struct query_aggregates called = query_aggregates_of(o->arena, o->seed);
    for (uint32_t i = 0; i < o->places.count; i++)
        n += o->places.items[i].edit.what == EDIT_DIRECTION &&
             o->places.items[i].limited == o->place->limited;
    return n > 1 || (o->place->limited && (called.called[QUERY_MAX] || called.called[QUERY_MIN]))
               ? 0 /* in doubt */
               : n;
}

/* Superlatives that no list has: "the furthest station". */
static uint32_t n_unknown(const struct order *o, const struct found_place *all)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->text->n_tokens; i++) {
        const struct token *t = &o->text->tokens[i];
        bool known = t->kind != TOKEN_WORD || t->text.len < 5 || o->names[i] || t->fixed;
        for (uint32_t k = 0; k < all->n_found; k++)
            known |= i >= all->found[k].words.start && i < all->found[k].words.end;
        n += !known && str_ends(t->text, STR("est"));
    }
    return n;
}

/* "The 3 highest scores, in descending order": the one ORDER BY is told twice. */
static bool is_told_twice(const struct order *o)
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

/* Leave in `t` only what surely tells the place. */
static void settle(const struct order *o, struct found_place *t)
{
    struct found_place all = find_all(o);
    bool found = t->n_found > 0;
    bool doubt = all.n_found + n_unknown(o, &all) != n_expected(o) || t->n_found != 1;
    if (doubt)
        keep_evident(o, t);
    t->doubtful |= found && (t->n_found == 0 || is_told_twice(o));
}

/* Variants */

/* "The top 3 cities with the lowest population" would be at the bottom: the number says enough. */
static struct str without_top(struct arena *a, struct str question)
{
    static const struct str TOPS[] = {STR_INIT(" top "), STR_INIT(" bottom ")};
    for (size_t i = 0; i < COUNT_OF(TOPS); i++) {
        size_t at = str_find(question, TOPS[i], 0), end = at + TOPS[i].len;
        if (end < question.len && ascii_digit(question.ptr[end]))
            return arena_printf(a, "%.*s %.*s", (int)at, question.ptr, (int)(question.len - end),
                                question.ptr + end);
    }
    return question;
}

static void add_variants(const struct order *o, const struct found_words *found,
                         struct question_edits *out)
{
    uint32_t to = N_DIRECTIONS - 1 - direction_of(o->place);
    struct str rest = found->row->fields[INDICATOR_CELLS + to];
    struct cell_words words;
    uint32_t first = out->count;
    while (cell_next(&rest, &words))
        if (words.written)
            question_edits_add(o->arena, o->seed, out, o->text, o->place, found, words.text,
                               str_from(directions[to]));
    for (uint32_t i = first; i < out->count && !gives_way(found->row); i++)
        out->items[i].question = without_top(o->arena, out->items[i].question);
}

static void try_place(struct order *o, const struct found_places *told, uint32_t i,
                      struct question_edits *out)
{
    uint32_t before = out->count;
    const struct found_words *found = found_place_words(o->seed, told, i);
    if (!found)
        return;
    o->place = told->items[i].place;
    add_variants(o, found, out);
    refuse_unless(o->seed, out->count > before, REFUSED_PLACE_FIXED);
}

static void try_places(struct order *o, struct question_edits *out)
{
    struct found_places told = {0};
    for (uint32_t i = 0; i < o->places.count; i++) {
        if (o->places.items[i].edit.what != EDIT_DIRECTION)
            continue;
        o->place = &o->places.items[i];
        struct found_place t = find_words(o);
        settle(o, &t);
        ARENA_PUSH(o->arena, told.items, told.count);
        told.items[told.count++] = t;
    }
    refuse_unless(o->seed, told.count > 0, REFUSED_NO_PLACE);
    for (uint32_t i = 0; i < told.count; i++)
        try_place(o, &told, i, out);
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct question_edits *edits = ARENA_NEW(a, struct question_edits);
    *plan = edits;
    if (!s->stmt) {
        refuse(s, REFUSED_NO_QUERY);
        return 0;
    }
    struct question_text text = question_whole(a, s->seed->question, s->lexicon);
    struct order order = {
        .arena = a,
        .seed = s,
        .text = &text,
        .names = named_words(a, &text, s->schema, s->column_read),
        .places = edit_places_of(a, s->schema, s->stmt, s->resolution),
    };
    try_places(&order, edits);
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
    .count = count,
    .make = question_edits_make,
    .changes_answer = true,
    .most = 5,
};
