/* missing.h: databases that are not there, told before anything is asked or run.
 *
 * teql works without databases, but tests less: cases are proved on empty tables, and answers are
 * not run. That is fine where somebody wants it, and bad where a path is wrong. */
#ifndef TEQL_CLI_MISSING_H
#define TEQL_CLI_MISSING_H

#include "base/listener.h"
#include "dataset/dataset.h"
#include "making/make_suite.h"
#include "suite/suite_survey.h"

/* What becomes of cases. */
#define MISSING_FOR_CASES "cases are proved on empty tables, and answers are not run"

/* Each names the missing ones in a notice. Where the user named the folder with --db, which is
 * `named`, and it has none of them, that is an error. `without` tells what happens without one. Of
 * a dataset, databases without tables are told too, and tables, views and columns that cannot be
 * read. */
MUST_USE enum status missing_tell_dataset(const struct dataset *d, const char *named,
                                          const char *without, const struct listener *listener,
                                          struct err *e);
/* Of a dataset that cases are to be made of, with the relations that make none without one. Tells
 * of questions without an answer too, and of those with several golds. */
MUST_USE enum status missing_tell_source(const struct dataset *d, const char *named,
                                         const struct suite_options *o,
                                         const struct listener *listener, struct err *e);
/* Of the seeds of a suite that are worked on. */
MUST_USE enum status missing_tell_suite(const struct suite_survey *s, const char *named,
                                        const struct listener *listener, struct err *e);

#endif
