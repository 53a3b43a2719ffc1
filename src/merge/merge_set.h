/* merge_set.h: all parts of one thing, in their order. Private to merge. */
#ifndef TEQL_MERGE_MERGE_SET_H
#define TEQL_MERGE_MERGE_SET_H

#include "base/digest.h"
#include "merge/merge.h"

/* The seeds that a part has. */
struct seed_span {
    uint64_t count;
    uint32_t first, last; /* numbers; of a part that has seeds, and tells them */
    bool numbered;        /* it does */
};

/* What stands in a part, for files that must be about the same. */
struct merge_contents {
    uint64_t cases;
    struct digest ids;  /* of all seeds and cases in their order; of suites and scores */
    struct str answers; /* a digest; of predictions and scores, empty where unknown */
};

struct merge_part {
    const char *path;
    struct part part;
    struct seed_span seeds;
    struct merge_contents has;
};

struct merge_set {
    struct arena arena;
    struct merge_part *parts; /* by number */
    uint32_t count;
};

/* What can be merged. */
struct merge_kind {
    const char *name;
    bool anonymous; /* its parts do not say which they are, and any of them can be joined */

    /* Fill in which part is at `path`, of nothing for what is whole or anonymous, and its seeds.
     * E_INPUT or E_SYNTAX where it was not written to its end. Text lives in `a`. */
    enum status (*look)(struct arena *a, const char *path, struct merge_part *out, struct err *e);

    /* Do parts that are each whole fit together? NULL where nothing is left to see. */
    enum status (*agree)(const struct merge_set *set, struct err *e);

    /* Write what they are parts of. */
    enum status (*join)(const struct merge_set *set, const struct merge_job *o,
                        const struct listener *l, struct err *e);
};

extern const struct merge_kind MERGE_TEST, MERGE_SUITE, MERGE_MANIFEST, MERGE_PREDICTIONS,
    MERGE_SCORES, MERGE_ANSWERS;

/* Of what kind is the thing at `path`? E_INPUT where it is none that can be merged. */
MUST_USE enum status merge_kind_of(const char *path, const struct merge_kind **out, struct err *e);

/* Look at one, and see that it has as many seeds as it says. Errors name a file. `path` must stay.
 */
MUST_USE enum status merge_part_look(const struct merge_kind *kind, struct arena *a,
                                     const char *path, struct merge_part *out, struct err *e);

/* Look at all parts, see that they are all there is of one thing, and put them in order. Release
 * the set in any case. */
MUST_USE enum status merge_set_open(struct merge_set *s, const struct merge_kind *kind,
                                    char *const *paths, uint32_t n, struct err *e);
void merge_set_release(struct merge_set *s);

/* Step by step: room for `n` parts; a part that is there; do they belong together, whatever is
 * missing? Then they are in order. */
void merge_set_begin(struct merge_set *s, uint32_t n);
MUST_USE enum status merge_set_add(struct merge_set *s, const struct merge_kind *kind,
                                   const char *path, struct err *e);
MUST_USE enum status merge_set_check(struct merge_set *s, const struct merge_kind *kind,
                                     struct err *e);

/* The numbers that are not there, of parts in order: "3,7-9". In `a`. */
struct str merge_set_missing(const struct merge_set *s, struct arena *a);

#endif
