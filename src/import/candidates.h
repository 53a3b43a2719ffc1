/* candidates.h: other names for columns of a dataset, as ADVETA lists them.
 *
 * The list is one JSON object with an object for each table: `db_id`, `table_name_original`,
 * `header` and `column_names_original` (the columns, in words and as they are called), and `dict`,
 * which has a list of candidates for some of the headers. Whether candidates replace a column or
 * stand beside it is not said. */
#ifndef TEQL_IMPORT_CANDIDATES_H
#define TEQL_IMPORT_CANDIDATES_H

#include "schema/schema.h"

struct column_candidates {
    struct str db_id, table, column; /* as the database calls them */
    const struct str *names;         /* in words */
    uint32_t count;
    uint32_t line; /* of the table's object, from 1 */
};

struct candidate_list {
    struct arena arena;
    struct column_candidates *columns; /* in the order of the file */
    uint32_t count;
};

/* Read the list at `path`. `*found` tells whether the file is one; where it is not, nothing was
 * read, and that is no error. Errors name file and line. Where it fails, or `*found` is false,
 * there is nothing to release. */
MUST_USE enum status candidates_read(struct candidate_list *out, const char *path, bool *found,
                                     struct err *e);
void candidates_release(struct candidate_list *l);

#endif
