/* side_terms.h: a side of a comparison as a tree of terms. Private to what compares by terms. */
#ifndef TEQL_DIAGNOSIS_SIDE_TERMS_H
#define TEQL_DIAGNOSIS_SIDE_TERMS_H

#include "diagnosis/canon.h"
#include "diagnosis/diagnosis_side.h"

/* What it was that could not be read. */
enum side_fault { SIDE_READ, SIDE_UNPARSABLE, SIDE_UNBOUND };

struct side_terms {
    struct term_tree tree;
    struct sql_resolution names;   /* in the side's own schema */
    const struct lineage *lineage; /* of that schema */
};

/* Parse, bind and make the tree of `side`, with ids of the original schema. Everything lives in `a`
 * and refers to the text. Where it fails, `e` says why. Thread-safe. */
MUST_USE enum side_fault side_terms(struct arena *a, const struct diagnosis_side *side,
                                    enum canon_derived derived, struct side_terms *out,
                                    struct err *e);

#endif
