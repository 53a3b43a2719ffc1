/* gram_model.h: a language model of n-grams, used as it is in its file.
 *
 * A model has words and a tree of n-grams of them. It may also sort its words into classes, and
 * have a tree of n-grams of classes: few words were seen after "visitors below", but many nouns
 * after a noun and "below". The probability of a word is then a mean of what both trees say. */
#ifndef TEQL_FLUENCY_GRAM_MODEL_H
#define TEQL_FLUENCY_GRAM_MODEL_H

#include "base/mapped_file.h"
#include "fluency/gram_text.h"
#include "fluency/ngram.h"

enum {
    GRAM_UNKNOWN_WORD = NGRAM_END + 1,
    GRAM_FIRST_WORD
}; /* "<unk>" is the third of all models */

enum { GRAM_MIX_STEP = 8, GRAM_MIX_ENTRIES = 2560 };

struct gram_model {
    struct str bytes;       /* of the file … */
    char *turned;           /* … or these, if its byte order is the opposite; heap, or NULL */
    struct mapped_file map; /* of gram_model_map */
    uint32_t n_words;
    const uint32_t *word_ends; /* of each in `text` */
    const char *text;
    const uint32_t *slots; /* of words by their hash; or NGRAM_NONE */
    uint32_t n_slots;      /* a power of two */
    struct ngram_tree words;

    uint32_t n_classes;               /* 0 if there is no tree of classes */
    const uint32_t *class_of;         /* each word */
    const uint16_t *within;           /* cost of each word within its class */
    struct ngram_tree classes;        /* their first are those of the tree of words */
    int32_t words_cost, classes_cost; /* of taking the word of one tree, and of the other */

    uint32_t stand_in[N_GRAM_CLASSES]; /* words of gram_class.def; or NGRAM_NONE */
    uint16_t mix[GRAM_MIX_ENTRIES];    /* how far the cost of two is below that of the better */
};

/* The model in `bytes`, which must stay and be aligned for uint64_t. All of it is checked: E_INPUT
 * if it is not a model, of another version, or damaged; then there is nothing to close. */
MUST_USE enum status gram_model_open(struct gram_model *m, struct str bytes, struct err *e);

/* The same for a file. */
MUST_USE enum status gram_model_map(struct gram_model *m, const char *path, struct err *e);
void gram_model_close(struct gram_model *m);

/* Do the bytes begin as a model does? */
bool gram_is_model(struct str bytes);

struct str gram_model_word(const struct gram_model *m, uint32_t word);

/* The word of that text, or NGRAM_NONE. */
uint32_t gram_model_find(const struct gram_model *m, struct str text);

/* What the model takes a word for: itself, what stands in for it, or unknown. */
uint32_t gram_model_take(const struct gram_model *m, const struct gram_word *w);

/* A walk through a text, word by word. */
struct gram_state {
    struct ngram_state words, classes;
};

struct gram_state gram_begin(const struct gram_model *m);

/* Go on by a word; its cost. Safe on any thread. */
int32_t gram_step(const struct gram_model *m, struct gram_state *s, uint32_t word);

/* The cost of a text. */
struct gram_sum {
    int64_t cost;
    uint32_t words; /* its end is one */
};

struct gram_sum gram_rate(const struct gram_model *m, struct str text);

/* A model in the making. */
struct gram_draft {
    uint32_t n_words, n_classes;
    const struct str *texts; /* of the words */
    struct ngram_draft words, classes;
    uint32_t *class_of; /* NULL if there are no classes */
    double *within;     /* in nats */
    double share;       /* of the tree of classes in the mean, from 0 to 1 */
};

struct buf;

/* Append the draft as a file. E_LIMIT if it would be too large. */
MUST_USE enum status gram_draft_write(const struct gram_draft *d, struct buf *out, struct err *e);

#endif
