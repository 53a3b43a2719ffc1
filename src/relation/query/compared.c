/* compared.c: the numbers, nouns, verbs and small words around a comparison. */
#include "relation/query/compared.h"

#include "base/number.h"
#include "link/noun_phrase.h"

/* Tokens that may precede the number, and tokens to look ahead. */
enum { PREFACE_MAX = 3, AHEAD = 6 };

uint32_t compared_word(const struct compared *c, uint32_t i, const char *kind)
{
    const struct lexicon_table *t = lexicon_table(c->seed->lexicon, STR("compared_words"));
    for (uint32_t r = 0; r < t->n_rows; r++)
        for (uint32_t k = 1;
             str_eq(t->rows[r].fields[0], str_from(kind)) && k < t->rows[r].n_fields; k++) {
            struct str words = t->rows[r].fields[k];
            uint32_t n = phrase_at(c->text, i, words);
            if (n > 0 || (i < c->text->count && str_eq(c->text->items[i].token, words)))
                return n > 0 ? n : 1;
        }
    return 0;
}

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

/* The tokens of a number from token `i` on: 20, three, 2 million, a single, once; or 0. */
static uint32_t number_length(const struct compared *c, uint32_t i, double *out)
{
    uint32_t end;
    if (i >= c->text->count)
        return 0;
    uint32_t once = compared_word(c, i, "once"), twice = compared_word(c, i, "twice");
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
    return n > 0 && c->value >= 0 && value == c->value ? n : 0;
}

/* May the token stand between words and number: "above age 20", "after the year 2010"? */
static bool is_preface(const struct compared *c, uint32_t i)
{
    if (i >= c->text->count)
        return false;
    struct str word = c->text->items[i].token;
    return compared_word(c, i, "preface") > 0 ||
           (c->text->items[i].kind == TOKEN_WORD &&
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
static bool word_ahead(const struct compared *c, uint32_t i, const char *kind)
{
    const struct words *q = c->text;
    for (uint32_t k = i; k < q->count && k < i + AHEAD && q->items[k].kind != TOKEN_MARK; k++)
        if (compared_word(c, k, kind) > 0 && !(k > 0 && token_is(q, k - 1, "at")))
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
        return word_ahead(c, i, "average");
    bool max = str_eq_nocase(aggregate, STR("max"));
    if (max || str_eq_nocase(aggregate, STR("min")))
        return word_ahead(c, i, max ? "largest" : "smallest") || word_ahead(c, i, "all") ||
               word_ahead(c, i, "one");
    return aggregate.len == 0 && i < c->text->count && number_length(c, i, &value) == 0 &&
           c->text->items[i].kind != TOKEN_NUMBER && !word_ahead(c, i, "average");
}

bool comparison_bound_at(const void *ctx, uint32_t i, uint32_t *n)
{
    const struct compared *c = ctx;
    *n = 0;
    if (c->literal.len > 0)
        return is_literal_bound(c, i, n);
    return other_side(c)->kind == SQL_EXPR_SUBQUERY && is_query_bound(c, i);
}

struct compared comparison_of(const struct relation_seed *s, const struct words *text,
                              const struct edit_place *place)
{
    struct compared c = {.seed = s, .text = text, .place = place, .literal = STR(""), .value = -1};
    struct sql_span span = other_side(&c)->span;
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
    struct str aggregate = bound_aggregate(c);
    bool max = str_eq_nocase(aggregate, STR("max"));
    if (!max && !str_eq_nocase(aggregate, STR("min")))
        return true;
    bool above_all = max == (direction == '>');
    if (word_ahead(c, found->words.end, max ? "largest" : "smallest"))
        return true;
    return word_ahead(c, found->words.end, "one") ? !above_all : above_all;
}

bool comparison_is_with_extreme(const struct compared *c)
{
    struct str aggregate = bound_aggregate(c);
    return (str_eq_nocase(aggregate, STR("min")) || str_eq_nocase(aggregate, STR("max"))) &&
           !other_side(c)->as.subquery.query->cores[0].where;
}

/* The words around it */

static bool is_verb_here(const struct words *q, uint32_t i)
{
    bool either = token_is(q, i, "cost costs");
    if (i == 0 || token_in(q, i - 1, WORD_RELATIVE))
        return i > 0;
    return either && !token_in(q, i - 1, WORD_PREPOSITION | WORD_DETERMINER);
}

/* Is the token a noun for the compared column? */
static bool is_measure(const struct compared *c, uint32_t i)
{
    const struct word *t = &c->text->items[i];
    if (t->kind != TOKEN_WORD || (t->classes & (WORD_PREPOSITION | WORD_AUXILIARY)))
        return false;
    return (t->classes & WORD_MEASURE) ||
           column_has_word(c->seed->schema, c->place->column, t->token);
}

static bool is_be(const struct words *q, uint32_t i)
{
    return token_is(q, i, "is are was were be been");
}

static bool follows_measure(const struct compared *c, const struct found_words *found)
{
    uint32_t i = found->words.start;
    return i > 0 && is_measure(c, i - 1) && !is_verb_here(c->text, i - 1);
}

/* "whose age is", "a population that is". */
static bool follows_be(const struct compared *c, const struct found_words *found)
{
    uint32_t i = found->words.start;
    if (i < 2 || !is_be(c->text, i - 1))
        return false;
    i--;
    if (token_is(c->text, i - 1, "that which"))
        i--;
    for (uint32_t n = 0; n < 5 && i > 0 && !token_in(c->text, i - 1, WORD_RELATIVE); n++, i--)
        if (is_measure(c, i - 1))
            return true;
    return false;
}

static bool ends_phrase(const struct words *q, uint32_t i)
{
    return i >= q->count || q->items[i].kind == TOKEN_MARK ||
           token_in(q, i, WORD_CONJUNCTION | WORD_PREPOSITION | WORD_RELATIVE);
}

static bool is_of_person(const struct compared *c, const struct found_words *found)
{
    return found->words.start > 0 && is_be(c->text, found->words.start - 1) && c->value > 1 &&
           found->bound.end == found->bound.start + 1 && ends_phrase(c->text, found->bound.end);
}

static bool follows_event(const struct compared *c, const struct found_words *found)
{
    uint32_t i = found->words.start;
    if (i == 0 || c->value < 1000 || c->value > 2999 || c->text->items[i - 1].kind != TOKEN_WORD)
        return false;
    return is_past(c->text->items[i - 1].token) || token_in(c->text, i - 1, WORD_PARTICIPLE);
}

/* Is there more or less of it, rather than more or fewer: 10 minutes? */
static bool is_unit(const struct words *q, uint32_t i)
{
    return token_in(q, i, WORD_UNIT);
}

bool comparison_counts(const struct compared *c, const struct found_words *found)
{
    uint32_t first = found->words.end, end;
    if (c->literal.len == 0 || found->bound.start == found->bound.end || c->value < 0 ||
        compared_word(c, found->bound.end - 1, "once") > 0 ||
        compared_word(c, found->bound.end - 1, "twice") > 0)
        return false;
    end = core_end(c->text, first);
    if (end == first || is_unit(c->text, end - 1) || is_unit(c->text, first))
        return false;
    return token_is_plural(c->text, end - 1) || token_is_plural(c->text, first) || c->value == 1;
}

static bool has_plural_gap(const struct compared *c, const struct found_words *found)
{
    return found->gap.end > found->gap.start && token_is_plural(c->text, found->gap.end - 1) &&
           !is_unit(c->text, found->gap.end - 1);
}

static bool has_amount_gap(const struct compared *c, const struct found_words *found)
{
    return found->gap.end > found->gap.start &&
           !word_is_gradable(c->text->items[found->gap.end - 1].token);
}

/* One film is longer than another, but nothing lasts shorter. */
static bool describes_thing(const struct compared *c, const struct found_words *found)
{
    uint32_t i = found->words.start;
    if (i == 0 || c->text->items[i - 1].kind != TOKEN_WORD)
        return true;
    return !is_past(c->text->items[i - 1].token) &&
           !token_in(c->text, i - 1, WORD_PARTICIPLE | WORD_VERB) &&
           compared_word(c, i - 1, "lasting") == 0;
}

bool comparison_formed(const struct compared *c, const struct found_words *found)
{
    static const struct {
        const char *name;
        bool (*test)(const struct compared *c, const struct found_words *found);
    } forms[] = {{"count", comparison_counts}, {"things", has_plural_gap},
                 {"amount", has_amount_gap},   {"measure", follows_measure},
                 {"be", follows_be},           {"thing", describes_thing},
                 {"person", is_of_person},     {"year", follows_event}};
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (str_eq(found->row->fields[INDICATOR_FORM], str_from(forms[i].name)))
            return forms[i].test(c, found);
    return true;
}

/* Is the bound an average without its article: "older than average"? */
static bool is_bare_average(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 && found->words.end < c->text->count &&
           compared_word(c, found->words.end, "average") > 0;
}

/* Is the bound any of several: "larger than any country"? */
static bool is_quantified(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 &&
           (word_ahead(c, found->words.end, "all") || word_ahead(c, found->words.end, "one"));
}

/* Does the bound name only the thing whose measure is meant: "earn more than the lowest earning
 * clerk"? */
static bool is_other_thing(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 && str_eq(found->row->fields[INDICATOR_FORM], STR("any")) &&
           !str_eq_nocase(bound_aggregate(c), STR("avg"));
}

/* "do more than one employee", "there are more than one": but at least one does, and is. */
static bool follows_plural_verb(const struct words *q, uint32_t start)
{
    return start > 0 && token_is(q, start - 1, "do are were");
}

bool comparison_reads_well(const struct compared *c, const struct found_words *found,
                           struct str words)
{
    const struct words *q = c->text;
    uint32_t start = found->words.start;
    bool at = str_starts(words, STR("at ")), of = str_starts(words, STR("of at "));
    if (!indicator_writable(found, words) || (at && start > 0 && token_is(q, start - 1, "at")) ||
        (at && c->value == 1 && follows_plural_verb(q, start)))
        return false;
    bool has_of = token_is(q, start, "of");
    for (uint32_t i = 1; i <= 3 && i <= start; i++)
        if (of && !has_of && token_is(q, start - i, "of"))
            return false;
    if (str_ends(words, STR(" as")) && c->literal.len > 0)
        return false; /* at least as many as 10 */
    if (str_starts(words, STR("in or ")) && token_is(q, found->words.end, "or"))
        return false;
    return !((at || of) &&
             (is_bare_average(c, found) || is_quantified(c, found) || is_other_thing(c, found)));
}
