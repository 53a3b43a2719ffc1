/* learn.h: the steps of world_learn (world.h). Each fills in a part of the world, in `a`. */
#ifndef TEQL_GRAMMAR_LEARN_H
#define TEQL_GRAMMAR_LEARN_H

#include "grammar/world.h"

/* Names as people say them: w->tables, and w->columns with their help.
 *
 * "Elimination_ID" is "elimination id", "dept_name" of a table of departments is "name", the rows
 * of "Ref_Template_Types" are "template types". A name that is not a noun is cited: the rows of
 * "has_pet" are '"has pet" records', and a column "fda_approved" has a '"fda approved" value'. */
void learn_tables(struct arena *a, const struct knowledge *k, struct grammar_world *w);
void learn_columns(struct arena *a, const struct knowledge *k, struct grammar_world *w);

/* The name of the rows of `table` that belong to a row of `owner`: "dogs"; but "train station
 * records" of a station, which has no train stations. In `a`. */
struct spoken_name owned_name(struct arena *a, const struct knowledge *k,
                              const struct grammar_world *w, uint32_t table, uint32_t owner);

/* The ways from table to table: w->links, when names, rows and columns are known.
 *
 * These are the foreign keys. Many databases declare none. So a column "x_id" without a declared
 * key is taken for one if a table x has that key and all its values. */
void learn_links(struct arena *a, const struct knowledge *k, struct grammar_world *w);

/* The content of the column, or NULL. */
static inline const struct column_content *world_content(const struct grammar_world *w,
                                                         uint32_t column)
{
    return w->content ? w->content->column(w->content->ctx, column) : NULL;
}

/* Are all values dates? */
bool content_has_dates(const struct column_content *c);

#endif
