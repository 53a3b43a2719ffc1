/* question_sets.h: questions before and after a change: of a suite or a published set of pairs. A
 * dataset, or a text with a question on each line, has originals only. */
#ifndef TEQL_RATING_QUESTION_SETS_H
#define TEQL_RATING_QUESTION_SETS_H

#include "base/arena.h"
#include "base/err.h"

/* A question that comes from another. */
struct changed_question {
    struct str id; /* of its case, or place in the set */
    struct str relation, text;
    uint32_t original; /* place among the originals */
};

struct question_set {
    struct str name;
    struct str *originals;
    uint32_t n_originals;
    struct changed_question *changed;
    uint32_t n_changed;
    uint64_t unchanged; /* cases whose question is that of the seed; not in the list */
};

/* Read what is at `path`; its content shows what it is. All of it lives in `a`. E_INPUT if it has
 * no questions. */
MUST_USE enum status question_set_read(struct arena *a, const char *path, struct question_set *out,
                                       struct err *e);

/* The same for a suite only. */
MUST_USE enum status question_set_read_suite(struct arena *a, const char *path,
                                             struct question_set *out, struct err *e);

/* Sets that share a name get their paths as names; if these are the same, numbers are added. */
void question_sets_tell_apart(struct arena *a, struct question_set *sets, const char *const *paths,
                              uint32_t n);

#endif
