/* canonical_check.h: is a pair that the grammar made sound?
 *
 * It is if its query runs, and what its rule says of the answer is true: there are rows, not all
 * rows, and no tie decides which. */
#ifndef TEQL_CANONICAL_CANONICAL_CHECK_H
#define TEQL_CANONICAL_CANONICAL_CHECK_H

#include "dataset/dataset.h"
#include "grammar/grammar.h"

enum canonical_rejection {
#define CANONICAL_REJECTION(id, name) CANONICAL_##id,
#include "canonical/canonical_rejection.def"
#undef CANONICAL_REJECTION
    CANONICAL_SOUND /* also how many reasons there are */
};

/* A short name in lower case, for manifests. */
const char *canonical_rejection_name(enum canonical_rejection r);

struct canonical_checker; /* of one worker: open databases */

/* One of `workers`, which share what the process may open. */
struct canonical_checker *canonical_checker_new(uint32_t workers);

/* NULL is allowed. */
void canonical_checker_free(struct canonical_checker *c);

/* The database's message for the latest query that failed (CANONICAL_FAILS). Good until the next
 * check; "" before the first. */
struct str canonical_checker_failure(const struct canonical_checker *c);

/* Check a query that the rule made over the subject. If the subject has no database it runs on
 * empty tables, and its rows are not looked at. E_HOST if the machine failed. */
MUST_USE enum status canonical_check(struct canonical_checker *c, const struct grammar_rule *rule,
                                     const struct dataset_subject *subject, struct str query,
                                     enum canonical_rejection *out, struct err *e);

#endif
