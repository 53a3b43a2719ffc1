/* answer_mapping.h: how the answer to a query over mapped columns goes back to the old values.
 *
 * A query over the new schema of a migration may return mapped columns as they are: a year of
 * birth, a first name beside a last name. Each column of the answer says how it goes back: to an
 * age, to one name. What the query computes itself, such as 2020 - birth_year, stays as it is. */
#ifndef TEQL_MIGRATION_ANSWER_MAPPING_H
#define TEQL_MIGRATION_ANSWER_MAPPING_H

#include "migration/migration.h"

enum answer_form {
    ANSWER_AS_IS,
    ANSWER_ENTRY,  /* a value of a dictionary, or the least or largest */
    ANSWER_LINEAR, /* a number, or the least, largest or average of such; their sum if the offset
                      is 0 */
    ANSWER_PARTS,  /* all parts of a text, in their order */
    ANSWER_FLAGS,  /* the flags of all values */
    ANSWER_DIGITS  /* all parts of an integer, in their order */
};

/* A column of the answer with old values. It comes from one new column, or several side by side. */
struct answer_column {
    enum answer_form form;
    uint32_t count;                               /* columns that it comes from */
    const struct column_mapping *const *mappings; /* of each; NULL for ANSWER_AS_IS */
};

struct answer_mapping {
    const struct answer_column *columns;
    uint32_t n_columns;
    uint32_t n_results; /* columns of the answer before it goes back: the sum of all counts */
};

/* Of `sql`, a query over `s`, which is the new schema of `m`. False if it cannot be read. Lives in
 * `a`. Thread-safe. */
MUST_USE bool answer_mapping_of(struct arena *a, const struct migration *m, const struct schema *s,
                                struct str sql, struct answer_mapping *out);

#endif
