/* auto_annotation.h: other names for the tables and columns of a schema, found in word lists.
 *
 * Synonyms replace words of a name, and the best few of the new names are kept. The paper's rule
 * (Spider-Syn, §2.2) says what they must be like: common words only; none for id, age, name and
 * year, for which there are no other words; no name of another table or column of the database; and
 * only what is true of things as the table has them.
 *
 * A name that is a single term gets what relation syn puts into questions, and the loose words of
 * the lists (lexicon/synonyms.h). The sense of a part of a longer name is not sure: a plant may be
 * flora, a "power plant" is not. A part is replaced only by words of the lists that always fit, and
 * never within a term of several words that the lists or WordNet have. */
#ifndef TEQL_DEFENCE_AUTO_ANNOTATION_H
#define TEQL_DEFENCE_AUTO_ANNOTATION_H

#include "defence/annotated_schema.h"
#include "lexicon/knowledge.h"
#include "lexicon/word_sense.h"
#include "record/strength.h"

enum { AUTO_MAX_NAMES = 8 }; /* of an item, its own included */

/* In `a`. `s` must stay. Mild names have only words without doubts. `synonyms` is what a model said
 * for words of its names; or NULL. */
struct annotated_schema auto_annotated(struct arena *a, const struct knowledge *k,
                                       const struct schema *s,
                                       const struct model_synonyms *synonyms,
                                       enum strength strength);

/* Words of a name that can be replaced. */
struct name_mention {
    struct str words; /* as substitutes_key has them */
    uint32_t column;  /* SCHEMA_STAR for a table's name */
    uint32_t table;
};

struct name_mentions {
    struct name_mention *items;
    uint32_t count;
};

/* The words whose synonyms make names: whole names, and each word of them, each once. In `a`. */
struct name_mentions auto_mentions(struct arena *a, const struct knowledge *k,
                                   const struct schema *s);

#endif
