/* request.h: the questions of a suite, as a system is asked them.
 *
 * They are numbered: all seeds, then all cases. */
#ifndef TEQL_PIPELINE_REQUEST_H
#define TEQL_PIPELINE_REQUEST_H

#include "suite/suite.h"
#include "system/system.h"

/* Fill in id, seed, database, question and schema of the question at `place`; the rest is zeroed.
 * The id may live in `a`, all else in the suite. */
MUST_USE enum status request_of(struct suite *s, uint32_t place, struct arena *a,
                                struct ask_request *out, struct err *e);

#endif
