/* kept_answers.h: the cache of a run that asks somebody, and what is told of it. */
#ifndef TEQL_SYSTEM_KEPT_ANSWERS_H
#define TEQL_SYSTEM_KEPT_ANSWERS_H

#include "base/listener.h"
#include "system/answer_cache.h"

/* Begins zeroed. */
struct kept_answers {
    struct answer_cache cache;
    bool open; /* else nothing is kept */
};

/* Open the file at `path`; NULL for none. Lines in it that are no answers are told. With
 * `retry_errors` those that are errors are asked again. */
MUST_USE enum status kept_answers_open(struct kept_answers *k, const char *path, bool retry_errors,
                                       const struct listener *l, struct err *e);

/* So many known answers were no more than refusals of a server (answer_is_refusal): say so, and
 * what to do. */
void kept_answers_tell_refusals(const struct kept_answers *k, const struct listener *l, uint64_t n);

/* After a run that ended with `status`: tell whoever stopped it, or put the system right, what is
 * there to go on with. `because` says why nothing is kept, where nothing is: ", as --no-cache
 * says". */
void kept_answers_tell(const struct kept_answers *k, const struct listener *l, enum status status,
                       const char *because);

/* Close the file after a run that ended with `so_far`, which is returned unless closing fails too.
 */
MUST_USE enum status kept_answers_close(struct kept_answers *k, enum status so_far, struct err *e);

#endif
