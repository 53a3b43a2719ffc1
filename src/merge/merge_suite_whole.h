/* merge_suite_whole.h: is the folder of a suite all that its manifest counts? Private to merge. */
#ifndef TEQL_MERGE_MERGE_SUITE_WHOLE_H
#define TEQL_MERGE_MERGE_SUITE_WHOLE_H

#include "merge/merge_manifest.h"
#include "merge/merge_set.h"

/* Read the suite at `dir`, whose manifest is `m`, to its end, and Spider's files in it; tell in
 * `out` which seeds it has, and what stands in it. E_INPUT or E_SYNTAX, with the file, where lines
 * are missing or make no sense. */
MUST_USE enum status suite_expect_whole(const char *dir, const struct manifest *m,
                                        struct merge_part *out, struct err *e);

/* The db_id of an entry of tables.json, in `a`. E_SYNTAX or E_INPUT where it has none that could
 * name a folder. */
MUST_USE enum status suite_schema_entry(struct arena *a, struct str entry, struct str *db_id,
                                        struct err *e);

/* Has the suite at `dir` copies of databases? */
MUST_USE enum status suite_has_copies(const char *dir, bool *out, struct err *e);

/* See that there is one for each of its schemas. E_INPUT, with the file, where one is missing or
 * cut; but not for schemas whose original is not among the databases that the manifest names. */
MUST_USE enum status suite_expect_copies(const char *dir, struct err *e);

#endif
