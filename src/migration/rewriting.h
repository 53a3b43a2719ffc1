/* rewriting.h: what rewrite.c, rewrite_joins.c and the check share; private to them. */
#ifndef TEQL_MIGRATION_REWRITING_H
#define TEQL_MIGRATION_REWRITING_H

#include "migration/new_names.h"
#include "sql/splice.h"

/* Column references that the old query does not have, all at one place of it. */
struct implied_columns {
    uint32_t at, count;
};

/* The alias that an item of FROM is given. */
struct given_alias {
    const struct sql_from *item;
    struct str alias;
};

struct rewriting {
    struct new_names names;
    struct sql_splices splices;
    struct name_map holders; /* new names of columns: HELD_ONCE, or HELD_TWICE */
    struct name_map called;  /* names of items of FROM: HELD_ONCE or HELD_TWICE */
    struct given_alias *given;
    uint32_t n_given;
    struct implied_columns *told;
    uint32_t n_told;
    const char *why; /* the first reason to refuse; NULL while there is none */
};

void refuse_query(struct rewriting *w, const char *why);

/* Write `new` where `old` stands. A name in quotes stays in quotes. */
void put_name(struct rewriting *w, const struct sql_name *old, struct str new);

/* The name of a table, where it is the table's own. */
void put_table(struct rewriting *w, const struct sql_name *written, uint32_t table);

/* What columns of an item are qualified with now; an alias is given to a query that has none. ptr
 * NULL where there is nothing, as for brackets around a join. */
struct str item_qualifier(struct rewriting *w, const struct sql_from *f);

/* Does it share its name, so that CARE_ALIAS gives it one of its own? */
bool item_is_given(const struct rewriting *w, const struct sql_from *f);

/* "item.column" at the end of `out`. */
void put_column(struct buf *out, struct str item, struct str column);

/* USING, NATURAL and the stars of a core. */
void rewrite_joins(struct rewriting *w, const struct sql_core *c);

#endif
