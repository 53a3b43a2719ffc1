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
#include "base/number.h"
#include "link/named_words.h"
#include "link/noun_phrase.h"
#include "relation/query/question_edits.h"
#include "relation/refusal.h"
#include "sql/walk.h"

static const struct {
    enum query_keyword keyword;
    const char *text;
} operators[] = {{KEYWORD_GT, ">"}, {KEYWORD_LT, "<"}, {KEYWORD_GE, ">="}, {KEYWORD_LE, "<="}};

/* A comparison of the query, and where the question may say it. Its bound, the side that the column
 * is compared with, is a literal or a subquery in the query. In the question it is a number,
 * however it is written, or words such as "the average". */
struct compared {
    struct pattern_subject subject; /* first: matches find the others by it */
    const struct edit_search *search;
    const struct edit_place *place;
    struct str literal; /* the bound without quotes; empty if it is not a literal */
};

/* The bound */

/* Tokens that may precede the number, and tokens to look ahead. */
enum { PREFACE_MAX = 3, AHEAD = 6 };

/* The side that is not the column. */
static const struct sql_expr *other_side(const struct compared *c)
{
    const struct edit_place *p = c->place;
    return p->flipped ? p->expr->as.binary.left : p->expr->as.binary.right;
}

static struct str without_quotes(struct str s)
{
    bool quoted = s.len > 1 && (s.ptr[0] == '\'' || s.ptr[0] == '"');
    return quoted ? str_slice(s, 1, s.len - 1) : s;
}

static const struct words *words_of(const struct compared *c)
{
    return &c->search->reading.said.words;
}

/* Do words of data/phrases.tsv that ask for this (enum ask) stand at word `i`? Their number, or 0.
 */
static uint32_t compared_word(const struct compared *c, uint32_t i, unsigned ask)
{
    return asking_words(c->subject.phrases, words_of(c), i, ask);
}

/* The tokens of a number from token `i` on: 20, three, 2 million, a single, once; or 0. */
static uint32_t number_length(const struct compared *c, uint32_t i, double *out)
{
    uint32_t end;
    if (i >= words_of(c)->count)
        return 0;
    uint32_t once = compared_word(c, i, ASK_ONCE), twice = compared_word(c, i, ASK_TWICE);
    *out = once > 0 ? 1 : 2;
    if (once + twice > 0)
        return once + twice;
    return amount_at(words_of(c), i, out, &end) ? end - i : 0;
}

/* The tokens of the literal, if it stands at token `i`; or 0. */
static uint32_t literal_length(const struct compared *c, uint32_t i)
{
    double value;
    if (i >= words_of(c)->count)
        return 0;
    if (str_eq_nocase(without_quotes(words_of(c)->items[i].token), c->literal))
        return 1;
    uint32_t n = number_length(c, i, &value);
    return n > 0 && c->subject.value >= 0 && value == c->subject.value ? n : 0;
}

/* May the token stand between words and number: "above age 20", "after the year 2010"? */
static bool is_preface(const struct compared *c, uint32_t i)
{
    if (i >= words_of(c)->count)
        return false;
    struct str word = words_of(c)->items[i].token;
    return compared_word(c, i, ASK_PREFACE) > 0 || str_eq(word, STR("$")) ||
           (words_of(c)->items[i].kind == TOKEN_WORD &&
            column_has_word(c->search->seed->schema, c->place->column, word));
}

static bool is_literal_bound(const struct compared *c, uint32_t i, uint32_t *end)
{
    for (uint32_t skip = 0; skip <= PREFACE_MAX; skip++) {
        uint32_t length = literal_length(c, i + skip);
        if (length > 0) {
            *end = i + skip + length;
            return true;
        }
        if (!is_preface(c, i + skip))
            break;
    }
    return false;
}

/* The aggregate of a bound such as (SELECT avg(age) …), or "". */
static struct str bound_aggregate(const struct compared *c)
{
    const struct sql_expr *x = other_side(c);
    if (x->kind != SQL_EXPR_SUBQUERY)
        return STR("");
    const struct sql_core *core = &x->as.subquery.query->cores[0];
    if (core->n_results != 1 || !core->results[0].expr ||
        core->results[0].expr->kind != SQL_EXPR_CALL)
        return STR("");
    return core->results[0].expr->as.call.name.text;
}

/* Is a word of the kind among the next few tokens from `i` on? The "least" of "at least" does not
 * count. */
static bool word_ahead(const struct compared *c, uint32_t i, unsigned ask)
{
    const struct words *q = words_of(c);
    for (uint32_t k = i; k < q->count && k < i + AHEAD && q->items[k].kind != TOKEN_MARK; k++)
        if (compared_word(c, k, ask) > 0 && !(k > 0 && token_is(q, k - 1, "at")))
            return true;
    return false;
}

/* "Average" stands for a query's avg(), "lowest" or "any" for its min(). Of other subqueries it is
 * only known that no number stands for them. */
static bool is_query_bound(const struct compared *c, uint32_t i)
{
    struct str aggregate = bound_aggregate(c);
    double value;
    if (str_eq_nocase(aggregate, STR("avg")))
        return word_ahead(c, i, KEYWORD_AVG);
    bool max = str_eq_nocase(aggregate, STR("max"));
    if (max || str_eq_nocase(aggregate, STR("min")))
        return word_ahead(c, i, max ? KEYWORD_MAX : KEYWORD_MIN) || word_ahead(c, i, ASK_ALL) ||
               word_ahead(c, i, ASK_SOME);
    return aggregate.len == 0 && i < words_of(c)->count && number_length(c, i, &value) == 0 &&
           words_of(c)->items[i].kind != TOKEN_NUMBER && !word_ahead(c, i, KEYWORD_AVG);
}

/* Of what the match is: the subject is its first member. */
static const struct compared *compared_of(const struct pattern_match *m)
{
    return (const struct compared *)m->subject;
}

static bool is_bound(const struct pattern_match *m, uint32_t i, uint32_t *end)
{
    const struct compared *c = compared_of(m);
    *end = i;
    if (c->subject.literal)
        return is_literal_bound(c, i, end);
    return other_side(c)->kind == SQL_EXPR_SUBQUERY && is_query_bound(c, i);
}

static const struct compared *comparison_of(const struct edit_search *s,
                                            const struct edit_place *place)
{
    struct compared *c = ARENA_NEW(s->arena, struct compared);
    *c = (struct compared){.search = s,
                           .place = place,
                           .literal = STR(""),
                           .subject = {.phrases = s->seed->phrases,
                                       .schema = s->seed->schema,
                                       .names = s->names,
                                       .column = place->column,
                                       .counts = str_eq(place->aggregate, STR("count")),
                                       .bound = is_bound}};
    struct sql_span span = other_side(c)->span;
    if (place->literal)
        c->literal = without_quotes(str_slice(s->seed->stmt->text, span.start, span.end));
    c->subject.literal = c->literal.len > 0;
    if (!number_read(c->literal, &c->subject.value))
        c->subject.value = -1;
    return c;
}

/* "a total of 10 or more": does the phrase begin with a bound, and this not with the number? */
static bool begins_with_preface(const struct compared *c, const struct found_words *found)
{
    uint32_t bound = find_slot_match(&found->match, SLOT_BOUND)->start;
    return bound == found->match.start && literal_length(c, bound) == 0;
}

/* Would the words mean what the query does if the operator had this direction, < or >? "Larger than
 * any" is larger than all of them, "larger than some" than at least one. */
static bool quantity_holds(const struct compared *c, const struct found_words *found,
                           char direction)
{
    struct str aggregate = bound_aggregate(c);
    bool max = str_eq_nocase(aggregate, STR("max"));
    if (!max && !str_eq_nocase(aggregate, STR("min")))
        return true;
    bool above_all = max == (direction == '>');
    if (word_ahead(c, found->match.end, max ? KEYWORD_MAX : KEYWORD_MIN))
        return true;
    return word_ahead(c, found->match.end, ASK_SOME) ? !above_all : above_all;
}

/* Is the bound the lowest or highest value of all? Nothing is lower than that, and everything is at
 * least that. */
static bool is_with_extreme(const struct compared *c)
{
    struct str aggregate = bound_aggregate(c);
    return (str_eq_nocase(aggregate, STR("min")) || str_eq_nocase(aggregate, STR("max"))) &&
           !other_side(c)->as.subquery.query->cores[0].where;
}

/* Finding the words of a place */

/* Not "not more than 3", of which the words by themselves say the contrary. Of a bound before the
 * words, as in "a total of 10 or more", only the number can move. */
static bool can_change(const struct found_words *found)
{
    const struct compared *c = compared_of(&found->match);
    uint32_t start = found->match.start;
    return find_slot_match(&found->match, SLOT_BOUND) &&
           (start == 0 || !word_is(words_of(c), start - 1, "not no never")) &&
           !begins_with_preface(c, found);
}

static struct found_place find_comparison(struct edit_search *s, const struct edit_place *place)
{
    uint32_t asks = 0;
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (str_eq(place->edit.from, str_from(operators[i].text)))
            asks |= 1U << operators[i].keyword;
    return find_phrases(s, place, &comparison_of(s, place)->subject, asks, can_change);
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
    sql_walk_query(&w, c->search->seed->stmt->query);
    return n.within && c->place->aggregate.len > 0;
}

/* Does another place of the query compare the same column in this direction? "Before 2003 and after
 * 2003" must not become "after 2003 and after 2003". */
static bool meets_another(const struct compared *c, char direction)
{
    const struct edit_places *places = &c->search->places;
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
    if (is_with_extreme(c))
        return false;
    if ((!things && !str_eq(c->place->aggregate, STR("count"))) || c->subject.value < 0)
        return true;
    if (things && c->subject.value == 1 &&
        token_is_plural(words_of(c), core_end(words_of(c), found->match.end) - 1))
        return false; /* more than one orchestras */
    if (c->subject.value <= 1 && strcmp(operator, "<") == 0)
        return false;
    return c->subject.value > 0 || strcmp(operator, ">=") != 0;
}

/* Does a word of this kind stand right before the words, or before a "by" or "to" there? */
static bool follows_word(const struct compared *c, const struct found_words *found, unsigned ask)
{
    uint32_t start = found->match.start;
    if (start > 0 && token_is(words_of(c), start - 1, "by to"))
        start--;
    return start > 0 && compared_word(c, start - 1, ask) > 0;
}

static bool operator_fits(const struct compared *c, const struct found_words *found,
                          const char *operator)
{
    bool turns = operator[0] != c->place->edit.from.ptr[0];
    if (turns && (follows_word(c, found, ASK_SHARED) || follows_word(c, found, ASK_OPEN)))
        return false;
    return !(turns && meets_another(c, operator[0])) && quantity_holds(c, found, operator[0]) &&
           is_sensible(c, found, operator);
}

/* Which words fit */

/* Is the bound an average without its article: "older than average"? */
static bool is_bare_average(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 && compared_word(c, found->match.end, KEYWORD_AVG) > 0;
}

/* Is the bound any of several: "larger than any country"? */
static bool is_quantified(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 &&
           (word_ahead(c, found->match.end, ASK_ALL) || word_ahead(c, found->match.end, ASK_SOME));
}

/* Does the bound name only the thing whose measure is meant: "earn more than the lowest earning
 * clerk"? */
static bool is_other_thing(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 && !phrase_has_form(found->phrase, NULL) &&
           !str_eq_nocase(bound_aggregate(c), STR("avg"));
}

/* "do more than one employee", "there are more than one": but at least one does, and is. */
static bool follows_plural_verb(const struct words *q, uint32_t start)
{
    return start > 0 && token_is(q, start - 1, "do are were");
}

/* A bound of which the end is unknown can only stay after the words. */
static bool can_take_bound(const struct found_words *found, struct str words)
{
    const struct slot_match *bound = find_slot_match(&found->match, SLOT_BOUND);
    return bound->start < bound->end || str_ends(words, STR(" {bound}"));
}

/* Can `words` replace those found? "Conducted at at least one", "of an age of at least 20", "a cost
 * of at least average", "at least any country" and "in or after 2013 or before 2008" read badly. */
static bool reads_well(const struct found_words *found, struct str words)
{
    const struct compared *c = compared_of(&found->match);
    const struct words *q = words_of(c);
    uint32_t start = found->match.start;
    bool at = str_starts(words, STR("at ")), of = str_starts(words, STR("of at "));
    if (!can_take_bound(found, words) || (at && start > 0 && token_is(q, start - 1, "at")) ||
        (at && c->subject.value == 1 && follows_plural_verb(q, start)))
        return false;
    bool has_of = token_is(q, start, "of");
    for (uint32_t i = 1; i <= 3 && i <= start; i++)
        if (of && !has_of && token_is(q, start - i, "of"))
            return false;
    if (str_ends(words, STR(" as {bound}")) && c->literal.len > 0)
        return false; /* at least as many as 10 */
    if (str_starts(words, STR("in or ")) && token_is(q, found->match.end, "or"))
        return false;
    return !((at || of) &&
             (is_bare_average(c, found) || is_quantified(c, found) || is_other_thing(c, found)));
}

/* Variants */

static bool change_operator(struct edit_search *s, const struct edit_place *place,
                            const struct found_words *found)
{
    const struct compared *c = compared_of(&found->match);
    if (!refuse_unless(s->seed, !counts_in_negation(c), REFUSED_PLACE_NEGATED))
        return false;
    for (size_t i = 0; i < COUNT_OF(operators); i++) {
        struct str to = str_from(operators[i].text);
        if (!str_eq(place->edit.from, to) && operator_fits(c, found, to.ptr))
            question_edits_add(s, place, found, operators[i].keyword, to, reads_well);
    }
    return true;
}

static uint64_t count_operators(struct arena *a, const struct relation_seed *s, const void **plan)
{
    const struct place_change change = {EDIT_OPERATOR, find_comparison, change_operator};
    return question_edits_find(a, s, &change, plan);
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
