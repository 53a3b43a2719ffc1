/* word_diff.h: two questions with the words that differ marked.
 *
 * html/words_diff.js marks them on the page by the same rules; tests/golden/word_diff.txt tests
 * both. */
#ifndef TEQL_REPORT_WORD_DIFF_H
#define TEQL_REPORT_WORD_DIFF_H

#include "base/arena.h"

/* A piece that both texts have, or only one. */
struct diff_part {
    struct str text;
    bool common;
};

struct diff_parts {
    struct diff_part *items; /* common pieces and others take turns */
    size_t count;
};

/* The parts of both texts, in `a`. Words and signs are compared: "list?" and "list." differ only in
 * the sign; in a script without blanks every character is a word. Upper and lower case are the
 * same. Blanks are not compared; in the parts, blanks between words become one. A text that is too
 * long to compare is one part. */
void word_diff_parts(struct arena *a, struct str before, struct str after,
                     struct diff_parts *parts_before, struct diff_parts *parts_after);

/* The same as text: in `before`, [-…-] marks what `after` does not have, and in `after`, {+…+} what
 * `before` does not. */
void word_diff(struct arena *a, struct str before, struct str after, struct str *marked_before,
               struct str *marked_after);

#endif
