/* word_sense.h: which of its senses a noun has in its context.
 *
 * The words around it show that: a "head" among departments and managers is not a part of a body.
 * They are the names of a database and the questions on it. A sense gains by each of them that
 * WordNet uses to explain it, or what it is a kind of (Lesk's idea). Without words around it, a
 * sense is sure only for a noun that nearly always means the same. */
#ifndef TEQL_LEXICON_WORD_SENSE_H
#define TEQL_LEXICON_WORD_SENSE_H

#include "lexicon/knowledge.h"

struct spoken_list {
    const struct str *items; /* lower case, the best first */
    uint32_t count;
};

/* Synonyms that a language model gave for the words of one database. It may be wrong: each word
 * passes the same checks as those of any other source. Filled by one thread, then read by any. A
 * zeroed struct, or NULL, has nothing. */
struct model_synonyms {
    struct name_map numbers;   /* words as substitutes_key has them → number … */
    struct spoken_list *lists; /* … and their synonyms */
    uint32_t count;
};

void model_synonyms_init(struct model_synonyms *m, struct arena *a);

/* Add the synonyms of `words`, in `a`. `words` and the list must stay. */
void model_synonyms_add(struct model_synonyms *m, struct arena *a, struct str words,
                        struct spoken_list synonyms);

/* An empty list if the model gave none. `m` may be NULL. */
struct spoken_list model_synonyms_find(const struct model_synonyms *m, struct str words);

/* What a database is about: the words of its names and questions. Filled by one thread, then read
 * by any. */
struct word_context {
    struct name_map numbers; /* word, in the singular → its number */
    double *weights;         /* by number: how much it shows; common words show little */
    uint32_t count;
    const struct model_synonyms *model; /* what a model said for words of it; or NULL */
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

/* The sense of `noun`, in the singular, among the words of `c`, which may be NULL. False if WordNet
 * does not know the noun, or if no sense of it is sure without words around it. `a` is for scratch.
 */
bool word_sense_choose(struct arena *a, const struct knowledge *k, const struct word_context *c,
                       struct str noun, struct word_sense *out);

/* How often WordNet's corpus has `word` as this part of speech, in any of its senses. `a` is for
 * scratch. */
uint32_t word_commonness(struct arena *a, const struct wordnet *w, enum wordnet_pos pos,
                         struct str word);

/* Is the word a noun at least as often as a verb or an adjective? "Try" and "starting" can be
 * nouns, but rarely are. `a` is for scratch. */
bool is_mostly_noun(struct arena *a, const struct wordnet *w, struct str word);

#endif
