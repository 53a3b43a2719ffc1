/* dataset.h: seeds: questions with their schema, and if known with gold query and database.
 *
 * A dataset is read-only once loaded and may be shared by threads. */
#ifndef TEQL_DATASET_DATASET_H
#define TEQL_DATASET_DATASET_H

#include "dataset/layout.h"
#include "record/seed.h"

/* A database that a dataset asks about. */
struct dataset_subject {
    const struct schema *schema;
    struct str database; /* its path; ptr NULL if there is none */
};

struct dataset {
    struct arena arena;
    struct schema_set schemas;
    struct seed *seeds;
    uint32_t n_seeds;
    struct dataset_subject
        *subjects; /* those of the seeds, in their order; without questions, all */
    uint32_t n_subjects;
    uint32_t n_questions;          /* of the file: the seeds, and those set aside */
    uint32_t unanswerable;         /* questions set aside because no query answers them */
    uint32_t several, other_golds; /* seeds with several gold queries, and those not used */
    const char *questions;         /* the file that they come from; NULL if there is none */
    const char *databases;         /* a folder of databases, or one; it may be absent */
    const char *beside;            /* another folder, for those that are not there; or NULL */
    struct str *bare; /* db_ids of databases without tables, in the order of the data */
    uint32_t n_bare;
    uint32_t n_skipped;    /* questions set aside because they are about these */
    struct str *originals; /* by subject: the path of the database of which its own is a sample, or
                              ptr NULL; NULL if nothing was sampled */
    uint32_t sample_rows;  /* rows of each table to be kept; 0 if nothing was sampled */
};

/* Read what `from` names: schemas, from tables.json and the databases, and questions (questions.h).
 * Without tables.json the databases say all; else they add what it lacks, above all types and keys.
 * SQLite's own tables are always left out. With only one database, questions need no db_id.
 * Questions that are said to have no answer are set aside; if null says so, only if others have a
 * query. If there are no questions, and `from` needs none, there are no seeds. A database without
 * tables is skipped, with the questions about it; E_SCHEMA if there are no others. Errors name file
 * and line. On failure there is nothing to release. */
MUST_USE enum status dataset_load(struct dataset *d, const struct dataset_source *from,
                                  struct err *e);
void dataset_release(struct dataset *d);

/* Read a system's SQL, one line for each question of the file in their order, into the `reads` of
 * the seeds. */
MUST_USE enum status dataset_load_reads(struct dataset *d, const char *path, struct err *e);

/* A hash of all questions, queries and names of the schemas. */
uint64_t dataset_digest(const struct dataset *d);

#endif
