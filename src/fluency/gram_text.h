/* gram_text.h: a question as the words that a language model counts.
 *
 * Words are in lower case, and "singer's" is two of them. Punctuation marks are words of their own.
 * Quotations, numbers and names are not words, but of a class (gram_class.def): there is no end of
 * them, and how rare one is says nothing about how well a question reads. */
#ifndef TEQL_FLUENCY_GRAM_TEXT_H
#define TEQL_FLUENCY_GRAM_TEXT_H

#include "base/str.h"

enum gram_class {
#define GRAM_CLASS(id, name) GRAM_##id,
#include "fluency/gram_class.def"
#undef GRAM_CLASS
    N_GRAM_CLASSES,
    GRAM_WORD = N_GRAM_CLASSES /* a word as it is */
};

/* The word that stands for the class: "<number>". */
struct str gram_class_name(enum gram_class c);

enum { GRAM_WORD_MAX = 40 }; /* bytes; of a longer word the rest is not read */

struct gram_word {
    enum gram_class class;
    struct str text; /* in lower case; good until the next word is read */
};

/* A walk through a text. */
struct gram_text {
    struct str text;
    size_t at, start; /* start: of the latest word, which ends at `at` */
    bool within;      /* a sentence: a capital is then a name's */
    char word[GRAM_WORD_MAX];
};

static inline struct gram_text gram_text_of(struct str text)
{
    return (struct gram_text){.text = text};
}

/* The next word; false at the end. */
bool gram_text_next(struct gram_text *t, struct gram_word *out);

/* The class of an unknown word, by its ending. */
enum gram_class gram_class_of_unknown(struct str word);

#endif
