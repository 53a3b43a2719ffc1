/* predictions.h: what a system answered to the seeds and cases of a suite, in memory and as a file.
 */
#ifndef TEQL_SUITE_PREDICTIONS_H
#define TEQL_SUITE_PREDICTIONS_H

#include "base/file.h"
#include "suite/answer_lines.h"
#include "suite/suite.h"

/* In memory */

struct predictions {
    struct arena arena;
    const struct suite *suite;
    const struct answer **seeds; /* by place in the suite, or NULL */
    const struct answer **cases; /* in the same array, after the seeds */
    struct answer **last;        /* likewise: the last answer to the same question */
    struct name_map places;      /* of cases, by id */
};

/* None yet. The suite must outlive them. */
void predictions_begin(struct predictions *p, const struct suite *s);
void predictions_release(struct predictions *p);

/* Add an answer, in any order; one whose id the suite does not have is ignored. Its text is copied.
 */
void predictions_add(struct predictions *p, const struct answer *answer);

/* Add the answer to the question at that place: seeds first, then cases. */
void predictions_put(struct predictions *p, uint64_t place, const struct answer *answer);

/* What an answer of that id is to; *seed is then the number. */
enum answer_target { TO_CASE, TO_SEED, TO_NOTHING };
enum answer_target answer_target(struct str id, uint32_t *seed);

/* As a file */

struct predictions_writer {
    struct out_file file;
    struct buf lines; /* not yet written */
};

/* On failure there is nothing to discard. */
MUST_USE enum status predictions_writer_open(struct predictions_writer *w, const char *path,
                                             struct err *e);
MUST_USE enum status predictions_writer_add(struct predictions_writer *w,
                                            const struct answer *answer, struct err *e);

/* Add an answer that is a line already, without its newline. */
MUST_USE enum status predictions_writer_add_line(struct predictions_writer *w, struct str line,
                                                 struct err *e);

/* Put the file in place, whole and on disk. */
MUST_USE enum status predictions_writer_commit(struct predictions_writer *w, struct err *e);

/* Does nothing after a commit, whether or not that failed. */
void predictions_writer_discard(struct predictions_writer *w);

#endif
