/* noun_places.h: the places of a question where a noun for a column or table stands, and whether
 * another noun can stand there. Inside rewording/.
 *
 * A noun is replaced wherever the question has it, in the number in which it stands, and only if
 *
 * - it ends a noun phrase: the "country" of a "country code" stays;
 * - it is not half of "first and last name";
 * - the new words are not in the question yet, name nothing else in the database, and do not say a
 *   keyword: a "maximum capacity" could be the highest one. */
#ifndef TEQL_REWORDING_NOUN_PLACES_H
#define TEQL_REWORDING_NOUN_PLACES_H

#include "lexicon/synonyms.h"
#include "link/reading.h"
#include "record/tally.h"

enum { LONGEST_PHRASE = 3, PLACES_MAX = 8 };

struct noun_search {
    struct arena *arena;
    const struct question_reading *reading; /* with knowledge of words */
    bool tables; /* look for nouns for tables, too: these may stand before other nouns. Singular and
                    plural are then places of their own */
};

/* Words of the question that mean one column or table at all places where they stand. */
struct noun_places {
    uint32_t starts[PLACES_MAX];
    uint32_t count;
    uint32_t n_words; /* of each */
    struct str phrase;
    uint32_t column; /* SCHEMA_STAR for none */
    uint32_t table;  /* SCHEMA_NONE for none */
};

/* The words in small letters, with single blanks between. */
struct str noun_phrase_at(const struct noun_search *s, uint32_t start, uint32_t end);

/* The longest phrase from word `start` on that the lists know. It may have more words than those
 * that say the column: "country of origin". */
uint32_t noun_phrase_end(const struct noun_search *s, uint32_t start);

/* All places of the words at `start`; the caller says what they name. False if one of them is not a
 * noun for a column; without `tables` also if one is in the other number. */
bool noun_places_find(const struct noun_search *s, uint32_t start, uint32_t n_words,
                      struct noun_places *out);

/* Does the question use a short form elsewhere: "the membership level …, ordered by the level"?
 * Then the noun keeps its name. */
bool noun_places_called_short(const struct noun_search *s, const struct noun_places *p);

/* Can the synonym stand at all the places? If not, `*why` says why. */
bool noun_places_admit(const struct noun_search *s, const struct noun_places *p,
                       const struct synonym *y, enum refusal *why);

#endif
