/* ask_batches.h: the suite that is asked, in parts that are in memory while it is their turn.
 *
 * Parts of a suite in files are opened in the order of asking, and closed when all that was asked
 * of them is answered. While an answer is awaited, the parts behind are asked already, so that a
 * system never runs dry at the end of a part; one slow answer holds one part. A suite in memory is
 * one part, which is never closed.
 *
 * Questions have places, as ask_sequence.h tells. Belongs to the thread that asks; what was opened
 * may be read by others. */
#ifndef TEQL_ASKING_ASK_PARTS_H
#define TEQL_ASKING_ASK_PARTS_H

#include "asking/defend.h"
#include "suite/suite_survey.h"

/* So many are in memory at most. If all but the latest wait for a slow answer, the rest waits with
 * them. */
enum { ASK_BATCHES_OPEN = 8 };

struct ask_batch {
    struct suite *suite;
    struct suite read;               /* the same, where it is of files */
    struct defence *defence;         /* in front of it; NULL for none */
    struct arena texts;              /* of requests */
    struct place_range seeds, cases; /* what it has of all */
    uint32_t number;                 /* no part before has had it */
    uint32_t under_way;              /* requests without an answer */
};

struct ask_batches {
    struct suite *memory;       /* NULL where the suite is in … */
    struct suite_survey *files; /* … NULL where it is in memory */
    const struct suite_outline *outline;
    struct suite_outline own; /* the same, of a suite in memory */
    const struct defence_names *names;
    struct suite databases; /* of files, for a defence */
    uint32_t *ends;         /* heap: of each part, the place behind its last seed */
    uint32_t n_parts;
    struct ask_batch *open[ASK_BATCHES_OPEN]; /* the latest last: that one need not be under way */
    uint32_t n_open, n_opened;
};

/* Of a suite in memory, or in files from which a shard was taken if any. A part has so many cases
 * at least, or seeds; 0 for a size that is good to work on. The suite must stay. */
void ask_batches_init(struct ask_batches *p, struct suite *memory, struct suite_survey *files,
                      uint32_t part_cases);
void ask_batches_release(struct ask_batches *p);

/* The schemas of the databases that the seeds are about. The list is in `a`, they live with `p`. */
MUST_USE enum status ask_batches_databases(struct ask_batches *p, struct arena *a,
                                           struct schema_list *out, struct err *e);

/* From now on `names` stand in front of the system; they must stay. NULL for none. To be called
 * before the first part is opened. */
void ask_batches_defend(struct ask_batches *p, const struct defence_names *names);

/* The part that has the question at that place. It is opened where it is not; *out is NULL where
 * too many are: then an answer must come before. It is good until the next call, or as long as it
 * has requests under way. */
MUST_USE enum status ask_batches_open(struct ask_batches *p, uint32_t place, struct ask_batch **out,
                                      struct err *e);

/* The request of that question, in `a` or with the part. */
MUST_USE enum status ask_batch_request(const struct ask_batches *p, struct ask_batch *part,
                                       uint32_t place, struct arena *a, struct ask_request *out,
                                       struct err *e);

/* A request is under way; it is answered. */
void ask_batch_begin(struct ask_batch *part);
void ask_batches_end(struct ask_batches *p, struct ask_batch *part);

/* The part of a request that is under way. On any thread. */
struct ask_batch *ask_batches_of(const struct ask_batches *p, const struct ask_request *r);

#endif
