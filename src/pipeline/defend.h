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

struct ask_settings;

/* Do the settings name a defence that can stand in front of the system, "auto" or "manual:FILE"
 * with a file that can be read? NULL is no defence, which is fine. E_USAGE, or what reading the
 * file fails with; also for a language model that cannot be asked for synonyms. */
MUST_USE enum status defence_check(const struct ask_settings *s, const char *system, struct err *e);

/* Is it made of word lists, vectors and what a language model says? */
bool defence_is_automatic(const struct ask_settings *s);

/* The same as the check, and load the names and words that are needed. No spec gives a NULL
 * defence, which does nothing. A language model is asked about all databases of the suite's seeds;
 * `cache` is the file of its replies, NULL for none. The suite must stay. On failure *out is NULL.
 */
MUST_USE enum status defence_open(const struct ask_settings *s, const char *system,
                                  const char *cache, struct suite *suite,
                                  const struct listener *listener, struct defence **out,
                                  struct err *e);
void defence_free(struct defence *d);

/* Give the request of a question the names that it uses: db_id, schema and evidence. They live as
 * long as the defence, the evidence in `a`. */
MUST_USE enum status defence_request(struct defence *d, struct ask_request *r, struct arena *a,
                                     struct err *e);

/* The schema of that db_id, which a request was given; NULL where it is one of the suite's own. */
const struct suite_schema *defence_schema(const struct defence *d, struct str db_id);

/* Tell what the system answered to `r` under the names of the suite, in `a`. Where that cannot be
 * said, there is no SQL, and an error that says why. */
void defence_answer(const struct defence *d, const struct ask_request *r, struct arena *a,
                    struct answer *answer);

/* Is it the one that the settings of answers tell of, as defence_describe wrote them? */
bool defence_is(const struct defence *d, struct str kind, struct str names);

/* What tells the defence from others, as members of an object: its kind, and digests of the file of
 * names, of the word vectors, and of what a language model said. Where files lie does not matter,
 * what is in them does. */
void defence_describe(const struct defence *d, struct json_writer *w);

#endif
