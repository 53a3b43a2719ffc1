/* rewrite_mapped.h: a query over columns that say the same in another form.
 *
 * "age > 30" becomes "birth_year < 1990", "name = 'Joe Sharp'" becomes "first_name = 'Joe' AND
 * last_name = 'Sharp'", and ORDER BY turns round where the order of values does. Every use of a
 * replaced column has a rule, or the query is refused; so is what would need brackets, CASE or ||,
 * which Spider's grammar does not have.
 *
 * The answer stays where no result is a replaced column. Where one is, it has the new values: as
 * many columns as the new ones, or the same aggregate of them. */
#ifndef TEQL_RELATION_REWRITE_MAPPED_H
#define TEQL_RELATION_REWRITE_MAPPED_H

#include "relation/refusal.h"
#include "relation/replacement.h"

struct mapped_query {
    struct str text; /* in the arena */
    bool visible;    /* a result has other values */
    enum refusal why;
};

/* The seed's query with `by_column[c]` in the place of column `c`; NULL there: it stays. The seed
 * has a readable query, and `use` is of it. False where it cannot be: `why` says it. */
struct table_use;
bool rewrite_mapped(struct arena *a, const struct relation_seed *s, const struct table_use *use,
                    const struct replacement *const *by_column, struct mapped_query *out);

#endif
