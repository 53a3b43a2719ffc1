/* builtin.h: systems that are functions of the program. builtin.def lists them. */
#ifndef TEQL_SYSTEM_BUILTIN_H
#define TEQL_SYSTEM_BUILTIN_H

#include "system/system.h"

/* What a worker answers with: a database or NULL, an arena for the SQL, and its number, below the
 * number of workers the state was made for. */
struct builtin_worker {
    uint32_t number;
    struct database *database;
    struct arena *arena;
};

struct builtin {
    const char *name, *summary;
    /* What answering needs, made once; NULL if it needs nothing. */
    void *(*open)(uint32_t workers);
    void (*close)(void *state);
    /* SQL in the worker's arena, or a NULL ptr if the system has no answer. Called on many threads
     * at once, on each with a worker of its own. Fails if the machine does. */
    enum status (*answer)(void *state, const struct ask_request *r, const struct builtin_worker *w,
                          struct str *sql, struct err *e);
};

/* Ended by NULL. */
extern const struct builtin *const BUILTINS[];

/* The one of that name, or NULL. */
const struct builtin *builtin_find(const char *name);

#define BUILTIN(id) extern const struct builtin builtin_##id;
#include "system/builtin.def"
#undef BUILTIN

#endif
