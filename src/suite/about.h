/* about.h: the file beside predictions that says where they come from. */
#ifndef TEQL_SUITE_ABOUT_H
#define TEQL_SUITE_ABOUT_H

#include "base/err.h"
#include "record/provenance.h"

/* What is appended to the path of the predictions. */
#define ABOUT_SUFFIX ".about"

/* Write what is known of the predictions at `path`, with today's date. If nothing was asked, the
 * date that is there stays: the answers were given then. */
MUST_USE enum status about_write(const char *path, const struct provenance *p, bool asked_nothing,
                                 struct err *e);

/* The same with the date in `p`. */
MUST_USE enum status about_write_dated(const char *path, const struct provenance *p, struct err *e);

/* What is known of the predictions at `path`, in `a`. Empty if there is no file, or if it makes no
 * sense or is about other answers. */
MUST_USE enum status about_read(struct arena *a, const char *path, struct provenance *out,
                                struct err *e);

#endif
