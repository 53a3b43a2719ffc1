/* migration.h: one description of a schema change, from which everything else about it follows.
 *
 * A migration lists the new tables; each says which old table its rows come from, and each of its
 * columns where its values come from. What stays is shared with the old schema. From a migration
 * are made: the new schema and its lineage (here), the views that show the old database as the new
 * one (migration_select.h), and the tables of a real copy (migration_tables.h).
 *
 * Migrations live in the arena they were made in, refer to the old schema, and are never changed:
 * any number of threads may read one. */
#ifndef TEQL_MIGRATION_MIGRATION_H
#define TEQL_MIGRATION_MIGRATION_H

#include "migration/column_mapping.h"
#include "schema/schema.h"

enum migration_source {
    MIGRATION_COPY,    /* the old column */
    MIGRATION_JOINED,  /* the old column of the table that is folded in */
    MIGRATION_KEY,     /* numbers the rows of a split-off table from 1 */
    MIGRATION_LOOKUP,  /* the key that the split-off table gave to the old column's value */
    MIGRATION_MAPPED,  /* what a mapping makes of the old column's value */
    MIGRATION_INVENTED /* made up, the same for the same row every time */
};

/* The values of an invented column: one of the texts if there are any, else an integer. */
struct migration_values {
    const struct str *texts;
    uint32_t n_texts;
    int64_t low, high; /* both included */
};

struct migration_column {
    struct str name, natural;
    enum schema_type type;
    bool primary;
    enum migration_source source;
    uint32_t old; /* column of the old schema that the values come from; SCHEMA_NONE for invented
                     values and for keys */
    const struct migration_values *values; /* MIGRATION_INVENTED */
    const struct column_mapping *mapping;  /* MIGRATION_MAPPED */
};

struct migration_table {
    struct str name, natural;
    uint32_t base;                          /* old table whose rows these are */
    const struct migration_column *columns; /* NULL: those of `base`, as they are; so a change of
                                               one table of a thousand lists the columns of one */
    uint32_t n_columns;
    bool split;   /* a row for each different value of the column split off, none for NULL */
    bool changed; /* differs from the old table in more than its place and keys */
    bool keyless; /* its primary key was forgotten */
    struct schema_foreign_key fold; /* old columns: from `base` to the table folded in;
                                       from is SCHEMA_NONE if none is */
};

/* A key of the new schema, as table and position in it. */
struct migration_key {
    uint32_t from_table, from, to_table, to;
};

struct migration {
    const struct schema *old;
    struct migration_table *tables; /* in the new order */
    uint32_t n_tables;
    struct migration_key *foreign_keys;
    uint32_t n_foreign_keys;
    uint32_t *key_first; /* of each, as in struct schema; NULL if not known */
    uint32_t forgotten;  /* a pair of the old foreign key that is no longer declared; SCHEMA_NONE if
                            all are */
};

/* The column at that position of `t`, a table of `m`. */
struct migration_column migration_column_of(const struct migration *m,
                                            const struct migration_table *t, uint32_t position);

/* An old column and an old table as they are, in a new schema. */
struct migration_column migration_column_as_is(const struct schema *s, uint32_t column);
struct migration_table migration_table_as_is(const struct schema *s, uint32_t table);

/* The same migration with the columns of all its tables, for code that goes through all of them. */
const struct migration *migration_spelled_out(struct arena *a, const struct migration *m);

/* Give `m` the foreign keys of its old schema that still have all their columns, without the
 * forgotten one. There is room for one more. */
void migration_carry_keys(struct arena *a, struct migration *m);

/* Are its keys those? Then they follow from its tables. */
bool migration_keys_follow(struct arena *a, const struct migration *m);

/* Edits of `s`. Each makes one migration; ids are those of `s`, and must be right. */

/* `order[i]` is the old table that becomes the i-th. */
const struct migration *migration_reorder_tables(struct arena *a, const struct schema *s,
                                                 const uint32_t *order);

/* `order[i]` is the old position, from 0, of the column that becomes the i-th of its table. */
const struct migration *migration_reorder_columns(struct arena *a, const struct schema *s,
                                                  uint32_t table, const uint32_t *order);

/* Foreign keys of the column go with it. */
const struct migration *migration_drop_column(struct arena *a, const struct schema *s,
                                              uint32_t column);

const struct migration *migration_rename_column(struct arena *a, const struct schema *s,
                                                uint32_t column, struct str name,
                                                struct str natural);

/* Several at once; each column at most once. */
struct column_renaming {
    uint32_t column;
    struct str name, natural;
};
const struct migration *migration_rename_columns(struct arena *a, const struct schema *s,
                                                 const struct column_renaming *renamings,
                                                 uint32_t n);

/* Put one column or more in the place of one that is not part of a key. Of each, `new` says name,
 * type and mapping, which must be valid (column_mapping.h); it is copied. */
const struct migration *migration_replace_column(struct arena *a, const struct schema *s,
                                                 uint32_t column,
                                                 const struct migration_column *new, uint32_t n);

/* The same of several columns, each once. */
struct replacement;
const struct migration *migration_replace_columns(struct arena *a, const struct schema *s,
                                                  const struct replacement *const *items,
                                                  uint32_t n);

/* Before position `at` of the table (0 … its number of columns). */
struct migration_insertion {
    uint32_t table, at;
    struct str name, natural;
    enum schema_type type;
    struct migration_values values;
};
const struct migration *migration_insert_column(struct arena *a, const struct schema *s,
                                                const struct migration_insertion *i);

/* Several, one after the other: `at` counts those inserted before. */
const struct migration *migration_insert_columns(struct arena *a, const struct schema *s,
                                                 const struct migration_insertion *list,
                                                 uint32_t n);

/* Move a column to a new last table of a key and that column. A reference to the key replaces it.
 */
struct migration_split {
    uint32_t column;
    struct str table, table_natural;
    struct str key, key_natural;             /* the new table's primary key */
    struct str reference, reference_natural; /* the old table's column that refers to it */
};
const struct migration *migration_split_column(struct arena *a, const struct schema *s,
                                               const struct migration_split *split);

/* Fold the table that foreign key number `key` refers to into the table that refers to it: its
 * columns, without the one referred to, become columns there, and it is gone. `names[i]` is the new
 * name of its i-th column; that of the key is ignored. Sound only if no other key refers to the
 * table and the key is unique. */
struct migration_fold_name {
    struct str name, natural;
};
const struct migration *migration_fold_table(struct arena *a, const struct schema *s, uint32_t key,
                                             const struct migration_fold_name *names);

const struct migration *migration_forget_foreign_key(struct arena *a, const struct schema *s,
                                                     uint32_t key);
const struct migration *migration_forget_primary_key(struct arena *a, const struct schema *s,
                                                     uint32_t table);

/* One migration that does what `first` does, and then `second`, whose old schema is the one that
 * migration_schema makes of `first`. NULL if one cannot do both: a table folded or split twice, a
 * value computed from a computed one, two keys forgotten. */
const struct migration *migration_compose(struct arena *a, const struct migration *first,
                                          const struct migration *second);

/* The migration from `old` that gives its tables and columns the names that `new` has in the same
 * places. NULL if the two do not have the same places, or a column has another type. Refers to both
 * schemas. */
const struct migration *migration_rename_all(struct arena *a, const struct schema *old,
                                             const struct schema *new);

/* The migration that does what `m` does, and then gives all tables and columns the names of `new`,
 * or NULL if `new` does not have the places that `m` makes. */
const struct migration *migration_then_rename(struct arena *a, const struct migration *m,
                                              const struct schema *new);

/* The migration from `old` that adds the columns that only `new` has. Their values are made up:
 * numbers, or the column's name in words followed by a number. NULL if `new` has other tables, or
 * lacks columns of the old ones, or has them in another order or with other types; or if it adds
 * none. Refers to both schemas. */
const struct migration *migration_extend(struct arena *a, const struct schema *old,
                                         const struct schema *new);

/* A copy in `a`, so that the arena of `m` may go. Its old schema is `old`, which equals that of
 * `m`. */
const struct migration *migration_keep(struct arena *a, const struct migration *m,
                                       const struct schema *old);

/* The type that a computed column has in a copy; NULL for one that is a column already. A view must
 * cast to it: an expression does not compare with text and numbers as a column does. */
const char *migration_computed_type(const struct migration_column *c);

/* The split-off table that holds the values of the old column, or NULL. */
const struct migration_table *migration_split_of(const struct migration *m, uint32_t column);

/* Does it have mapped columns? */
bool migration_maps(const struct migration *m);

/* The old id, a dot, `label` (the relation's id), a dot, and migration_hash(): equal migrations
 * have equal ids. */
struct str migration_db_id(struct arena *a, const struct migration *m, struct str label);

/* A hash of all that the migration says, its old schema's db_id included. */
uint64_t migration_hash(const struct migration *m);

/* The new schema; its names are those of the migration. `lineage`, if not NULL, receives for each
 * new column the old column whose values it has, or SCHEMA_NONE: a mapped column has other values.
 */
void migration_schema(struct arena *a, const struct migration *m, struct str db_id,
                      struct schema *out, const uint32_t **lineage);

#endif
