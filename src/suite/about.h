/* about.h: the file beside predictions that says where they come from. */
#ifndef TEQL_SUITE_ABOUT_H
#define TEQL_SUITE_ABOUT_H

#include "base/err.h"
#include "record/provenance.h"

/* What is appended to the path of the predictions. */
#define ABOUT_SUFFIX ".about"

/* Write what is known of the predictions at `path`, with today's date. Where nothing was asked, the
 * date that is there already stays: it is when the answers were given. */
MUST_USE enum status about_write(const char *path, const struct provenance *p, bool asked_nothing,
                                 struct err *e);

/* The same with the date that `p` has. */
MUST_USE enum status about_write_dated(const char *path, const struct provenance *p, struct err *e);

/* What is known of the predictions at `path`. Empty where nothing is, where the file makes no
 * sense, or is about other answers than these. Lives in `a`. */
MUST_USE enum status about_read(struct arena *a, const char *path, struct provenance *out,
                                struct err *e);

#endif
