/* inflection.h: one and many of English nouns.
 *
 * Irregular nouns come from data/irregular_nouns.tsv, then from WordNet's exceptions; the rest goes
 * by rule, and with WordNet present a rule's outcome must be a noun. Words are lower case. */
#ifndef TEQL_LEXICON_INFLECTION_H
#define TEQL_LEXICON_INFLECTION_H

#include "base/hash.h"
#include "lexicon/wordnet.h"

struct lexicon_table;

/* A list of nouns, rows of singular and plural, by either form. */
struct irregular_nouns {
    const struct lexicon_table *table;
    struct name_map singulars, plurals; /* form → its first row; capitals count for nothing */
};

/* Index the list, in `a`. */
void irregular_nouns_index(struct irregular_nouns *n, struct arena *a,
                           const struct lexicon_table *table);

/* Singulars that were worked out beforehand, since WordNet walks through a file for each. */
struct known_singulars {
    struct name_map words; /* word → number; exact */
    struct str *singulars; /* by number */
    uint32_t count;
};

/* Where the knowledge comes from; any may be NULL. Read-only, any thread. */
struct inflection {
    const struct irregular_nouns *irregular;
    const struct wordnet *wordnet;
    const struct known_singulars *known; /* by the two others */
};

/* Work the singular of `noun` out, for `known`. Both live in `a`. */
void known_singulars_add(struct known_singulars *k, struct arena *a, const struct inflection *in,
                         struct str noun);

/* The singular of `noun`; `noun` itself where it is one already. In `a`, or the given string. */
struct str noun_singular(struct arena *a, const struct inflection *in, struct str noun);

struct str noun_plural(struct arena *a, const struct inflection *in, struct str noun);

/* Of a noun with words about it: "birth year" → "birth years", "year of birth" → "years of birth".
 */
struct str noun_phrase_plural(struct arena *a, const struct inflection *in, struct str phrase);

/* Are both forms of the same noun? */
bool noun_same(struct arena *a, const struct inflection *in, struct str x, struct str y);

#endif
