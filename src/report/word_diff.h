/* word_diff.h: two questions with the words marked in which they differ.
 *
 * The page marks them too (html/words_diff.js), by the same rules; tests/golden/word_diff.txt holds
 * for both. */
#ifndef TEQL_REPORT_WORD_DIFF_H
#define TEQL_REPORT_WORD_DIFF_H

#include "base/arena.h"

/* Mark in `before`, with [-…-], what `after` does not have, and in `after`, with {+…+}, what
 * `before` does not. What is compared are words and signs: "list?" and "list." differ in the sign
 * only, and where a script writes no blanks every character is a word. Upper and lower case are the
 * same. Blanks are not compared; in the results, which are in `a`, they become one. Texts that are
 * too long to compare stay as they are. */
void word_diff(struct arena *a, struct str before, struct str after, struct str *marked_before,
               struct str *marked_after);

#endif
