/* auto_annotation.h: other names for the tables and columns of a schema, found in word lists.
 *
 * A name gets others by putting synonyms in the place of its words. The best few are taken. What
 * the names must be like is the paper's rule (Spider-Syn, §2.2): common words only; none for id,
 * age, name and year, which everybody calls so; nothing that another table or column of the
 * database is called; and only what is true of things as the table has them.
 *
 * A name that is a single term gets what relation syn puts into questions, and the loose words of
 * the lists (lexicon/synonyms.h). The sense of a part of a longer name is not sure: a plant may be
 * flora, a "power plant" is not. There only the lists' words that always fit are put, and none into
 * a term of several words that the lists or WordNet have. */
#ifndef TEQL_DEFENCE_AUTO_ANNOTATION_H
#define TEQL_DEFENCE_AUTO_ANNOTATION_H

#include "defence/annotated_schema.h"
#include "lexicon/knowledge.h"
#include "lexicon/word_sense.h"

enum { AUTO_MAX_NAMES = 8 }; /* of an item, its own included */

/* In `a`. `s` must stay. `told` is what was said for words of its names; NULL for nothing. */
struct annotated_schema auto_annotated(struct arena *a, const struct knowledge *k,
                                       const struct schema *s, const struct model_synonyms *told);

/* Words of a name that others may be said for. */
struct name_mention {
    struct str words; /* as substitutes_key has them */
    uint32_t column;  /* SCHEMA_STAR for a table's name */
    uint32_t table;
};

struct name_mentions {
    struct name_mention *items;
    uint32_t count;
};

/* Whose synonyms make names: whole names, and each word of them, each once. In `a`. */
struct name_mentions auto_mentions(struct arena *a, const struct knowledge *k,
                                   const struct schema *s);

#endif
