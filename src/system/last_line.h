/* last_line.h: the last line that a program wrote to standard error: mostly the reason for its end.
 *
 * Messages show it, so it is made harmless: one line of printable text, bounded, without the
 * secrets of the environment that the program has from us. */
#ifndef TEQL_SYSTEM_LAST_LINE_H
#define TEQL_SYSTEM_LAST_LINE_H

#include "base/arena.h"

enum { LAST_LINE_BYTES = 1024, LAST_LINE_SHOWN = 100, LAST_LINE_HEAD = 30 };

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

/* The last line that is not blank, in `a`; or an empty text. Of a long one LAST_LINE_SHOWN bytes
 * are shown: the first LAST_LINE_HEAD, and the rest from its end. Values of variables whose names
 * say that they hold a secret are hidden, and so is the value of the variable `key_env`, which may
 * be NULL. */
struct str last_line_shown(const struct last_line *l, const char *key_env, struct arena *a);

#endif
