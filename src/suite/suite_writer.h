/* suite_writer.h: a suite folder in the making, whole or not there (out_folder.h). */
#ifndef TEQL_SUITE_SUITE_WRITER_H
#define TEQL_SUITE_SUITE_WRITER_H

#include "base/file.h"
#include "base/out_folder.h"
#include "suite/schema_writer.h"
#include "suite/spider_export.h"
#include "suite/suite.h"

/* What is written besides seeds, cases and schemas. */
struct suite_extras {
    bool databases; /* the changed databases too, as files */
    bool spider;    /* spider/dev.json and spider/tables.json */
};

struct suite_writer {
    struct suite_extras extras;
    struct out_folder folder;
    struct out_file seeds, cases;
    struct schema_writer schemas; /* tables.json, and databases */
    struct spider_export spider;  /* zeroed unless asked for */
    struct buf text;              /* being written */
    struct arena scratch;
};

/* `path` must not exist, or be an empty folder. On failure there is nothing to discard. */
MUST_USE enum status suite_writer_open(struct suite_writer *w, const char *path,
                                       const struct suite_extras *extras, struct err *e);

/* A seed with its cases, and the schemas and databases that are new with them. Seeds come in their
 * order. */
MUST_USE enum status suite_writer_add(struct suite_writer *w, const struct seed *seed,
                                      const struct test_case *cases, uint32_t n_cases,
                                      struct err *e);

/* Write manifest.json and put the suite in place. */
MUST_USE enum status suite_writer_commit(struct suite_writer *w, struct str manifest,
                                         struct err *e);

/* Remove what was written. Does nothing after a commit, whether or not that failed. */
void suite_writer_discard(struct suite_writer *w);

#endif
