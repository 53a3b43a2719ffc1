/* summary.h: what was decided, by relation. */
#ifndef TEQL_REVIEW_SUMMARY_H
#define TEQL_REVIEW_SUMMARY_H

#include "report/table.h"
#include "review/session.h"

/* A row for each relation of the chosen cases, in the order of the suite, and one for all where
 * there are several: cases, decisions, and the share of dropped ones among those decided. Of a
 * `sample` that was drawn at random, also the interval in which the share of the whole suite lies.
 * Lives in `a`. */
struct table review_summary(struct arena *a, const struct review_session *s, bool sample);

#endif
