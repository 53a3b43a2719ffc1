/* rewrite_mapped.h: a query over columns that say the same in another form.
 *
 * "age > 30" becomes "birth_year < 1990", "name = 'Joe Sharp'" becomes "first_name = 'Joe' AND
 * last_name = 'Sharp'", and ORDER BY turns round where the order of values does. Every use of a
 * replaced column has a rule, or the query is refused; so is what would need brackets, CASE or ||,
 * which Spider's grammar does not have.
 *
 * The answer stays where no result is a replaced column. Where one is, it has the new values: as
 * many columns as the new ones, or the same aggregate of them. */
#ifndef TEQL_MIGRATION_REWRITE_MAPPED_H
#define TEQL_MIGRATION_REWRITE_MAPPED_H

#include "migration/replacement.h"
#include "sql/resolve.h"

/* Why a query cannot be rewritten. */
enum mapped_obstacle {
    OBSTACLE_USE,      /* a use that no rule knows */
    OBSTACLE_ORDER,    /* the order of values would be another */
    OBSTACLE_SUM,      /* it sums values that have another zero */
    OBSTACLE_VALUE,    /* it compares with a value that no row has */
    OBSTACLE_ZERO,     /* it compares with a number that only the year would tell */
    OBSTACLE_UNIT,     /* it compares with a number whose unit the question does not say */
    OBSTACLE_BRACKETS, /* a condition would need brackets */
    OBSTACLE_DISTINCT, /* it counts different values of several columns */
    OBSTACLE_PATTERN,  /* it matches a pattern */
    OBSTACLE_RESULT,   /* a result that cannot be brought back */
    OBSTACLE_SHOWN,    /* a result in a form that nobody asked for */
    OBSTACLE_SETS,     /* a set operation over columns that change differently */
    OBSTACLE_JOINED,   /* it joins tables by the column */
    OBSTACLE_NAME,     /* a new name is taken */
    OBSTACLE_STAR,     /* `*` stands for the column */
    OBSTACLES
};

struct mapped_query {
    struct str text;          /* in the arena */
    bool visible;             /* a result has other values */
    enum mapped_obstacle why; /* only where there is no such query */
};

/* The query with `by_column[c]` in the place of column `c`; NULL there: it stays. `starred` is of
 * the query (starred_tables.h). False if it cannot be rewritten: `out->why` says why. */
MUST_USE bool rewrite_mapped(struct arena *a, const struct resolved_query *q, const bool *starred,
                             const struct replacement *const *by_column, struct mapped_query *out);

#endif
