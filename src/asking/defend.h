/* defend.h: multi-annotation selection in front of a system (Spider-Syn, §3.1).
 *
 * A question is asked over its schema under the names that it uses, and the answer is rewritten to
 * the names of the database. The system is asked as usual, and notices nothing. Each combination of
 * names has a db_id of its own, as changed schemas of suites have. Belongs to the thread that asks;
 * what it gave out may be read by others. */
#ifndef TEQL_ASKING_DEFEND_H
#define TEQL_ASKING_DEFEND_H

#include "asking/defence_names.h"
#include "suite/suite.h"
#include "system/system.h"

struct defence;

/* The schemas of the databases that the seeds of the suite are about, one for each seed. The list
 * is in `a`, they are in the suite. */
MUST_USE enum status defence_databases(struct suite *suite, struct arena *a,
                                       struct schema_list *out, struct err *e);

/* In front of a system that is asked the questions of the suite. Names and suite must outlive it.
 * NULL names give a NULL defence, which does nothing. */
struct defence *defence_open(const struct defence_names *names, struct suite *suite);
void defence_free(struct defence *d);

/* Give the request of a question the names that it uses: db_id, schema and evidence. They live as
 * long as the defence, the evidence in `a`. */
MUST_USE enum status defence_request(struct defence *d, struct ask_request *r, struct arena *a,
                                     struct err *e);

/* The schema of that db_id, which a request was given; NULL if it is one of the suite's own. */
const struct suite_schema *defence_schema(const struct defence *d, struct str db_id);

/* Rewrite what the system answered to `r` to the names of the suite, in `a`. If that is impossible,
 * the answer has no SQL, but an error that says why. */
void defence_answer(const struct defence *d, const struct ask_request *r, struct arena *a,
                    struct answer *answer);

#endif
