/* report_out.h: a report that is written to memory or to a file.
 *
 * Reports are written to the buffer `text`. Reports with a line for each case pass it on to the
 * file from time to time, so that it stays small. */
#ifndef TEQL_REPORT_REPORT_OUT_H
#define TEQL_REPORT_REPORT_OUT_H

#include "base/buf.h"
#include "base/spool.h"

struct report_out {
    struct buf *text;
    struct out_file *file; /* NULL: everything stays in `text` */
    const char *path;      /* of the file; NULL without one */
};

/* Write the text to the file if there is much of it. */
MUST_USE enum status report_out_pass(struct report_out *o, struct err *e);

/* Write all of it. */
MUST_USE enum status report_out_flush(struct report_out *o, struct err *e);

#endif
