/* comparison.c: a comparison with another operator (SQL-comparison, Dr.Spider §3.3, Table 8).
 *
 * "Which singers are older than 20?" → "Which singers are younger than 20?", and age > 20 becomes
 * age < 20. The words are in data/phrases.tsv.
 *
 * Holds if the words that change say the operator that changes, and no other words do. So they must
 * say the operator of the query and compare with the same thing: the number that follows_word them,
 * or an average if the query takes one. Nothing changes if two places of the question would do, or
 * one place of the question for two of the query. Nor does a count or a sum within a negation: a
 * customer without orders has fewer than three, but NOT IN says otherwise. Nothing changes without
 * a query; a stand-in for the gold will do, since only its operator is read. */
#include "link/noun_phrase.h"
#include "relation/query/compared.h"
#include "relation/refusal.h"
#include "sql/walk.h"

static const struct {
    enum query_keyword keyword;
    const char *text;
} operators[] = {{KEYWORD_GT, ">"}, {KEYWORD_LT, "<"}, {KEYWORD_GE, ">="}, {KEYWORD_LE, "<="}};

struct operator_search {
    struct arena *arena;
    const struct relation_seed *seed;
    struct words text;
    struct question_reading reading; /* of the text */
    struct edit_places places;
    struct question_edits *out;
};

/* Finding the words of a place */

/* Not "not more than 3", of which the words by themselves say the contrary. Of a bound before the
 * words, as in "a total of 10 or more", only the number can move. */
static bool can_change(const struct pattern_subject *s, const struct found_words *found)
{
    const struct compared *c = (const struct compared *)s; /* its first member */
    uint32_t start = found->match.start;
    return find_slot_match(&found->match, SLOT_BOUND) &&
           (start == 0 || !word_is(c->text, start - 1, "not no never")) &&
           !comparison_begins_with_preface(c, found);
}

static bool asks_for(const struct line_phrase *p, struct str operator)
{
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (str_eq(operator, str_from(operators[i].text)))
            return phrase_asks(p, operators[i].keyword);
    return false;
}

static struct found_place find_place_words(const struct operator_search *s,
                                           const struct compared *c)
{
    const struct phrase_list *list = s->seed->phrases;
    struct found_place t = {.place = c->place};
    for (uint32_t i = 0; i < list->count; i++)
        if (phrase_is_replaced(&list->items[i]) && asks_for(&list->items[i], c->place->edit.from))
            find_phrase(s->arena, &t, &s->reading, &c->subject, &list->items[i], can_change);
    return t;
}

/* Which operators fit */

/* A place of the query, and whether it is within a negation. */
struct negation {
    struct sql_span place;
    bool within;
};

static bool contains_span(struct sql_span span, struct sql_span place)
{
    return span.start <= place.start && place.end <= span.end;
}

/* ctx: struct negation */
static bool note_negated_expr(void *ctx, const struct sql_expr *x)
{
    struct negation *n = ctx;
    bool negates = (x->kind == SQL_EXPR_IN && x->as.in.negated) ||
                   (x->kind == SQL_EXPR_UNARY && x->as.unary.op == SQL_NOT);
    n->within |= negates && contains_span(x->span, n->place);
    return true;
}

/* ctx: struct negation */
static bool note_excepted_core(void *ctx, const struct sql_core *c)
{
    struct negation *n = ctx;
    n->within |= c->op == SQL_EXCEPT && contains_span(c->span, n->place);
    return true;
}

static bool counts_in_negation(const struct compared *c)
{
    struct negation n = {.place = c->place->span};
    struct sql_walker w = {.ctx = &n, .core = note_excepted_core, .expr = note_negated_expr};
    sql_walk_query(&w, c->seed->stmt->query);
    return n.within && c->place->aggregate.len > 0;
}

/* Does another place of the query compare the same column in this direction? "Before 2003 and after
 * 2003" must not become "after 2003 and after 2003". */
static bool meets_another(const struct compared *c, const struct edit_places *places,
                          char direction)
{
    for (uint32_t i = 0; i < places->count; i++) {
        const struct edit_place *p = &places->items[i];
        if (p != c->place && p->edit.what == EDIT_OPERATOR &&
            str_eq_nocase(p->edit.on, c->place->edit.on) && p->edit.from.ptr[0] == direction)
            return true;
    }
    return false;
}

/* Nothing that is counted has fewer than one, and everything has at least none. */
static bool is_sensible(const struct compared *c, const struct found_words *found,
                        const char *operator)
{
    bool things = subject_counts_things(&found->match);
    if (comparison_is_with_extreme(c))
        return false;
    if ((!things && !str_eq(c->place->aggregate, STR("count"))) || c->subject.value < 0)
        return true;
    if (things && c->subject.value == 1 &&
        token_is_plural(c->text, core_end(c->text, found->match.end) - 1))
        return false; /* more than one orchestras */
    if (c->subject.value <= 1 && strcmp(operator, "<") == 0)
        return false;
    return c->subject.value > 0 || strcmp(operator, ">=") != 0;
}

/* Does a word of this kind stand right before the words, or before a "by" or "to" there? */
static bool follows_word(const struct compared *c, const struct found_words *found, unsigned ask)
{
    uint32_t start = found->match.start;
    if (start > 0 && token_is(c->text, start - 1, "by to"))
        start--;
    return start > 0 && compared_word(c, start - 1, ask) > 0;
}

static bool operator_fits(const struct compared *c, const struct edit_places *places,
                          const struct found_words *found, const char *operator)
{
    bool turns = operator[0] != c->place->edit.from.ptr[0];
    if (turns && (follows_word(c, found, ASK_SHARED) || follows_word(c, found, ASK_OPEN)))
        return false;
    return !(turns && meets_another(c, places, operator[0])) &&
           comparison_quantity_holds(c, found, operator[0]) && is_sensible(c, found, operator);
}

/* Variants */

static void add_variants(struct operator_search *s, const struct compared *c,
                         const struct found_words *found)
{
    const struct line_phrase *line = found->phrase->line;
    for (size_t i = 0; i < COUNT_OF(operators); i++) {
        const char *to = operators[i].text;
        if (str_eq(c->place->edit.from, str_from(to)) || !operator_fits(c, &s->places, found, to))
            continue;
        for (uint32_t k = 0; k < found->phrase->n_line; k++)
            if (line[k].written && phrase_asks(&line[k], operators[i].keyword) &&
                comparison_reads_well(c, found, line[k].text))
                question_edits_add(s->arena, s->seed, s->out, c->place, found, k, str_from(to));
    }
}

static void change_place(struct operator_search *s, const struct found_places *places, uint32_t i)
{
    uint32_t before = s->out->count;
    const struct found_words *found = found_place_words(s->seed, places, i);
    if (!found)
        return;
    struct compared c = comparison_of(s->seed, &s->text, places->items[i].place);
    if (!refuse_unless(s->seed, !counts_in_negation(&c), REFUSED_PLACE_NEGATED))
        return;
    add_variants(s, &c, found);
    refuse_unless(s->seed, s->out->count > before, REFUSED_PLACE_FIXED);
}

static void change_places(struct operator_search *s)
{
    struct found_places found = {0};
    for (uint32_t i = 0; i < s->places.count; i++) {
        if (s->places.items[i].edit.what != EDIT_OPERATOR)
            continue;
        struct compared *c = ARENA_NEW(s->arena, struct compared);
        *c = comparison_of(s->seed, &s->text, &s->places.items[i]);
        ARENA_ADD(s->arena, found.items, found.count, find_place_words(s, c));
    }
    refuse_unless(s->seed, found.count > 0, REFUSED_NO_PLACE);
    for (uint32_t i = 0; i < found.count; i++)
        change_place(s, &found, i);
}

static uint64_t count_operators(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct question_edits *edits = ARENA_NEW(a, struct question_edits);
    *plan = edits;
    if (!s->phrases || !refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY))
        return 0;
    struct operator_search search = {
        .arena = a,
        .seed = s,
        .text = words_whole(s->words),
        .places = edit_places_of(a, s->schema, s->stmt, s->resolution),
        .out = edits,
    };
    search.reading = question_read_words(&search.text);
    change_places(&search);
    return edits->count;
}

const struct relation relation_SQL_comparison = {
    .id = "SQL-comparison",
    .name = "comparison operator",
    .family = "dr-spider",
    .text =
        {.summary = "a comparison gets another operator",
         .what =
             "The words for a comparison, and the query's operator, become those of another one.",
         .before = "What are the names of customers older than 30?",
         .after = "What are the names of customers younger than 30?",
         .answer = "The answer becomes that of the query with the other operator.",
         .page = "docs/reference/dr-spider.md"},
    .count = count_operators,
    .make = question_edits_make,
    .changes_answer = true,
    .most = 5,
};
