/* world.h: the database that a grammar writes about: its schema, its rows, and its names in speech.
 *
 * What rules ask about a database again and again is found once, by world_learn. From then on a
 * world is read-only, and threads may share it. */
#ifndef TEQL_GRAMMAR_WORLD_H
#define TEQL_GRAMMAR_WORLD_H

#include "grammar/column_number.h"
#include "grammar/grammar.h"
#include "grammar/said_index.h"
#include "lexicon/knowledge.h"
#include "migration/column_content.h"
#include "schema/schema.h"

/* Rules use at most this many values of a column, taken evenly from all. */
enum { WORLD_VALUES_MAX = 32 };

/* A name as people say it; empty if it cannot be said. */
struct spoken_name {
    struct str one, many;
    struct str each;   /* after "each" */
    struct str values; /* of a column: "values of name" */
    bool plural;       /* `one` is in the plural already: "other details" */
};

/* The forms by which names are found. */
enum name_form { NAME_ONE, NAME_MANY, NAME_EACH, NAME_VALUES, N_NAME_FORMS };

/* A piece of a value: in the question, and in the query. */
struct known_piece {
    struct str said, sql;
};

struct known_pieces {
    const struct known_piece *items; /* all different */
    uint32_t count;
    struct said_index by_text;
};

/* What rules may do with a column. */
struct known_column {
    bool classes[N_COLUMN_CLASSES]; /* it is one of these */
    uint32_t n_values;              /* different ones in the rows */
    uint32_t alike, n_alike;        /* columns with the same name, from this place in by_name */
    struct str measure;             /* what its numbers measure; empty if not known */
    bool nulls;                     /* some rows have NULL, and none an empty text instead */
    bool gaps;                      /* some rows have no value: NULL, or an empty text */
    bool repeats;                   /* some have the same one, and none an empty text, which
                                       would be listed as one more value */
    bool recast;                    /* it has numbers that are not stored as such */
    struct stored_number stored;    /* how it stores them; unsure if not all of its values are
                                       known: then it is not recast */
    const struct content_value **values; /* those that can be said; numbers by size, then texts */
    uint32_t n_said;
    struct said_index by_text; /* of these */
    struct known_pieces pieces[N_PIECE_PLACES];
};

/* A foreign key. */
struct known_link {
    uint32_t key;      /* its first pair in the schema; GRAMMAR_NONE if found */
    uint32_t from, to; /* columns: the only pair of one that was found, else the first */
    uint32_t from_table, to_table;
    bool found; /* not declared, but found by names and values */
    bool many;  /* `from` is not the primary key: several rows may refer to the same one */
    bool clear; /* no other link leads from the one table to the other */
    struct spoken_name owned; /* the name of rows it comes from, as those of a row it leads to */
};

struct grammar_world {
    const struct schema *schema;
    const struct content_source *content; /* NULL: no rows are known */
    /* world_learn fills in the rest. */
    const struct spoken_name *tables;  /* by table */
    const struct spoken_name *columns; /* by column */
    const struct known_column *known;  /* by column */
    const uint32_t *by_name;           /* columns by their names in speech, then by table */
    const bool *has_rows;              /* by table */
    const struct known_link *links;
    uint32_t n_links;
    struct said_index table_names[N_NAME_FORMS], column_names[N_NAME_FORMS];
};

/* Fill in all but w->schema and w->content. In `a`; the content must outlive it, unchanged. */
void world_learn(struct arena *a, const struct knowledge *k, struct grammar_world *w);

/* Must a question write the value in quotes, because it could be misread? */
bool world_quotes(const struct content_value *v);

#endif
