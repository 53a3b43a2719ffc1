/* comparison_bound.c: numbers, averages and the like, in the question and in the query. */
#include "relation/query/comparison_bound.h"

#include "base/number.h"

/* Tokens: before the number, and ahead of the words. */
enum { PREFACE_MAX = 3, AHEAD = 6 };

uint32_t compared_word(const struct compared *c, uint32_t i, const char *kind)
{
    const struct lexicon_table *t = lexicon_table(c->seed->lexicon, STR("compared_words"));
    for (uint32_t r = 0; r < t->n_rows; r++)
        for (uint32_t k = 1;
             str_eq(t->rows[r].fields[0], str_from(kind)) && k < t->rows[r].n_fields; k++) {
            struct str words = t->rows[r].fields[k];
            uint32_t n = phrase_at(c->text, i, words);
            if (n > 0 || (i < c->text->n_tokens && str_eq(c->text->tokens[i].text, words)))
                return n > 0 ? n : 1;
        }
    return 0;
}

const struct sql_expr *comparison_other(const struct compared *c)
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

/* "10,000" as the number that it is. */
static bool number_at(const struct question_text *q, uint32_t i, double *out)
{
    char digits[NUMBER_TEXT_MAX];
    size_t n = 0;
    struct str text = q->tokens[i].text;
    for (size_t k = 0; k < text.len; k++) {
        if (text.ptr[k] == ',')
            continue;
        if (n == sizeof digits)
            return false;
        digits[n++] = text.ptr[k];
    }
    return number_read((struct str){digits, n}, out);
}

/* "three", "million". */
static bool word_value(const struct lexicon *l, struct str word, double *out)
{
    const struct lexicon_table *t = lexicon_table(l, STR("number_words"));
    for (uint32_t i = 0; i < t->n_rows; i++)
        if (str_eq_nocase(t->rows[i].fields[0], word))
            return number_read(t->rows[i].fields[1], out);
    return false;
}

/* A number from token `i` on: 20, three, 2 million, a single, once. How many tokens it has. */
static uint32_t number_length(const struct compared *c, uint32_t i, double *out)
{
    const struct question_text *q = c->text;
    double times;
    if (i >= q->n_tokens)
        return 0;
    uint32_t once = compared_word(c, i, "once"), twice = compared_word(c, i, "twice");
    *out = once > 0 ? 1 : 2;
    if (once + twice > 0)
        return once + twice;
    if (!(q->tokens[i].kind == TOKEN_NUMBER ? number_at(q, i, out)
                                            : word_value(c->seed->lexicon, q->tokens[i].text, out)))
        return 0;
    if (i + 1 >= q->n_tokens || !word_value(c->seed->lexicon, q->tokens[i + 1].text, &times) ||
        times < 100)
        return 1;
    *out *= times;
    return 2;
}

/* Does the literal stand at token `i`? */
static uint32_t literal_length(const struct compared *c, uint32_t i)
{
    double value;
    if (i >= c->text->n_tokens)
        return 0;
    if (str_eq_nocase(without_quotes(c->text->tokens[i].text), c->literal))
        return 1;
    uint32_t n = number_length(c, i, &value);
    return n > 0 && c->value >= 0 && value == c->value ? n : 0;
}

/* May the token stand between the words and the number: "above age 20", "after the year 2010"? */
static bool is_preface(const struct compared *c, uint32_t i)
{
    if (i >= c->text->n_tokens)
        return false;
    struct str word = c->text->tokens[i].text;
    return compared_word(c, i, "preface") > 0 ||
           (c->text->tokens[i].kind == TOKEN_WORD &&
            column_has_word(c->seed->schema, c->place->column, word));
}

static bool is_literal_bound(const struct compared *c, uint32_t i, uint32_t *n)
{
    for (uint32_t skip = 0; skip <= PREFACE_MAX; skip++) {
        uint32_t length = literal_length(c, i + skip);
        if (length > 0) {
            *n = skip + length;
            return true;
        }
        if (!is_preface(c, i + skip))
            break;
    }
    return false;
}

struct str comparison_aggregate(const struct compared *c)
{
    const struct sql_expr *x = comparison_other(c);
    if (x->kind != SQL_EXPR_SUBQUERY)
        return STR("");
    const struct sql_core *core = &x->as.subquery.query->cores[0];
    if (core->n_results != 1 || !core->results[0].expr ||
        core->results[0].expr->kind != SQL_EXPR_CALL)
        return STR("");
    return core->results[0].expr->as.call.name.text;
}

bool comparison_ahead(const struct compared *c, uint32_t i, const char *kind)
{
    const struct question_text *q = c->text;
    for (uint32_t k = i; k < q->n_tokens && k < i + AHEAD && q->tokens[k].kind != TOKEN_MARK; k++)
        if (compared_word(c, k, kind) > 0 && !(k > 0 && token_is(q, k - 1, "at")))
            return true;
    return false;
}

/* The average where the query takes one; the lowest, or any of them, where it takes the smallest.
 * Of another subquery it is known only that no number stands there. */
static bool is_query_bound(const struct compared *c, uint32_t i)
{
    struct str aggregate = comparison_aggregate(c);
    double value;
    if (str_eq_nocase(aggregate, STR("avg")))
        return comparison_ahead(c, i, "average");
    bool max = str_eq_nocase(aggregate, STR("max"));
    if (max || str_eq_nocase(aggregate, STR("min")))
        return comparison_ahead(c, i, max ? "largest" : "smallest") ||
               comparison_ahead(c, i, "all") || comparison_ahead(c, i, "one");
    return aggregate.len == 0 && i < c->text->n_tokens && number_length(c, i, &value) == 0 &&
           (c->text->tokens[i].kind != TOKEN_NUMBER) && !comparison_ahead(c, i, "average");
}

bool comparison_bound_at(const void *ctx, uint32_t i, uint32_t *n)
{
    const struct compared *c = ctx;
    *n = 0;
    if (c->literal.len > 0)
        return is_literal_bound(c, i, n);
    return comparison_other(c)->kind == SQL_EXPR_SUBQUERY && is_query_bound(c, i);
}

struct compared comparison_of(const struct relation_seed *s, const struct question_text *text,
                              const struct edit_place *place)
{
    struct compared c = {.seed = s, .text = text, .place = place, .literal = STR(""), .value = -1};
    struct sql_span span = comparison_other(&c)->span;
    if (place->literal)
        c.literal = without_quotes(str_slice(s->stmt->text, span.start, span.end));
    if (!number_read(c.literal, &c.value))
        c.value = -1;
    return c;
}

bool comparison_starts_with_number(const struct compared *c, const struct found_words *found)
{
    return literal_length(c, found->bound.start) > 0;
}

bool comparison_quantity_holds(const struct compared *c, const struct found_words *found,
                               char direction)
{
    struct str aggregate = comparison_aggregate(c);
    bool max = str_eq_nocase(aggregate, STR("max"));
    if (!max && !str_eq_nocase(aggregate, STR("min")))
        return true;
    bool above_all = max == (direction == '>');
    if (comparison_ahead(c, found->words.end, max ? "largest" : "smallest"))
        return true;
    return comparison_ahead(c, found->words.end, "one") ? !above_all : above_all;
}

bool comparison_is_with_extreme(const struct compared *c)
{
    struct str aggregate = comparison_aggregate(c);
    return (str_eq_nocase(aggregate, STR("min")) || str_eq_nocase(aggregate, STR("max"))) &&
           !comparison_other(c)->as.subquery.query->cores[0].where;
}
