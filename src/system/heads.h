/* heads.h: the header lines of requests to a server.
 *
 * Those that a user gives come first, and replace ours of the same name. Values that come from the
 * environment are secrets (secret.h). */
#ifndef TEQL_SYSTEM_HEADS_H
#define TEQL_SYSTEM_HEADS_H

#include "base/err.h"
#include "system/secret.h"
#include "system/system.h"

/* Zeroed to begin with, but for `arena`, where the lines live. */
struct heads {
    struct arena *arena;
    const char **lines;
    uint32_t n_lines;
};

/* Those of --header and --header-env. E_USAGE, without the value, for a text that is not a header,
 * a variable that is not set, or a name that was given twice. Values of variables are added to
 * `secret`. */
MUST_USE enum status heads_add_given(struct heads *h, const struct server_options *o,
                                     struct secret *secret, struct err *e);

/* One of ours, "NAME: VALUE"; false, and nothing is added, if the user gave one of that name. */
bool heads_add(struct heads *h, struct str line);

/* The value of an environment variable, in `a`, without white space at its ends. E_USAGE if it
 * holds what cannot be in a header, where a newline would begin another. The message has neither
 * name nor value: a user may have given one in place of the other. `option` is what named it. */
MUST_USE enum status heads_variable(const char *option, const char *name, struct arena *a,
                                    struct str *out, struct err *e);

#endif
