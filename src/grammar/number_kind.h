/* number_kind.h: what the numbers of a column tell, as its name says. */
#ifndef TEQL_GRAMMAR_NUMBER_KIND_H
#define TEQL_GRAMMAR_NUMBER_KIND_H

#include "lexicon/knowledge.h"

enum number_kind {
    NUMBER_NONE,    /* which one it is: a phone number. Nobody compares them. */
    NUMBER_AMOUNT,  /* how much: such numbers can be added up */
    NUMBER_YEAR,    /* when */
    NUMBER_ORDINAL, /* which in a row: a rank, a floor */
};

/* Of a column that is said so. Memory of `a` is given back. */
enum number_kind number_kind_of(struct arena *a, const struct knowledge *k, struct str said);

/* What is measured, as the noun and what is behind it tell: two ages can be subtracted, an age and
 * a height cannot, nor can profit in millions and assets in millions. Empty for a name that is
 * cited, which tells nothing. */
struct str number_measure(struct str said);

#endif
