/* databases.h: the databases that a run mentions, each looked up once.
 *
 * The thread that reads the input adds them. An entry stays where it is and does not change, so
 * workers may use it. */
#ifndef TEQL_EVALUATE_DATABASES_H
#define TEQL_EVALUATE_DATABASES_H

#include "spider/exact_match.h"

struct database_entry {
    struct str db_id;
    const struct schema *schema;
    struct exact_keys keys;
    struct str folder; /* DIR/db_id, without "/" at the end; empty without --db */
};

struct databases {
    struct arena arena;
    struct schema_set schemas;    /* empty without --table: schemas then come from the databases */
    const char *table_path, *dir; /* as given; either may be NULL */
    bool need_files;              /* a db_id without database files is an error */
    struct database_entry **entries;
    uint32_t count, recent;
};

/* `table` or `dir` must be given. */
MUST_USE enum status databases_init(struct databases *d, const char *table, const char *dir,
                                    bool need_files, struct err *e);
void databases_release(struct databases *d);

MUST_USE enum status databases_get(struct databases *d, struct str db_id,
                                   const struct database_entry **out, struct err *e);

#endif
