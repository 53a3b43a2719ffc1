/* column_mapping.c: mappings as SQL, and what makes one sound.
 *
 * Mappings are also read from files, and their literals go into SQL text as they are. So a
 * literal must be exactly one token of the lexer, with at most a minus before it. */
#include "migration/column_mapping.h"

#include "base/hash.h"
#include "base/number.h"
#include "base/utf8.h"
#include "sql/lex.h"
#include "sql/quote.h"
#include "sql/resolve.h"

#include <inttypes.h>
#include <math.h>

/* Literals */

/* Every number of this many digits is an integer to SQLite. */
enum { INTEGER_MAX_DIGITS = 18 };

static bool read_text(struct str s, struct mapping_literal *out)
{
    *out = (struct mapping_literal){.type = MAPPING_TEXT, .text = str_slice(s, 1, s.len - 1)};
    return utf8_valid(s);
}

/* Hexadecimal numbers and underscores are refused: not every version of SQLite reads them. */
static bool read_number(struct str digits, bool negative, enum mapping_literal_type type,
                        struct mapping_literal *out)
{
    double x;
    if (!number_read(digits, &x) || !isfinite(x) ||
        (type == MAPPING_INTEGER && digits.len > INTEGER_MAX_DIGITS))
        return false;
    int64_t n = 0;
    for (size_t i = 0; type == MAPPING_INTEGER && i < digits.len; i++)
        n = n * 10 + (digits.ptr[i] - '0');
    *out = (struct mapping_literal){
        .type = type, .integer = negative ? -n : n, .real = negative ? -x : x};
    return true;
}

bool mapping_literal_read(struct str literal, struct mapping_literal *out)
{
    if (literal.len == 0 || literal.len > MAPPING_MAX_LITERAL_BYTES)
        return false;
    bool negative = literal.ptr[0] == '-';
    struct str rest = str_slice(literal, negative, literal.len);
    struct sql_lexer lex = {.text = rest};
    struct sql_token k = sql_lexer_next(&lex);
    if (k.span.start != 0 || k.span.end != rest.len || memchr(rest.ptr, 0, rest.len))
        return false;
    switch (k.type) {
    case TOKEN_STRING:
        return !negative && read_text(rest, out);
    case TOKEN_INTEGER:
        return read_number(rest, negative, MAPPING_INTEGER, out);
    case TOKEN_FLOAT:
        return read_number(rest, negative, MAPPING_REAL, out);
    default:
        return false;
    }
}

static bool literals_equal(const struct mapping_literal *a, const struct mapping_literal *b)
{
    if (a->type == MAPPING_TEXT || b->type == MAPPING_TEXT)
        return a->type == b->type && str_eq(a->text, b->text);
    return a->type == b->type ? a->integer == b->integer && a->real == b->real : a->real == b->real;
}

/* Soundness */

/* Literals double single quotes, so it has none. */
static bool is_separator(struct str s)
{
    return s.len > 0 && s.len <= MAPPING_MAX_SEPARATOR_BYTES && utf8_valid(s) &&
           !memchr(s.ptr, 0, s.len) && !memchr(s.ptr, '\'', s.len);
}

static const char *part_problem(const struct column_mapping *m)
{
    if (m->n_parts < 2 || m->n_parts > MAPPING_MAX_PARTS || m->part >= m->n_parts)
        return "an invalid part";
    return is_separator(m->separator) && (!m->last.ptr || is_separator(m->last))
               ? NULL
               : "an invalid separator";
}

static const char *digits_problem(const struct column_mapping *m)
{
    if (m->n_parts < 2 || m->n_parts > MAPPING_MAX_PARTS || m->part >= m->n_parts)
        return "an invalid part";
    return m->digits < 1 || m->digits > MAPPING_MAX_DIGITS || m->after > MAPPING_MAX_DIGITS
               ? "an invalid number of digits"
               : NULL;
}

struct literal_pair {
    struct mapping_literal old, new;
};

/* Is one of the entries before `n` the same, on either side? */
static bool is_repeated(const struct literal_pair *read, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (literals_equal(&read[i].old, &read[n].old) ||
            literals_equal(&read[i].new, &read[n].new))
            return true;
    return false;
}

static const char *dictionary_problem(const struct column_mapping *m)
{
    struct literal_pair read[MAPPING_MAX_ENTRIES];
    if (m->n_entries == 0 || m->n_entries > MAPPING_MAX_ENTRIES)
        return "a dictionary with no entries, or too many";
    for (uint32_t i = 0; i < m->n_entries; i++) {
        if (!mapping_literal_read(m->entries[i].old, &read[i].old) ||
            !mapping_literal_read(m->entries[i].new, &read[i].new))
            return "an invalid literal";
        if (is_repeated(read, i))
            return "a dictionary that has a value twice";
        if ((read[i].new.type == MAPPING_TEXT) != (read[0].new.type == MAPPING_TEXT))
            return "a dictionary of texts and numbers";
    }
    return NULL;
}

const char *column_mapping_problem(const struct column_mapping *m)
{
    struct mapping_literal ignored;
    switch (m->kind) {
    case MAPPING_PART:
        return part_problem(m);
    case MAPPING_DICTIONARY:
        return dictionary_problem(m);
    case MAPPING_FLAG:
        return mapping_literal_read(m->value, &ignored) ? NULL : "an invalid literal";
    case MAPPING_LINEAR:
        return isfinite(m->offset) && isfinite(m->factor) && m->factor != 0
                   ? NULL
                   : "an invalid offset or factor";
    case MAPPING_DIGITS:
        return digits_problem(m);
    }
    return "an unknown mapping";
}

struct str column_mapping_separator(const struct column_mapping *m, uint32_t i)
{
    return m->last.ptr && i + 2 >= m->n_parts ? m->last : m->separator;
}

/* Whether the digits of two parts touch is not asked: each part says how many it has, and where. */
bool column_mapping_is_part(const struct column_mapping *first, const struct column_mapping *m,
                            uint32_t i, uint32_t n)
{
    return m->kind == first->kind && (m->kind == MAPPING_PART || m->kind == MAPPING_DIGITS) &&
           m->part == i && m->n_parts == n && m->whole == first->whole &&
           (m->kind == MAPPING_DIGITS ||
            (str_eq(m->separator, first->separator) && str_eq(m->last, first->last)));
}

/* SQL */

static const char *dictionary_type(const struct column_mapping *m)
{
    struct mapping_literal new = {.type = MAPPING_TEXT};
    enum mapping_literal_type type = MAPPING_INTEGER;
    for (uint32_t i = 0; i < m->n_entries && mapping_literal_read(m->entries[i].new, &new); i++)
        type = type == MAPPING_INTEGER ? new.type : type;
    return type == MAPPING_TEXT ? "TEXT" : type == MAPPING_REAL ? "REAL" : "INTEGER";
}

const char *column_mapping_type(const struct column_mapping *m)
{
    switch (m->kind) {
    case MAPPING_PART:
        return "TEXT";
    case MAPPING_DICTIONARY:
        return dictionary_type(m);
    case MAPPING_FLAG:
        return "INTEGER";
    case MAPPING_DIGITS:
        return m->whole ? NULL : "INTEGER";
    case MAPPING_LINEAR:
        break;
    }
    return "NUMERIC";
}

/* Doubles hold all whole numbers up to here. */
static const double WHOLE_MAX = 9007199254740992;

/* A whole number is written as one, so that integers stay integers. */
static void put_number(struct buf *out, double x)
{
    char text[NUMBER_TEXT_MAX];
    if (floor(x) == x && fabs(x) <= WHOLE_MAX)
        buf_printf(out, "%" PRId64, (int64_t)x);
    else
        buf_put(out, (struct str){text, number_format(x, text)});
}

/* nullif(instr(v, ' '), 0): where the separator is, NULL where it is not. */
static void put_place(struct buf *out, struct str separator, struct str value)
{
    buf_printf(out, "nullif(instr(%.*s, ", STR_ARG(value));
    sql_put_text(out, separator);
    buf_put(out, STR("), 0)"));
}

/* substr(v, 1, place - 1), or all of it where no separator follows; of the last part, all. Parts
 * before it are cut off one after another: substr(v, place + length(' ')). */
static void put_divided(struct buf *out, const struct column_mapping *m, struct str value)
{
    struct arena scratch = {0};
    struct buf text = {0};
    for (uint32_t i = 0; i < m->part; i++) {
        struct str separator = column_mapping_separator(m, i);
        buf_printf(&text, "substr(%.*s, ", STR_ARG(value));
        put_place(&text, separator, value);
        buf_put(&text, STR(" + length("));
        sql_put_text(&text, separator);
        buf_put(&text, STR("))"));
        value = buf_keep(&text, &scratch);
    }
    if (m->part + 1 < m->n_parts) {
        buf_printf(&text, "coalesce(substr(%.*s, 1, ", STR_ARG(value));
        put_place(&text, column_mapping_separator(m, m->part), value);
        buf_printf(&text, " - 1), %.*s)", STR_ARG(value));
        value = buf_keep(&text, &scratch);
    }
    buf_put(out, value);
    arena_release(&scratch);
}

/* CASE WHEN the separator is in it n - 1 times THEN the part ELSE NULL END; the last part is else
 * all of the value. */
static void put_part(struct buf *out, const struct column_mapping *m, struct str value)
{
    if (!m->whole) {
        put_divided(out, m, value);
        return;
    }
    buf_printf(out, "CASE WHEN length(%.*s) - length(replace(%.*s, ", STR_ARG(value),
               STR_ARG(value));
    sql_put_text(out, m->separator);
    buf_printf(out, ", '')) = %u * length(", m->n_parts - 1);
    sql_put_text(out, m->separator);
    buf_put(out, STR(") THEN "));
    put_divided(out, m, value);
    buf_put(out, STR(" ELSE "));
    buf_put(out, m->part + 1 == m->n_parts ? value : STR("NULL"));
    buf_put(out, STR(" END"));
}

static void put_dictionary(struct buf *out, const struct column_mapping *m, struct str value)
{
    buf_printf(out, "CASE %.*s COLLATE BINARY", STR_ARG(value));
    for (uint32_t i = 0; i < m->n_entries; i++)
        buf_printf(out, " WHEN %.*s THEN %.*s", STR_ARG(m->entries[i].old),
                   STR_ARG(m->entries[i].new));
    buf_put(out, STR(" END"));
}

/* A column of numbers makes an integer of a whole number when it stores one; a view must too. */
static void put_linear(struct buf *out, const struct column_mapping *m, struct str value)
{
    struct buf formula = {0};
    put_number(&formula, m->offset);
    buf_put(&formula, STR(" + "));
    put_number(&formula, m->factor);
    buf_printf(&formula, " * %.*s", STR_ARG(value));
    struct str f = buf_str(&formula);
    buf_printf(out, "CASE %.*s WHEN CAST(%.*s AS INTEGER) THEN CAST(%.*s AS INTEGER) ELSE %.*s END",
               STR_ARG(f), STR_ARG(f), STR_ARG(f), STR_ARG(f));
    buf_release(&formula);
}

static int64_t power_of_ten(uint32_t n)
{
    int64_t power = 1;
    for (uint32_t i = 0; i < n; i++)
        power *= 10;
    return power;
}

/* CASE typeof(v) WHEN 'integer' THEN v / 100 % 100 ELSE v END */
static void put_digits(struct buf *out, const struct column_mapping *m, struct str value)
{
    buf_printf(out, "CASE typeof(%.*s) WHEN 'integer' THEN %.*s / %" PRId64, STR_ARG(value),
               STR_ARG(value), power_of_ten(m->after));
    if (m->part > 0)
        buf_printf(out, " %% %" PRId64, power_of_ten(m->digits));
    if (m->whole)
        buf_printf(out, " WHEN 'text' THEN %.*s", STR_ARG(value));
    buf_put(out, STR(" END"));
}

void column_mapping_put(struct buf *out, const struct column_mapping *m, struct str value)
{
    switch (m->kind) {
    case MAPPING_PART:
        put_part(out, m, value);
        break;
    case MAPPING_DICTIONARY:
        put_dictionary(out, m, value);
        break;
    case MAPPING_FLAG:
        buf_printf(out, "%.*s COLLATE BINARY = %.*s", STR_ARG(value), STR_ARG(m->value));
        break;
    case MAPPING_LINEAR:
        put_linear(out, m, value);
        break;
    case MAPPING_DIGITS:
        put_digits(out, m, value);
        break;
    }
}

/* Values of a query */

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

bool mapped_value_is(const struct mapped_value *v, struct str literal)
{
    struct mapping_literal known;
    double x;
    if (!mapping_literal_read(literal, &known))
        return false;
    if (known.type != MAPPING_TEXT)
        return number_of(v, &x) && x == known.real;
    /* If quotes within are doubled on one side only, the value is not found. */
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
    struct str part = STR_NONE;
    size_t at = 0, end = 0;
    uint32_t n = 0;
    for (bool more = true; more; n++) {
        struct str separator = column_mapping_separator(m, n);
        end = str_find(v->text, separator, at);
        more = end < v->text.len;
        if (n == m->part)
            part = str_slice(v->text, at, end);
        at = end + separator.len;
    }
    *out = v->quote == '\'' ? arena_printf(a, "'%.*s'", STR_ARG(part)) : sql_text_literal(a, part);
    return v->quote && n == m->n_parts;
}

static bool number_new(struct arena *a, const struct mapped_value *v,
                       const struct column_mapping *m, struct str *out)
{
    const char *quote = v->quote ? "'" : "";
    struct buf text = {0};
    double x;
    if (!number_of(v, &x))
        return false;
    x = m->offset + m->factor * x;
    if (!isfinite(x) || fabs(x) > WHOLE_MAX)
        return false;
    buf_put(&text, str_from(quote));
    put_number(&text, x);
    buf_put(&text, str_from(quote));
    *out = buf_keep(&text, a);
    return true;
}

/* Without quotes: a column without a type does not compare a text as a number. */
static bool digits_of(struct arena *a, const struct mapped_value *v, const struct column_mapping *m,
                      struct str *out)
{
    double x;
    if (!number_of(v, &x) || floor(x) != x || fabs(x) > WHOLE_MAX)
        return false;
    int64_t digits = (int64_t)x / power_of_ten(m->after);
    *out = arena_printf(a, "%" PRId64, m->part > 0 ? digits % power_of_ten(m->digits) : digits);
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
    case MAPPING_DIGITS:
        return digits_of(a, v, m, out);
    case MAPPING_FLAG:
        break;
    }
    return false;
}

/* Copies and hashes */

const struct column_mapping *column_mapping_keep(struct arena *a, const struct column_mapping *m)
{
    struct column_mapping *copy = ARENA_NEW(a, struct column_mapping);
    struct mapping_entry *entries = ARENA_ARRAY(a, struct mapping_entry, m->n_entries);
    for (uint32_t i = 0; i < m->n_entries; i++)
        entries[i] = (struct mapping_entry){arena_str(a, m->entries[i].old),
                                            arena_str(a, m->entries[i].new)};
    *copy = *m;
    copy->separator = arena_str(a, m->separator);
    copy->last = m->last.ptr ? arena_str(a, m->last) : STR_NONE;
    copy->entries = entries;
    copy->value = arena_str(a, m->value);
    return copy;
}

static uint64_t hash_double(uint64_t h, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return hash_combine(h, bits);
}

/* Members that the kind does not have are left out. */
uint64_t column_mapping_hash(uint64_t h, const struct column_mapping *m)
{
    h = hash_combine(h, m->kind);
    switch (m->kind) {
    case MAPPING_PART:
        h = hash_str(hash_combine(h, (uint64_t)m->part << 32 | m->n_parts), m->separator);
        h = m->last.ptr ? hash_str(h, m->last) : h;
        return m->whole ? hash_combine(h, m->whole) : h;
    case MAPPING_DICTIONARY:
        for (uint32_t i = 0; i < m->n_entries; i++)
            h = hash_str(hash_str(h, m->entries[i].old), m->entries[i].new);
        return hash_combine(h, m->n_entries);
    case MAPPING_FLAG:
        return hash_str(h, m->value);
    case MAPPING_LINEAR:
        return hash_double(hash_double(h, m->offset), m->factor);
    case MAPPING_DIGITS:
        h = hash_combine(h, (uint64_t)m->part << 32 | m->n_parts);
        return hash_combine(hash_combine(h, (uint64_t)m->digits << 32 | m->after), m->whole);
    }
    return h;
}
