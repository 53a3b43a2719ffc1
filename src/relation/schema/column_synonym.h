/* column_synonym.h: the synonyms that a column of a schema can be renamed with.
 *
 * One word of the name is replaced, or several that mean something together ("zip code"); the rest
 * and the way of writing stay. Left out are
 *
 * - words that name a table of the schema: that names are alike tells a reader how to join;
 * - columns of a series, in the words that make it one (column_series.h): beside winner_name a
 *   loser_full_name would say that the two differ in more than winning;
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
    struct str phrase;   /* … and what they say */
    struct synonym synonym;
    struct str name; /* the new one */
};

struct synonym_search {
    bool together; /* what is said otherwise of one column may be said of the others at once: a
                      column does not leave its series */
    struct column_synonym *items; /* found so far, in the order of columns */
    uint32_t count;
    struct taken_names taken;
    struct name_habits habits;
    struct schema_memory *memory;
    struct synonym_note *note; /* what was found out about the schema */
};

/* Begin a search in the schema of `s`, which has knowledge. */
void synonym_search_init(struct arena *a, const struct relation_seed *s, bool together,
                         struct synonym_search *p);

/* Add what there is for a column. What is left out is counted as refused. */
void synonym_search_column(struct arena *a, const struct relation_seed *s, struct synonym_search *p,
                           uint32_t column);

/* Do the words name a table, or the things that this table has? */
bool synonym_search_names_table(struct arena *a, const struct relation_seed *s,
                                const struct synonym_search *p, uint32_t table, struct str phrase);

/* The column's name in words, with the phrase replaced where it has it; else the new name in words.
 */
struct str column_synonym_natural(struct arena *a, const struct schema_column *c,
                                  const struct column_synonym *r);

/* Would another name hide how tables belong together? Of a column tied by a foreign key to one of
 * the same name, and of a key whose name other tables use too, it would. */
bool name_tells_join(const struct schema *s, uint32_t column);

#endif
