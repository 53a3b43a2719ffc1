/* noun_places.h: the places in a question at which a noun for a column or table stands, and whether
 * another noun can stand there. Inside rewording/.
 *
 * A noun is replaced wherever the question has it, in the number in which it stands, and only where
 *
 * - it ends a noun phrase: the "country" of a "country code" stays;
 * - it is no half of "first and last name";
 * - the new words are not in the question yet, name nothing else in the database, and are no
 *   keyword: a "maximum capacity" could be the highest one. */
#ifndef TEQL_REWORDING_NOUN_PLACES_H
#define TEQL_REWORDING_NOUN_PLACES_H

#include "lexicon/synonyms.h"
#include "rewording/reading.h"

enum { LONGEST_PHRASE = 3, PLACES_MAX = 8 };

struct noun_search {
    struct arena *arena;
    const struct question_reading *reading;
    const struct knowledge *knowledge;
    bool tables; /* nouns for tables are looked for, too: these may stand before other nouns.
                    Singular and plural are then places of their own */
};

/* Words of the question that say the same of a column or table wherever they stand. */
struct noun_places {
    uint32_t starts[PLACES_MAX];
    uint32_t count;
    uint32_t n_words; /* of each */
    struct str phrase;
    uint32_t column; /* SCHEMA_STAR for none */
    uint32_t table;  /* SCHEMA_NONE for none */
};

/* The words as they stand, in small letters, with single blanks between. */
struct str noun_phrase_at(const struct noun_search *s, uint32_t start, uint32_t end);

/* All places of the words at `start`. False where one of them is not a noun for a column; without
 * `tables` also where one stands in the other number. What they name is for the caller to say. */
bool noun_places_find(const struct noun_search *s, uint32_t start, uint32_t n_words,
                      struct noun_places *out);

/* "the membership level …, ordered by the level": what is called short elsewhere keeps its name. */
bool noun_places_called_short(const struct noun_search *s, const struct noun_places *p);

/* Can the synonym stand at all of them? */
bool noun_places_admit(const struct noun_search *s, const struct noun_places *p,
                       const struct synonym *y);

#endif
