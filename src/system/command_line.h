/* command_line.h: a program and its arguments, written in one line as for a shell.
 *
 * Words are split at white space. Within '…' every byte stands for itself. Within "…" a backslash
 * takes the meaning from \, ", $ and `; elsewhere it does so from any byte. Nothing is expanded: no
 * variables, no patterns, no shell. */
#ifndef TEQL_SYSTEM_COMMAND_LINE_H
#define TEQL_SYSTEM_COMMAND_LINE_H

#include "base/arena.h"
#include "base/err.h"

#include <stdint.h>

struct command_line {
    char **words; /* in the arena, NULL at the end; words[0] is the program as written */
    uint32_t count;
    const char *program; /* the file to run: words[0], or the file in PATH that it names */
};

/* E_USAGE if a quote is open or there is no word, E_SYSTEM if there is no such program. */
MUST_USE enum status command_line_read(struct command_line *c, struct arena *a, struct str text,
                                       struct err *e);

#endif
