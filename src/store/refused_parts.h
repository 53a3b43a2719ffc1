/* refused_parts.h: what of a database's declarations a copy cannot keep. */
#ifndef TEQL_STORE_REFUSED_PARTS_H
#define TEQL_STORE_REFUSED_PARTS_H

#include "engine/database.h"
#include "schema/declaration.h"
#include "store/copy_losses.h"

/* Try the declarations of the tables of `s` on `made`, which is being made. Where the engine
 * refuses one, find out what it is about, take that out of `d` and note it in `losses`. Fails only
 * where the machine does. What is noted lives in `a`. */
MUST_USE enum status refused_parts_find(struct arena *a, struct database *made,
                                        const struct schema *s, struct declaration *d,
                                        struct copy_losses *losses, struct err *e);

#endif
