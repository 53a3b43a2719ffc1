/* rewrite_mapped.h: a query over columns that say the same in another form.
 *
 * "age > 30" becomes "birth_year < 1990", "name = 'Joe Sharp'" becomes "first_name = 'Joe' AND
 * last_name = 'Sharp'", and ORDER BY turns round if the order of values does. A use of a replaced
 * column for which there is no rule is refused; so is a query that would need brackets, CASE or ||,
 * which Spider's grammar does not have.
 *
 * The answer stays if no result is a replaced column. A result that is one has the new values: all
 * new columns, or the same aggregate of them. */
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
    OBSTACLE_ZERO,     /* it compares with a number that only the current year would give */
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
    enum mapped_obstacle why; /* only if there is no such query */
};

/* The query with `by_column[c]`, if not NULL, in the place of column `c`. `starred` is of the query
 * (starred_tables.h). False if it cannot be rewritten: `out->why` says why. */
MUST_USE bool rewrite_mapped(struct arena *a, const struct resolved_query *q, const bool *starred,
                             const struct replacement *const *by_column, struct mapped_query *out);

/* Any query over the old schema of a migration that maps columns: what a relation does to the gold,
 * for what a system says. If `sql` reads no mapped column, only names change (rewrite.h). A
 * relation also looks at the rows of the database, which are not known here: so the two may answer
 * differently where NULLs are sorted. False if there is no such query. `*out` lives in `a`.
 * Thread-safe. */
MUST_USE bool query_over_mapped(struct arena *a, const struct migration *m, struct str sql,
                                struct str *out);

#endif
