/* column_rival.h: columns that a reader could take for a renamed one. */
#ifndef TEQL_RELATION_SCHEMA_COLUMN_RIVAL_H
#define TEQL_RELATION_SCHEMA_COLUMN_RIVAL_H

#include "relation/schema/column_series.h"

/* Does another column of the table fit the new words for the part, or the old ones? It does if its
 * name has these words, or words that the lists have as their synonym, in either direction and
 * however loosely: beside a city, a country must not be called "location". Columns with the old
 * words change with this one, and are not rivals. */
bool column_has_rival(struct arena *a, const struct knowledge *k, const struct schema *s,
                      const struct column_part *part, struct str new_words);

/* The same for a name that becomes the noun of its table: the name of a singer becomes "singer". A
 * singer's id is not a rival then, but a "lead singer" is. */
bool owner_name_has_rival(struct arena *a, const struct knowledge *k, const struct schema *s,
                          const struct column_part *part, struct str noun);

#endif
