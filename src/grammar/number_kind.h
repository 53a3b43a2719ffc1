/* number_kind.h: what the numbers of a column mean, judged by its name. */
#ifndef TEQL_GRAMMAR_NUMBER_KIND_H
#define TEQL_GRAMMAR_NUMBER_KIND_H

#include "lexicon/knowledge.h"

enum number_kind {
    NUMBER_NONE,    /* which one it is: a phone number; such numbers are not compared */
    NUMBER_AMOUNT,  /* how much: such numbers can be added up */
    NUMBER_YEAR,    /* when */
    NUMBER_ORDINAL, /* which in a row: a rank, a floor */
};

/* Of a column with this name. Memory of `a` is given back. */
enum number_kind number_kind_of(struct arena *a, const struct knowledge *k, struct str said);

/* What is measured: the noun and all after it. Two ages can be subtracted, but not an age and a
 * height, nor profit in millions and assets in millions. Empty for a cited name, which says
 * nothing. */
struct str number_measure(struct str said);

#endif
