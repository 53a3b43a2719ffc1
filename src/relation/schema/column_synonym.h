/* column_synonym.h: the synonyms that a column of a schema can be renamed with.
 *
 * One word of the name is replaced, or several that mean something together ("zip code"); the rest
 * and the way of writing stay. Left out are
 *
 * - words that name a table of the schema: like names show a reader how to join;
 * - columns of a series, in the words that make it one (column_series.h): winner_name and
 * loser_full_name would seem to differ in more than winning;
 * - short forms in a table that writes its words out;
 * - synonyms that are a name of the schema or a word of the question (fresh_name.h). */
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
    struct str name; /* the new one */
};

struct synonym_search {
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

/* Does the name show how tables join? It does if a foreign key ties the column to one of the same
 * name, and for a key whose name other tables have, too. */
bool name_shows_join(const struct schema *s, uint32_t column);

#endif
