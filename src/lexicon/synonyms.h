/* synonyms.h: words that may stand for a word of a column's name.
 *
 * There are two questions, and a list for each. Which words may mean the same to somebody
 * (synonyms.tsv)? That must be answered widely, for whoever must not be misunderstood. Which words
 * can a column be renamed with, so that nobody reads anything else (renamings.tsv)? That must be
 * answered narrowly.
 *
 * For a word that the list has, it is the only source, apart from short forms. For other words
 * ConceptNet is asked, and for what may be meant WordNet too: the most frequent word of the first
 * sense, where that sense is by far the most usual one and also the synonym's own first sense. A
 * name is never taken from WordNet: to it an ERA is an epoch and occupancy a tenancy. Plurals are
 * answered with plurals.
 *
 * What people say for a column, in a question, is what it can be renamed with, and more
 * (wordings.tsv): nobody names a column "number of inhabitants", but all understand it. */
#ifndef TEQL_LEXICON_SYNONYMS_H
#define TEQL_LEXICON_SYNONYMS_H

#include "lexicon/kinds.h"
#include "lexicon/knowledge.h"

struct synonym {
    struct str words; /* lower case, separated by blanks */
    struct str owner; /* kind of table it is for, "!" before it for all others; "any" */
    enum word_source source;
    bool whole; /* only for names that have no other word; "@" stands for the table's noun */
    bool last;  /* only for the end of a name */
};

struct synonym_list {
    const struct synonym *items;
    uint32_t count;
};

/* What may mean the same as `words`, one or several, lower case. Prepared ones are found, others
 * worked out in `a`. */
struct synonym_list synonyms_of(struct arena *a, const struct knowledge *k, struct str words);

/* What `words` of a column's name can be replaced by. In `a`. */
struct synonym_list renamings_of(struct arena *a, const struct knowledge *k, struct str words);

/* What `words` of a question, one or several, lower case, can be replaced by where they tell a
 * column. Only the lists are asked. A plural is answered with plurals, "years of birth". In `a`. */
struct synonym_list wordings_of(struct arena *a, const struct knowledge *k, struct str words);

/* Do the lists for questions have the words, in the number in which they stand or the singular?
 * Then they belong together: a "zip code" is no kind of code. */
bool wordings_have(struct arena *a, const struct knowledge *k, struct str words);

/* Is the synonym one in a table of these kinds? */
bool synonym_fits(const struct synonym *s, const struct noun_kinds *kinds);

/* Work out the answer for `word` now. Before the knowledge is shared. */
void synonyms_prepare(struct knowledge *k, struct str word);

#endif
