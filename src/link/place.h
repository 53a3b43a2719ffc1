/* place.h: names of places and the adjectives for them, from data/places.tsv.  */
#ifndef TEQL_LINK_PLACE_H
#define TEQL_LINK_PLACE_H

#include "link/words.h"

enum { PLACE_ADJECTIVE, PLACE_NAMES }; /* fields of a line */

/* The line of the place that a value names, or NULL. `a` is for scratch. */
const struct lexicon_row *place_find(struct arena *a, const struct lexicon *l, struct str value);

/* Do the words say what this field calls the place, with "the" or without? */
bool place_called(struct arena *a, const struct lexicon_row *p, uint32_t field, struct str words);

/* A name without "the". */
struct str place_bare(struct str name);

#endif
