/* copies.h: databases made as files of their own, for as long as somebody needs them.
 *
 * They stand in a temporary folder that is made for the first of them; what a killed run left is
 * removed by the next (temporary.h). Belongs to one thread. */
#ifndef TEQL_STORE_COPIES_H
#define TEQL_STORE_COPIES_H

#include "relation/migration.h"

/* A zeroed struct is ready to use. */
struct copies {
    char *folder; /* heap; NULL before the first */
    int hold;     /* keeps it ours */
};

/* Make the database that `m` makes of the one at `original`, under the name `db_id`; `*path` is in
 * `a`. The caller may remove it before copies_release does. */
MUST_USE enum status copies_make(struct copies *c, struct arena *a, const char *original,
                                 const struct migration *m, struct str db_id, struct str *path,
                                 struct err *e);

/* Remove the folder with all that is in it. */
void copies_release(struct copies *c);

/* Remove what killed runs left. */
void copies_sweep(void);

#endif
