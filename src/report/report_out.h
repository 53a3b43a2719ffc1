/* report_out.h: a report on its way to memory or to a file.
 *
 * Reports are written to the buffer `text`. Those that have a line for each case pass it on now and
 * then, so that it stays small. */
#ifndef TEQL_REPORT_REPORT_OUT_H
#define TEQL_REPORT_REPORT_OUT_H

#include "base/buf.h"
#include "base/spool.h"

struct report_out {
    struct buf *text;
    struct out_file *file; /* NULL: all of it stays in `text` */
    const char *path;      /* of the file; NULL likewise */
};

/* Write what there is of the text, where that is much. */
MUST_USE enum status report_out_pass(struct report_out *o, struct err *e);

/* Write all of it. */
MUST_USE enum status report_out_flush(struct report_out *o, struct err *e);

#endif
