/* suite_writer.h: a suite folder in the making, whole or not there (out_folder.h). */
#ifndef TEQL_SUITE_SUITE_WRITER_H
#define TEQL_SUITE_SUITE_WRITER_H

#include "base/file.h"
#include "base/hash.h"
#include "base/out_folder.h"

struct suite_writer {
    struct out_folder folder;
    struct out_file seeds, cases, tables;
    struct name_map written; /* schemas that are in tables.json, by a hash of their db_id */
};

/* `path` must not exist, or be an empty folder. */
MUST_USE enum status suite_writer_open(struct suite_writer *w, const char *path, struct err *e);

/* Whole lines of seeds.jsonl and cases.jsonl. */
MUST_USE enum status suite_writer_seeds(struct suite_writer *w, struct str lines, struct err *e);
MUST_USE enum status suite_writer_cases(struct suite_writer *w, struct str lines, struct err *e);

/* Is the schema of this db_id in tables.json already? */
bool suite_writer_has(const struct suite_writer *w, struct str db_id);

/* An entry of tables.json whose db_id is new. */
MUST_USE enum status suite_writer_schema(struct suite_writer *w, struct str db_id, struct str json,
                                         struct err *e);

/* Make a folder of that name in the suite; `path` is where it stands until the commit, in `a`. */
MUST_USE enum status suite_writer_folder(struct suite_writer *w, struct arena *a, const char *name,
                                         struct str *path, struct err *e);

/* Where a database of the suite belongs, in the temporary folder; its folder is made. */
MUST_USE enum status suite_writer_database(struct suite_writer *w, struct arena *a,
                                           struct str db_id, struct str *path, struct err *e);

/* Write manifest.json and put the suite in place. */
MUST_USE enum status suite_writer_commit(struct suite_writer *w, struct str manifest,
                                         struct err *e);

/* Remove what was written. Does nothing after a commit. */
void suite_writer_discard(struct suite_writer *w);

#endif
