/* phrase.h: a name of a schema as the words that people say.
 *
 * "Num_Employees" is "number of employees", "speed_knots" is "speed in knots", "countrycode" is
 * "country code", "date_incident_start" is "incident start date". */
#ifndef TEQL_GRAMMAR_PHRASE_H
#define TEQL_GRAMMAR_PHRASE_H

#include "lexicon/knowledge.h"

enum {
    PHRASE_WORDS_MAX = 16,
    PHRASE_MAX_BYTES = 60 /* a name that goes on longer is no name that people say */
};

struct spoken_phrase {
    struct str words[PHRASE_WORDS_MAX];
    uint32_t count;
};

/* The words between blanks. */
struct spoken_phrase phrase_of(struct str text);

/* From word `from` on, with blanks between. In `a`. */
struct str phrase_text(struct arena *a, const struct spoken_phrase *p, uint32_t from);

/* The words of a name in full and in the order of speech. `natural` is the name in words where
 * somebody wrote it so, `name` the identifier: its capitals may part words that the other has run
 * together. Where the two do not even begin alike they belong to different things, and the
 * identifier counts. No words where it cannot be said. In `a`. */
struct spoken_phrase phrase_of_name(struct arena *a, const struct knowledge *k, struct str natural,
                                    struct str name);

/* The words as they are written, small letters; empty where nobody could read them out. In `a`. */
struct str name_as_written(struct arena *a, struct str natural, struct str name);

/* The place of the noun: "date" of "date of birth", "line" of "address line 1". */
uint32_t phrase_head(const struct spoken_phrase *p);

/* The phrase with another word for its noun. In `a`. */
struct str phrase_with_head(struct arena *a, struct spoken_phrase p, struct str noun);

/* "of", "in", "has": a word that joins others and has no meaning alone. */
bool word_joins(struct str word);

/* By its ending. */
bool word_is_participle(struct str word);

/* A plural by its ending, or one that has no singular: "sales". */
bool noun_is_plural(struct arena *a, const struct knowledge *k, struct str noun);

/* The row of data/spoken_nouns.tsv: what one and many are called. NULL where the rules will do. */
const struct lexicon_row *spoken_noun(const struct knowledge *k, struct str noun);

/* Does data/spoken_kinds.tsv say that the word is of the kind: "unit", "mass"? */
bool word_is_of_kind(const struct knowledge *k, struct str word, struct str kind);

#endif
