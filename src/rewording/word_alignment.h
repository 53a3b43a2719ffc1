/* word_alignment.h: which words of a question stay in another one, and what stands in the place of
 * those that do not.
 *
 * Words that stay in their order hold the two questions together. Between two of them that are
 * neighbours stands what was replaced: "whose [hometown] is" and "whose [birthplace] is". */
#ifndef TEQL_REWORDING_WORD_ALIGNMENT_H
#define TEQL_REWORDING_WORD_ALIGNMENT_H

#include "link/words.h"

struct word_alignment {
    const struct words *before, *after;
    uint32_t *partner; /* by word of `before`: its word in `after`; UINT32_MAX for none */
    bool *stays;       /* by word of `after`: it is the partner of one */
};

/* In `a`. The two are referred to. */
struct word_alignment words_align(struct arena *a, const struct words *before,
                                  const struct words *after);

/* Words of one family: "speaks" and "speaker". `a` is for scratch. */
bool words_same_family(struct arena *a, const struct word *x, const struct word *y);

/* Does the word say something of what is asked for, and is no word of grammar? */
bool word_tells(const struct word *w);

/* A run of words, `end` not included. */
struct word_span {
    uint32_t start, end;
};

/* What stands in `after` in the place of words `from` to `end` of `before`, where they alone were
 * replaced: no other word that tells something is gone with them. Empty where others are, or
 * nothing stands there that tells something. */
struct word_span words_replaced(const struct word_alignment *w, uint32_t from, uint32_t end);

#endif
