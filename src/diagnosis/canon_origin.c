/* canon_origin.c: columns of derived tables and CTEs, by their place or by the column of the schema
 * that they stand for (enum canon_derived). */
#include "diagnosis/canon.h"

enum { MAX_QUERIES = 16 /* nested queries that an origin is followed through */ };

/* The query that gives an item, and the scope of that query; or NULL. */
static const struct sql_query *query_of(struct canon_scope *s, const struct sql_from *f,
                                        struct canon_scope **outer)
{
    f = canon_unwrap(f);
    *outer = s;
    const struct sql_cte *cte = canon_find_cte(s, f, outer);
    return cte ? cte->query : f->query;
}

static uint32_t column_at(const struct schema_table *t, uint32_t position)
{
    return position < t->n_columns ? t->columns[position] : SCHEMA_NONE;
}

static uint32_t origin_in_query(struct canon *c, struct canon_scope *outer,
                                const struct sql_query *q, uint32_t position, uint32_t levels);

/* The column of the schema that column `position` of an item is or stands for. */
static uint32_t origin_in_item(struct canon *c, struct canon_scope *s, const struct sql_from *f,
                               uint32_t position, uint32_t levels)
{
    struct canon_scope *outer;
    uint32_t table = canon_item_table(c, s, f);
    if (table != SCHEMA_NONE)
        return column_at(&c->schema->tables[table], position);
    const struct sql_query *q = levels > 0 ? query_of(s, f, &outer) : NULL;
    return q ? origin_in_query(c, outer, q, position, levels - 1) : SCHEMA_NONE;
}

static uint32_t origin_of_expr(struct canon *c, struct canon_scope *s, const struct sql_expr *x,
                               uint32_t levels)
{
    if (x->kind != SQL_EXPR_COLUMN)
        return SCHEMA_NONE;
    const struct sql_binding *b = &c->bindings[x->as.column.ref];
    if (b->kind == SQL_BOUND_DERIVED)
        return origin_in_item(c, s, b->source, b->position, levels);
    return b->kind == SQL_BOUND_COLUMN ? b->column : SCHEMA_NONE;
}

uint32_t canon_expr_origin(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    if (x->kind == SQL_EXPR_SUBQUERY)
        return origin_in_query(c, s, x->as.subquery.query, 0, MAX_QUERIES);
    return origin_of_expr(c, s, x, MAX_QUERIES);
}

/* The origin of result `position` of a query; of a compound, in its first part. */
static uint32_t origin_in_query(struct canon *c, struct canon_scope *outer,
                                const struct sql_query *q, uint32_t position, uint32_t levels)
{
    struct canon_scope query = {.outer = outer, .query = q};
    struct canon_scope core = {.outer = &query, .core = q->cores};
    for (uint32_t i = 0; i < q->cores->n_results && position != SCHEMA_NONE; i++) {
        const struct sql_result *r = &q->cores->results[i];
        if (r->kind == SQL_RESULT_EXPR) {
            if (position-- == 0)
                return origin_of_expr(c, &core, r->expr, levels);
            continue;
        }
        const struct sql_from *f = canon_star_item(c, &core, r, &position);
        if (f)
            return origin_in_item(c, &core, f, position, levels);
    }
    return SCHEMA_NONE;
}

static bool has_star(const struct sql_query *q)
{
    for (uint32_t i = 0; i < q->cores->n_results; i++)
        if (q->cores->results[i].kind != SQL_RESULT_EXPR)
            return true;
    return false;
}

/* The column that identifies it; SCHEMA_NONE if its place does. A table in brackets that have an
 * alias is a derived table, like `*` of it. */
static uint32_t find_origin(struct canon *c, struct canon_scope *s, const struct sql_from *f,
                            uint32_t position)
{
    struct canon_scope *outer;
    if (c->derived == CANON_BY_PLACE)
        return SCHEMA_NONE;
    const struct sql_query *q = query_of(s, f, &outer);
    if (q && c->derived == CANON_BY_STAR_ORIGIN && !has_star(q))
        return SCHEMA_NONE;
    return origin_in_item(c, s, f, position, MAX_QUERIES);
}

struct term *canon_derived(struct canon *c, struct canon_scope *s, const struct sql_from *f,
                           uint32_t position)
{
    const struct lineage *l = c->lineage;
    uint32_t origin = find_origin(c, s, f, position);
    struct str text = origin == SCHEMA_NONE ? arena_printf(c->arena, "%u", position)
                                            : arena_printf(c->arena, CANON_ORIGIN "%u",
                                                           l ? l->columns[origin] : origin);
    return term_leaf_of(c->arena, TERM_COLUMN, canon_item_variable(c, f), text);
}
