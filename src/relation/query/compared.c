/* compared.c: the bound of a comparison, and which words fit it. */
#include "relation/query/compared.h"

#include "base/number.h"
#include "link/named_words.h"

/* Tokens that may precede the number, and tokens to look ahead. */
enum { PREFACE_MAX = 3, AHEAD = 6 };

/* The side that is not the column. */
static const struct sql_expr *other_side(const struct compared *c)
{
    const struct edit_place *p = c->place;
    return p->flipped ? p->expr->as.binary.left : p->expr->as.binary.right;
}

static bool is_quote(char c)
{
    return c == '\'' || c == '"';
}

static struct str without_quotes(struct str s)
{
    return s.len > 1 && is_quote(s.ptr[0]) ? str_slice(s, 1, s.len - 1) : s;
}

uint32_t compared_word(const struct compared *c, uint32_t i, unsigned ask)
{
    return asking_words(c->subject.phrases, c->text, i, ask);
}

/* The tokens of a number from token `i` on: 20, three, 2 million, a single, once; or 0. */
static uint32_t number_length(const struct compared *c, uint32_t i, double *out)
{
    uint32_t end;
    if (i >= c->text->count)
        return 0;
    uint32_t once = compared_word(c, i, ASK_ONCE), twice = compared_word(c, i, ASK_TWICE);
    *out = once > 0 ? 1 : 2;
    if (once + twice > 0)
        return once + twice;
    return amount_at(c->text, i, out, &end) ? end - i : 0;
}

/* The tokens of the literal, if it stands at token `i`; or 0. */
static uint32_t literal_length(const struct compared *c, uint32_t i)
{
    double value;
    if (i >= c->text->count)
        return 0;
    if (str_eq_nocase(without_quotes(c->text->items[i].token), c->literal))
        return 1;
    uint32_t n = number_length(c, i, &value);
    return n > 0 && c->subject.value >= 0 && value == c->subject.value ? n : 0;
}

/* May the token stand between words and number: "above age 20", "after the year 2010"? */
static bool is_preface(const struct compared *c, uint32_t i)
{
    if (i >= c->text->count)
        return false;
    struct str word = c->text->items[i].token;
    return compared_word(c, i, ASK_PREFACE) > 0 || str_eq(word, STR("$")) ||
           (c->text->items[i].kind == TOKEN_WORD &&
            column_has_word(c->seed->schema, c->place->column, word));
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
    const struct words *q = c->text;
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
    return aggregate.len == 0 && i < c->text->count && number_length(c, i, &value) == 0 &&
           c->text->items[i].kind != TOKEN_NUMBER && !word_ahead(c, i, KEYWORD_AVG);
}

static const struct compared *of_subject(const struct pattern_subject *s)
{
    return (const struct compared *)s; /* its first member */
}

static bool is_bound(const struct pattern_subject *s, uint32_t i, uint32_t *end)
{
    const struct compared *c = of_subject(s);
    *end = i;
    if (s->literal)
        return is_literal_bound(c, i, end);
    return other_side(c)->kind == SQL_EXPR_SUBQUERY && is_query_bound(c, i);
}

struct compared comparison_of(const struct relation_seed *s, const struct words *text,
                              const struct edit_place *place)
{
    struct compared c = {.seed = s, .text = text, .place = place, .literal = STR("")};
    struct sql_span span = other_side(&c)->span;
    c.subject = (struct pattern_subject){.phrases = s->phrases,
                                         .schema = s->schema,
                                         .words = text,
                                         .column = place->column,
                                         .counts = str_eq(place->aggregate, STR("count")),
                                         .bound = is_bound};
    if (place->literal)
        c.literal = without_quotes(str_slice(s->stmt->text, span.start, span.end));
    c.subject.literal = c.literal.len > 0;
    if (!number_read(c.literal, &c.subject.value))
        c.subject.value = -1;
    return c;
}

bool comparison_begins_with_preface(const struct compared *c, const struct found_words *found)
{
    uint32_t bound = find_slot_match(&found->match, SLOT_BOUND)->start;
    return bound == found->match.start && literal_length(c, bound) == 0;
}

bool comparison_quantity_holds(const struct compared *c, const struct found_words *found,
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

bool comparison_is_with_extreme(const struct compared *c)
{
    struct str aggregate = bound_aggregate(c);
    return (str_eq_nocase(aggregate, STR("min")) || str_eq_nocase(aggregate, STR("max"))) &&
           !other_side(c)->as.subquery.query->cores[0].where;
}

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

bool comparison_reads_well(const struct compared *c, const struct found_words *found,
                           struct str words)
{
    const struct words *q = c->text;
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
