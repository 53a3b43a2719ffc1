/* heads.h: the header lines of requests to a server.
 *
 * Those that a user gives come first, and replace ours of the same name. Values that come from the
 * environment are secrets (secret.h). */
#ifndef TEQL_SYSTEM_HEADS_H
#define TEQL_SYSTEM_HEADS_H

#include "base/err.h"
#include "system/secret.h"
#include "system/system.h"

/* Zeroed to begin with. What the lines are made of lives in `arena`. */
struct heads {
    struct arena *arena;
    const char **lines;
    uint32_t n_lines;
};

/* Those of --header and --header-env. E_USAGE, without the value, for what is no header, a variable
 * that is not set, or a name that was given twice. Values of variables are added to `secret`. */
MUST_USE enum status heads_add_given(struct heads *h, const struct server_options *o,
                                     struct secret *secret, struct err *e);

/* One of ours, "NAME: VALUE", unless the user gave one of that name: then false. */
bool heads_add(struct heads *h, struct str line);

/* What the environment has under a name: without white space at its ends, and only what can stand
 * in a header, where a newline would begin another. E_USAGE, with neither name nor value in the
 * message: one may be given in place of the other. `option` is what named it. Lives in `a`. */
MUST_USE enum status heads_variable(const char *option, const char *name, struct arena *a,
                                    struct str *out, struct err *e);

#endif
