/* synonyms.h: words that may stand for a word of a name or question: one source for all callers.
 *
 * There are several *uses* of a synonym, by grades of the list (synonym_pair.h). For a word that
 * the list has with such a grade, only the list and short forms are used, except by the last use.
 *
 * - What may mean the same to somebody? A wide answer, for callers that must not be misunderstood.
 *   For words that are not listed it has ConceptNet's, and WordNet's most frequent word for the
 *   sense, if that sense is sure and also the synonym's own first sense.
 * - What can a column be renamed with, so that nobody reads anything else? A narrow answer. A name
 *   is never taken from WordNet: to it an ERA is an epoch and occupancy a tenancy.
 * - With which names does a column make a test harder, and still mean the same to a reader of the
 *   whole schema? More words, which the caller compares with the other columns.
 * - What do people say for a column, in a question? What it can be renamed with, and more: nobody
 *   names a column "number of inhabitants", but all understand it.
 * - What do people say if they do not know the names of the database? All of the above, and what
 *   WordNet, word vectors and a language model have, ranked.
 *
 * The sense of a word is chosen in one place for all of them (word_sense.h). Plurals are answered
 * with plurals. */
#ifndef TEQL_LEXICON_SYNONYMS_H
#define TEQL_LEXICON_SYNONYMS_H

#include "lexicon/kinds.h"
#include "lexicon/knowledge.h"
#include "lexicon/word_sense.h"

enum synonym_use {
    SYNONYMS_MEANT,
    SYNONYMS_NAMED,
    SYNONYMS_NAMED_BOLDLY,
    SYNONYMS_SAID,
    SYNONYMS_SUBSTITUTED
};

/* Why people may stumble over a word, or take it for something else. Up to DOUBT_BOLD_MOST it is
 * said in bold cases; from there on it is not. */
enum synonym_doubt {
#define SYNONYM_DOUBT(id, name) DOUBT_##id,
#include "lexicon/synonym_doubt.def"
#undef SYNONYM_DOUBT
    N_SYNONYM_DOUBTS,
    DOUBT_BOLD_MOST = DOUBT_SENSE
};

struct synonym {
    struct str words; /* lower case, separated by blanks */
    struct str owner; /* kind of table it is for, "!" before it for all others; "any" */
    enum word_source source;
    bool whole;   /* only for names that have no other word; "@" stands for the table's noun */
    bool last;    /* only for the end of a name */
    bool bold;    /* only for SYNONYMS_NAMED_BOLDLY */
    bool mild;    /* not for it */
    bool numbers; /* only for columns of numbers */
    bool texts;   /* only for columns of texts */
    bool plural;  /* has no singular: goods */
    bool mass;    /* has no plural: merchandise */
    enum synonym_doubt doubt;
    double score; /* of SUBSTITUTED: up to 1, the list is in this order; else 0 */
};

struct synonym_list {
    const struct synonym *items;
    uint32_t count;
};

/* Synonyms of `words`, one or several, lower case, for the use. `context` is what the words are
 * about, or NULL; only SYNONYMS_SUBSTITUTED needs it. In `a`. Thread-safe. */
struct synonym_list synonyms_find(struct arena *a, const struct knowledge *k, enum synonym_use use,
                                  const struct word_context *context, struct str words);

/* SYNONYMS_MEANT for `words`, found once and kept as long as the knowledge. Thread-safe. */
struct synonym_list synonyms_of(const struct knowledge *k, struct str words);

/* The spelling of `words` under which substitutes are listed: that of the lists, or the singular.
 * ptr NULL if the words are reserved, or have one in them: nobody says anything else. In `a`. */
struct str substitutes_key(struct arena *a, const struct knowledge *k, struct str words);

/* Do the lists of substitutes have the words, as they stand or in the singular? */
bool substitutes_have(struct arena *a, const struct knowledge *k, struct str words);

/* Do the lists for questions have the words, as they stand or in the singular? Then they belong
 * together: a "zip code" is not a kind of code. */
bool wordings_have(struct arena *a, const struct knowledge *k, struct str words);

/* Does the synonym fit a table of these kinds? */
bool synonym_fits(const struct synonym *s, const struct noun_kinds *kinds);

/* What synonyms_of() keeps. NULL may be freed. */
struct synonym_answers *synonym_answers_new(void);
void synonym_answers_free(struct synonym_answers *answers);

#endif
