/* line_spool.h: lines that come in one order and are wanted in another, in a spool. */
#ifndef TEQL_SYSTEM_LINE_SPOOL_H
#define TEQL_SYSTEM_LINE_SPOOL_H

#include "base/spool.h"
#include "system/line_map.h"

/* Keep `text`, which is not empty; *place is where spool_line finds it. */
MUST_USE enum status spool_add_line(struct spool *s, struct str text, struct line_place *place,
                                    struct err *e);

/* The text at `place`, in `a`. */
MUST_USE enum status spool_line(struct spool *s, struct line_place place, struct arena *a,
                                struct str *out, struct err *e);

#endif
