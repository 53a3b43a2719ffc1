/* ask_batches.h: the suite that is asked, in batches that are in memory while it is their turn.
 *
 * Batches of a suite in files are opened in the order of asking, and closed when all of their
 * questions are answered. While an answer is awaited, questions of the next batches are asked, so
 * that a system never waits at the end of a batch; one slow answer keeps one batch open. A suite in
 * memory is one batch, which is never closed.
 *
 * Questions have places (ask_sequence.h). Belongs to the thread that asks; what was opened may be
 * read by others. */
#ifndef TEQL_ASKING_ASK_BATCHES_H
#define TEQL_ASKING_ASK_BATCHES_H

#include "asking/defend.h"
#include "suite/suite_survey.h"

/* At most this many are in memory. If all but the latest wait for a slow answer, the rest waits
 * with them. */
enum { ASK_BATCHES_OPEN = 8 };

struct ask_batch {
    struct suite *suite;
    struct suite read;               /* the same, if it is of files */
    struct defence *defence;         /* in front of it; or NULL */
    struct arena texts;              /* of requests */
    struct place_range seeds, cases; /* what it has of all */
    uint32_t number;                 /* no batch before has had it */
    uint32_t under_way;              /* requests without an answer */
};

struct ask_batches {
    struct suite *memory;       /* NULL if the suite is in … */
    struct suite_survey *files; /* … NULL if it is in memory */
    const struct suite_outline *outline;
    struct suite_outline own; /* the same, of a suite in memory */
    const struct defence_names *names;
    struct suite databases; /* of files, for a defence */
    uint32_t *ends;         /* heap: of each batch, the place after its last seed */
    uint32_t n_batches;
    struct ask_batch *open[ASK_BATCHES_OPEN]; /* the latest last: that one need not be under way */
    uint32_t n_open, n_opened;
};

/* Of a suite in memory, or in files from which a shard was taken if any. A batch has at least
 * `cases` cases or seeds; 0 for the usual size. The suite must outlive `p`. */
void ask_batches_init(struct ask_batches *p, struct suite *memory, struct suite_survey *files,
                      uint32_t cases);
void ask_batches_release(struct ask_batches *p);

/* The schemas of the databases that the seeds are about. The list is in `a`, they live with `p`. */
MUST_USE enum status ask_batches_databases(struct ask_batches *p, struct arena *a,
                                           struct schema_list *out, struct err *e);

/* Put the names in front of the system, or none (NULL); they must outlive `p`. To be called before
 * the first batch is opened. */
void ask_batches_defend(struct ask_batches *p, const struct defence_names *names);

/* The batch that has the question at that place, opened if it is not. *out is NULL if too many are
 * open: then an answer must come first. It is good until the next call, or as long as it has
 * requests under way. */
MUST_USE enum status ask_batches_open(struct ask_batches *p, uint32_t place, struct ask_batch **out,
                                      struct err *e);

/* The request of that question, in `a` or with the batch. */
MUST_USE enum status ask_batch_request(const struct ask_batches *p, struct ask_batch *batch,
                                       uint32_t place, struct arena *a, struct ask_request *out,
                                       struct err *e);

/* A request is under way; it is answered. */
void ask_batch_begin(struct ask_batch *batch);
void ask_batches_end(struct ask_batches *p, struct ask_batch *batch);

/* The batch of a request that is under way. On any thread. */
struct ask_batch *ask_batches_of(const struct ask_batches *p, const struct ask_request *r);

/* The schema that the request is asked over. On any thread: it was made with the request. */
MUST_USE enum status ask_batches_schema(const struct ask_batches *p, const struct ask_request *r,
                                        const struct suite_schema **out, struct err *e);

/* Fill in id, seed, database, question and schema of the question at `place` of the suite (seeds
 * first, then cases); the rest is zeroed. `d` is in front of the system, or is NULL. Id and
 * evidence may live in `a`, all else lives in the suite or the defence. */
MUST_USE enum status request_of(struct suite *s, struct defence *d, uint32_t place, struct arena *a,
                                struct ask_request *out, struct err *e);

#endif
