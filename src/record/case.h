/* case.h: a seed that was changed, and what is claimed of its answer. A line of cases.jsonl.
 *
 * A relation makes it, the proof confirms its claim, the suite keeps it, the system answers it, and
 * the verdict says whether the claim holds for the answer. Code after the relation knows claims,
 * not relations. */
#ifndef TEQL_RECORD_CASE_H
#define TEQL_RECORD_CASE_H

#include "record/overlap.h"
#include "schema/schema.h"

/* The one place in which a query changes, so that it can be found in other queries, too: in the
 * gold, and in what a system answered to the same question. "count(*) > 3 becomes count(*) >= 3" is
 * an edit; the query around it is not part of it. */
enum edit_kind {
    EDIT_NONE,
    EDIT_OPERATOR,  /* of a comparison: > becomes <= */
    EDIT_DIRECTION, /* of ORDER BY: asc becomes desc */
    EDIT_VALUE,     /* that something is compared with: 'France' becomes 'Italy' */
    EDIT_LIMIT      /* the number of rows: 3 becomes 5 */
};

struct query_edit {
    enum edit_kind what;
    struct str on;       /* what is compared or ordered, in the words of edit_places: "singer.age",
                            "count(*)", "avg(singer.age)"; empty for EDIT_LIMIT */
    struct str from, to; /* an operator, "asc" or "desc", or a literal of SQL */
};

/* What becomes of the answer when the seed becomes the case. */
enum claim {
    CLAIM_SAME,   /* it stays */
    CLAIM_MAPPED, /* it stays, but values look different: the migration's mappings undo that */
    CLAIM_CHANGED /* it becomes that of the case's own query */
};

enum proof_by {
    PROOF_BY_NOTHING, /* nothing was tried */
    PROOF_BY_EXECUTION,
    PROOF_BY_SCHEMA,      /* without a database, on empty tables */
    PROOF_BY_CONSTRUCTION /* only the question changed, and the gold runs; or there is no gold */
};

/* How the claim was proved, and the answer that proved it. */
struct case_proof {
    enum proof_by by;
    uint64_t rows;   /* of the answer; 0 if nothing was run */
    uint64_t digest; /* of the answer */
};

/* Equal answers without rows prove little: many wrong queries find no rows either. */
static inline bool case_proved_on_empty(const struct case_proof *p)
{
    return p->by == PROOF_BY_EXECUTION && p->rows == 0;
}

struct migration;

/* A query, and whether it must find rows or none. */
struct case_condition {
    struct str query; /* ptr NULL: there is no condition */
    bool finds;
};

struct test_case {
    struct str id;        /* "0-PI-3" */
    uint32_t seed_number; /* of the dataset */
    uint32_t seed;        /* place in the suite's seeds; not in the file */
    struct str family, relation;
    struct str db_id; /* of the schema it is asked over */
    struct str question;
    struct str query; /* gold, over that schema; or ptr NULL */
    enum claim claim;
    struct query_edit edit;  /* of CLAIM_CHANGED: how its query is made from the seed's; EDIT_NONE
                                if unknown */
    struct str change;       /* what changed, a JSON object that people can read */
    double naturalness;      /* of the question, 0 to 1; negative if it was not measured … */
    double seed_naturalness; /* … and of the seed's */
    struct case_proof proof;
    struct overlap overlap; /* with its seed */

    /* What must hold in the seed's database, or the question does not mean the same as the query.
     * Known only while the case is made. */
    struct case_condition condition;

    /* From the seed's schema to its own; NULL if the schema stays. Known only while the case is
     * made: in a suite it is with the schema. */
    const struct migration *migration;

    /* Its own schema, if that is neither the seed's nor made by a migration; else NULL. Known only
     * while the case is made. */
    const struct schema *schema;
};

extern const struct record CASE_RECORD;
extern const struct name_list EDIT_NAMES;  /* "none", "operator", … */
extern const struct name_list CLAIM_NAMES; /* "same", "mapped", "changed" */

/* A case of which nothing is known: not every unknown is zero. */
extern const struct test_case CASE_EMPTY;

#endif
