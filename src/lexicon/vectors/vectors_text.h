/* vectors_text.h: reading the text of a file of vectors. Inside vectors/. */
#ifndef TEQL_LEXICON_VECTORS_VECTORS_TEXT_H
#define TEQL_LEXICON_VECTORS_VECTORS_TEXT_H

#include "lexicon/vectors/vectors.h"

/* Read the decimal number at the beginning of `s`: "0.5", "-1.5e-3", ".5", "5.". Returns how many
 * bytes it takes, or 0 if there is no number; "nan" and "inf" are not numbers here. A number that
 * is too large for a float becomes HUGE_VALF with its sign.
 *
 * A file has a hundred million numbers, and strtof takes four times as long (bench/vectors.c). */
size_t vector_number_read(struct str s, float *out);

/* What the first line of a file says. */
struct vector_head {
    uint32_t dims;
    bool counted;   /* the line is word2vec's, "count dims", and holds no vector */
    uint64_t count; /* of words, if `counted` */
};

/* Learn from the first line of a file what the others are like. Two whole numbers are word2vec's
 * head. In any other line the numbers at its end are counted. */
MUST_USE enum status vector_head_read(struct str line, struct vector_head *out, struct err *e);

enum vector_line_kind {
    VECTOR_LINE_ROW,      /* a word and its vector */
    VECTOR_LINE_BLANK,    /* nothing */
    VECTOR_LINE_ZERO,     /* a vector of zeros */
    VECTOR_LINE_UNUSABLE, /* a vector whose word nobody could ask for */
};

/* Read a line of a word and `dims` numbers. `word` is a part of the line; the numbers go to `row`,
 * which gets the length 1. A word may have blanks in it, as a few of GloVe's have. Fills `e` but
 * for file and line. */
MUST_USE enum status vector_line_read(struct str line, uint32_t dims, enum vector_line_kind *kind,
                                      struct str *word, float *row, struct err *e);

/* Read all of the text `v->text`, of `size` bytes, into arrays of their own on the heap, for
 * vectors_image_make(). On failure there are none. */
MUST_USE enum status vectors_text_read(struct vectors *v, const char *path, uint64_t size,
                                       uint32_t frequent, const struct read_watch *watch,
                                       struct err *e);

#endif
