/* layout.h: where the parts of a dataset are.
 *
 * Published datasets call the same parts by different names: Spider has dev.json, tables.json and
 * database/, BIRD dev.json, dev_tables.json and dev_databases/; text2sql-data has geography.json
 * and geography-db.sqlite side by side. Each part is looked for under all names that are known. */
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
    bool schemas_only;     /* questions are not read, even where there are some */
    bool questions_only;   /* nothing else is looked for */
};

/* Its parts. */
struct layout {
    const char *questions; /* NULL where there are none, and none are needed */
    const char *tables;    /* schemas in Spider's format; NULL: the databases tell them */
    const char *databases; /* a folder (database_files.h) or one database; it may be absent */
    const char *beside;    /* where databases that are not there are looked for; NULL for nowhere */
    struct str only;       /* db_id of the database that `data` is; ptr NULL where it is none */
    struct str unsaid;     /* db_id of questions that say none: of the database beside the questions
                              that is called after them, or is the only one; ptr NULL for none */
};

/* Find the parts. E_IO where something that was named is not there, E_INPUT where it is no dataset,
 * E_USAGE where what was named does not go together. The paths live in `a`. */
MUST_USE enum status layout_find(struct layout *out, struct arena *a,
                                 const struct dataset_source *from, struct err *e);

#endif
