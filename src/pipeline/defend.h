/* defend.h: multi-annotation selection in front of a system (Spider-Syn, §3.1).
 *
 * A question is put over its schema under the names that it uses, and the answer is told under the
 * names of the database again. The system is asked as ever, and notices nothing. Each combination
 * of names has a db_id of its own, as changed schemas of suites have. Belongs to the thread that
 * asks; what it gave out may be read by others. */
#ifndef TEQL_PIPELINE_DEFEND_H
#define TEQL_PIPELINE_DEFEND_H

#include "base/json_writer.h"
#include "pipeline/listener.h"
#include "suite/suite.h"
#include "system/system.h"

struct defence;

/* Is `spec` a defence that can stand in front of the system, "auto" or "manual:FILE" with a file
 * that can be read? NULL is no defence, which is fine. E_USAGE, or what reading the file fails
 * with. */
MUST_USE enum status defence_check(const char *spec, const char *system, struct err *e);

/* The same, and load the names and words that are needed. A NULL spec gives a NULL defence, which
 * does nothing. The suite must stay. On failure *out is NULL. */
MUST_USE enum status defence_open(const char *spec, const char *system, struct suite *suite,
                                  const struct listener *listener, struct defence **out,
                                  struct err *e);
void defence_free(struct defence *d);

/* Give the request of a question the names that it uses: db_id, schema and evidence. They live as
 * long as the defence, the evidence in `a`. */
MUST_USE enum status defence_request(struct defence *d, struct ask_request *r, struct arena *a,
                                     struct err *e);

/* The schema of that db_id, which a request was given; NULL where it is one of the suite's own. */
const struct suite_schema *defence_schema(const struct defence *d, struct str db_id);

/* What the system answered to `r`, under the names of the suite. In `a`, or as it was. */
struct str defence_answer(const struct defence *d, const struct ask_request *r, struct arena *a,
                          struct str sql);

/* Is it the one that the settings of answers tell of, as defence_describe wrote them? */
bool defence_is(const struct defence *d, struct str kind, struct str names);

/* What tells the defence from others, as members of an object: its kind, and for names from a file
 * a digest of them. Where the file lies does not matter, what is in it does. */
void defence_describe(const struct defence *d, struct json_writer *w);

#endif
