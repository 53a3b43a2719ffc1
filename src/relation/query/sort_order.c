/* sort_order.c: the other direction of an order (SQL-sort-order, Dr.Spider §3.3, Tables 9 and 10).
 *
 * "Show the name of the youngest singer." → "Show the name of the oldest singer.", and ORDER BY age
 * ASC LIMIT 1 becomes ORDER BY age DESC LIMIT 1. The words are in data/order_words.tsv.
 *
 * Holds if the words that change say the direction that changes. There is no doubt if the question
 * has one superlative, the query one ORDER BY with LIMIT, and no MAX() or MIN() could be meant. If
 * the question has more, the words must stand with the column's name: "the highest price". If that
 * does not decide, nothing changes. An order without a direction ("sorted by age") ascends, so the
 * words for the other direction are added. Nothing changes without a query; a stand-in for the gold
 * will do. */
#include "link/noun_phrase.h"
#include "relation/query/question_edits.h"
#include "relation/question/named_words.h"
#include "relation/question/query_aggregates.h"
#include "relation/refusal.h"

enum { ASCENDING, DESCENDING, N_DIRECTIONS, GAP_MAX = 6, NEAR = 7 };

static const char *const directions[N_DIRECTIONS] = {"asc", "desc"};

/* A term of ORDER BY, and the question in which its words are looked for. */
struct order {
    struct arena *arena; /* for what is found */
    const struct relation_seed *seed;
    const struct words *text;
    const bool *names; /* by token: it is a name of the schema */
    const struct edit_place *place;
    struct edit_places places; /* of the query, this one among them */
};

/* What stands around the words */

static bool has_form(const struct lexicon_row *row, const char *form)
{
    return str_eq(row->fields[INDICATOR_FORM], str_from(form));
}

static bool is_word(const struct words *q, uint32_t i)
{
    return i < q->count && q->items[i].kind == TOKEN_WORD;
}

static bool is_noun(const struct words *q, uint32_t i)
{
    return is_word(q, i) &&
           !token_in(q, i,
                     WORD_PREPOSITION | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                         WORD_DETERMINER | WORD_RELATIVE | WORD_CONJUNCTION);
}

static bool orders_by_count(const struct order *o)
{
    return str_eq(o->place->aggregate, STR("count"));
}

/* Is the token a noun of the column that is ordered by? */
static bool is_column_word(const struct order *o, uint32_t i)
{
    return is_noun(o->text, i) &&
           column_has_word(o->seed->schema, o->place->column, o->text->items[i].token);
}

/* Does a sentence, or a part of it up to a comma, end before token `i`? */
static bool clause_ends_at(const struct words *q, uint32_t i)
{
    return i >= q->count || q->items[i].ends ||
           (q->items[i].kind == TOKEN_MARK && memchr(",;", q->items[i].token.ptr[0], 2) != NULL);
}

static bool names_column_in_gap(const struct order *o, const struct found_words *found)
{
    bool named = false;
    for (uint32_t i = found->gap.start; i < found->gap.end; i++) {
        if (token_in(o->text, i,
                     WORD_CONJUNCTION | WORD_RELATIVE | WORD_AUXILIARY | WORD_PREPOSITION) &&
            !token_is(o->text, i, "of"))
            return false;
        named |= is_column_word(o, i) ||
                 (orders_by_count(o) && token_is(o->text, i, "number count frequency"));
    }
    return named && clause_ends_at(o->text, found->gap.end);
}

static bool is_at(const struct order *o, const struct found_words *found)
{
    return found->words.start > 0 && token_is(o->text, found->words.start - 1, "at");
}

/* "most recently", "most experienced"; but "most tournament wins" counts the wins.
 */
static bool before_adjective(const struct order *o, const struct found_words *found)
{
    uint32_t i = found->gap.start, end = core_end(o->text, i);
    bool things = orders_by_count(o) && end > i + 1 && token_is_plural(o->text, end - 1) &&
                  !str_ends(o->text->items[i].token, STR("ly"));
    return !things && !is_at(o, found) && is_word(o->text, i) &&
           word_is_gradable(o->text->items[i].token) && !token_in(o->text, i, WORD_QUANTIFIER) &&
           !o->names[i];
}

static bool before_number(const struct order *o, const struct found_words *found)
{
    uint32_t i = found->words.end;
    return !is_at(o, found) && token_is(o->text, i, "number amount") &&
           token_is(o->text, i + 1, "of");
}

/* Is there no article, nor anything in its place: "has most number of flights"? */
static bool is_bare(const struct order *o, const struct found_words *found)
{
    uint32_t i = found->words.start;
    return i > 0 && is_word(o->text, i - 1) &&
           (!token_in(o->text, i - 1, WORD_DETERMINER | WORD_QUANTIFIER) ||
            token_is(o->text, i - 1, "that")) &&
           !memchr(o->text->items[i - 1].token.ptr, '\'', o->text->items[i - 1].token.len);
}

static bool before_bare_number(const struct order *o, const struct found_words *found)
{
    return before_number(o, found) && is_bare(o, found);
}

/* "most car makers", "most concerts", but not "most diverse languages": no word between them may be
 * gradable. */
static bool before_plural(const struct order *o, const struct found_words *found)
{
    uint32_t first = found->words.end, end = core_end(o->text, first);
    if (is_at(o, found) || !is_noun(o->text, first))
        return false;
    if (token_is_plural(o->text, first))
        return true;
    for (uint32_t i = first; i + 1 < end && i < first + 3; i++) {
        if (!o->names[i] && !o->text->items[i].fixed &&
            !token_in(o->text, i, WORD_QUANTIFIER | WORD_EITHER))
            return false;
        if (token_is_plural(o->text, i + 1))
            return true;
    }
    return false;
}

static bool before_bare_plural(const struct order *o, const struct found_words *found)
{
    return before_plural(o, found) && is_bare(o, found);
}

/* "has the most concerts", "with the most dogs": "the highest number of" would fit there as well.
 */
static bool before_object_plural(const struct order *o, const struct found_words *found)
{
    const struct words *q = o->text;
    uint32_t i = found->words.start, end = core_end(q, found->words.end);
    if (i < 2 || !token_is(q, i - 1, "the") || !before_plural(o, found))
        return false;
    for (uint32_t k = found->words.end; k < end; k++)
        if (token_is(q, k, "times") || token_in(q, k, WORD_QUANTIFIER | WORD_EITHER))
            return false;
    return token_in(q, i - 2, WORD_PREPOSITION) || token_is(q, i - 2, "has have had") ||
           is_past(q->items[i - 2].token);
}

/* "most horsepower", "is worth the most", "spent the most on"; not "most of", "most students", nor
 * "most student", as counted things are in the plural. */
static bool before_mass(const struct order *o, const struct found_words *found)
{
    uint32_t next = found->words.end;
    if (is_at(o, found) || token_is(o->text, next, "of") || before_number(o, found))
        return false;
    if (!is_noun(o->text, next))
        return found->words.start > 0 && token_is(o->text, found->words.start - 1, "the") &&
               !token_in(o->text, next, WORD_DETERMINER | WORD_QUANTIFIER);
    uint32_t end = core_end(o->text, next);
    bool named = false;
    for (uint32_t i = next; i < end; i++)
        named |= is_column_word(o, i);
    return !orders_by_count(o) && end <= next + 2 && !token_is_plural(o->text, end - 1) &&
           (named || end == next + 1);
}

/* "the first student to register", not "the first name", "the first, middle and last name". */
static bool is_the_first(const struct order *o, const struct found_words *found)
{
    uint32_t next = found->words.end;
    return found->words.start > 0 && token_is(o->text, found->words.start - 1, "the") &&
           is_noun(o->text, next) && !token_is(o->text, next, "name names last middle");
}

static bool before_count(const struct order *o, const struct found_words *found)
{
    uint32_t next = found->words.end;
    return next < o->text->count &&
           (o->text->items[next].kind == TOKEN_NUMBER || token_in(o->text, next, WORD_QUANTIFIER));
}

static bool is_pick(const struct order *o, const struct found_words *found)
{
    return !is_at(o, found) && !before_number(o, found);
}

/* Do the words stand where the form of their line allows, and is the form one for this ORDER BY,
 * with LIMIT or without? */
static bool stands_in_form(const struct order *o, const struct found_words *found)
{
    static const struct {
        const char *name;
        bool limited; /* for ORDER BY with LIMIT */
        bool (*test)(const struct order *o, const struct found_words *found); /* or NULL */
    } forms[] = {
        {"list", false, NULL},
        {"implied", false, names_column_in_gap},
        {"order", false, NULL},
        {"adjective", true, before_adjective},
        {"number", true, before_number},
        {"bare number", true, before_bare_number},
        {"object plural", true, before_object_plural},
        {"bare plural", true, before_bare_plural},
        {"plural", true, before_plural},
        {"mass", true, before_mass},
        {"first", true, is_the_first},
        {"top", true, before_count},
        {"pick", true, is_pick},
    };
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (has_form(found->row, forms[i].name))
            return forms[i].limited == o->place->limited &&
                   (!forms[i].test || forms[i].test(o, found));
    return false;
}

/* Is one of the words a name of a column that the query reads? "The first student" may be, for a
 * date_first_registered. */
static bool is_name(const struct order *o, const struct found_words *found)
{
    const struct schema *schema = o->seed->schema;
    if (has_form(found->row, "first") || !o->place->limited)
        return false;
    for (uint32_t c = SCHEMA_STAR + 1; c < schema->n_columns; c++)
        for (uint32_t i = found->words.start; o->seed->column_read[c] && i < found->words.end; i++)
            if ((i < found->gap.start || i >= found->gap.end) &&
                column_has_word(schema, c, o->text->items[i].token))
                return true;
    return false;
}

/* Finding the words */

/* Add all words of one cell that may belong to the place. */
static void find_in_cell(const struct order *o, const struct lexicon_row *row, uint32_t cell,
                         struct found_place *t)
{
    struct indicator_reader reader = {.text = o->text,
                                      .gap_max = has_form(row, "adjective") ? 1 : GAP_MAX};
    struct found_words found = {.row = row, .cell = cell};
    struct cell_words words;
    for (struct str rest = row->fields[cell]; cell_next(&rest, &words);)
        for (uint32_t i = 0; words.read && i < o->text->count; i++)
            if (indicator_at(&reader, words.text, i, &found) && stands_in_form(o, &found) &&
                !is_name(o, &found))
                found_place_add(o->arena, t, &found);
}

static uint32_t direction_of(const struct edit_place *p)
{
    return str_eq(p->edit.from, STR("desc")) ? DESCENDING : ASCENDING;
}

/* "top 3 highest", "sorted by ascending age": another word is the one that says it. */
static bool gives_way(const struct lexicon_row *row)
{
    return has_form(row, "top") || has_form(row, "implied") || has_form(row, "order");
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
        return str_ends(found->row->fields[INDICATOR_FORM], STR("plural")) ||
               str_ends(found->row->fields[INDICATOR_FORM], STR("number"));
    for (uint32_t i = found->words.end; i < found->words.end + NEAR; i++) {
        if (is_column_word(o, i))
            return true;
        if (i >= q->count || q->items[i].kind == TOKEN_MARK || token_in(q, i, WORD_RELATIVE))
            break;
    }
    if (o->place->limited && !token_in(q, found->words.end, WORD_PREPOSITION) &&
        !clause_ends_at(q, found->words.end))
        return false;
    for (uint32_t i = found->words.start; i > 0 && i + NEAR > found->words.start; i--)
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
            known |= i >= all->found[k].words.start && i < all->found[k].words.end;
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
        ARENA_PUSH(o->arena, found.items, found.count);
        found.items[found.count++] = t;
    }
    refuse_unless(o->seed, found.count > 0, REFUSED_NO_PLACE);
    for (uint32_t i = 0; i < found.count; i++)
        change_place(o, &found, i, out);
}

static uint64_t count_directions(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct question_edits *edits = ARENA_NEW(a, struct question_edits);
    *plan = edits;
    if (!refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY))
        return 0;
    struct words text = words_whole(s->words);
    struct order order = {
        .arena = a,
        .seed = s,
        .text = &text,
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
