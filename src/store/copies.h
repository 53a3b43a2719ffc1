/* copies.h: databases made as files of their own, each once for all who need it.
 *
 * A copy of a large database takes long to make and much of a disk. So it is shared: whoever asks
 * for one that another thread is making waits for it. What nobody holds any more stays for the
 * next, the latest first, as long as all of these fit into some room. All stand in a temporary
 * folder that is made for the first of them; what a killed run left is removed by the next
 * (temporary.h). Thread-safe. */
#ifndef TEQL_STORE_COPIES_H
#define TEQL_STORE_COPIES_H

#include "migration/migration.h"
#include "store/copy_losses.h"

struct copies;
struct shared_copy;

/* Of what nobody holds, so many bytes stay. Never NULL. */
struct copies *copies_new(uint64_t room);

/* Remove the folder with all that is in it. Nobody may hold one. */
void copies_free(struct copies *c);

/* The database that `m` makes of the one at `original`, under the name `db_id`, which stands for
 * both. It stays until copies_give_back. */
MUST_USE enum status copies_take(struct copies *c, const char *original, const struct migration *m,
                                 struct str db_id, struct shared_copy **out, struct err *e);
void copies_give_back(struct copies *c, struct shared_copy *copy);

/* Is there one of this name, made or being made? */
bool copies_have(struct copies *c, struct str db_id);

/* How many were made until now. */
uint64_t copies_made(struct copies *c);

/* Note what those that were made do not keep of their originals. */
void copies_losses(struct copies *c, struct copy_losses *out);

/* Good as long as it is held. */
const char *copy_path(const struct shared_copy *copy);

/* Remove what killed runs left. */
void copies_sweep(void);

#endif
