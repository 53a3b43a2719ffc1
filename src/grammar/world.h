/* world.h: the database that a grammar writes about: its schema, its rows, how its names are said.
 */
#ifndef TEQL_GRAMMAR_WORLD_H
#define TEQL_GRAMMAR_WORLD_H

#include "relation/column_content.h"
#include "schema/schema.h"

/* A name as people say it. */
struct spoken_name {
    struct str one, many;
};

struct grammar_world {
    const struct schema *schema;
    const struct content_source *content; /* NULL: no rows are known */
    const struct spoken_name *tables;     /* by table */
    const struct spoken_name *columns;    /* by column */
};

/* What the rows have in the column; NULL where that is not known. */
static inline const struct column_content *world_content(const struct grammar_world *w,
                                                         uint32_t column)
{
    return w->content ? w->content->column(w->content->ctx, column) : NULL;
}

#endif
