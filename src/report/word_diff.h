/* word_diff.h: two questions with the words marked in which they differ.
 *
 * The page marks them too (html/words_diff.js), by the same rules; tests/golden/word_diff.txt holds
 * for both. */
#ifndef TEQL_REPORT_WORD_DIFF_H
#define TEQL_REPORT_WORD_DIFF_H

#include "base/arena.h"

/* What two texts have in common, or one has alone. */
struct diff_part {
    struct str text;
    bool common;
};

struct diff_parts {
    struct diff_part *items; /* common and other ones by turns */
    size_t count;
};

/* The parts of both texts, in `a`. What is compared are words and signs: "list?" and "list." differ
 * in the sign only, and where a script writes no blanks every character is a word. Upper and lower
 * case are the same. Blanks are not compared; in the parts, those between words become one. Texts
 * that are too long to compare are one part, as they are. */
void word_diff_parts(struct arena *a, struct str before, struct str after,
                     struct diff_parts *parts_before, struct diff_parts *parts_after);

/* The same as text: in `before`, [-…-] marks what `after` does not have, and in `after`, {+…+} what
 * `before` does not. */
void word_diff(struct arena *a, struct str before, struct str after, struct str *marked_before,
               struct str *marked_after);

#endif
