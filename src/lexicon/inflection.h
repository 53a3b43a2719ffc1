/* inflection.h: forms of English words: one and many, what a family of words shares, "a" or "an".
 *
 * Irregular nouns come from data/words.tsv, then from WordNet's exceptions. All others go
 * by rule, and with WordNet present a rule's outcome must be a noun. Words are lower case. */
#ifndef TEQL_LEXICON_INFLECTION_H
#define TEQL_LEXICON_INFLECTION_H

#include "lexicon/lexicon.h"
#include "lexicon/wordnet.h"

/* Singulars that were found beforehand, since WordNet walks through a file for each. */
struct known_singulars {
    struct name_map words; /* word → number; exact */
    struct str *singulars; /* by number */
};

/* Where the knowledge comes from; any may be NULL. Read-only, any thread. */
struct inflection {
    const struct lexicon *lexicon;
    const struct wordnet *wordnet;
    const struct known_singulars *known; /* by the two others */
};

/* Add the singular of `noun` to those of `known`. Both live in `a`. */
void known_singulars_add(struct known_singulars *k, struct arena *a, const struct inflection *in,
                         struct str noun);

/* The singular of `noun`; `noun` itself if it is one already. In `a`, or the given string. */
struct str noun_singular(struct arena *a, const struct inflection *in, struct str noun);

struct str noun_plural(struct arena *a, const struct inflection *in, struct str noun);

/* Of a noun with words about it: "birth year" → "birth years", "year of birth" → "years of birth".
 */
struct str noun_phrase_plural(struct arena *a, const struct inflection *in, struct str phrase);

/* Are both forms of the same noun? */
bool noun_same(struct arena *a, const struct inflection *in, struct str x, struct str y);

/* Does the word only look like a plural: address, status, analysis? */
bool looks_singular(struct str noun);

/* The adjective that `word` is the comparative or superlative of: "old" of "oldest". ptr NULL if
 * WordNet has none. In `a`. */
struct str adjective_compared(struct arena *a, const struct wordnet *w, struct str word);

/* What `word` has in common with others of its family: speak, speaker, spoken. Shows that two words
 * may be about the same thing; is not for writing, since stems need not be words, and words that
 * differ may share one. With `w`, which may be NULL, irregular forms of verbs get the stem of the
 * verb. In `a`, or a part of the given string. */
struct str word_stem(struct arena *a, const struct wordnet *w, struct str word);

/* What stands before a word. Letters that can be spoken either way do not decide it. */
enum article { ARTICLE_A, ARTICLE_AN, ARTICLE_UNSURE };

enum article article_of(struct str word);

#endif
