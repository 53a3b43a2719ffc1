/* canon_query.c: queries, compounds of them, WITH, SELECT, ORDER BY. */
#include "diagnosis/canon.h"

/* Results */

struct term *canon_result(struct canon *c, struct canon_scope *s, uint32_t position)
{
    uint32_t left = position;
    for (uint32_t i = 0; s->results && i < s->core->n_results && left != SCHEMA_NONE; i++) {
        const struct sql_result *r = &s->core->results[i];
        if (r->kind == SQL_RESULT_EXPR) {
            if (left-- == 0)
                return s->results[i];
            continue;
        }
        struct term *column = canon_star_column(c, s, r, &left);
        if (column)
            return column;
    }
    s->by_position = true;
    return term_leaf(c->arena, TERM_POSITION, arena_printf(c->arena, "%u", position));
}

/* The number of a result, from 1, that a term of ORDER BY or GROUP BY is, also with signs; or 0. */
static uint32_t as_ordinal(const struct sql_expr *x)
{
    while (x->kind == SQL_EXPR_UNARY &&
           (x->as.unary.op == SQL_NEGATE || x->as.unary.op == SQL_PLUS))
        x = x->as.unary.operand;
    if (x->kind != SQL_EXPR_LITERAL || x->as.literal.type != SQL_INTEGER)
        return 0;
    struct str text = x->as.literal.text;
    bool hex = text.len > 2 && ascii_lower(text.ptr[1]) == 'x';
    uint32_t number = 0;
    for (size_t i = hex ? 2 : 0; i < text.len && number < 100000; i++) {
        char digit = ascii_lower(text.ptr[i]);
        number =
            number * (hex ? 16 : 10) + (uint32_t)(digit > '9' ? digit - 'a' + 10 : digit - '0');
    }
    return number;
}

struct term *canon_term_of_results(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    if (x->kind == SQL_EXPR_COLLATE)
        return canon_collate(c, x, canon_term_of_results(c, s, x->as.collate.operand));
    uint32_t ordinal = as_ordinal(x);
    return ordinal ? canon_result(c, s, ordinal - 1) : canon_expr(c, s, x);
}

struct term *canon_order(struct canon *c, struct canon_scope *s, const struct sql_order *order,
                         canon_expr_fn *expr)
{
    static const struct str WAYS[2][3] = {
        [SQL_ASC] = {STR_INIT("asc"), STR_INIT("asc nulls first"), STR_INIT("asc nulls last")},
        [SQL_DESC] = {STR_INIT("desc"), STR_INIT("desc nulls first"), STR_INIT("desc nulls last")},
    };
    struct term_list list = {0};
    for (uint32_t i = 0; i < order->count; i++) {
        const struct sql_order_term *o = &order->items[i];
        struct term *x = expr(c, s, o->expr);
        x = term_make(c->arena, TERM_ORDER, WAYS[o->direction][o->nulls], TERMS(c->arena, x));
        term_list_add(c->arena, &list, canon_note(x, o->expr->span));
    }
    return term_make(c->arena, TERM_LIST, STR(""), list);
}

/* SELECT and VALUES */

static struct term *canon_values(struct canon *c, struct canon_scope *s,
                                 const struct sql_core *core)
{
    struct term_list rows = {0};
    for (uint32_t i = 0; i < core->n_values; i++) {
        struct term_list row = canon_exprs(c, s, &core->values[i]);
        term_list_add(c->arena, &rows, term_make(c->arena, TERM_ROW, STR(""), row));
    }
    return canon_note(term_make(c->arena, TERM_VALUES, STR(""), rows), core->span);
}

/* The scope gets the results only when all are made: none can name another. */
static struct term_list canon_results(struct canon *c, struct canon_scope *s)
{
    const struct sql_core *core = s->core;
    struct term_list list = {0};
    for (uint32_t i = 0; i < core->n_results; i++) {
        const struct sql_result *r = &core->results[i];
        bool star = r->kind != SQL_RESULT_EXPR;
        struct term *x = star ? canon_star(c, core, r) : canon_expr(c, s, r->expr);
        term_list_add(c->arena, &list, canon_note(x, r->span));
    }
    s->results = list.items;
    return list;
}

static bool has_star(const struct sql_core *core)
{
    for (uint32_t i = 0; i < core->n_results; i++)
        if (core->results[i].kind == SQL_RESULT_STAR)
            return true;
    return false;
}

/* The results as the SELECT has them. `columns` are those of a compound whose columns are free: one
 * permutation must fit all its cores, so each result says which column it is. */
static struct term *show_results(struct canon *c, struct term_list results, bool placed,
                                 struct variable *const *columns)
{
    struct term_list list = term_list_of(c->arena, results.items, results.count);
    for (uint32_t i = 0; columns && i < list.count; i++)
        list.items[i] = term_make_of(c->arena, TERM_RESULT, columns[i], STR(""),
                                     TERMS(c->arena, list.items[i]));
    if (placed)
        return term_make(c->arena, TERM_LIST, STR(""), list);
    return term_make_bag(c->arena, TERM_LIST, STR(""), list);
}

static struct term *canon_group_by(struct canon *c, struct canon_scope *s)
{
    struct term_list list = {0};
    for (uint32_t i = 0; i < s->core->group_by.count; i++)
        term_list_add(c->arena, &list, canon_term_of_results(c, s, s->core->group_by.items[i]));
    return term_make_bag(c->arena, TERM_LIST, STR(""), list);
}

/* `order` is ORDER BY if it belongs to this core alone; its terms may then be any expression. */
static struct term *canon_core(struct canon *c, struct canon_scope *s, enum canon_columns columns,
                               struct variable *const *compound, const struct sql_order *order)
{
    const struct sql_core *core = s->core;
    if (core->n_values > 0)
        return canon_values(c, s, core);
    struct term *from = canon_from(c, s, core->from, core->n_from);
    struct term_list results = canon_results(c, s);
    struct term *where = canon_expr(c, s, core->where);
    struct term *group_by = canon_group_by(c, s), *having = canon_expr(c, s, core->having);
    struct term *ordered = canon_order(c, s, order, canon_term_of_results);
    bool placed = columns == CANON_PLACED || s->by_position;
    struct term *places = placed && has_star(core) ? canon_places(c, core) : canon_absent(c);
    struct term *select =
        term_make(c->arena, TERM_SELECT, core->distinct ? STR("distinct") : STR(""),
                  TERMS(c->arena, show_results(c, results, placed, compound), from, where, group_by,
                        having, ordered, places));
    return canon_note(select, core->span);
}

/* Compounds */

static bool only_expressions(const struct sql_core *core)
{
    for (uint32_t i = 0; i < core->n_results; i++)
        if (core->results[i].kind != SQL_RESULT_EXPR)
            return false;
    return core->n_values == 0;
}

/* A variable for each column of a compound; NULL if the columns of a core are not known. */
static struct variable **free_columns(struct canon *c, const struct sql_query *q)
{
    for (uint32_t i = 0; i < q->n_cores; i++)
        if (!only_expressions(&q->cores[i]) || q->cores[i].n_results != q->cores[0].n_results)
            return NULL;
    uint32_t n = q->cores[0].n_results;
    struct variable **columns = ARENA_ARRAY(c->arena, struct variable *, n);
    for (uint32_t i = 0; i < n; i++)
        columns[i] = canon_new_variable(c);
    return columns;
}

/* The cores joined, from left to right. A chain of one operator is one bag, except for EXCEPT. */
static struct term *join_cores(struct canon *c, const struct sql_query *q,
                               struct term *const *cores)
{
    static const struct str NAMES[] = {
        [SQL_UNION] = STR_INIT("union"),
        [SQL_UNION_ALL] = STR_INIT("union all"),
        [SQL_INTERSECT] = STR_INIT("intersect"),
        [SQL_EXCEPT] = STR_INIT("except"),
    };
    struct term *joined = cores[0];
    for (uint32_t i = 1; i < q->n_cores;) {
        enum sql_compound op = q->cores[i].op;
        struct term_list chain = {0};
        term_list_add(c->arena, &chain, joined);
        do {
            term_list_add(c->arena, &chain, cores[i++]);
        } while (op != SQL_EXCEPT && i < q->n_cores && q->cores[i].op == op);
        joined = op == SQL_EXCEPT ? term_make(c->arena, TERM_COMPOUND, NAMES[op], chain)
                                  : term_make_bag(c->arena, TERM_COMPOUND, NAMES[op], chain);
        canon_note(joined, (struct sql_span){q->span.start, q->cores[i - 1].span.end});
    }
    return joined;
}

/* A column of a compound by its number. */
static struct term *compound_column(struct canon *c, const struct canon_scope *s, uint32_t position)
{
    if (s->columns && position < s->query->cores[0].n_results)
        return term_leaf_of(c->arena, TERM_RESULT, s->columns[position], STR(""));
    return term_leaf(c->arena, TERM_POSITION, arena_printf(c->arena, "%u", position));
}

/* The column that is this expression in the first core that has it. */
static struct term *find_column(struct canon *c, const struct canon_scope *s, struct term *x)
{
    for (uint32_t k = 0; k < s->query->n_cores; k++) {
        const struct canon_scope *core = &s->cores[k];
        for (uint32_t i = 0; core->results && i < core->core->n_results; i++)
            if (only_expressions(core->core) && term_cmp(core->results[i], x) == 0)
                return compound_column(c, s, i);
    }
    return x;
}

/* ORDER BY of a compound sorts by its columns: a term is a number, an alias or an expression. */
static struct term *canon_compound_term(struct canon *c, struct canon_scope *s,
                                        const struct sql_expr *x)
{
    if (x->kind == SQL_EXPR_COLLATE)
        return canon_collate(c, x, canon_compound_term(c, s, x->as.collate.operand));
    uint32_t ordinal = as_ordinal(x);
    if (ordinal)
        return compound_column(c, s, ordinal - 1);
    if (x->kind == SQL_EXPR_COLUMN && c->bindings[x->as.column.ref].kind == SQL_BOUND_ALIAS)
        return compound_column(c, s, c->bindings[x->as.column.ref].position);
    return find_column(c, s, canon_expr(c, &s->cores[0], x));
}

static struct term *canon_compound(struct canon *c, struct canon_scope *s,
                                   enum canon_columns columns)
{
    const struct sql_query *q = s->query;
    struct term **cores = ARENA_ARRAY(c->arena, struct term *, q->n_cores);
    s->cores = arena_zalloc(c->arena, q->n_cores * sizeof *s->cores);
    if (columns == CANON_FREE)
        s->columns = free_columns(c, q);
    for (uint32_t i = 0; i < q->n_cores; i++) {
        s->cores[i] = (struct canon_scope){.outer = s, .core = &q->cores[i]};
        cores[i] = canon_core(c, &s->cores[i], s->columns ? CANON_FREE : CANON_PLACED, s->columns,
                              &(struct sql_order){0});
    }
    return join_cores(c, q, cores);
}

/* Queries */

/* The CTEs of the query that are used, in any order: the variable identifies each. Making one may
 * add others that it uses. */
static struct term *canon_with(struct canon *c, struct canon_scope *s)
{
    static const struct str KINDS[] = {
        [SQL_MATERIALIZED_ANY] = STR_INIT(""),
        [SQL_MATERIALIZED] = STR_INIT("materialized"),
        [SQL_NOT_MATERIALIZED] = STR_INIT("not materialized"),
    };
    struct term_list list = {0};
    for (uint32_t i = 0; i < s->n_used; i++) {
        const struct sql_cte *cte = s->used[i];
        struct term *body = canon_query(c, s, cte->query, CANON_PLACED);
        struct variable *v = canon_variable(c, cte->span.start);
        struct term *t =
            term_make_of(c->arena, TERM_WITH, v, KINDS[cte->materialized], TERMS(c->arena, body));
        term_list_add(c->arena, &list, canon_note(t, cte->span));
    }
    return term_make_bag(c->arena, TERM_LIST, STR(""), list);
}

struct term *canon_query(struct canon *c, struct canon_scope *outer, const struct sql_query *q,
                         enum canon_columns columns)
{
    struct canon_scope s = {.outer = outer, .query = q};
    struct term *body, *order = canon_absent(c);
    if (q->n_cores == 1) {
        struct canon_scope core = {.outer = &s, .core = q->cores};
        body = canon_core(c, &core, columns, NULL, &q->order);
    } else {
        body = canon_compound(c, &s, columns);
        order = canon_order(c, &s, &q->order, canon_compound_term);
    }
    struct term *limit = canon_expr(c, &s, q->limit), *offset = canon_expr(c, &s, q->offset);
    struct term *query = term_make(c->arena, TERM_QUERY, STR(""),
                                   TERMS(c->arena, canon_with(c, &s), body, order, limit, offset));
    return canon_note(query, q->span);
}
