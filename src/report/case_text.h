/* case_text.h: one case or seed in full, for a terminal. */
#ifndef TEQL_REPORT_CASE_TEXT_H
#define TEQL_REPORT_CASE_TEXT_H

#include "base/buf.h"
#include "score/scores.h"
#include "suite/predictions.h"

struct explained_case {
    const struct verdict *verdict;
    struct str relation;             /* its name; ptr NULL where unknown */
    const struct truths *seed_right; /* is the answer to the seed right? */
    bool seed_flaky;
    const struct seed *seed;
    const struct test_case *asked;
    const struct schema *schema_before, *schema_after; /* of the seed, of the case */
    const struct schema *shown_before, *shown_after;   /* … under the names that a defence showed;
                                                          NULL without a defence, or if unknown */
    const struct migration *migration;                 /* from the one to the other, or NULL */
    const struct answer *before, *after;               /* NULL where nothing was asked */
};

/* The change, both answers, their differences, and the verdict. */
void case_text(struct buf *out, const struct explained_case *c);

/* A seed that was asked. */
struct explained_seed {
    uint32_t place; /* in the scores */
    const struct seed *asked;
    const struct schema *schema, *shown; /* the names that a defence showed, or NULL */
    const struct answer *said;           /* NULL where nothing was asked */
};

/* The question, the answer, and the verdicts of its cases. */
void seed_text(struct buf *out, const struct scores *scores, const struct explained_seed *s);

/* What changed, as people write it: "inserted: Please, at: 0". */
void change_text(struct buf *out, struct arena *a, struct str change);

/* A line with the label and the number of rows, then the first rows of the answer on lines of their
 * own; nothing if they are not known. */
void rows_text(struct buf *out, struct arena *a, const char *label, const struct excerpt *x);

/* Each of the differences of an error on a line. */
void differences_text(struct buf *out, struct arena *a, const struct diagnosis *d);

/* "singer.birth_year = 2020 - age"; ptr NULL if the column is not mapped. `t` is the table of `c`.
 * In `a`, safe to show. */
struct str mapping_text(struct arena *a, const struct migration *m, const struct migration_table *t,
                        const struct migration_column *c);

#endif
