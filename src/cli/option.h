/* option.h: command-line options, described once.
 *
 * A command lists its options in one table; parsing, --help, the manual page, completion and checks
 * follow from it. Spellings with hyphens and underscores are the same option, since the official
 * scripts use underscores. */
#ifndef TEQL_CLI_OPTION_H
#define TEQL_CLI_OPTION_H

#include "base/err.h"
#include "base/given_texts.h"

enum option_kind {
    OPTION_FLAG,       /* bool */
    OPTION_TEXT,       /* const char * */
    OPTION_TEXTS,      /* struct given_texts: may be given several times */
    OPTION_RELATIONS,  /* the same: ids of relations with commas between them, or a family */
    OPTION_SYSTEM,     /* the same: what a system is known by */
    OPTION_CONDITIONS, /* the same: a list that is there once at most */
    OPTION_COUNT,      /* uint32_t, at least 1 */
    OPTION_AMOUNT,     /* uint32_t, 0 is fine */
    OPTION_WORKERS,    /* uint32_t, 1 to 256; where it is not given, one per processor */
    OPTION_SECONDS,    /* uint32_t: milliseconds, at least 1 */
    OPTION_NUMBER,     /* double, at least 0 */
    OPTION_SHARE,      /* double, 0 to 1 */
    OPTION_SHARD,      /* struct shard; where it is not given, the one that a scheduler tells */
    OPTION_CHOICE      /* int: position in `choices` */
};

struct option {
    const char *name; /* without hyphens in front */
    char letter;      /* short form, or 0 */
    enum option_kind kind;
    size_t offset;        /* of the field in the command's struct of values */
    const char *argument; /* its name in help, NULL for flags */
    const char *choices;  /* "a|b|c" for OPTION_CHOICE */
    const char *help;
};

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
