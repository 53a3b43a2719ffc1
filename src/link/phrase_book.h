/* phrase_book.h: phrases, found by their words.
 *
 * Names of tables and columns and the key phrases of questions are all phrases of lemmas. Built
 * once, then read by any number of threads. */
#ifndef TEQL_LINK_PHRASE_BOOK_H
#define TEQL_LINK_PHRASE_BOOK_H

#include "link/lemmas.h"

enum { PHRASE_MAX_WORDS = 8 };

enum phrase_kind {
    PHRASE_KEY,         /* how many: asks for a part of a query */
    PHRASE_COMPARATIVE, /* older than */
    PHRASE_SUPERLATIVE, /* oldest */
    PHRASE_TABLE,
    PHRASE_COLUMN
};

struct phrase {
    const struct str *words; /* lemmas */
    uint32_t n_words;
    enum phrase_kind kind;
    uint32_t target; /* what a key phrase asks for, as its list says; line of the adjective; or id
                      * of the table or column */
    double weight;   /* how surely the words mean the target, up to 1 */
    bool with_table; /* a column's name after the table's: in "the patient's last name" they are two
                      */
    uint32_t next;   /* with the same first word; NAME_NONE at the end */
};

struct phrase_book {
    struct phrase *items;
    uint32_t count;
    struct name_map by_first; /* first word → the phrase added last */
};

/* Add a phrase of these words, which must outlive the book. No words, or too many, are ignored. */
void phrase_book_add(struct phrase_book *b, struct arena *a, struct lemmas words, struct phrase p);

void phrase_book_add_key(struct phrase_book *b, struct arena *a, struct lemmas words,
                         uint32_t target, double weight);

/* The phrases that begin with `word`: the first of them, or NAME_NONE. */
uint32_t phrase_book_first(const struct phrase_book *b, struct str word);

#endif
