/* column_number.h: what the numbers of a column mean, and how they are stored.
 *
 * What they mean is judged by the column's name. Not all are stored as numbers. Imported files have
 * "12" and "1,200" as texts, and empty texts for unknown values. As texts, 9 comes after 12, and
 * the empty one comes first. So queries that compare such values, or calculate with them, must
 * first convert them to numbers. */
#ifndef TEQL_GRAMMAR_COLUMN_NUMBER_H
#define TEQL_GRAMMAR_COLUMN_NUMBER_H

#include "base/buf.h"
#include "lexicon/knowledge.h"
#include "migration/column_content.h"

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

struct stored_number {
    bool texts;  /* some are texts */
    bool commas; /* some of these separate thousands: "1,200" */
    bool points; /* some are not whole */
    bool blanks; /* some texts are empty */
    bool unsure; /* not all values are known: it may hold others */
};

/* Describe a column whose values are all numbers, some not stored as such, or empty texts. False
 * for other columns, and for plain numbers. A number has no leading zeros: codes have. */
bool stored_number_is(const struct column_content *c, struct stored_number *out);

/* Its values by size, as numbers, with the text that is stored. Empty ones are left out, and those
 * of the same size as another one. In `a`. */
struct column_content stored_number_values(struct arena *a, const struct column_content *c);

/* What a query writes before and after the column's name. */
void stored_number_open(const struct stored_number *s, struct buf *out);
void stored_number_close(const struct stored_number *s, struct buf *out);

/* A value of it as a number. */
void stored_number_put(struct str text, struct buf *out);

#endif
