/* suite_store.h: the databases of a suite's schemas, in a store.
 *
 * A suite with `--databases copy` has them as files; else they are made of the originals. */
#ifndef TEQL_SUITE_SUITE_STORE_H
#define TEQL_SUITE_SUITE_STORE_H

#include "store/store.h"
#include "suite/suite.h"

/* `dir` holds the originals as <db_id>/<db_id>.sqlite; NULL for the folder that the manifest names.
 * One store serves all batches of a suite: of a schema it keeps nothing but the name. Never NULL.
 */
struct store *suite_store_new(const struct suite *s, const char *dir, uint32_t workers);

/* The path of the original database of `db_id`, found as the store finds it; or ptr NULL. In `a`.
 */
MUST_USE enum status suite_original(struct arena *a, const struct suite *s, const char *dir,
                                    struct str db_id, struct str *out, struct err *e);

/* Is there a database, or an original to make it of, for `db_id`, which a seed has? */
MUST_USE enum status suite_has_database(const struct suite *s, const char *dir, struct str db_id,
                                        bool *out, struct err *e);

/* The database of `schema`, which suite_schema gave. */
struct store_database suite_schema_database(const struct suite_schema *schema);

#endif
