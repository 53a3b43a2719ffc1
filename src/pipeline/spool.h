/* spool.h: texts that come in one order and are wanted in another, kept in a file rather than in
 * memory.
 *
 * The file has no name, so it goes with the process, however that ends. A spool belongs to one
 * thread. */
#ifndef TEQL_PIPELINE_SPOOL_H
#define TEQL_PIPELINE_SPOOL_H

#include "base/buf.h"
#include "system/line_map.h"

struct spool {
    int fd;
    struct buf pending; /* added and not yet written */
    uint64_t written;
};

/* Make the file, in TMPDIR or /tmp. Fails as err_io tells. */
MUST_USE enum status spool_open(struct spool *s, struct err *e);

/* Does nothing on a spool that failed to open. */
void spool_close(struct spool *s);

/* Keep `text`, which is not empty; *place is where spool_read finds it. Fails as err_io tells,
 * where the disk is full for example. */
MUST_USE enum status spool_add(struct spool *s, struct str text, struct line_place *place,
                               struct err *e);

/* The text at `place`, in `a`. */
MUST_USE enum status spool_read(struct spool *s, struct line_place place, struct arena *a,
                                struct str *out, struct err *e);

#endif
