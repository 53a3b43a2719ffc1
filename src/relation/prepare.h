/* prepare.h: what every relation needs to know of a seed, worked out once. */
#ifndef TEQL_RELATION_PREPARE_H
#define TEQL_RELATION_PREPARE_H

#include "relation/relation.h"

/* Parse and resolve the gold query, or its stand-in, and mark the columns and tables it reads.
 * Everything lives in `a`.
 *
 * Without a gold query, columns that the question names count as read too, since a stand-in may be
 * wrong. Without any query, or with an unreadable one, every column and table counts as read: then
 * no schema relation applies. `*e` says why the gold query cannot be read, and is OK otherwise.
 *
 * `memory` is that of the seed's schema, or NULL. Seeds that share it must have the same lexicon
 * and knowledge. */
void relation_prepare(struct arena *a, const struct seed *seed, const struct lexicon *lexicon,
                      const struct knowledge *knowledge, struct schema_memory *memory,
                      struct relation_seed *out, struct err *e);

/* The words of a question, of which there are none if it is too long to be read whole: a relation
 * that saw half of it would leave a word as it is that must change with another. In `a`. */
const struct words *relation_words(struct arena *a, const struct lexicon *l, struct str question);

struct indicator_book;

/* Read the question with the query, in the book of its database, for relations that reword it. Does
 * nothing without a query. Everything lives in `a`. */
void relation_prepare_reading(struct arena *a, const struct indicator_book *book,
                              const struct reword_rules *rewording, struct relation_seed *s);

#endif
