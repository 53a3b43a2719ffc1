/* schema_words.h: what the schemas of a dataset teach about words. */
#ifndef TEQL_LINK_SCHEMA_WORDS_H
#define TEQL_LINK_SCHEMA_WORDS_H

#include "lexicon/knowledge.h"
#include "schema/schema.h"

/* Learn which columns the tables of each noun have, and look up the words of these schemas
 * beforehand. Once, before threads share the knowledge. */
void knowledge_learn(struct knowledge *k, const struct schema_set *schemas);

/* The noun of a table, in the singular. */
struct str schema_table_noun(struct arena *a, const struct knowledge *k, const struct schema *s,
                             uint32_t table);

/* The sense of that noun, if the names around it show it (shown-by in words.tsv): a "game" beside
 * platforms is a video game. Else the noun itself. */
struct str schema_table_sense(struct arena *a, const struct knowledge *k, const struct schema *s,
                              uint32_t table);

#endif
