/* word_diff.h: two questions with the words marked in which they differ. */
#ifndef TEQL_REPORT_WORD_DIFF_H
#define TEQL_REPORT_WORD_DIFF_H

#include "base/arena.h"

/* Mark in `before`, with [-…-], what `after` does not have, and in `after`, with {+…+}, what
 * `before` does not. Words are what stands between blanks; upper and lower case are the same. Both
 * results are in `a`. Texts that are too long to compare stay as they are. */
void word_diff(struct arena *a, struct str before, struct str after, struct str *marked_before,
               struct str *marked_after);

#endif
