/* description.h: what a database says of its own tables, as values.
 *
 * The words are the engine's: names, types and expressions as they were declared. All of it lives
 * in the arena that it was read into. */
#ifndef TEQL_ENGINE_DESCRIPTION_H
#define TEQL_ENGINE_DESCRIPTION_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

struct described_column {
    struct str name;
    struct str type; /* as written, or "" */
    uint32_t key;    /* its position in the primary key, from 1; 0 if it is not part of it */
    bool not_null;
    struct str preset;    /* the expression of its DEFAULT, or ptr NULL */
    bool generated;       /* computed from others; it takes no values */
    struct str collation; /* whole tables only, as the next; "BINARY" if none is written */
    bool autoincrement;
};

/* A foreign key, pair by pair. */
struct described_key {
    struct str table; /* that it refers to */
    struct str *from;
    struct str *to; /* ptr NULL if it names none: then the next column of the primary key */
    uint32_t count;
    struct str on_update, on_delete; /* "NO ACTION" if none is written */
};

/* Columns that are unique together; ptr NULL for an expression. */
struct described_unique {
    struct str *columns;
    uint32_t count;
};

struct described_table {
    struct str name;
    struct described_column *columns;
    uint32_t n_columns;
    struct described_key *keys;
    uint32_t n_keys;
    bool view;
    struct str *reads; /* by a view: tables and views, maybe some twice; not of whole tables */
    uint32_t n_reads;

    /* Whole tables only. */
    struct str sql;      /* CREATE TABLE … or CREATE VIEW …, or ptr NULL */
    struct str *indexes; /* CREATE INDEX … */
    uint32_t n_indexes;
    struct described_unique *uniques; /* UNIQUE constraints; indexes are in `indexes` */
    uint32_t n_uniques;
    bool has_rowid, strict;
    bool stands_in; /* a view or virtual table: its columns are not described */
    bool shadow;    /* made and kept by a virtual table */
};

/* A table, view or column that no query could read: it calls a function that the engine does not
 * have, for example. */
struct described_loss {
    struct str table;
    struct str column; /* ptr NULL for the whole table */
    struct str why;    /* in the engine's words */
};

struct description {
    struct str encoding; /* of text, for code that makes a copy; whole tables only */
    struct described_table *tables;
    uint32_t n_tables;
    struct described_loss *losses; /* what is not among the tables; not of whole tables */
    uint32_t n_losses;
};

#endif
