/* printable.h: text from outside, made safe to show on a terminal and short enough for a message.
 */
#ifndef TEQL_BASE_PRINTABLE_H
#define TEQL_BASE_PRINTABLE_H

#include "base/arena.h"

#include <stdint.h>

/* Does the character steer a terminal, or turn the direction of writing? All control characters
 * except the newline do. */
bool printable_steers(uint32_t code);

/* In place: what steers a terminal or is not UTF-8 becomes '?', tabs and carriage returns become
 * blanks, newlines stay. */
void printable_text(char *text, size_t len);

/* `s` as one line: newlines become blanks too. It is `s` itself if nothing had to be changed, else
 * a copy in `a`. */
struct str printable_line(struct arena *a, struct str s);

/* "a, b and 3 more": the first five names, and how many others there are. One line, ends with NUL.
 * In `a`. */
struct str some_names(struct arena *a, const struct str *names, uint32_t count);

#endif
