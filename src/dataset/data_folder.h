/* data_folder.h: the path that --data means, and bench-mini, the benchmark that is part of the
 * program.
 *
 * "mini" is bench-mini. It is unpacked once, below the user's cache folder ($XDG_CACHE_HOME/teql,
 * or
 * ~/.cache/teql), under a name that changes with its content. A folder of one's own named "mini"
 * must be written "./mini".
 *
 * The sources are bench-mini/<db_id>.sql (tables and rows) and <db_id>.jsonl (questions and gold
 * queries). Unpacked it is a dataset folder in Spider's format like any other: tables.json,
 * dev.json, dev_gold.sql, and the databases as SQLite files. */
#ifndef TEQL_DATASET_DATA_FOLDER_H
#define TEQL_DATASET_DATA_FOLDER_H

#include "base/arena.h"
#include "base/err.h"

/* The path that `data` means: `data` itself, or in `a` that of the unpacked benchmark. */
MUST_USE enum status data_folder(struct arena *a, const char *data, const char **out,
                                 struct err *e);

/* A hash of the whole benchmark: it differs between versions of the program with other rows. */
uint64_t mini_digest(void);

/* Unpack the benchmark to `path`, which must not exist. It appears only when it is whole. */
MUST_USE enum status mini_unpack(const char *path, struct err *e);

#endif
