/* schema.h: the tables, columns and keys of one database.
 *
 * Ids are positions, and are Spider's: column 0 is `*` and belongs to no table, so that a column id
 * here is the id in tables.json. A schema is read-only once loaded and may be shared by threads; it
 * lives in the arena it was loaded into. Names compare without regard to ASCII case. */
#ifndef TEQL_SCHEMA_SCHEMA_H
#define TEQL_SCHEMA_SCHEMA_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"

enum { SCHEMA_STAR = 0 };
#define SCHEMA_NONE UINT32_MAX

enum schema_type { SCHEMA_TEXT, SCHEMA_NUMBER, SCHEMA_TIME, SCHEMA_BOOLEAN, SCHEMA_OTHERS };

struct schema_column {
    struct str name;    /* as in the database */
    struct str natural; /* in words, e.g. "song name"; or the name */
    uint32_t table;     /* SCHEMA_NONE for `*` */
    enum schema_type type;
    bool primary; /* part of the table's primary key */
};

struct schema_table {
    struct str name, natural;
    const uint32_t *columns; /* ids, in the table's order */
    uint32_t n_columns;
    uint32_t rowid;          /* the INTEGER PRIMARY KEY, which is another name of the rowid;
                                SCHEMA_STAR if there is none, or it is not known */
    bool view;               /* a view: it can be read, and stays as it is */
    bool viewed;             /* a view reads it; not known of a schema that was read from JSON */
    struct name_map by_name; /* column name → id; of duplicates the last */
};

struct schema_foreign_key {
    uint32_t from, to; /* column ids */
};

/* What a database declares of a column, for which Spider's format has no place. */
struct schema_declared {
    struct str type; /* as written, or ""; ptr NULL if the database lacks the column */
    uint32_t key;    /* its place in the primary key, from 1; 0 if it is not part of it */
    bool generated;  /* from other columns */
};

/* A table, view or column of the database that no query can read. */
struct schema_loss {
    struct str name; /* "table.column" of a column */
    struct str why;
};

struct schema {
    struct str db_id;
    struct schema_table *tables;
    struct schema_column *columns; /* columns[0] is `*` */
    struct schema_foreign_key *foreign_keys;
    uint32_t n_tables, n_columns, n_foreign_keys;
    const struct schema_declared *declared; /* by column id; NULL if no database was asked */
    const uint32_t *key_first;  /* by pair: the first pair of its key; NULL if not known (keys.h) */
    struct name_map by_name;    /* table name → id; no two tables have the same */
    struct schema_loss *losses; /* none if no database was asked */
    uint32_t n_losses;
};

/* Several schemas, found by db_id (exact case). */
struct schema_set {
    struct schema *schemas;
    uint32_t count;
};

/* Read the text of Spider's tables.json. Errors name the line: the JSON's, or the schema's. */
MUST_USE enum status schema_set_parse(struct arena *a, struct str text, struct schema_set *out,
                                      struct err *e);

/* Read one entry of such a list. */
MUST_USE enum status schema_parse(struct arena *a, struct str text, struct schema *out,
                                  struct err *e);

/* Read the list from the file at `path`, which errors name. */
MUST_USE enum status schema_set_load(struct arena *a, const char *path, struct schema_set *out,
                                     struct err *e);

/* Read the schema of the SQLite database at `path`: the tables and views, and the keys it declares.
 * A byte of a name that is not UTF-8 becomes U+FFFD, as it would in JSON: such a table or column is
 * listed, but cannot be read. E_SCHEMA if it has no tables; the schema is read nevertheless. */
MUST_USE enum status schema_from_database(struct arena *a, const char *path, struct str db_id,
                                          struct schema *out, struct err *e);

/* Add to a schema from tables.json what the database at `path` declares of its tables: types,
 * places in keys, views, and keys that the file does not list. If the database has a primary key,
 * that is the table's. What only `s` has stays. Fails as database_open does; `s` is then as it was.
 */
MUST_USE enum status schema_ask_database(struct arena *a, const char *path, struct schema *s,
                                         struct err *e);

/* Leave out tables that SQLite keeps for itself (sqlite_sequence), which some files list. The ids
 * of all that comes after them change. */
void schema_drop_internal(struct arena *a, struct schema *s);

/* Can `s` be a db_id? It becomes part of paths, so it must be one plain name. */
bool schema_is_db_id(struct str s);

/* Does SQLite keep names like this one for itself? No other table or view can have one. */
bool schema_is_internal(struct str name);

/* With tables, columns and keys in place: list the columns of each table and index the names. The
 * last step of making a schema. */
void schema_index(struct arena *a, struct schema *s);

/* Or NULL. */
const struct schema *schema_set_find(const struct schema_set *set, struct str db_id);

/* "table.column", in `a`. Not for `*`. */
struct str schema_column_path(struct arena *a, const struct schema *s, uint32_t column);

/* Spider's word for it: "text", "number", "time", "boolean", "others". */
struct str schema_type_name(enum schema_type type);

/* Ids, or SCHEMA_NONE. */
uint32_t schema_find_table(const struct schema *s, struct str name);
uint32_t schema_find_column(const struct schema *s, uint32_t table, struct str name);

#endif
