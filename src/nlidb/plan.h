/* plan.h: a query as its parts, before it is text.
 *
 * Parts are kept in small arrays; what a question asks for beyond them is left out. A plan lives in
 * the arena of its question. */
#ifndef TEQL_NLIDB_PLAN_H
#define TEQL_NLIDB_PLAN_H

#include "schema/schema.h"

enum { PLAN_MAX_ITEMS = 12 };

enum aggregate {
    AGGREGATE_NONE,
    AGGREGATE_COUNT,
    AGGREGATE_SUM,
    AGGREGATE_AVG,
    AGGREGATE_MIN,
    AGGREGATE_MAX
};

/* A column, or an aggregate of one; COUNT of SCHEMA_STAR is count(*). */
struct operand {
    enum aggregate aggregate;
    bool distinct;
    uint32_t column;
};

enum comparison {
    COMPARE_EQ,
    COMPARE_NE,
    COMPARE_GT,
    COMPARE_LT,
    COMPARE_GE,
    COMPARE_LE,
    COMPARE_LIKE,
    COMPARE_NOT_LIKE,
    COMPARE_BETWEEN,
    COMPARE_IN,
    COMPARE_NOT_IN,
    COMPARE_NULL,
    COMPARE_NOT_NULL
};

struct condition {
    struct operand left;
    enum comparison op;
    struct str value;   /* as SQL writes it; ptr NULL if the condition has `query`, or nothing */
    struct str value2;  /* upper bound of BETWEEN */
    struct plan *query; /* (SELECT …) */
    bool or_before;     /* joined to the condition before it by OR */
    uint32_t place;     /* the mention of the question that says it */
};

struct order_term {
    struct operand by;
    bool descending;
};

enum set_operation { SET_NONE, SET_UNION, SET_INTERSECT, SET_EXCEPT };

struct plan {
    bool distinct;
    struct operand select[PLAN_MAX_ITEMS];
    uint32_t n_select;
    uint32_t tables[PLAN_MAX_ITEMS]; /* read besides those of the columns */
    uint32_t n_tables;
    struct condition where[PLAN_MAX_ITEMS], having[PLAN_MAX_ITEMS];
    uint32_t n_where, n_having;
    uint32_t group[PLAN_MAX_ITEMS];
    uint32_t n_group;
    struct order_term order[PLAN_MAX_ITEMS];
    uint32_t n_order;
    uint32_t limit; /* 0 for none */
    enum set_operation set;
    struct plan *other; /* what stands after the set operation */
};

/* Each adds a part, unless it is there already or there is no room. */
void plan_select(struct plan *p, struct operand item);
void plan_table(struct plan *p, uint32_t table);
void plan_where(struct plan *p, struct condition c);
void plan_having(struct plan *p, struct condition c);
void plan_group(struct plan *p, uint32_t column);
void plan_order(struct plan *p, struct operand by, bool descending);

/* Take a condition out of the plan. */
struct condition plan_take_where(struct plan *p, uint32_t at);

static inline struct operand operand_column(uint32_t column)
{
    return (struct operand){.column = column};
}

static inline struct operand operand_count(void)
{
    return (struct operand){.aggregate = AGGREGATE_COUNT, .column = SCHEMA_STAR};
}

bool plan_has_aggregate(const struct plan *p);

/* Is it SELECT *? */
bool plan_selects_all(const struct plan *p);

/* A plan that selects `column` and nothing else yet. */
struct plan *plan_of_column(struct arena *a, uint32_t column);

struct join_graph;

/* The plan in SQL, in `a`; ptr NULL if it reads no table. The columns say which tables are read,
 * the graph how they are joined. Names are quoted where SQLite needs it. `*joins`: how many joins
 * it has, those of its subqueries included. */
struct str plan_write(const struct plan *p, const struct join_graph *g, struct arena *a,
                      uint32_t *joins);

#endif
