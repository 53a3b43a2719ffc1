/* printable.h: text from outside, made safe to show on a terminal. */
#ifndef TEQL_BASE_PRINTABLE_H
#define TEQL_BASE_PRINTABLE_H

#include "base/arena.h"

#include <stdint.h>

/* Does the character steer a terminal, or turn the direction of writing? All control characters do
 * but the newline. */
bool printable_steers(uint32_t code);

/* In place: what steers a terminal or is no UTF-8 becomes '?', tabs and carriage returns become
 * blanks, newlines stay. */
void printable_text(char *text, size_t len);

/* `s` as one line: newlines become blanks too. It is `s` itself where nothing had to be changed,
 * else a copy in `a`. */
struct str printable_line(struct arena *a, struct str s);

#endif
