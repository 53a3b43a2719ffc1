/* proof.h: is what a case claims of its answer true?
 *
 * The seed's query is run on the original, and the case's on the original as the migration's views
 * show it. If the claim is that the answer stays, the two must be equal (rows_equal.h); if it is
 * that values are mapped, they must be equal once they are turned back (store/rows_back.h); if it
 * is that the answer changes, they must differ, and the new one must not be empty. An answer is
 * empty if it has no rows, or a single one of NULL and 0 only. A case that cannot be proved is a
 * rejection with its reason, not an error; if the machine fails, nothing is rejected.
 *
 * Without a database the query is run on empty tables of the new schema, which proves only that it
 * still compiles. Two answers without rows are equal, and prove little more. A caller that wants
 * neither sets needs_rows. */
#ifndef TEQL_VERIFY_PROOF_H
#define TEQL_VERIFY_PROOF_H

#include "migration/migration.h"
#include "record/case.h"
#include "record/tally.h"

struct proof_limits {
    uint32_t deadline_ms; /* of each run */
    size_t max_rows, max_bytes;
    bool needs_rows;                 /* what is run to prove a case must have rows in its answer */
    uint64_t stored_otherwise_bytes; /* the largest database that is stored in other ways; 0 for
                                        the default of stored_otherwise.h */
};

/* Reasonable values for all fields. */
extern const struct proof_limits proof_defaults;

/* What is to be proved of a case. */
struct proof_task {
    const char *database; /* path of the seed's, or NULL */
    struct str gold;      /* the seed's query; if ptr is NULL, only changes that matter to no query,
                             such as an order of tables, are proved, by construction */
    bool ordered;         /* the gold orders its rows */
    const struct schema *schema;       /* of the seed; NULL: chance is not looked for in queries
                                          that change */
    const struct migration *migration; /* NULL: the schema stays */
    enum claim claim;
    struct str changed;              /* the case's own query; ptr NULL if that is the gold */
    bool changed_ordered;            /* it orders its rows; only for CLAIM_CHANGED */
    struct case_condition condition; /* on the original */
};

struct proof {
    enum proof_outcome outcome;
    struct case_proof how; /* of one that is proved */
    struct str message; /* of the engine, or ""; good until the next call. With UNTRIED_NOT_COPIED:
                           why the database cannot be copied */
    enum untried untried; /* it is proved, but not with the rows stored in other ways: the answer
                             may be left to chance */
    uint64_t rows_lost; /* rows of a folded table to which nothing refers: the case's database lacks
                           them */
};

struct prover; /* of one worker thread: open databases and the answer of the latest gold */

/* One of `workers`, which share what the process may open. */
struct prover *prover_new(const struct proof_limits *limits, uint32_t workers);

/* NULL is allowed. */
void prover_free(struct prover *p);

/* Tasks with one gold should follow each other: its answer on the original is kept until another
 * gold comes. E_HOST if the machine failed: then nothing is proved or rejected. */
MUST_USE enum status prover_prove(struct prover *p, const struct proof_task *task,
                                  struct proof *out, struct err *e);

#endif
