/* mapped_value.c: literals under a mapping. */
#include "migration/mapped_value.h"

#include "base/number.h"
#include "sql/quote.h"

#include <inttypes.h>
#include <math.h>

static bool read_literal(const struct sql_expr *x, struct mapped_value *out)
{
    struct str text = x->as.literal.text;
    switch (x->as.literal.type) {
    case SQL_STRING:
        *out = (struct mapped_value){str_slice(text, 1, text.len - 1), '\'', false};
        return true;
    case SQL_INTEGER:
    case SQL_FLOAT:
        *out = (struct mapped_value){text, 0, false};
        return true;
    default:
        return false;
    }
}

bool mapped_value_read(const struct sql_resolution *r, const struct sql_expr *x,
                       struct mapped_value *out)
{
    if (x->kind == SQL_EXPR_UNARY && x->as.unary.op == SQL_NEGATE &&
        x->as.unary.operand->kind == SQL_EXPR_LITERAL) {
        bool read = read_literal(x->as.unary.operand, out) && !out->quote;
        out->negative = true;
        return read;
    }
    if (x->kind == SQL_EXPR_LITERAL)
        return read_literal(x, out);
    if (x->kind != SQL_EXPR_COLUMN || r->bindings[x->as.column.ref].kind != SQL_BOUND_STRING)
        return false;
    *out = (struct mapped_value){x->as.column.name.text, '"', false};
    return true;
}

static bool number_of(const struct mapped_value *v, double *out)
{
    struct str text = v->text;
    bool minus = v->quote && text.len > 0 && text.ptr[0] == '-';
    if (!number_read(str_slice(text, minus, text.len), out))
        return false;
    if (minus || v->negative)
        *out = -*out;
    return true;
}

/* The text of a string, quotes in it as it would have them in single quotes. */
static struct str quoted(struct arena *a, const struct mapped_value *v)
{
    struct buf out = {0};
    if (v->quote == '\'')
        buf_printf(&out, "'%.*s'", STR_ARG(v->text));
    else
        sql_put_text(&out, v->text);
    struct str text = arena_str(a, buf_str(&out));
    buf_release(&out);
    return text;
}

bool mapped_value_is(const struct mapped_value *v, struct str literal)
{
    struct mapping_literal known;
    double x;
    if (!mapping_literal_read(literal, &known))
        return false;
    if (known.type != MAPPING_TEXT)
        return number_of(v, &x) && x == known.real;
    /* Quotes within are doubled on one side at most: such a value is not found. */
    return !v->negative && str_eq(v->text, known.text);
}

static bool entry_of(const struct mapped_value *v, const struct column_mapping *m, struct str *out)
{
    for (uint32_t i = 0; i < m->n_entries; i++)
        if (mapped_value_is(v, m->entries[i].old)) {
            *out = m->entries[i].new;
            return true;
        }
    return false;
}

/* The part of the text, between quotes again. */
static bool part_of(struct arena *a, const struct mapped_value *v, const struct column_mapping *m,
                    struct str *out)
{
    struct mapped_value part = *v;
    size_t at = 0, end = 0;
    uint32_t n = 0;
    for (bool more = true; more; n++) {
        end = str_find(v->text, m->separator, at);
        more = end < v->text.len;
        if (n == m->part)
            part.text = str_slice(v->text, at, end);
        at = end + m->separator.len;
    }
    *out = quoted(a, &part);
    return v->quote && n == m->n_parts;
}

static bool number_new(struct arena *a, const struct mapped_value *v,
                       const struct column_mapping *m, struct str *out)
{
    const double most = 9007199254740992; /* doubles hold all whole numbers up to here */
    double x;
    char text[NUMBER_TEXT_MAX];
    if (!number_of(v, &x))
        return false;
    x = m->offset + m->factor * x;
    if (!isfinite(x) || fabs(x) > most)
        return false;
    const char *quote = v->quote ? "'" : "";
    if (floor(x) == x) {
        *out = arena_printf(a, "%s%" PRId64 "%s", quote, (int64_t)x, quote);
    } else {
        size_t len = number_format(x, text);
        *out = arena_printf(a, "%s%.*s%s", quote, (int)len, text, quote);
    }
    return true;
}

bool mapped_value_new(struct arena *a, const struct mapped_value *v, const struct column_mapping *m,
                      struct str *out)
{
    switch (m->kind) {
    case MAPPING_PART:
        return part_of(a, v, m, out);
    case MAPPING_DICTIONARY:
        return entry_of(v, m, out);
    case MAPPING_LINEAR:
        return number_new(a, v, m, out);
    case MAPPING_FLAG:
        break;
    }
    return false;
}
