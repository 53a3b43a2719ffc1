/* dataset.h: seeds: questions with their schema, and where known gold query and database.
 *
 * A dataset is read-only once loaded and may be shared by threads. */
#ifndef TEQL_DATASET_DATASET_H
#define TEQL_DATASET_DATASET_H

#include "dataset/layout.h"
#include "record/seed.h"

/* A database that a dataset asks about. */
struct dataset_subject {
    const struct schema *schema;
    struct str database; /* its path; ptr NULL where there is none */
};

struct dataset {
    struct arena arena;
    struct schema_set schemas;
    struct seed *seeds;
    uint32_t n_seeds;
    struct dataset_subject *subjects; /* those of the seeds, in their order; without questions, all
                                         that there are */
    uint32_t n_subjects;
    uint32_t n_questions;          /* of the file: the seeds, and those set aside */
    uint32_t unanswerable;         /* questions set aside, since no query answers them */
    uint32_t several, other_golds; /* seeds with several gold queries, and those not used */
    const char *databases;         /* where they are: a folder, or one database; it may be absent */
    const char *beside;            /* where those are that are not there; NULL for nowhere */
    struct str *bare; /* db_ids of databases that have no tables, in the order of the data */
    uint32_t n_bare;
    uint32_t n_skipped;    /* questions set aside, since they are about these */
    struct str *originals; /* by subject: the path of what its database is a sample of, ptr NULL
                              where it is none; NULL where nothing was sampled */
    uint32_t sample_rows;  /* that were to be kept of each table; 0 where nothing was sampled */
};

/* Read what `from` names: schemas, from tables.json and the databases, and questions (questions.h).
 * Where tables.json is absent, the databases say all; where it is there, they say what it lacks,
 * types and keys above all. SQLite's own tables are left out, whoever lists them. Where there is
 * one database only, questions need no db_id. Questions that are said to have no answer are set
 * aside; where null says it, only if others have a query. Where there are no questions, and `from`
 * needs none, there are no seeds. A database without tables is skipped, with the questions about
 * it, unless there are no others: that is E_SCHEMA. Errors name file and line. */
MUST_USE enum status dataset_load(struct dataset *d, const struct dataset_source *from,
                                  struct err *e);
void dataset_release(struct dataset *d);

/* Read a system's SQL, one line for each question of the file in their order, into the `reads` of
 * the seeds. */
MUST_USE enum status dataset_load_reads(struct dataset *d, const char *path, struct err *e);

/* A hash of all questions, queries and names of the schemas: changes when any of them does. */
uint64_t dataset_digest(const struct dataset *d);

#endif
