/* option.h: command-line options, described once.
 *
 * A command lists its options in one table; parsing, --help, the manual page, completion and checks
 * follow from it. Spellings with hyphens and underscores are the same option, since the official
 * scripts use underscores. */
#ifndef TEQL_CLI_OPTION_H
#define TEQL_CLI_OPTION_H

#include "base/err.h"
#include "base/option_kind.h"

#include <stddef.h>

struct option {
    const char *name; /* without hyphens in front */
    char letter;      /* short form, or 0 */
    enum option_kind kind;
    size_t offset;        /* of the field in the command's struct of values */
    const char *argument; /* its name in help, NULL for flags */
    const char *choices;  /* "a|b|c" for OPTION_CHOICE, else NULL */
    const char *help;
};

/* The option of a line of a table (base/option_kind.h), whose field is at `place`. */
#define OPTION_ROW(kind, place, name, argument, help)                                              \
    {name, 0, OPTION_##kind, place, argument, OPTION_##kind == OPTION_CHOICE ? (argument) : NULL,  \
     help},

/* Words that are no options, in their order. */
struct operands {
    char *const *items;
    uint32_t count;
};

struct option_list {
    const struct option *items;
    size_t count;
    size_t operands; /* offset of the struct operands for other words, where `takes_operands` */
    bool takes_operands;
};

/* Fill `values` from argv[1 …], which may be reordered. Options that are not given keep the value
 * they have there, but for OPTION_WORKERS and OPTION_SHARD. A word that is no option is an operand,
 * or an error where the command takes none; all words after "--" are operands. */
MUST_USE enum status options_parse(const struct option_list *list, int argc, char **argv,
                                   void *values, struct err *e);

/* Has the option another value in the one struct of values than in the other? */
bool option_differs(const struct option *o, const void *values, const void *others);

/* One line per option, indented, the help aligned. */
void options_help(const struct option_list *list);

#endif
