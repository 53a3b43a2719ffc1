/* option.h: command-line options, described once.
 *
 * A command lists its options in one table, from which parsing, --help, the manual page, completion
 * and checks follow. A name may be spelt with hyphens or underscores, since the official scripts
 * use underscores. */
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
    const char *argument; /* its name in help; NULL for flags */
    const char *choices;  /* "a|b|c" for OPTION_CHOICE, else NULL */
    const char *help;
};

/* The option of a line of a table (base/option_kind.h); its field is at `place`. */
#define OPTION_ROW(kind, place, name, argument, help)                                              \
    {name, 0, OPTION_##kind, place, argument, OPTION_##kind == OPTION_CHOICE ? (argument) : NULL,  \
     help},

/* The words that are not options, in their order. */
struct operands {
    char *const *items;
    uint32_t count;
};

struct option_list {
    const struct option *items;
    size_t count;
    size_t operands; /* offset of the struct operands for other words, if `takes_operands` */
    bool takes_operands;
};

/* Fill `values` from argv[1 …], which may be reordered. An option that is not given keeps the value
 * there; but if that is 0, workers and shards get a default (option_kind.h). A word that is not an
 * option is an operand, or an error if the command takes none; all words after "--" are operands.
 * Options that name files, relations, a system or a shard must not be there twice; of others the
 * last counts.
 */
MUST_USE enum status options_parse(const struct option_list *list, int argc, char **argv,
                                   void *values, struct err *e);

/* Do two structs of values differ in this option? */
bool option_differs(const struct option *o, const void *values, const void *others);

/* A way to use options wrongly. */
struct misuse {
    bool holds;
    const char *problem;
};

/* E_USAGE with the problem of the first misuse that holds. */
MUST_USE enum status options_refuse(const struct misuse *list, size_t n, struct err *e);

/* One line per option, indented, the help aligned. */
void options_help(const struct option_list *list);

#endif
