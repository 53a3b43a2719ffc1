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

/* More than anybody splits a text in, or reads as a list: the SQL grows with them, that of parts
 * twofold with each. */
enum {
    MAPPING_MAX_PARTS = 4,
    MAPPING_MAX_SEPARATOR_BYTES = 16,
    MAPPING_MAX_ENTRIES = 128,
    MAPPING_MAX_LITERAL_BYTES = 200
};

enum mapping_kind {
    MAPPING_PART,       /* one of the texts that a separator divides the old text in */
    MAPPING_DICTIONARY, /* another word for each value: 'F' is 0, 'M' is 1; 1 is 'yes' */
    MAPPING_FLAG,       /* 1 where the old value is this one, 0 where it is another */
    MAPPING_LINEAR      /* offset + factor * old value */
};

/* An entry of a dictionary: literals of SQL, each a string in single quotes or a decimal number,
 * with a minus or without. */
struct mapping_entry {
    struct str old, new;
};

struct column_mapping {
    enum mapping_kind kind;

    /* MAPPING_PART: the part-th of n_parts, from 0. Each but the last ends before the next
     * separator; the last has all the rest. All values have that many parts; the parts that a
     * shorter one lacks are NULL. */
    uint32_t part, n_parts;
    struct str separator;

    /* MAPPING_DICTIONARY: all old values, each once, and as many different new ones: all texts, or
     * all numbers. A value that is not in it becomes NULL. */
    const struct mapping_entry *entries;
    uint32_t n_entries;

    /* MAPPING_FLAG: a literal. The flags of all values stand beside each other. */
    struct str value;

    double offset, factor; /* MAPPING_LINEAR: finite; factor is not 0 */
};

/* What a literal stands for. */
enum mapping_literal_type { MAPPING_TEXT, MAPPING_INTEGER, MAPPING_REAL };

struct mapping_literal {
    enum mapping_literal_type type;
    struct str text; /* without its quotes, in which quotes stay doubled */
    int64_t integer;
    double real; /* of an integer too */
};

/* False where `literal` is anything else, be it only in a space or a comment. The text is a view
 * of it. */
bool mapping_literal_read(struct str literal, struct mapping_literal *out);

/* NULL stays NULL under every mapping. Texts are told apart byte by byte. */

/* Why `m` is no mapping: a limit is passed, a literal is none, …; NULL where it is one. What is one
 * can be written as SQL. */
const char *column_mapping_problem(const struct column_mapping *m);

/* The type of the values that it makes, as SQL declares it: "TEXT", "INTEGER", "REAL", "NUMERIC".
 */
const char *column_mapping_type(const struct column_mapping *m);

/* The new value as an expression of SQL, without its type; `value` is the old value as SQL. */
void column_mapping_put(struct buf *out, const struct column_mapping *m, struct str value);

/* A copy in `a`. */
const struct column_mapping *column_mapping_keep(struct arena *a, const struct column_mapping *m);

/* `h`, combined with all that the mapping says. */
uint64_t column_mapping_hash(uint64_t h, const struct column_mapping *m);

#endif
