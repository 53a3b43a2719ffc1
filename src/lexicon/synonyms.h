/* synonyms.h: words that may stand for a word of a name or question: one source for all who ask.
 *
 * What is wanted differs, and so there are several *uses* of it, each with its lists. For a word
 * that a list has, the lists are the only source, apart from short forms, unless more is wanted.
 *
 * - What may mean the same to somebody (synonyms.tsv)? Answered widely, for whoever must not be
 *   misunderstood. For other words ConceptNet and WordNet are asked: the most frequent word of the
 *   sense, where that sense is sure and also the synonym's own first sense.
 * - What can a column be renamed with, so that nobody reads anything else (renamings.tsv)? Answered
 *   narrowly. A name is never taken from WordNet: to it an ERA is an epoch and occupancy a tenancy.
 * - What do people say for a column, in a question? What it can be renamed with, and more
 *   (wordings.tsv): nobody names a column "number of inhabitants", but all understand it.
 * - What do people say who do not know the names of the database (substitutes.tsv)? All of the
 * above, and what WordNet, word vectors and a language model have, ranked.
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
    SYNONYMS_SAID,
    SYNONYMS_SUBSTITUTED,
    N_SYNONYM_USES
};

struct synonym {
    struct str words; /* lower case, separated by blanks */
    struct str owner; /* kind of table it is for, "!" before it for all others; "any" */
    enum word_source source;
    bool whole;   /* only for names that have no other word; "@" stands for the table's noun */
    bool last;    /* only for the end of a name */
    bool loose;   /* near enough to be understood, too far to be said for it by a program */
    bool plural;  /* has no singular: goods */
    bool mass;    /* has no plural: merchandise */
    double score; /* of SUBSTITUTED: up to 1, the list is in this order; else 0 */
};

struct synonym_list {
    const struct synonym *items;
    uint32_t count;
};

/* Synonyms of `words`, one or several, lower case, for the use. `context` is what the words are
 * about; NULL for nothing known. In `a`. Thread-safe. */
struct synonym_list synonyms_find(struct arena *a, const struct knowledge *k, enum synonym_use use,
                                  const struct word_context *context, struct str words);

/* What may mean the same as `words`, one or several, lower case. Prepared ones are found, others
 * worked out in `a`. */
struct synonym_list synonyms_of(struct arena *a, const struct knowledge *k, struct str words);

/* What `words` of a column's name can be replaced by. In `a`. */
struct synonym_list renamings_of(struct arena *a, const struct knowledge *k, struct str words);

/* What `words` of a question, one or several, lower case, can be replaced by where they tell a
 * column. Only the lists are asked. A plural is answered with plurals, "years of birth". In `a`. */
struct synonym_list wordings_of(struct arena *a, const struct knowledge *k, struct str words);

/* What people may say for `words` of a question who do not know the names of the database: the best
 * first. In `a`. */
struct synonym_list substitutes_of(struct arena *a, const struct knowledge *k,
                                   const struct word_context *context, struct str words);

/* The form of `words` that substitutes are asked for by: that of the lists, or the singular. ptr
 * NULL where the words are reserved, or have one in them: nobody says anything else. In `a`. */
struct str substitutes_key(struct arena *a, const struct knowledge *k, struct str words);

/* Do the lists of substitutes have the words, in the number in which they stand or the singular? */
bool substitutes_have(struct arena *a, const struct knowledge *k, struct str words);

/* Do the lists for questions have the words, in the number in which they stand or the singular?
 * Then they belong together: a "zip code" is no kind of code. */
bool wordings_have(struct arena *a, const struct knowledge *k, struct str words);

/* Is the synonym one in a table of these kinds? */
bool synonym_fits(const struct synonym *s, const struct noun_kinds *kinds);

/* Work out the answer for `word` now. Before the knowledge is shared. */
void synonyms_prepare(struct knowledge *k, struct str word);

#endif
