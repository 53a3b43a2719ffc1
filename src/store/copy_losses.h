/* copy_losses.h: what copies of databases do not keep, each thing once.
 *
 * A database may declare what only its application can evaluate: a CHECK with REGEXP, an index of a
 * function, a collation. A copy is made without it, and the user is told. */
#ifndef TEQL_STORE_COPY_LOSSES_H
#define TEQL_STORE_COPY_LOSSES_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/listener.h"

/* A zeroed struct is ready to use. Belongs to one thread. */
struct copy_losses {
    struct arena arena;
    struct name_map known;
    struct str *items; /* "CHECK of shop.item (no such function: REGEXP)" */
    uint32_t count;
};

/* Note that copies of the database lack `what` of a table, and why. Only the first of many are
 * kept. Does nothing if `l` is NULL. */
void copy_losses_add(struct copy_losses *l, struct str database, const char *what, struct str table,
                     const char *why);

/* Add those of `others`. */
void copy_losses_join(struct copy_losses *l, const struct copy_losses *others);

/* Give one notice about all of them, or none if there are none. */
void copy_notice_tell(const struct copy_losses *losses, const struct listener *l);

void copy_losses_release(struct copy_losses *l);

#endif
