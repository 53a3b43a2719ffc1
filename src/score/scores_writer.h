/* scores_writer.h: scores.json written part by part.
 *
 * The file begins with the summary, and has all seeds before all cases. So what is added waits in
 * spools (spool.h) until all of it is there. */
#ifndef TEQL_SCORE_SCORES_WRITER_H
#define TEQL_SCORE_SCORES_WRITER_H

#include "base/spool.h"
#include "score/scores.h"

struct scores_writer {
    struct spool seeds, cases;
    struct buf lines;
};

/* For the file at `path`. On failure there is nothing to close. */
MUST_USE enum status scores_writer_open(struct scores_writer *w, const char *path, struct err *e);
void scores_writer_close(struct scores_writer *w);

/* The verdicts that are in memory in `part`, behind those before. */
MUST_USE enum status scores_writer_add(struct scores_writer *w, const struct scores *part,
                                       struct err *e);

/* Write all to `f`, with the head of `head`; `summary` is JSON that goes in as it is, or has a NULL
 * ptr. */
MUST_USE enum status scores_writer_finish(struct scores_writer *w, const struct scores *head,
                                          struct str summary, struct out_file *f, struct err *e);

#endif
