/* column_synonym.h: the synonyms that a column of a schema can be renamed with.
 *
 * One word of the name is replaced, or several that mean something together ("zip code"); the rest
 * and the way of writing stay. Left out are
 *
 * - words that name a table of the schema: like names show a reader how to join;
 * - columns of a series, in the words that make it one (column_series.h): winner_name and
 * loser_full_name would seem to differ in more than winning;
 * - short forms in a table that writes its words out;
 * - synonyms that are a name of the schema or a word of the question (fresh_name.h).
 *
 * A bold search has more words for a name (strength.h), and none that keeps all old ones. "Song
 * name" as a whole can also be called by a word for songs, and the name of a singer "singer". In
 * exchange, the other columns of the table are compared: neither the new words nor the old ones may
 * fit one of them. */
#ifndef TEQL_RELATION_SCHEMA_COLUMN_SYNONYM_H
#define TEQL_RELATION_SCHEMA_COLUMN_SYNONYM_H

#include "lexicon/name_style.h"
#include "lexicon/synonyms.h"
#include "relation/fresh_name.h"
#include "relation/schema/built_name.h"
#include "relation/schema_memory.h"

/* Other words for a part of a column's name. */
struct column_synonym {
    uint32_t column;
    uint32_t start, end; /* words of the name … */
    struct str phrase;   /* … as a phrase */
    struct synonym synonym;
    struct str name;  /* the new one; ptr NULL if it is that of column_parts_joined() */
    bool names_owner; /* it is the noun of the table: the name of a singer becomes "singer" */
};

struct synonym_search {
    bool bold;     /* the seed's option `strength` */
    bool together; /* other columns may get the same synonym, so that none leaves its series */
    struct column_synonym *items; /* found so far, in the order of columns */
    uint32_t count;
    struct taken_names taken;
    struct name_habits habits;
    struct schema_memory *memory;
    struct synonym_note *note; /* of the schema */
};

/* Begin a search in the schema of `s`, whose knowledge is not NULL. */
void synonym_search_init(struct arena *a, const struct relation_seed *s, bool together,
                         struct synonym_search *p);

/* Add the synonyms for a column. Those left out are counted as refused. */
void synonym_search_column(struct arena *a, const struct relation_seed *s, struct synonym_search *p,
                           uint32_t column);

/* Do the words name a table, or the things in this table? */
bool synonym_search_names_table(struct arena *a, const struct relation_seed *s,
                                const struct synonym_search *p, uint32_t table, struct str phrase);

/* The column's name in words with the phrase replaced, if it has the phrase; else the new name in
 * words.
 */
struct str column_synonym_natural(struct arena *a, const struct schema_column *c,
                                  const struct column_synonym *r);

/* The column's name with all the parts in other words. They are in their order, and do not overlap.
 */
struct str column_parts_joined(struct arena *a, struct str name,
                               const struct column_synonym *const *parts, uint32_t count);

/* Does the name have a word twice that is not in the old one: "municipality_municipality" for "town
 * city"? */
bool column_name_repeats(struct arena *a, struct str old, struct str name);

/* Can only one of them be in a name? */
static inline bool column_synonyms_overlap(const struct column_synonym *x,
                                           const struct column_synonym *y)
{
    return x->start < y->end && y->start < x->end;
}

/* Is the new name in words free in the schema? The noun of the table may be the table's own name,
 * if no column has it. */
bool column_name_is_free(struct arena *a, const struct schema *s, const struct taken_names *t,
                         const struct column_synonym *r, struct str name);

/* Does the name show how tables join? It does if a foreign key ties the column to one of the same
 * name, and for a key whose name other tables have, too. */
bool name_shows_join(const struct schema *s, uint32_t column);

#endif
