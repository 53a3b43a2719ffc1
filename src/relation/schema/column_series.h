/* column_series.h: columns of a table that are named alike, because they belong together.
 *
 * winner_id and loser_id, Date_Effective_From and Date_Effective_To, Highest and Lowest: like names
 * show that the columns belong together. Under another name, one of them would seem to be something
 * else. */
#ifndef TEQL_RELATION_SCHEMA_COLUMN_SERIES_H
#define TEQL_RELATION_SCHEMA_COLUMN_SERIES_H

#include "lexicon/knowledge.h"
#include "lexicon/name_style.h"
#include "schema/schema.h"

/* Some words of a column's name. */
struct column_part {
    uint32_t column;
    const struct name_words *name; /* of the column, split */
    uint32_t start, end;           /* of the words; the end is not included */
};

/* Would the column leave a series with the name `new_name`, which has other words for this part? It
 * would if another column of the table
 *
 * - has the words of the part too;
 * - has a partner of one of them (partners in words.tsv);
 * - has the same name except for one word, and the new name has not. */
bool column_leaves_series(struct arena *a, const struct knowledge *k, const struct schema *s,
                          const struct column_part *part, struct str new_name);

/* Does another column of the table have a partner of one of the words: Highest beside Lowest? */
bool column_part_has_partner(struct arena *a, const struct knowledge *k, const struct schema *s,
                             const struct column_part *part);

/* Is there another column beside it that holds names and is called by one word, as state is beside
 * city? */
bool column_has_bare_sibling(struct arena *a, const struct knowledge *k, const struct schema *s,
                             uint32_t column);

/* Does another column of the table have a word in a short form (long in synonyms.tsv)? */
bool column_has_short_sibling(struct arena *a, const struct knowledge *k, const struct schema *s,
                              uint32_t column);

#endif
