/* named_thing.h: words that ask what rows are called, and the noun for the rows in them: "names of
 * all singers", "singer names", "the singer's name". */
#ifndef TEQL_LINK_NAMED_THING_H
#define TEQL_LINK_NAMED_THING_H

#include "link/reading.h"

struct named_thing {
    uint32_t end; /* of all the words */
    uint32_t noun_start,
        noun_end;  /* words of the noun, with what stands before it: "Asian countries" */
    uint32_t part; /* the column that has the names */
    bool plural;
};

enum { NAMED_THINGS_MAX = 8 };

/* Is it the one column that says what the rows of its table are called? A first name is not, nor is
 * a name beside a title. */
bool names_rows(struct arena *a, const struct question_reading *r, uint32_t column);

/* What the words from `at` on can be, the likeliest first; returns how many there are. `a` is for
 * scratch. Thread-safe. */
uint32_t named_things(struct arena *a, const struct question_reading *r, uint32_t at,
                      struct named_thing out[NAMED_THINGS_MAX]);

/* Is the word, a noun, written in the plural? */
bool is_plural_word(const struct word *w);

#endif
