/* review_log.h: reviews.jsonl while somebody reviews: one reviewer at a time, each decision on disk
 * before anything else happens. */
#ifndef TEQL_REVIEW_REVIEW_LOG_H
#define TEQL_REVIEW_REVIEW_LOG_H

#include "base/buf.h"
#include "suite/reviews.h"

struct review_log {
    const char *path; /* not owned */
    int fd;           /* holds the lock, too */
    struct buf line;  /* being written */
};

/* Open or create the file at `path`, the reviews.jsonl of the suite, and read it into `r`. A last
 * line that was cut short is removed. E_IO where another reviewer has it. On failure there is
 * nothing to close, and `r` is empty. */
MUST_USE enum status review_log_open(struct review_log *l, const char *path, const struct suite *s,
                                     struct reviews *r, struct err *e);
void review_log_close(struct review_log *l);

/* Append a line, and see that it is on disk. On failure the file is as it was. */
MUST_USE enum status review_log_add(struct review_log *l, const struct review *it, struct err *e);

#endif
