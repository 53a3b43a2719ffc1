/* word_diff.h: two questions with the words marked in which they differ. */
#ifndef TEQL_REPORT_WORD_DIFF_H
#define TEQL_REPORT_WORD_DIFF_H

#include "base/arena.h"

/* `before` with what is not in `after` in [-…-], and `after` with what is not in `before` in {+…+}:
 * words are what stands between blanks, a capital letter is no difference. Both in `a`. Texts that
 * are too long to compare stay as they are. */
void word_diff(struct arena *a, struct str before, struct str after, struct str *marked_before,
               struct str *marked_after);

#endif
