/* stored_number.h: columns of numbers that are not stored as numbers.
 *
 * Files that were imported have "12" and "1,200" as texts, and empty texts for what is not known.
 * As texts 9 comes behind 12, and the lowest of all is the empty one. So queries that compare such
 * values, or calculate with them, must make numbers of them first. */
#ifndef TEQL_GRAMMAR_STORED_NUMBER_H
#define TEQL_GRAMMAR_STORED_NUMBER_H

#include "base/arena.h"
#include "base/buf.h"
#include "migration/column_content.h"

struct stored_number {
    bool texts;  /* some are texts */
    bool commas; /* some of these have thousands apart: "1,200" */
    bool points; /* some are not whole */
    bool blanks; /* some texts are empty */
    bool unsure; /* not all values are known: it may hold others */
};

/* What a column is whose values are all numbers, some not stored so, or empty texts. False for all
 * others, and for plain numbers. A number has no zeros before it, which codes have. */
bool stored_number_is(const struct column_content *c, struct stored_number *out);

/* Its values by size, as numbers: those that are said as they are stored. Empty ones are left out,
 * and those of the same size as another one. In `a`. */
struct column_content stored_number_values(struct arena *a, const struct column_content *c);

/* What stands for the column in a query, before its name and behind it. */
void stored_number_open(const struct stored_number *s, struct buf *out);
void stored_number_close(const struct stored_number *s, struct buf *out);

/* A value of it as a number. */
void stored_number_put(struct str text, struct buf *out);

#endif
