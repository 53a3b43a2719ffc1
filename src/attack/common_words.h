/* common_words.h: which words of a question are still there when it was changed.
 *
 * Words are what stands between blanks; capitals and marks around them count for nothing. */
#ifndef TEQL_ATTACK_COMMON_WORDS_H
#define TEQL_ATTACK_COMMON_WORDS_H

#include "base/arena.h"

#include <stdint.h>

struct word_row {
    struct str *items; /* views of the question, without the marks around them */
    uint32_t count;
};

struct word_row word_row_of(struct arena *a, struct str question);

#define WORD_GONE UINT32_MAX

/* For each word of `before`, which word of `after` it is; WORD_GONE where it is none. As many as
 * can be keep their order. In `a`. */
uint32_t *words_kept(struct arena *a, const struct word_row *before, const struct word_row *after);

#endif
