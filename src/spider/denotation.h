/* denotation.h: are two results equal by the rule of the official test-suite script?
 *
 * They are if the rows of one, as a bag (or as a list if order matters), are the rows of the other
 * after some permutation of columns. Values are compared as in Python: an integer equals a real of
 * exactly its value, text never equals a number, there is no tolerance, NULL equals NULL. Two
 * results without rows are equal whatever their columns.
 *
 * One oddity is part of the rule. The script first sorts each row by the text of its values and
 * compares the sorted rows (as sets, or as lists). This can distinguish 1 from 1.0 if another value
 * of the row sorts between them: (1, '1.5') differs from (1.0, '1.5'). */
#ifndef TEQL_SPIDER_DENOTATION_H
#define TEQL_SPIDER_DENOTATION_H

#include "base/deadline.h"
#include "engine/rows.h"

enum denotation_verdict {
    DENOTATION_EQUAL,
    DENOTATION_DIFFERENT,
    DENOTATION_UNDECIDED /* the deadline passed, or there are over four thousand million values */
};

/* `scratch` is left as it was. Thread-safe for different scratch arenas. */
enum denotation_verdict denotation_equal(const struct rows *gold, const struct rows *predicted,
                                         bool order_matters, struct deadline deadline,
                                         struct arena *scratch);

#endif
