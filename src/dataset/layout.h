/* layout.h: where the parts of a dataset are.
 *
 * Published datasets have different names for the same parts: Spider has dev.json, tables.json and
 * database/; BIRD has dev.json, dev_tables.json and dev_databases/; text2sql-data has
 * geography.json and geography-db.sqlite side by side. Each part is looked for under all known
 * names. */
#ifndef TEQL_DATASET_LAYOUT_H
#define TEQL_DATASET_LAYOUT_H

#include "base/arena.h"
#include "base/err.h"

/* A dataset as a user names it. */
struct dataset_source {
    const char *data;      /* a folder, a file of questions or a tables.json in one, or a SQLite
                              database */
    const char *questions; /* the file of questions; NULL to look for it */
    const char *databases; /* folder of the databases; NULL to look for it */
    bool schemas_do;       /* without questions, the schemas alone are a dataset */
    bool schemas_only;     /* questions are not read, even if there are some */
    bool questions_only;   /* only questions are looked for */
};

/* Its parts. */
struct layout {
    const char *questions; /* NULL if there are none, and none are needed */
    const char *tables;    /* schemas in Spider's format; NULL: they come from the databases */
    const char *databases; /* a folder (database_files.h) or one database; it may be absent */
    const char *beside;    /* another folder, for databases that are not there; or NULL */
    struct str only;       /* db_id of the database that `data` is; ptr NULL if it is not one */
    struct str unsaid; /* db_id of questions that have none: of the database beside them that has
                          their name, or is the only one; or ptr NULL */
};

/* Find the parts. E_IO if something that was named does not exist, E_INPUT if it is not a dataset,
 * E_USAGE if what was named does not go together. The paths live in `a`. */
MUST_USE enum status layout_find(struct layout *out, struct arena *a,
                                 const struct dataset_source *from, struct err *e);

#endif
