/* schema_words.h: what the schemas of a dataset teach about words. */
#ifndef TEQL_LINK_SCHEMA_WORDS_H
#define TEQL_LINK_SCHEMA_WORDS_H

#include "lexicon/knowledge.h"
#include "schema/schema.h"

/* Observe which columns the tables of each noun have, and work out beforehand what will be asked
 * about the words of these schemas. Once, before the knowledge is shared by threads. */
void knowledge_learn(struct knowledge *k, const struct schema_set *schemas);

/* The noun of a table, in the singular. */
struct str schema_table_noun(struct arena *a, const struct knowledge *k, const struct schema *s,
                             uint32_t table);

/* What that noun means here, where names around it tell (data/noun_senses.tsv): a "game" beside
 * platforms is a video game. The noun itself where nothing is told. */
struct str schema_table_sense(struct arena *a, const struct knowledge *k, const struct schema *s,
                              uint32_t table);

#endif
