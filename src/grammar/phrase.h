/* phrase.h: a name of a schema as the words that people say.
 *
 * "Num_Employees" is "number of employees", "speed_knots" is "speed in knots", "countrycode" is
 * "country code", "date_incident_start" is "incident start date". */
#ifndef TEQL_GRAMMAR_PHRASE_H
#define TEQL_GRAMMAR_PHRASE_H

#include "lexicon/knowledge.h"

enum {
    PHRASE_WORDS_MAX = 16,
    PHRASE_MAX_BYTES = 60 /* people do not say longer names */
};

struct spoken_phrase {
    struct str words[PHRASE_WORDS_MAX];
    uint32_t count;
};

/* The words between blanks. */
struct spoken_phrase phrase_of(struct str text);

/* From word `from` on, with blanks between. In `a`. */
struct str phrase_text(struct arena *a, const struct spoken_phrase *p, uint32_t from);

/* The words of a name in full and in the order of speech. `natural` is the name in words, if a file
 * has one; `name` is the identifier, whose capitals may part words that the other runs together. If
 * the two begin differently they belong to different things, and the identifier counts. No words if
 * it cannot be said. In `a`. */
struct spoken_phrase phrase_of_name(struct arena *a, const struct knowledge *k, struct str natural,
                                    struct str name);

/* The words as they are written, in small letters; empty if they cannot be read out. In `a`. */
struct str name_as_written(struct arena *a, struct str natural, struct str name);

/* The place of the noun: "date" of "date of birth", "line" of "address line 1". */
uint32_t phrase_head(const struct spoken_phrase *p);

/* The phrase with another word for its noun. In `a`. */
struct str phrase_with_head(struct arena *a, struct spoken_phrase p, struct str noun);

/* "of", "in", "has": a word that joins others and has no meaning alone. */
bool word_joins(struct str word);

/* Judged by its ending. */
bool word_is_participle(struct str word);

/* A plural by its ending, or one that has no singular: "sales". */
bool noun_is_plural(struct arena *a, const struct knowledge *k, struct str noun);

/* Is the word an amount of this sort: "unit", "mass"? */
bool word_is_of_kind(const struct knowledge *k, struct str word, struct str kind);

/* Does the phrase read as a noun that can be used in a sentence? "Show the opening date of each
 * store" does; "show the fda approved of each medicine" does not. WordNet says what words can be;
 * without it they are taken for what they look like.
 *
 * It must be words about a noun, the noun, and perhaps "of", "in" or "per" something. A word for a
 * `table` only has to be a noun, too: "orders". One for a column must mostly be a noun: "start" is
 * more often a verb. */
bool phrase_is_noun(struct arena *a, const struct knowledge *k, const struct spoken_phrase *p,
                    bool table);

/* Is it an English word, in any form? Is it a noun, singular or plural? True for all without
 * WordNet.
 */
bool word_is_known(struct arena *a, const struct knowledge *k, struct str word);
bool word_is_noun(struct arena *a, const struct knowledge *k, struct str word);

/* Is it a noun common enough to be recognised within another word? False for all without WordNet.
 */
bool noun_is_usual(struct arena *a, const struct knowledge *k, struct str word);

#endif
