/* word_alignment.h: which words of a question stay in another one, and what stands in the place of
 * the others.
 *
 * Words that stay, in their order, align the two questions. What is between two such neighbours was
 * replaced: "whose [hometown] is" and "whose [birthplace] is". */
#ifndef TEQL_REWORDING_WORD_ALIGNMENT_H
#define TEQL_REWORDING_WORD_ALIGNMENT_H

#include "link/words.h"

struct word_alignment {
    const struct words *before, *after;
    uint32_t *partner; /* by word of `before`: its word in `after`; WORD_GONE for none */
    bool *stays;       /* by word of `after`: is it the partner of a word? */
};

#define WORD_GONE UINT32_MAX

/* For each of the `m` words `x` its place among the `n` words `y`, or WORD_GONE. The words that are
 * kept have the same order in both, and are as many as possible. In `a`. */
uint32_t *words_kept(struct arena *a, const struct str *x, uint32_t m, const struct str *y,
                     uint32_t n);

/* In `a`; `before` and `after` must outlive it. */
struct word_alignment words_align(struct arena *a, const struct words *before,
                                  const struct words *after);

/* Are the words of one family: "speaks" and "speaker"? `a` is for scratch. */
bool words_same_family(struct arena *a, const struct word *x, const struct word *y);

/* Does the word say something of what is asked for? Words of grammar do not. */
bool word_says(const struct word *w);

/* A run of words, `end` not included. */
struct word_span {
    uint32_t start, end;
};

/* What stands in `after` in the place of the words `from` to `end` of `before`. Empty if other
 * words that say something are gone as well, or if nothing there says something. */
struct word_span words_replaced(const struct word_alignment *w, uint32_t from, uint32_t end);

#endif
