/* proof.h: is what a case claims of its answer true?
 *
 * The seed's query is run on the original, and the case's on the original as the migration's views
 * show it. Where the claim is that the answer stays, the two must be equal (rows_equal.h); where it
 * is that values are mapped, they must be equal once they went back (store/rows_back.h); where it
 * is that the answer changes, they must differ, and not by the new one being empty. An answer is
 * empty where it has no rows, or one of NULL and 0 only. What cannot be proved is a rejection with
 * its reason, not an error; where the machine fails, nothing is rejected.
 *
 * Without a database the query is run on empty tables of the new schema, which proves no more than
 * that it still means something. Two answers without rows are equal, and prove little more; who
 * wants neither says so (needs_rows). */
#ifndef TEQL_VERIFY_PROOF_H
#define TEQL_VERIFY_PROOF_H

#include "migration/migration.h"
#include "record/case.h"

enum proof_outcome {
#define PROOF(id, name) PROOF_##id,
#include "verify/proof.def"
#undef PROOF
    PROOF_OUTCOMES /* how many there are */
};

/* A short name in lower case, for manifests. */
const char *proof_outcome_name(enum proof_outcome o);

struct proof_limits {
    uint32_t deadline_ms; /* of each run */
    size_t max_rows, max_bytes;
    bool needs_rows;                 /* what is run to prove a case must have rows in its answer */
    uint64_t stored_otherwise_bytes; /* of databases that are also stored in other ways; 0: as many
                                        as that wants (stored_otherwise.h) */
};

/* Reasonable values for all fields. */
extern const struct proof_limits proof_defaults;

/* What is to be proved of a case. */
struct proof_task {
    const char *database; /* path of the seed's; NULL where there is none */
    struct str gold;      /* the seed's query; ptr NULL where there is none: then only what matters
                             to no query, such as an order of tables, is proved, by construction */
    bool ordered;         /* the gold orders its rows */
    const struct schema *schema;       /* of the seed; NULL: chance is not looked for in queries
                                          that change */
    const struct migration *migration; /* NULL: the schema stays */
    enum claim claim;
    struct str changed;              /* the case's own query; ptr NULL where that is the gold */
    bool changed_ordered;            /* it orders its rows; only for CLAIM_CHANGED */
    struct case_condition condition; /* on the original */
};

struct proof {
    enum proof_outcome outcome;
    struct case_proof how; /* of one that is proved */
    struct str message; /* the engine's words, "" where it said nothing; good until the next call */
    bool chance_untried; /* it is proved, but on a database too large, or too slow, to be stored in
                            other ways: the answer may be left to chance */
    uint64_t rows_lost;  /* of a folded table, since nothing refers to them: the case's database has
                            them no more */
};

struct prover; /* of one worker thread: open databases and the answer of the latest gold */

/* One of `workers`, which share what the process may open. */
struct prover *prover_new(const struct proof_limits *limits, uint32_t workers);

/* NULL is allowed. */
void prover_free(struct prover *p);

/* Tasks with one gold should follow each other: its answer on the original is kept until another
 * gold comes. E_HOST where the machine failed: then nothing is proved or rejected. */
MUST_USE enum status prover_prove(struct prover *p, const struct proof_task *task,
                                  struct proof *out, struct err *e);

#endif
