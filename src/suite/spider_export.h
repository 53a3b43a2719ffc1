/* spider_export.h: a suite's cases as Spider's own files, for readers written for Spider.
 *
 * spider/dev.json is an array with an object for each case, in the order of cases.jsonl;
 * spider/tables.json has the schemas without their lineage. The seeds are not in dev.json: they are
 * in the dataset, and a reader that scores dev.json would count them as cases. A case whose gold is
 * outside Spider's grammar, or that has none, has no `sql` and is left out. Both files are written
 * in the suite's temporary folder, so they appear with the suite or not at all. */
#ifndef TEQL_SUITE_SPIDER_EXPORT_H
#define TEQL_SUITE_SPIDER_EXPORT_H

#include "base/file.h"
#include "base/out_folder.h"
#include "spider/entries.h"

struct spider_export {
    struct out_file dev, tables;
    struct spider_entries pending; /* of dev.json, not yet written */
    uint64_t cases, schemas;       /* so far */
    uint64_t left_out;             /* cases */
};

/* Begin the files in the folder, which must stay open as long as this. On failure there is nothing
 * to discard. */
MUST_USE enum status spider_export_open(struct spider_export *x, struct out_folder *suite,
                                        struct err *e);

/* A case that asks `question` of `s`; `query` has a NULL ptr if there is no gold. Scratch goes to
 * `a`. */
MUST_USE enum status spider_export_case(struct spider_export *x, struct arena *a,
                                        const struct schema *s, struct str question,
                                        struct str query, struct err *e);

/* A schema that is new to the suite. */
MUST_USE enum status spider_export_schema(struct spider_export *x, const struct schema *s,
                                          struct err *e);

/* End both files; to be done before the suite is put in place. */
MUST_USE enum status spider_export_commit(struct spider_export *x, struct err *e);

struct suite;

/* Write spider/dev.json of a suite that has one anew: with the cases and questions that it has now
 * (reviews.h). Whole or not at all. */
MUST_USE enum status spider_export_again(struct suite *s, struct err *e);

/* Does nothing after a commit or on a zeroed struct. */
void spider_export_discard(struct spider_export *x);

#endif
