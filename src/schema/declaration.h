/* declaration.h: what a database declares about its tables beyond what a schema holds.
 *
 * Needed to write a database that is declared the same way: types to the letter, collations,
 * constraints, indexes. Read-only once read; lives in the arena it was read into. */
#ifndef TEQL_SCHEMA_DECLARATION_H
#define TEQL_SCHEMA_DECLARATION_H

#include "schema/schema.h"

struct declared_column {
    struct str type;      /* as written, or "" */
    struct str collation; /* "BINARY" if none is written */
    struct str preset;    /* the expression of its DEFAULT; ptr NULL if there is none */
    bool not_null, autoincrement;
    uint32_t key; /* its position in the primary key, from 1; 0 if it is not part of it */
};

/* Columns that are unique together. */
struct declared_unique {
    uint32_t *columns; /* ids */
    uint32_t count;
};

struct declared_table {
    struct str sql;      /* CREATE TABLE … or CREATE VIEW …; ptr NULL if there is none */
    struct str *indexes; /* CREATE INDEX … */
    uint32_t n_indexes;
    struct str
        *stored; /* names of all columns that hold values, also those that the schema lacks */
    uint32_t n_stored;
    struct declared_unique *uniques; /* UNIQUE constraints; unique indexes are in `indexes` */
    uint32_t n_uniques;
    bool has_rowid, strict;
    bool stands_in; /* a view or virtual table, whose columns declare nothing */
    bool view;
    bool shadow; /* made and kept by a virtual table */

    /* What a copy cannot keep: filled in by the code that makes the copy. */
    bool refused;               /* `sql` cannot be used word for word */
    struct str *refused_checks; /* parts of `sql`: conditions of CHECKs, in their brackets */
    uint32_t n_refused_checks;
    bool values_refused; /* values of generated columns cannot be computed */
};

/* A foreign key of one or more columns, between tables of the schema. */
struct declared_key {
    uint32_t from_table, to_table;
    uint32_t *from, *to; /* columns, pair by pair */
    uint32_t count;
    struct str on_update, on_delete; /* "NO ACTION" if none is written */
};

struct declaration {
    struct str encoding;             /* of text: "UTF-8", "UTF-16le", "UTF-16be" */
    struct declared_table *tables;   /* by table id */
    struct declared_column *columns; /* by column id */
    struct declared_key *keys;
    uint32_t n_keys;
};

/* Read what the SQLite database at `path` declares about the tables and columns of `s`. What the
 * database lacks stays empty; what `s` lacks is left out. In `a`. */
MUST_USE enum status declaration_read(struct arena *a, const char *path, const struct schema *s,
                                      struct declaration *out, struct err *e);

#endif
