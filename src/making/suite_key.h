/* suite_key.h: everything that a suite depends on, as keys. */
#ifndef TEQL_MAKING_SUITE_KEY_H
#define TEQL_MAKING_SUITE_KEY_H

#include "base/recipe.h"
#include "making/make_suite.h"

/* The options as they take effect: a limit that leaves out no seed becomes 0, and so does one on
 * changes that no relation makes. */
struct suite_options suite_effective_options(const struct suite_job *job,
                                             const struct made_suite *m);

/* Fill in the key of `m`, whose relations must be known, and its sources, which say in what another
 * key differs. The shard is not in the key: it is that of the whole suite. */
MUST_USE enum status suite_key_find(const struct suite_job *job, struct made_suite *m,
                                    struct err *e);

/* Add what other keys depend on too: the seeds; schemas and databases, by size and time of their
 * files; and words, with the files that they come from. */
void suite_key_add_questions(struct recipe *r, const struct dataset *dataset);
MUST_USE enum status suite_key_add_databases(struct recipe *r, const struct dataset *dataset,
                                             struct err *e);
MUST_USE enum status suite_key_add_words(struct recipe *r, const struct vocabulary *words,
                                         struct err *e);

/* In what `now` differs from what a suite was made of, after the words "was made": "before the
 * databases changed", "with other options". In `a`. */
const char *suite_sources_differ(struct arena *a, const struct suite_sources *made,
                                 const struct suite_sources *now);

#endif
