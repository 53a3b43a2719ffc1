/* spool.h: text that waits in a file rather than in memory, until all of it is there.
 *
 * The file has no name, so it goes with the process, however that ends. A spool belongs to one
 * thread. */
#ifndef TEQL_BASE_SPOOL_H
#define TEQL_BASE_SPOOL_H

#include "base/buf.h"
#include "base/file.h"

struct spool {
    int fd;
    char *name;         /* in messages: it says which disk it is on; heap */
    struct buf pending; /* added and not yet written */
    uint64_t written;
};

/* Make the file, on the disk of the file `beside`; NULL for the folder of temporaries. E_IO or
 * E_HOST on failure. */
MUST_USE enum status spool_open(struct spool *s, const char *beside, struct err *e);

/* Does nothing on a spool that failed to open. */
void spool_close(struct spool *s);

/* Add `text` at the place that spool_length returned before. Fails if the disk is full, for
 * example. */
MUST_USE enum status spool_add(struct spool *s, struct str text, struct err *e);
uint64_t spool_length(const struct spool *s);

/* Write what was added, for callers that read `fd`. */
MUST_USE enum status spool_flush(struct spool *s, struct err *e);

/* Write `len` bytes from `at` on to `out`. */
MUST_USE enum status spool_copy(struct spool *s, uint64_t at, uint64_t len, struct out_file *out,
                                struct err *e);

#endif
