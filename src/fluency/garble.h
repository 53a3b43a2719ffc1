/* garble.h: questions spoiled on purpose, to see whether a measure notices.
 *
 * A measure of fluency should rate the spoiled one lower, nearly always. */
#ifndef TEQL_FLUENCY_GARBLE_H
#define TEQL_FLUENCY_GARBLE_H

#include "base/arena.h"
#include "base/rng.h"

enum garbling {
    GARBLE_SWAP, /* two words that stand beside each other change places */
    GARBLE_DROP, /* an article is left out */
    N_GARBLINGS
};

/* For tables: "words swapped". */
const char *garbling_name(enum garbling g);

/* `text` spoiled at a place that `rng` draws, in `a`; ptr NULL where there is no such place.
 * Quotations stay as they are, and the capital stays where the text begins. */
struct str garble(struct arena *a, struct str text, enum garbling g, struct rng *rng);

#endif
