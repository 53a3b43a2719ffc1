/* copies.h: databases made as files of their own, each once for all callers.
 *
 * A copy of a large database takes long to make and fills much of a disk. So it is shared: a thread
 * that asks for one which another thread is making waits for it. Copies that nobody holds are kept,
 * the latest first, as long as they fit into a given room. All are in a temporary folder that is
 * made with the first of them; the next run removes what a killed run left (temporary.h).
 * Thread-safe. */
#ifndef TEQL_STORE_COPIES_H
#define TEQL_STORE_COPIES_H

#include "migration/migration.h"
#include "store/copy_losses.h"

struct copies;
struct shared_copy;

/* `room` is the number of bytes that copies which nobody holds may take. Never NULL. */
struct copies *copies_new(uint64_t room);

/* Remove the folder with all that is in it. Nobody may hold one. */
void copies_free(struct copies *c);

/* The database that `m` makes of the one at `original`. Its name `db_id` must stand for both. It is
 * kept until copies_give_back. */
MUST_USE enum status copies_take(struct copies *c, const char *original, const struct migration *m,
                                 struct str db_id, struct shared_copy **out, struct err *e);
void copies_give_back(struct copies *c, struct shared_copy *copy);

/* Is there one of this name, made or being made? */
bool copies_have(struct copies *c, struct str db_id);

/* How many were made until now. */
uint64_t copies_made(struct copies *c);

/* Add to `out` what the copies that were made lack of their originals. */
void copies_losses(struct copies *c, struct copy_losses *out);

/* Good as long as it is held. */
const char *copy_path(const struct shared_copy *copy);

/* Remove what killed runs left. */
void copies_sweep(void);

#endif
