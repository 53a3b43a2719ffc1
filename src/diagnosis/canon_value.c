/* canon_value.c: literals by their values.
 *
 * 2010 and 2010.0 are one number, unless it matters how a number is written (struct canon): 5 / 2
 * is not 5 / 2.0. A whole float that fits 64 bits becomes that whole number, which is exact; the
 * other way round, 9007199254740993 would become its neighbour. A whole number that does not fit 64
 * bits is a float, as in SQLite. */
#include "base/number.h"
#include "diagnosis/canon.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* A literal has no sign, so it has only an upper bound: 2 to the power of 63. */
static bool is_whole(double x)
{
    return x < 0x1p63 && x == (double)(int64_t)x;
}

static struct term *whole_number(struct canon *c, int64_t value)
{
    return term_leaf(c->arena, TERM_INTEGER, arena_printf(c->arena, "%" PRId64, value));
}

static struct term *canon_float(struct canon *c, struct str text)
{
    double x = strtod(arena_str(c->arena, text).ptr, NULL);
    if (!c->typed && is_whole(x))
        return whole_number(c, (int64_t)x);
    char out[NUMBER_TEXT_MAX];
    struct str value = {out, number_format(x, out)};
    return term_leaf(c->arena, TERM_FLOAT, arena_str(c->arena, value));
}

static struct term *canon_integer(struct canon *c, struct str text)
{
    const char *z = arena_str(c->arena, text).ptr;
    bool hex = text.len > 2 && ascii_lower(text.ptr[1]) == 'x';
    errno = 0;
    uint64_t value = strtoull(z, NULL, hex ? 16 : 10);
    if (errno == ERANGE || (!hex && value > INT64_MAX))
        return canon_float(c, text);
    return whole_number(c, (int64_t)value);
}

/* Without its quotes; doubled quotes become single ones. */
static struct str unquote(struct canon *c, struct str text)
{
    char *out = arena_alloc(c->arena, text.len);
    size_t n = 0;
    for (size_t i = 1; i + 1 < text.len; i++) {
        out[n++] = text.ptr[i];
        i += text.ptr[i] == '\'';
    }
    return (struct str){out, n};
}

struct term *canon_literal(struct canon *c, const struct sql_expr *x)
{
    struct str text = x->as.literal.text;
    switch (x->as.literal.type) {
    case SQL_NULL:
        return term_leaf(c->arena, TERM_NULL, STR(""));
    case SQL_INTEGER:
        return canon_integer(c, text);
    case SQL_FLOAT:
        return canon_float(c, text);
    case SQL_STRING:
        return term_leaf(c->arena, TERM_STRING, unquote(c, text));
    case SQL_BLOB:
        return term_leaf(c->arena, TERM_BLOB, arena_str_lower(c->arena, text));
    case SQL_CURRENT:
        return term_leaf(c->arena, TERM_NOW, arena_str_lower(c->arena, text));
    }
    return canon_absent(c);
}
