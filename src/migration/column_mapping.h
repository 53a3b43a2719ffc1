/* column_mapping.h: how the values of a new column come from those of an old one, and back.
 *
 * A column may be replaced by one or several that say the same in another form: a name by its
 * parts, a sex by a flag, an age by a year of birth. A mapping is the declaration of it. From it
 * come the view and the copy (values there), the rewritten query, and the comparison of answers
 * (values back). */
#ifndef TEQL_MIGRATION_COLUMN_MAPPING_H
#define TEQL_MIGRATION_COLUMN_MAPPING_H

#include "base/arena.h"
#include "base/buf.h"

#include <stdint.h>

/* Limits above any sensible mapping: the SQL grows with entries, and doubles with each part. */
enum {
    MAPPING_MAX_PARTS = 4,
    MAPPING_MAX_SEPARATOR_BYTES = 16,
    MAPPING_MAX_DIGITS = 9, /* on either side */
    MAPPING_MAX_ENTRIES = 128,
    MAPPING_MAX_LITERAL_BYTES = 200
};

enum mapping_kind {
    MAPPING_PART,       /* one of the texts into which a separator divides the old text */
    MAPPING_DICTIONARY, /* another word for each value: 'F' is 0, 'M' is 1; 1 is 'yes' */
    MAPPING_FLAG,       /* 1 if the old value is this one, 0 if it is another */
    MAPPING_LINEAR,     /* offset + factor * old value */
    MAPPING_DIGITS      /* some digits of an integer: 19500313 is 1950, 3 and 13 */
};

/* An entry of a dictionary: literals of SQL, each a string in single quotes or a decimal number,
 * with a minus or without. */
struct mapping_entry {
    struct str old, new;
};

struct column_mapping {
    enum mapping_kind kind;

    /* MAPPING_PART: the part-th of n_parts, from 0. Each but the last ends before the next
     * separator; the last is all the rest. The parts that a value lacks are NULL. With `whole`, a
     * text of more or fewer parts is not divided: it is the last part, and the others are NULL. */
    uint32_t part, n_parts;
    struct str separator;
    struct str last; /* the separator before the last part, if it is another one; or ptr NULL */
    bool whole;

    /* MAPPING_DICTIONARY: all old values, each once, and as many different new ones: all texts, or
     * all numbers. Any other value becomes NULL. */
    const struct mapping_entry *entries;
    uint32_t n_entries;

    /* MAPPING_FLAG: a literal. The flags of all values are beside each other. */
    struct str value;

    /* MAPPING_DIGITS: the part-th of n_parts, from 0: this many digits, before `after` others. The
     * first part has all digits on its left too. A text becomes NULL; with `whole` it is all there
     * in each part, and the new columns have no type: under one, '' would be 0. */
    uint32_t digits, after;

    double offset, factor; /* MAPPING_LINEAR: finite; factor is not 0 */
};

/* The value of a literal. */
enum mapping_literal_type { MAPPING_TEXT, MAPPING_INTEGER, MAPPING_REAL };

struct mapping_literal {
    enum mapping_literal_type type;
    struct str text; /* without its quotes, in which quotes stay doubled */
    int64_t integer;
    double real; /* of an integer too */
};

/* False if `literal` is anything else; a space or a comment beside it is enough. The text is a view
 * of it. */
bool mapping_literal_read(struct str literal, struct mapping_literal *out);

/* NULL stays NULL under every mapping. Texts are compared byte by byte. */

/* Why `m` is not valid (a limit is passed, a literal is malformed …), or NULL if it is. A valid
 * mapping can be written as SQL. */
const char *column_mapping_problem(const struct column_mapping *m);

/* Is `m` part `i` of `n` that divide a value as the first part, `first`, does? */
bool column_mapping_is_part(const struct column_mapping *first, const struct column_mapping *m,
                            uint32_t i, uint32_t n);

/* What stands after part `i`. */
struct str column_mapping_separator(const struct column_mapping *m, uint32_t i);

/* The declared type of the new values: "TEXT", "INTEGER", "REAL" or "NUMERIC"; NULL for none. */
const char *column_mapping_type(const struct column_mapping *m);

/* The new value as an SQL expression, not cast to its type; `value` is the old value as SQL. */
void column_mapping_put(struct buf *out, const struct column_mapping *m, struct str value);

/* A literal that a query compares a column with. */
struct mapped_value {
    struct str text; /* of a string without its quotes, in which quotes stay doubled; of a number as
                        written */
    char quote;      /* 0 for a number */
    bool negative;
};

struct sql_expr;
struct sql_resolution;

/* False if `x` is not a string or number. In double quotes, a name that no column has is a string.
 */
bool mapped_value_read(const struct sql_resolution *r, const struct sql_expr *x,
                       struct mapped_value *out);

/* Is it the value of `literal`? Numbers may be written as strings. */
bool mapped_value_is(const struct mapped_value *v, struct str literal);

/* The new value as SQL, in `a`. False if the mapping has none: a missing entry, another number of
 * parts, not a number. Flags never have one. */
bool mapped_value_new(struct arena *a, const struct mapped_value *v, const struct column_mapping *m,
                      struct str *out);

/* A copy in `a`. */
const struct column_mapping *column_mapping_keep(struct arena *a, const struct column_mapping *m);

/* `h`, combined with all that the mapping says. */
uint64_t column_mapping_hash(uint64_t h, const struct column_mapping *m);

#endif
