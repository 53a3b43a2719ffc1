/* mini.h: bench-mini, the benchmark that is part of the program.
 *
 * The sources are bench-mini/<db_id>.sql (tables and rows) and <db_id>.jsonl (questions and gold
 * queries). Unpacked it is a dataset folder in Spider's format like any other: tables.json,
 * dev.json, dev_gold.sql, and the databases as SQLite files. */
#ifndef TEQL_DATASET_MINI_H
#define TEQL_DATASET_MINI_H

#include "base/err.h"

#include <stdint.h>

/* A hash of the whole benchmark: another program version with other rows has another. */
uint64_t mini_digest(void);

/* Unpack it to `path`, which must not exist; it appears only when whole. */
MUST_USE enum status mini_unpack(const char *path, struct err *e);

#endif
