/* answer_mapping.h: how the answer to a query over mapped columns goes back to the old values.
 *
 * A query over the new schema of a migration may give mapped columns as they are: a year of birth,
 * a first name and a last name beside it. Each column of its answer says how it goes back: to an
 * age, to one name. What the query computes itself, such as 2020 - birth_year, stays as it is. */
#ifndef TEQL_MIGRATION_ANSWER_MAPPING_H
#define TEQL_MIGRATION_ANSWER_MAPPING_H

#include "migration/migration.h"

enum answer_form {
    ANSWER_AS_IS,
    ANSWER_ENTRY,  /* a value of a dictionary, or the least or largest */
    ANSWER_LINEAR, /* a number, or the least, the largest or the average of such; their sum where
                      the offset is 0 */
    ANSWER_PARTS,  /* all parts of a text, in their order */
    ANSWER_FLAGS   /* the flags of all values */
};

/* A column of the answer that went back; it comes from one or several beside each other. */
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

/* Of `sql`, a query over `s`, which is the new schema of `m`. False where it cannot be read. Lives
 * in `a`. Thread-safe. */
MUST_USE bool answer_mapping_of(struct arena *a, const struct migration *m, const struct schema *s,
                                struct str sql, struct answer_mapping *out);

#endif
