/* mapped_file.h: a file as text that need not be in memory.
 *
 * A regular file is mapped: its pages come from the disk when they are read, and can be let go once
 * they were. What cannot be mapped, such as a pipe, is read into memory. The text may be read by
 * any number of threads. A file that is made shorter while it is mapped ends the process by SIGBUS
 * when the lost part is read; cli/teql.c says so to the user. teql's own writers put new files in
 * the place of old ones, which does no harm. */
#ifndef TEQL_BASE_MAPPED_FILE_H
#define TEQL_BASE_MAPPED_FILE_H

#include "base/arena.h"
#include "base/err.h"

struct mapped_file {
    struct str text;    /* not NUL-terminated */
    bool mapped;        /* else the text is in `read` */
    size_t page;        /* bytes */
    struct arena *read; /* heap; NULL if it is mapped */
};

/* E_LIMIT if the file is larger than `max`. On failure there is nothing to close. */
MUST_USE enum status mapped_file_open(struct mapped_file *m, const char *path, size_t max,
                                      struct err *e);
void mapped_file_close(struct mapped_file *m);

/* Close it, but let the text live on where it is, in `a`'s care: what is mapped stays mapped until
 * the process ends. For callers that take texts out of a file and keep them. */
void mapped_file_keep(struct mapped_file *m, struct arena *a);

/* The memory of these bytes of the text may go. They can be read again, from the disk. */
void mapped_file_let_go(const struct mapped_file *m, struct str bytes);

/* A reader that goes through a part of the text from its beginning to its end lets go of what it
 * has passed, in steps that are worth a call. */
struct mapped_passage {
    const struct mapped_file *file;
    const char *kept; /* what is before it was let go */
};

struct mapped_passage mapped_passage_from(const struct mapped_file *m, const char *first);

/* Everything before `at` was read. */
void mapped_passage_move(struct mapped_passage *p, const char *at);

#endif
