/* schema_writer.h: the schemas that a suite or a training set uses, as its tables.json, and their
 * databases where these are wanted too. */
#ifndef TEQL_SUITE_SCHEMA_WRITER_H
#define TEQL_SUITE_SCHEMA_WRITER_H

#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/out_folder.h"
#include "migration/migration.h"
#include "record/case.h"
#include "record/seed.h"
#include "store/copy_losses.h"

/* A schema that is used, or what a migration makes of it. */
struct schema_use {
    const struct schema *schema;
    const char *database; /* of that schema; NULL if it has none, or if it is not written */
    struct str db_id;
    const struct migration *migration; /* NULL: the schema as it is */
};

struct schema_use schema_use_of_seed(const struct seed *seed);
struct schema_use schema_use_of_case(const struct seed *seed, const struct test_case *c);

/* The schema itself. If a migration makes it, its arrays live in `a`, and *lineage is what
 * migration_schema says; otherwise *lineage is NULL. `lineage` may be NULL. */
struct schema schema_use_get(struct arena *a, const struct schema_use *use,
                             const uint32_t **lineage);

/* How schemas are written. */
struct schema_style {
    bool databases; /* as files, too */
    bool plain;     /* as Spider has them, without lineage and migration */
    bool brief;     /* what migrations make of large ones by what changed (migration_json.h) */
};

struct schema_writer {
    struct out_folder *folder;
    struct schema_style style;
    struct out_file tables;
    struct name_map written;   /* db_ids; case counts */
    struct buf text;           /* the latest entry, with what comes before it */
    struct copy_losses losses; /* what databases that were written do not keep */
};

/* Begin tables.json in the folder, which must stay open as long as this. On failure there is
 * nothing to discard. */
MUST_USE enum status schema_writer_open(struct schema_writer *w, struct out_folder *folder,
                                        struct schema_style style, struct err *e);

/* The schema is used: write it if it was not written yet, which *is_new says. */
MUST_USE enum status schema_writer_add(struct schema_writer *w, const struct schema_use *use,
                                       bool *is_new, struct err *e);

MUST_USE enum status schema_writer_commit(struct schema_writer *w, struct err *e);

/* Does nothing after a commit or on a zeroed struct. */
void schema_writer_discard(struct schema_writer *w);

#endif
