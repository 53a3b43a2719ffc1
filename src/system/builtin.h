/* builtin.h: systems that are functions of the program. builtin.def lists them. */
#ifndef TEQL_SYSTEM_BUILTIN_H
#define TEQL_SYSTEM_BUILTIN_H

#include "system/system.h"

/* SQL in `a`, or a NULL ptr where the system has no answer. `d` is NULL where there is no database.
 * Called on many threads at once, each with a database and an arena of its own. */
typedef struct str builtin_answer(const struct ask_request *r, struct database *d, struct arena *a);

struct builtin {
    const char *name, *summary;
    builtin_answer *answer;
};

/* Ended by one whose name is NULL. */
extern const struct builtin BUILTINS[];

#define BUILTIN(id, name, summary) builtin_answer builtin_##id;
#include "system/builtin.def"
#undef BUILTIN

#endif
