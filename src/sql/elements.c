/* elements.c: walk a tree, and note what there is. */
#include "sql/elements.h"

#include "sql/builtins.h"
#include "sql/walk.h"

_Static_assert(SQL_N_ELEMENTS <= 32, "a set has 32 bits");

struct notes {
    sql_element_set set;
    uint32_t n_queries;
    const struct sql_expr *negated; /* the operand of the last NOT */
};

static void note_if(struct notes *n, bool holds, enum sql_element e)
{
    n->set |= (sql_element_set)holds << e;
}

static void note_call(struct notes *n, const struct sql_expr *x)
{
    bool known;
    const struct sql_function *f =
        sql_function_find(x->as.call.name.text, x->as.call.args.count, &known);
    note_if(n, f && f->kind == SQL_FUNCTION_AGGREGATE && !x->as.call.over, SQL_ELEMENT_AGGREGATE);
    note_if(n, x->as.call.over, SQL_ELEMENT_WINDOW);
    note_if(n, x->as.call.distinct, SQL_ELEMENT_DISTINCT);
}

static void note_in(struct notes *n, const struct sql_expr *x)
{
    bool negated = x->as.in.negated != (x == n->negated);
    note_if(n, true, negated ? SQL_ELEMENT_NOT_IN : SQL_ELEMENT_IN);
}

static bool note_expr(void *ctx, const struct sql_expr *x)
{
    struct notes *n = ctx;
    switch (x->kind) {
    case SQL_EXPR_UNARY:
        if (x->as.unary.op == SQL_NOT)
            n->negated = x->as.unary.operand;
        break;
    case SQL_EXPR_BINARY:
        note_if(n, x->as.binary.op == SQL_OR, SQL_ELEMENT_OR);
        break;
    case SQL_EXPR_PATTERN:
        note_if(n, x->as.pattern.op == SQL_LIKE, SQL_ELEMENT_LIKE);
        break;
    case SQL_EXPR_BETWEEN:
        note_if(n, true, SQL_ELEMENT_BETWEEN);
        break;
    case SQL_EXPR_IN:
        note_in(n, x);
        break;
    case SQL_EXPR_CASE:
        note_if(n, true, SQL_ELEMENT_CASE);
        break;
    case SQL_EXPR_CALL:
        note_call(n, x);
        break;
    case SQL_EXPR_EXISTS:
        note_if(n, true, SQL_ELEMENT_EXISTS);
        break;
    default:
        break;
    }
    return true;
}

static bool note_from(void *ctx, const struct sql_from *f)
{
    note_if(ctx, f->n_group > 1, SQL_ELEMENT_JOIN);
    return true;
}

static bool note_core(void *ctx, const struct sql_core *c)
{
    note_if(ctx, c->where, SQL_ELEMENT_WHERE);
    note_if(ctx, c->n_from > 1, SQL_ELEMENT_JOIN);
    note_if(ctx, c->group_by.count > 0, SQL_ELEMENT_GROUP_BY);
    note_if(ctx, c->having, SQL_ELEMENT_HAVING);
    note_if(ctx, c->distinct, SQL_ELEMENT_DISTINCT);
    note_if(ctx, c->op == SQL_UNION || c->op == SQL_UNION_ALL, SQL_ELEMENT_UNION);
    note_if(ctx, c->op == SQL_INTERSECT, SQL_ELEMENT_INTERSECT);
    note_if(ctx, c->op == SQL_EXCEPT, SQL_ELEMENT_EXCEPT);
    return true;
}

static bool note_query(void *ctx, const struct sql_query *q)
{
    struct notes *n = ctx;
    note_if(n, n->n_queries++ > 0, SQL_ELEMENT_NESTED);
    note_if(n, q->order.count > 0, SQL_ELEMENT_ORDER_BY);
    note_if(n, q->limit, SQL_ELEMENT_LIMIT);
    return true;
}

sql_element_set sql_elements(const struct sql_stmt *stmt)
{
    struct notes notes = {0};
    const struct sql_walker walker = {.ctx = &notes,
                                      .query = note_query,
                                      .core = note_core,
                                      .from = note_from,
                                      .expr = note_expr};
    sql_walk_query(&walker, stmt->query);
    note_if(&notes, notes.set == 0, SQL_ELEMENT_SELECT_ONLY);
    return notes.set;
}

static const char *const NAMES[] = {
#define ELEMENT(id, name) [SQL_ELEMENT_##id] = (name),
#include "sql/element.def"
#undef ELEMENT
};

const struct name_list SQL_ELEMENT_NAMES = NAMES_OF(NAMES);

struct str sql_element_name(enum sql_element e)
{
    return str_from(NAMES[e]);
}
