/* request.h: the questions of a suite, as a system is asked them.
 *
 * They are numbered: all seeds, then all cases. */
#ifndef TEQL_ASKING_REQUEST_H
#define TEQL_ASKING_REQUEST_H

#include "asking/defend.h"

/* Fill in id, seed, database, question and schema of the question at `place`; the rest is zeroed.
 * `d` is what stands in front of the system, or NULL. Id and evidence may live in `a`, all else in
 * the suite or the defence. */
MUST_USE enum status request_of(struct suite *s, struct defence *d, uint32_t place, struct arena *a,
                                struct ask_request *out, struct err *e);

/* The schema of that db_id, which a request has. Once the request is made, this changes nothing,
 * and any thread may ask. */
MUST_USE enum status request_schema(struct suite *s, const struct defence *d, struct str db_id,
                                    const struct suite_schema **out, struct err *e);

#endif
