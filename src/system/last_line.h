/* last_line.h: the last line that a program wrote to standard error: mostly why it ended.
 *
 * It is shown in messages, so it is made harmless: one line of printable text, bounded, without the
 * secrets of the environment that the program has from us. */
#ifndef TEQL_SYSTEM_LAST_LINE_H
#define TEQL_SYSTEM_LAST_LINE_H

#include "base/arena.h"

enum { LAST_LINE_BYTES = 1024, LAST_LINE_SHOWN = 100 };

/* The beginning of a line. */
struct line_start {
    char bytes[LAST_LINE_BYTES];
    size_t len;
};

/* Begins zeroed. */
struct last_line {
    struct line_start whole, open; /* the last that has ended and is not blank; the one after it */
};

/* More was written. */
void last_line_add(struct last_line *l, struct str bytes);

/* The last line that is not blank, LAST_LINE_SHOWN bytes of it at most; empty where there is none.
 * `key_env` names a variable that holds a secret, as do those whose name says so; NULL for no
 * other. In `a`. */
struct str last_line_shown(const struct last_line *l, const char *key_env, struct arena *a);

#endif
