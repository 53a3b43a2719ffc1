/* vector_line.h: one line of a file of vectors. */
#ifndef TEQL_LEXICON_VECTORS_VECTOR_LINE_H
#define TEQL_LEXICON_VECTORS_VECTOR_LINE_H

#include "base/err.h"

/* The head of a file: what its first line says. */
struct vector_head {
    uint32_t dims;
    bool counted;   /* the line is word2vec's, "count dims", and holds no vector */
    uint64_t count; /* then: how many words it promises */
};

/* Learn from the first line of a file what the others are like. Two whole numbers are word2vec's
 * head. In any other line the numbers at its end are counted. The line must be followed by a byte
 * that is readable and no part of a number. */
MUST_USE enum status vector_head_read(struct str line, struct vector_head *out, struct err *e);

/* What became of a line. */
enum vector_line_kind {
    VECTOR_LINE_ROW,      /* a word and its vector */
    VECTOR_LINE_BLANK,    /* nothing */
    VECTOR_LINE_ZERO,     /* a vector of zeros */
    VECTOR_LINE_UNUSABLE, /* a vector whose word nobody could ask for */
};

/* Read a line of `dims` numbers behind a word: the word is a part of the line, and the numbers go
 * to `row`, which gets the length 1. A word may have blanks in it, as a few of GloVe's have. The
 * line must be followed by a byte that is readable and no part of a number. Fills `e` but for file
 * and line. */
MUST_USE enum status vector_line_read(struct str line, uint32_t dims, enum vector_line_kind *kind,
                                      struct str *word, float *row, struct err *e);

#endif
