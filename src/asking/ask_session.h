/* ask_session.h: a system, the answers of it that are kept, and the names of a defence in front of
 * it, while it is asked one suite or several. */
#ifndef TEQL_ASKING_ASK_SESSION_H
#define TEQL_ASKING_ASK_SESSION_H

#include "asking/defence_names.h"
#include "record/provenance.h"
#include "store/copy_losses.h"
#include "system/answer_cache.h"
#include "system/system.h"

struct ask_session {
    struct system *system;
    struct defence_names *names; /* NULL without a defence */
    struct answer_cache answers; /* closed if answers cost nothing */
    struct copy_losses losses;   /* of the databases that were made for it */
};

/* Prepare the system, find the names of its defence, and open the cache. Nothing is started yet,
 * but a language model may be asked for names. What the job names must stay, but not the list of
 * databases. On failure there is nothing to release. */
MUST_USE enum status ask_session_open(struct ask_session *s, const struct session_job *o,
                                      const struct listener *l, struct err *e);

/* End the system's programs and close the cache after asking that ended with `so_far`, and report
 * what a next run can go on with. Returns `so_far`, or, if that is OK, what went wrong here. */
MUST_USE enum status ask_session_end(struct ask_session *s, const struct listener *l,
                                     enum status so_far, struct err *e);

/* Where its answers come from: spec, settings, and which part of the answers to a suite they are,
 * if `of` is a part of the suite; NULL for the whole. Each question is asked `repeats` times. Texts
 * live in `a`. */
struct provenance ask_session_provenance(const struct ask_session *s, const char *system,
                                         const struct part *of, uint32_t repeats, struct arena *a);

/* Free the system and the names, after ask_session_end. A zeroed session is allowed. */
void ask_session_release(struct ask_session *s);

#endif
