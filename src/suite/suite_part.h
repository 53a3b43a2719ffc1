/* suite_part.h: the seeds of a suite that a shard works on. */
#ifndef TEQL_SUITE_SUITE_PART_H
#define TEQL_SUITE_SUITE_PART_H

#include "suite/suite.h"

/* Which part of the suite the shard is. A suite that is a part itself stays as it is: E_USAGE where
 * another shard of it is wanted. Of the suite all is known but seeds and cases; work[i] is that of
 * its seed i (work.h), and may be NULL for the whole. Texts live as long as the suite. */
MUST_USE enum status suite_cut(struct suite *s, struct shard shard, const uint64_t *work,
                               struct part *out, struct err *e);

#endif
