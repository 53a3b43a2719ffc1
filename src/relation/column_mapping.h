/* column_mapping.h: how the values of a new column come from those of an old one, and back.
 *
 * A column may be replaced by one or several that say the same in another form: a name by its
 * parts, a sex by a flag, an age by a year of birth. A mapping is the declaration of it. From it
 * come the view and the copy (values there), the rewritten query, and the comparison of answers
 * (values back). */
#ifndef TEQL_RELATION_COLUMN_MAPPING_H
#define TEQL_RELATION_COLUMN_MAPPING_H

#include "base/str.h"

#include <stdint.h>

enum mapping_kind {
    MAPPING_PART,       /* one of the texts that a separator divides the old text in */
    MAPPING_DICTIONARY, /* another word for each value: 'F' is 0, 'M' is 1; 1 is 'yes' */
    MAPPING_FLAG,       /* 1 where the old value is this one, 0 where it is another */
    MAPPING_LINEAR      /* offset + factor * old value */
};

/* An entry of a dictionary: literals of SQL. */
struct mapping_entry {
    struct str old, new;
};

struct column_mapping {
    enum mapping_kind kind;

    /* MAPPING_PART: the part-th of n_parts, from 0. Each but the last ends before the next
     * separator; the last has all the rest. All values have that many parts. */
    uint32_t part, n_parts;
    struct str separator;

    /* MAPPING_DICTIONARY: all old values, each once, and as many different new ones. */
    const struct mapping_entry *entries;
    uint32_t n_entries;

    struct str
        value; /* MAPPING_FLAG: a literal. The flags of all values stand beside each other. */

    double offset, factor; /* MAPPING_LINEAR; factor is not 0 */
};

#endif
