/* indicator.h: the words of a question that say an operator or a direction.
 *
 * They are in lists (data/comparison_words.tsv, data/order_words.tsv). A line has a form, a
 * dimension, and a cell for each operator or direction. The words of one line can replace each
 * other: "above 20" becomes "below 20" with the words of another cell. */
#ifndef TEQL_RELATION_QUERY_INDICATOR_H
#define TEQL_RELATION_QUERY_INDICATOR_H

#include "link/words.h"
#include "schema/schema.h"

/* Fields of a line. */
enum { INDICATOR_FORM, INDICATOR_DIMENSION, INDICATOR_CELLS };

struct token_span {
    uint32_t start, end; /* end not included; equal if it is empty */
};

/* Words of a line, found in a question. */
struct found_words {
    const struct lexicon_row *row;
    uint32_t cell;           /* field of the row */
    struct token_span words; /* all of them, bound and gap included */
    struct token_span bound; /* what "#" stands for */
    struct token_span gap;   /* what "*" stands for */
};

/* How words are looked for. */
struct indicator_reader {
    const struct words *text; /* words_whole() */
    uint32_t gap_max;         /* tokens that "*" may stand for */

    /* Does a bound begin at token `i`? `*n` is the number of its tokens, or 0 if its end is
     * unknown. NULL: the words have no bound. */
    bool (*bound)(const void *ctx, uint32_t i, uint32_t *n);
    const void *ctx;
};

/* Words of a cell: "above", "(beyond)", "[the smallest]". */
struct cell_words {
    struct str text; /* without brackets */
    bool read;       /* may be found in a question: all but those in square brackets */
    bool written;    /* may be put into one: all but those in round brackets */
};

/* The next words of a cell; false after the last. `*rest` begins as the cell. */
bool cell_next(struct str *rest, struct cell_words *out);

/* Do `words` stand at token `i`? Fills the spans of `out`. */
bool indicator_at(const struct indicator_reader *r, struct str words, uint32_t i,
                  struct found_words *out);

/* Does the column have the line's dimension? SCHEMA_NONE, a count of rows, is a number and has no
 * other dimension. */
bool indicator_measures(const struct lexicon *l, const struct lexicon_row *row,
                        const struct schema *s, uint32_t column);

/* Can `words` replace those found? Not if they have the bound in their middle and its end is
 * unknown. */
bool indicator_writable(const struct found_words *found, struct str words);

/* The question with `words` in place of those found; `*to` is what was written for them. An article
 * before them is made to agree. In `a`. */
struct str indicator_replace(struct arena *a, const struct words *q,
                             const struct found_words *found, struct str words, struct str *to);

#endif
