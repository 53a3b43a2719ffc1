/* option_kind.h: options of one stage of the work, described once.
 *
 * A table of options is a file *_option.def. It has a line for each option: its kind, its field,
 * the usual value, its name on the command line, the name of its argument there, and its help:
 *
 *     OPTION(COUNT, limit, 0, "limit", "N", "N seeds only (default: all)")
 *
 * The struct of options, its usual values, its part of keys (recipe.h) and the options of commands
 * (cli/option.h) are all made of these lines, each by another meaning of OPTION. So a new option is
 * a new line, and the code that reads the field. */
#ifndef TEQL_BASE_OPTION_KIND_H
#define TEQL_BASE_OPTION_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values of an option that may be given several times; they belong to somebody else. Zeroed it
 * is empty. No byte is padding, so lists can be compared as memory. */
enum { GIVEN_TEXTS_MAX = 16 };

struct given_texts {
    const char *items[GIVEN_TEXTS_MAX];
    size_t count;
};

enum option_kind {
    OPTION_FLAG,       /* bool */
    OPTION_TEXT,       /* const char *, or NULL */
    OPTION_TEXTS,      /* struct given_texts: may be given several times */
    OPTION_RELATIONS,  /* const char *: ids of relations and families, with commas between them */
    OPTION_SYSTEM,     /* const char *: the spec of a system */
    OPTION_CONDITIONS, /* const char *: conditions of --fail-on */
    OPTION_COUNT,      /* uint32_t, at least 1 */
    OPTION_AMOUNT,     /* uint32_t, may be 0 */
    OPTION_WORKERS,    /* uint32_t, 1 to 256; one for each processor if it is not given */
    OPTION_SECONDS,    /* uint32_t: milliseconds, at least 1 */
    OPTION_NUMBER,     /* double, at least 0 */
    OPTION_SHARE,      /* double, 0 to 1 */
    OPTION_SHARD,      /* struct shard; if it is not given, the one that a scheduler names */
    OPTION_CHOICE      /* int: position in a list such as "none|copy", which is its argument */
};

/* The types of fields, by kind. */
#define OPTION_TYPE_FLAG    bool
#define OPTION_TYPE_TEXT    const char *
#define OPTION_TYPE_COUNT   uint32_t
#define OPTION_TYPE_AMOUNT  uint32_t
#define OPTION_TYPE_SECONDS uint32_t
#define OPTION_TYPE_NUMBER  double
#define OPTION_TYPE_SHARE   double
#define OPTION_TYPE_CHOICE  int

/* Meanings of OPTION: a field of the struct, and its usual value. */
#define OPTION_FIELD(kind, field, ...)        OPTION_TYPE_##kind field;
#define OPTION_USUAL(kind, field, usual, ...) .field = (usual),

#endif
