/* data.h: the dataset that a command works on, and what it lacks.
 *
 * teql works without databases, but tests less: cases are proved on empty tables, and answers are
 * not run. That is fine if the user wants it, and bad if a path is wrong. So what is missing is
 * reported before anything is asked or run. */
#ifndef TEQL_CLI_DATA_H
#define TEQL_CLI_DATA_H

#include "base/listener.h"
#include "dataset/dataset.h"
#include "dataset/layout.h"
#include "making/make_suite.h"
#include "suite/suite_survey.h"
#include "system/ask_settings.h"

/* Commands that make a suite and ask somebody have one option for shard, workers and vectors: let
 * the suite, those who are asked, and the words have the same. */
void data_share_options(struct suite_options *o, struct ask_settings *ask,
                        struct word_sources *words);

/* Load what `from` names; its `data` may be "mini" (data_folder.h). On failure there is nothing to
 * release. */
MUST_USE enum status data_load(struct dataset *d, struct dataset_source from, struct err *e);

/* Sample its databases (dataset_sample) beside what is made at `out`, unless `rows` is 0. */
MUST_USE enum status data_sample(struct dataset *d, uint32_t rows, const char *out,
                                 const struct listener *listener, struct err *e);

/* What happens to cases without a database. */
#define DATA_WITHOUT_DATABASE "cases are proved on empty tables, and answers are not run"

/* Each names the missing databases in a notice. `named` is the folder that the user gave with --db,
 * or NULL: if it is not there, or has none of the databases, that is an error. */

/* Of a dataset. `without` says what happens without a database. There are notices, too, of
 * databases without tables, and of tables, views and columns that cannot be read. */
MUST_USE enum status data_check(const struct dataset *d, const char *named, const char *without,
                                const struct listener *listener, struct err *e);

/* The same for a dataset that cases are made of: with the relations that need a database, and with
 * notices of questions without an answer and of those with several golds. */
MUST_USE enum status data_check_source(const struct dataset *d, const char *named,
                                       const struct suite_options *o,
                                       const struct listener *listener, struct err *e);

/* Of the seeds of a suite that are worked on. */
MUST_USE enum status data_check_suite(const struct suite_survey *s, const char *named,
                                      const struct listener *listener, struct err *e);

#endif
