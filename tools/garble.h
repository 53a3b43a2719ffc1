/* garble.h: questions spoiled on purpose, to see whether a measure notices.
 *
 * A measure of fluency should rate the spoiled one lower, nearly always. */
#ifndef GARBLE_H
#define GARBLE_H

#include "base/arena.h"
#include "base/rng.h"

enum garbling {
    GARBLE_SWAP, /* two neighbouring words change places */
    GARBLE_DROP, /* an article is left out */
    N_GARBLINGS
};

/* "words swapped", "article dropped" */
const char *garbling_name(enum garbling g);

/* `text` spoiled at a place that `rng` draws, in `a`; ptr NULL if there is none.
 * Quotations stay as they are, and the capital stays where the text begins. */
struct str garble(struct arena *a, struct str text, enum garbling g, struct rng *rng);

#endif
