/* sure.h: calls that fail only if the machine fails, which ends the test. */
#ifndef TEQL_TESTS_SUPPORT_SURE_H
#define TEQL_TESTS_SUPPORT_SURE_H

#include "nlidb/keyword.h"
#include "unit.h"
#include "verify/proof.h"

static inline void sure_query(struct database *d, struct str sql, const struct query_limits *limits,
                              struct arena *a, struct query_result *out)
{
    struct err e;
    assert_int_equal(database_query(d, sql, limits, a, out, &e), OK);
}

static inline struct proof sure_proof(struct prover *p, const struct proof_task *task)
{
    struct proof proof;
    struct err e;
    assert_int_equal(prover_prove(p, task, &proof, &e), OK);
    return proof;
}

static inline struct keyword_index *sure_index(const struct lexicon *l, const struct schema *s,
                                               struct database *db)
{
    struct keyword_index *index;
    struct err e;
    assert_int_equal(keyword_index_new(l, s, db, &index, &e), OK);
    return index;
}

#endif
