/* word_sense.h: which of its senses a noun has where it stands.
 *
 * The words around tell: a "head" among departments and managers is no part of a body. Around it
 * are the names of a database and the questions on it. A sense gains by each of them that WordNet
 * uses to explain it, or what it is a kind of (Lesk's idea). Without words around, only a noun that
 * nearly always means the same has a sense that is sure. */
#ifndef TEQL_LEXICON_WORD_SENSE_H
#define TEQL_LEXICON_WORD_SENSE_H

#include "lexicon/knowledge.h"
#include "lexicon/model_synonyms.h"

/* What a database is about: the words of its names and questions. Filled by one thread, then read
 * by any. */
struct word_context {
    struct name_map numbers; /* word, in the singular → its number */
    double *weights;         /* by number: how much it tells; common words tell little */
    uint32_t count;
    const struct model_synonyms *told; /* what was said for words of it; NULL for nothing */
};

void word_context_init(struct word_context *c, struct arena *a);

/* Add the words of a name or question, in `a`. Words of grammar are left out. */
void word_context_add(struct word_context *c, struct arena *a, const struct knowledge *k,
                      struct str text);

struct word_sense {
    uint32_t place;  /* of its synset, a noun's */
    uint32_t number; /* among the senses of the noun, from 0 */
    bool sure;       /* far ahead of the others, or the only one */
};

/* The sense of `noun`, in the singular, among the words of `c`; NULL for none. False where WordNet
 * does not know the noun, or without words around cannot tell. `a` is for scratch. */
bool word_sense_choose(struct arena *a, const struct knowledge *k, const struct word_context *c,
                       struct str noun, struct word_sense *out);

/* How often the noun was met in WordNet's corpus, in any of its senses. `a` is for scratch. */
uint32_t noun_commonness(struct arena *a, const struct wordnet *w, struct str noun);

/* Is the word met as a noun at least as often as otherwise? "Try" and "starting" are nouns too,
 * but hardly ever meant so. `a` is for scratch. */
bool is_mostly_noun(struct arena *a, const struct wordnet *w, struct str word);

#endif
