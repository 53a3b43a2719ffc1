/* rewrite_mapped.c: the uses of replaced columns, one rule each.
 *
 * A rule takes the references that it understands and writes what replaces them. A query with a
 * reference to a replaced column that no rule took is refused: so a use that nobody thought of is
 * never rewritten wrongly. */
#include "migration/rewrite_mapped.h"

#include "sql/operator.h"
#include "sql/quote.h"
#include "sql/splice.h"
#include "sql/walk.h"

struct mapped_rewriting {
    struct arena *arena;
    struct str source;
    const struct sql_resolution *resolution;
    const struct replacement *const *by_column;
    uint32_t n_columns; /* of the schema */
    const struct sql_query *outermost;
    bool *taken; /* by reference: a rule took it */
    struct sql_splices splices;
    bool visible;
    bool refused;
    enum mapped_obstacle why;
};

/* How much may be written where a condition is. */
enum room {
    ROOM_ONE, /* one comparison */
    ROOM_AND, /* also several with AND between them */
    ROOM_OR   /* also several with OR */
};

static void refuse_query(struct mapped_rewriting *w, enum mapped_obstacle why)
{
    if (!w->refused)
        w->why = why;
    w->refused = true;
}

/* Columns and aggregates of them */

static const struct replacement *replaced(const struct mapped_rewriting *w,
                                          const struct sql_expr *x)
{
    if (x->kind != SQL_EXPR_COLUMN)
        return NULL;
    const struct sql_binding *b = &w->resolution->bindings[x->as.column.ref];
    return b->kind == SQL_BOUND_COLUMN ? w->by_column[b->column] : NULL;
}

static bool is_call(const struct sql_expr *x, struct str name)
{
    return x->kind == SQL_EXPR_CALL && x->as.call.args.count == 1 && !x->as.call.filter &&
           !x->as.call.over && str_eq_nocase(x->as.call.name.text, name);
}

static bool is_sum(const struct sql_expr *x)
{
    return is_call(x, STR("sum")) || is_call(x, STR("total"));
}

/* Aggregates whose value changes as those of the column do. */
static bool is_aggregate(const struct sql_expr *x)
{
    return is_call(x, STR("max")) || is_call(x, STR("min")) || is_call(x, STR("avg")) || is_sum(x);
}

/* The replacement of an operand that is a column, or an aggregate of one; NULL for all else. */
static const struct replacement *operand_of(const struct mapped_rewriting *w,
                                            const struct sql_expr *x)
{
    return replaced(w, is_aggregate(x) ? x->as.call.args.items[0] : x);
}

/* The new columns `from` to `to` (not included) in the place of a reference, each followed by
 * `after`, and after its table's name if the reference has one. */
static struct str columns_text(struct mapped_rewriting *w, const struct sql_expr *x,
                               const struct replacement *r, uint32_t from, uint32_t to,
                               struct str after)
{
    struct str prefix = str_slice(w->source, x->span.start, x->as.column.name.span.start);
    struct buf out = {0};
    for (uint32_t i = from; i < to; i++) {
        buf_put(&out, i > from ? STR(" , ") : STR(""));
        buf_put(&out, prefix);
        sql_put_plain_name(&out, r->columns[i].name);
        buf_put(&out, after);
    }
    return buf_keep(&out, w->arena);
}

/* All new columns in the place of a reference. */
static void put_columns(struct mapped_rewriting *w, const struct sql_expr *x,
                        const struct replacement *r)
{
    w->taken[x->as.column.ref] = true;
    sql_splice_add(&w->splices, x->span, columns_text(w, x, r, 0, r->n_columns, STR("")));
}

/* Only one of them, which is NULL where the old one was: the first, or the last if that is where
 * values stay whole. */
static void put_null_column(struct mapped_rewriting *w, const struct sql_expr *x,
                            const struct replacement *r)
{
    const struct column_mapping *m = r->columns[0].mapping;
    uint32_t i = m->kind == MAPPING_PART && m->whole ? r->n_columns - 1 : 0;
    w->taken[x->as.column.ref] = true;
    sql_splice_add(&w->splices, x->span, columns_text(w, x, r, i, i + 1, STR("")));
}

/* May the aggregate be taken of the new column, too? */
static void check_aggregate(struct mapped_rewriting *w, const struct sql_expr *x,
                            const struct replacement *r)
{
    const struct column_mapping *m = r->columns[0].mapping;
    bool extreme = is_call(x, STR("max")) || is_call(x, STR("min"));
    if (r->n_columns > 1 || (!extreme && m->kind != MAPPING_LINEAR))
        refuse_query(w, OBSTACLE_USE);
    else if (extreme && r->order == ORDER_LOST)
        refuse_query(w, OBSTACLE_ORDER);
    else if (is_sum(x) && m->offset != 0)
        refuse_query(w, OBSTACLE_SUM);
}

/* The new column in the operand; the largest is the smallest if the order turns round. */
static void put_operand(struct mapped_rewriting *w, const struct sql_expr *x,
                        const struct replacement *r)
{
    if (!is_aggregate(x)) {
        put_columns(w, x, r);
        return;
    }
    check_aggregate(w, x, r);
    put_columns(w, x->as.call.args.items[0], r);
    bool most = is_call(x, STR("max"));
    if (r->order == ORDER_REVERSED && (most || is_call(x, STR("min"))))
        sql_splice_add(&w->splices, x->as.call.name.span, most ? STR("min") : STR("max"));
}

/* Do both change their values in the same way? */
static bool are_alike(const struct replacement *x, const struct replacement *y)
{
    bool alike = x->n_columns == y->n_columns;
    for (uint32_t i = 0; alike && i < x->n_columns; i++)
        alike = column_mapping_hash(0, x->columns[i].mapping) ==
                column_mapping_hash(0, y->columns[i].mapping);
    return alike;
}

/* Comparisons */

static bool is_ordering(enum sql_op op)
{
    return sql_mirrored(op) != op;
}

/* Write `op` in the place of the operator of a comparison. */
static void put_operator(struct mapped_rewriting *w, const struct sql_expr *x, enum sql_op op)
{
    sql_splice_add(&w->splices, x->as.binary.where, sql_operator(op)->text);
}

/* Both sides of the comparison have new values: < may have to become >. */
static void compare_alike(struct mapped_rewriting *w, const struct sql_expr *x,
                          const struct replacement *r)
{
    enum sql_op op = x->as.binary.op;
    if (r->n_columns > 1)
        refuse_query(w, OBSTACLE_USE);
    else if (is_ordering(op) && r->order == ORDER_LOST)
        refuse_query(w, OBSTACLE_ORDER);
    else if (is_ordering(op) && r->order == ORDER_REVERSED)
        put_operator(w, x, sql_mirrored(op));
}

/* The new value of a literal. False if it cannot be known; the query is then refused. */
static bool new_value(struct mapped_rewriting *w, const struct sql_expr *x,
                      const struct replacement *r, struct str *out)
{
    struct mapped_value v;
    if (r->zero_unknown)
        refuse_query(w, OBSTACLE_ZERO);
    else if (r->unit_untold)
        refuse_query(w, OBSTACLE_UNIT);
    else if (!mapped_value_read(w->resolution, x, &v) ||
             !mapped_value_new(w->arena, &v, r->columns[0].mapping, out))
        refuse_query(w, OBSTACLE_VALUE);
    return !w->refused;
}

/* The new value in the place of a literal. */
static void put_value(struct mapped_rewriting *w, const struct sql_expr *x,
                      const struct replacement *r)
{
    struct str text;
    if (new_value(w, x, r, &text))
        sql_splice_add(&w->splices, x->span, text);
}

static bool is_flag(const struct replacement *r)
{
    return r->columns[0].mapping->kind == MAPPING_FLAG;
}

/* A flag that replaces two values, compared by !=: sex != 'F' becomes is_female = 0. */
static bool put_other_value(struct mapped_rewriting *w, const struct sql_expr *x,
                            const struct sql_expr *value, const struct replacement *r)
{
    const struct column_mapping *m = r->columns[0].mapping;
    struct mapped_value v;
    struct str text;
    if (r->columns[0].type != SCHEMA_BOOLEAN || m->n_entries != 2 || x->as.binary.op != SQL_NE ||
        !mapped_value_read(w->resolution, value, &v) || !mapped_value_new(w->arena, &v, m, &text))
        return false;
    put_operator(w, x, SQL_EQ);
    sql_splice_add(&w->splices, value->span,
                   m->entries[str_eq(m->entries[0].new, text) ? 1 : 0].new);
    return true;
}

/* A comparison of an operand, which one column replaces, with a literal. */
static void compare_one(struct mapped_rewriting *w, const struct sql_expr *x,
                        const struct sql_expr *operand, const struct sql_expr *value,
                        const struct replacement *r)
{
    put_operand(w, operand, r);
    if (put_other_value(w, x, value, r))
        return;
    put_value(w, value, r);
    compare_alike(w, x, r);
}

/* column = literal for each part, with `word` between them. */
static void put_parts(struct mapped_rewriting *w, struct buf *out, const struct sql_expr *column,
                      const struct replacement *r, const struct mapped_value *v, const char *op,
                      const char *word)
{
    for (uint32_t i = 0; i < r->n_columns; i++) {
        struct str part;
        if (!mapped_value_new(w->arena, v, r->columns[i].mapping, &part)) {
            refuse_query(w, OBSTACLE_VALUE);
            return;
        }
        struct str name = columns_text(w, column, r, i, i + 1, STR(""));
        buf_printf(out, "%s%.*s %s %.*s", i > 0 ? word : "", STR_ARG(name), op, STR_ARG(part));
    }
}

/* The flag of a value: is_cat = 1, or = 0. */
static void put_flag(struct mapped_rewriting *w, struct buf *out, const struct sql_expr *column,
                     const struct replacement *r, const struct mapped_value *v, bool equal)
{
    for (uint32_t i = 0; i < r->n_columns; i++)
        if (mapped_value_is(v, r->columns[i].mapping->value)) {
            struct str name = columns_text(w, column, r, i, i + 1, STR(""));
            buf_printf(out, "%.*s = %d", STR_ARG(name), equal);
            return;
        }
    refuse_query(w, OBSTACLE_VALUE);
}

/* A test for one value, or with `equal` false for any other, of a column with several new ones. */
static void put_test(struct mapped_rewriting *w, struct buf *out, const struct sql_expr *column,
                     const struct replacement *r, const struct sql_expr *value, bool equal)
{
    struct mapped_value v;
    if (!mapped_value_read(w->resolution, value, &v))
        refuse_query(w, OBSTACLE_USE);
    else if (is_flag(r))
        put_flag(w, out, column, r, &v, equal);
    else
        put_parts(w, out, column, r, &v, equal ? "=" : "!=", equal ? " AND " : " OR ");
}

/* The room that a test for values needs. Equal: AND between the parts of one value, OR between
 * values. Not equal: OR between parts, AND between values. */
static enum room room_needed(const struct replacement *r, uint32_t n_values, bool equal)
{
    if (equal ? n_values > 1 : !is_flag(r))
        return ROOM_OR;
    return is_flag(r) && n_values == 1 ? ROOM_ONE : ROOM_AND;
}

/* A test for values, of a column of several new ones: the whole of `x` is written anew. */
static void compare_several(struct mapped_rewriting *w, const struct sql_expr *x,
                            const struct sql_expr *column, const struct replacement *r,
                            struct sql_expr *const *values, uint32_t n, bool equal, enum room room)
{
    struct buf out = {0};
    bool mixed = !equal && !is_flag(r) && n > 1; /* AND between ORs */
    if (mixed || room < room_needed(r, n, equal)) {
        refuse_query(w, OBSTACLE_BRACKETS);
        return;
    }
    for (uint32_t i = 0; i < n && !w->refused; i++) {
        buf_put(&out, i == 0 ? STR("") : equal ? STR(" OR ") : STR(" AND "));
        put_test(w, &out, column, r, values[i], equal);
    }
    w->taken[column->as.column.ref] = true;
    sql_splice_add(&w->splices, x->span, buf_keep(&out, w->arena));
}

static void rewrite_query(struct mapped_rewriting *w, const struct sql_query *q,
                          const struct replacement *expected);

/* Is the result of a subquery one column, whose values change as those of `r`? */
static bool gives_alike(const struct mapped_rewriting *w, const struct sql_query *q,
                        const struct replacement *r)
{
    for (uint32_t i = 0; i < q->n_cores; i++) {
        const struct sql_core *c = &q->cores[i];
        const struct replacement *given =
            c->n_results == 1 && c->results[0].expr ? operand_of(w, c->results[0].expr) : NULL;
        if (!given || !are_alike(given, r))
            return false;
    }
    return r->n_columns == 1;
}

/* `operand` on one side of comparison `x`, and on the other a literal, an operand or a query. */
static bool compare_with(struct mapped_rewriting *w, const struct sql_expr *x,
                         const struct sql_expr *operand, const struct sql_expr *other,
                         enum room room)
{
    const struct replacement *r = operand_of(w, operand), *also = operand_of(w, other);
    struct mapped_value v;
    enum sql_op op = x->as.binary.op;
    if (!r)
        return false;
    if (mapped_value_read(w->resolution, other, &v)) {
        struct sql_expr *value = (struct sql_expr *)other; /* only read */
        if (r->n_columns == 1)
            compare_one(w, x, operand, other, r);
        else if (operand->kind == SQL_EXPR_COLUMN && !is_ordering(op))
            compare_several(w, x, operand, r, &value, 1, op == SQL_EQ, room);
        else
            refuse_query(w, OBSTACLE_ORDER);
        return true;
    }
    bool query = other->kind == SQL_EXPR_SUBQUERY && gives_alike(w, other->as.subquery.query, r);
    if (!query && !(also && r->n_columns == 1 && are_alike(r, also)))
        return false;
    put_operand(w, operand, r);
    compare_alike(w, x, r);
    if (query)
        rewrite_query(w, other->as.subquery.query, r);
    else
        put_operand(w, other, also);
    return true;
}

static bool rewrite_comparison(struct mapped_rewriting *w, const struct sql_expr *x, enum room room)
{
    const struct sql_expr *left = x->as.binary.left, *right = x->as.binary.right;
    enum sql_op op = x->as.binary.op;
    return (op == SQL_EQ || op == SQL_NE || is_ordering(op)) &&
           (compare_with(w, x, left, right, room) || compare_with(w, x, right, left, room));
}

static bool rewrite_null_test(struct mapped_rewriting *w, const struct sql_expr *subject)
{
    const struct replacement *r = replaced(w, subject);
    if (r)
        put_null_column(w, subject, r);
    return r;
}

static bool is_null(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_LITERAL && x->as.literal.type == SQL_NULL;
}

static bool rewrite_between(struct mapped_rewriting *w, const struct sql_expr *x)
{
    const struct replacement *r = operand_of(w, x->as.between.subject);
    if (!r)
        return false;
    if (r->n_columns > 1 || r->order == ORDER_LOST) {
        refuse_query(w, OBSTACLE_ORDER);
        return true;
    }
    const struct sql_expr *low = x->as.between.low, *high = x->as.between.high;
    struct str ends[2];
    bool reversed = r->order == ORDER_REVERSED;
    put_operand(w, x->as.between.subject, r);
    if (new_value(w, low, r, &ends[reversed]) && new_value(w, high, r, &ends[!reversed])) {
        sql_splice_add(&w->splices, low->span, ends[0]);
        sql_splice_add(&w->splices, high->span, ends[1]);
    }
    return true;
}

static bool rewrite_in(struct mapped_rewriting *w, const struct sql_expr *x, enum room room)
{
    const struct sql_expr *subject = x->as.in.subject;
    const struct replacement *r = operand_of(w, subject);
    if (!r || x->as.in.table || (x->as.in.query && !gives_alike(w, x->as.in.query, r)))
        return false;
    if (r->n_columns > 1 && subject->kind == SQL_EXPR_COLUMN && x->as.in.list.count > 0) {
        compare_several(w, x, subject, r, x->as.in.list.items, x->as.in.list.count,
                        !x->as.in.negated, room);
        return true;
    }
    if (r->n_columns > 1)
        return false;
    put_operand(w, subject, r);
    for (uint32_t i = 0; i < x->as.in.list.count; i++)
        put_value(w, x->as.in.list.items[i], r);
    if (x->as.in.query)
        rewrite_query(w, x->as.in.query, r);
    return true;
}

/* Conditions and other expressions */

static void rewrite_expr(struct mapped_rewriting *w, const struct sql_expr *x, enum room room);

static bool rewrite_binary(struct mapped_rewriting *w, const struct sql_expr *x, enum room room)
{
    switch (x->as.binary.op) {
    case SQL_AND:
    case SQL_OR: {
        /* An OR within an AND is in brackets already. */
        enum room inside = x->as.binary.op == SQL_OR ? ROOM_OR : ROOM_AND;
        rewrite_expr(w, x->as.binary.left, inside);
        rewrite_expr(w, x->as.binary.right, inside);
        return true;
    }
    case SQL_IS:
    case SQL_IS_NOT:
        return is_null(x->as.binary.right) && rewrite_null_test(w, x->as.binary.left);
    default:
        return rewrite_comparison(w, x, room);
    }
}

/* count(x): NULLs are not counted, and different values stay different. */
static bool rewrite_count(struct mapped_rewriting *w, const struct sql_expr *x)
{
    if (!is_call(x, STR("count")))
        return false;
    const struct sql_expr *column = x->as.call.args.items[0];
    const struct replacement *r = replaced(w, column);
    if (r && r->n_columns > 1 && x->as.call.distinct)
        refuse_query(w, OBSTACLE_DISTINCT);
    if (r)
        put_null_column(w, column, r);
    return r;
}

static bool rewrite_pattern(struct mapped_rewriting *w, const struct sql_expr *x)
{
    if (operand_of(w, x->as.pattern.subject))
        refuse_query(w, OBSTACLE_PATTERN);
    return w->refused;
}

/* Is there a rule for `x`, and was it followed? */
static bool follow_rule(struct mapped_rewriting *w, const struct sql_expr *x, enum room room)
{
    switch (x->kind) {
    case SQL_EXPR_BINARY:
        return rewrite_binary(w, x, room);
    case SQL_EXPR_BETWEEN:
        return rewrite_between(w, x);
    case SQL_EXPR_IN:
        return rewrite_in(w, x, room);
    case SQL_EXPR_PATTERN:
        return rewrite_pattern(w, x);
    case SQL_EXPR_CALL:
        return rewrite_count(w, x);
    case SQL_EXPR_UNARY:
        return (x->as.unary.op == SQL_ISNULL || x->as.unary.op == SQL_NOTNULL) &&
               rewrite_null_test(w, x->as.unary.operand);
    default:
        return false;
    }
}

static bool rewrite_by_rule(void *ctx, const struct sql_expr *x)
{
    return !follow_rule(ctx, x, ROOM_ONE);
}

static bool rewrite_subquery(void *ctx, const struct sql_query *q)
{
    rewrite_query(ctx, q, NULL);
    return false;
}

/* By its rule, or else what is within it. */
static void rewrite_expr(struct mapped_rewriting *w, const struct sql_expr *x, enum room room)
{
    const struct sql_walker walker = {.ctx = w, .expr = rewrite_by_rule, .query = rewrite_subquery};
    if (x && !follow_rule(w, x, room))
        sql_walk_expr(&walker, x);
}

/* Clauses */

/* A result of the answer, or of a subquery that values are compared with. */
static void rewrite_result(struct mapped_rewriting *w, const struct sql_result *result,
                           const struct sql_query *q, const struct replacement *expected)
{
    const struct replacement *r = result->expr ? operand_of(w, result->expr) : NULL;
    if (!r || (q != w->outermost && !expected)) {
        rewrite_expr(w, result->expr, ROOM_ONE);
        return;
    }
    put_operand(w, result->expr, r);
    if (q != w->outermost)
        return;
    w->visible = true;
    if (r->partial || r->retyped || (result->alias.text.ptr && r->n_columns > 1))
        refuse_query(w, OBSTACLE_RESULT);
    else if (r->hidden)
        refuse_query(w, OBSTACLE_SHOWN);
}

static const struct replacement *result_operand(const struct mapped_rewriting *w,
                                                const struct sql_core *c, uint32_t i)
{
    return i < c->n_results && c->results[i].expr ? operand_of(w, c->results[i].expr) : NULL;
}

/* What set operations compare must have changed alike. */
static void check_compound(struct mapped_rewriting *w, const struct sql_query *q)
{
    for (uint32_t k = 1; k < q->n_cores; k++)
        for (uint32_t i = 0; i < q->cores[0].n_results; i++) {
            const struct replacement *x = result_operand(w, &q->cores[0], i);
            const struct replacement *y = result_operand(w, &q->cores[k], i);
            if ((x || y) && !(x && y && are_alike(x, y)))
                refuse_query(w, OBSTACLE_SETS);
        }
}

static bool is_position(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_LITERAL && x->as.literal.type == SQL_INTEGER;
}

static void rewrite_group(struct mapped_rewriting *w, const struct sql_expr *x)
{
    const struct replacement *r = replaced(w, x);
    if (r)
        put_columns(w, x, r);
    else if (is_position(x) && w->visible)
        refuse_query(w, OBSTACLE_RESULT);
    else
        rewrite_expr(w, x, ROOM_ONE);
}

static bool joins_outer(const struct sql_query *q)
{
    bool outer = false;
    for (uint32_t k = 0; k < q->n_cores; k++)
        for (uint32_t i = 0; i < q->cores[k].n_from; i++)
            outer |= q->cores[k].from[i].join & (SQL_JOIN_LEFT | SQL_JOIN_RIGHT | SQL_JOIN_FULL);
    return outer;
}

/* A term by a replaced column: the direction follows each new one, and turns round with values. */
static void order_by_columns(struct mapped_rewriting *w, const struct sql_query *q,
                             const struct sql_order_term *t, const struct replacement *r)
{
    bool reversed = r->order == ORDER_REVERSED;
    bool nulls = t->nulls != SQL_NULLS_DEFAULT || r->nullable || joins_outer(q);
    if (r->order == ORDER_LOST || (reversed && nulls)) {
        refuse_query(w, OBSTACLE_ORDER); /* NULLs come first, and would come last */
        return;
    }
    bool plain = str_trim(str_slice(w->source, t->expr->span.end, t->where.start)).len == 0;
    if (!plain || (r->n_columns > 1 &&
                   t->nulls != SQL_NULLS_DEFAULT)) { /* brackets, a comment: not worth a rule */
        refuse_query(w, OBSTACLE_USE);
        return;
    }
    if (r->n_columns > 1) {
        struct str after = t->direction == SQL_DESC ? STR(" DESC") : STR("");
        w->taken[t->expr->as.column.ref] = true;
        sql_splice_add(&w->splices, (struct sql_span){t->expr->span.start, t->where.end},
                       columns_text(w, t->expr, r, 0, r->n_columns, after));
        return;
    }
    put_operand(w, t->expr, r);
    if (reversed && t->explicit_direction)
        sql_splice_add(&w->splices, t->where, t->direction == SQL_ASC ? STR("DESC") : STR("ASC"));
    else if (reversed)
        sql_splice_add(&w->splices, t->where, STR(" DESC"));
}

static void rewrite_order(struct mapped_rewriting *w, const struct sql_query *q)
{
    for (uint32_t i = 0; i < q->order.count; i++) {
        const struct sql_order_term *t = &q->order.items[i];
        const struct replacement *r = operand_of(w, t->expr);
        if (r && (r->n_columns == 1 || t->expr->kind == SQL_EXPR_COLUMN))
            order_by_columns(w, q, t, r);
        else if (is_position(t->expr) && q == w->outermost && w->visible)
            refuse_query(w, OBSTACLE_RESULT);
        else
            rewrite_expr(w, t->expr, ROOM_ONE);
    }
}

static void rewrite_core(struct mapped_rewriting *w, const struct sql_query *q,
                         const struct sql_core *c, const struct replacement *expected)
{
    const struct sql_walker walker = {.ctx = w, .expr = rewrite_by_rule, .query = rewrite_subquery};
    for (uint32_t i = 0; i < c->n_results; i++)
        rewrite_result(w, &c->results[i], q, expected);
    for (uint32_t i = 0; i < c->n_from; i++)
        sql_walk_from(&walker, &c->from[i]);
    rewrite_expr(w, c->where, ROOM_OR);
    for (uint32_t i = 0; i < c->group_by.count; i++)
        rewrite_group(w, c->group_by.items[i]);
    rewrite_expr(w, c->having, ROOM_OR);
}

/* The values of its one result are compared with those of `expected`; NULL for a query of its own.
 * No rule takes references in windows, VALUES and LIMIT. */
static void rewrite_query(struct mapped_rewriting *w, const struct sql_query *q,
                          const struct replacement *expected)
{
    for (uint32_t i = 0; i < q->n_ctes; i++)
        rewrite_query(w, q->ctes[i].query, NULL);
    check_compound(w, q);
    for (uint32_t i = 0; i < q->n_cores; i++)
        rewrite_core(w, q, &q->cores[i], expected);
    rewrite_order(w, q);
}

/* What no rule sees */

static bool is_new_name(const struct mapped_rewriting *w, struct str name)
{
    for (uint32_t c = 0; c < w->n_columns; c++)
        for (uint32_t i = 0; w->by_column[c] && i < w->by_column[c]->n_columns; i++)
            if (str_eq_nocase(w->by_column[c]->columns[i].name, name))
                return true;
    return false;
}

/* A string in double quotes would become a new column of that name. An alias of a result that has
 * new values now sorts and compares by those. */
static bool check_reference(void *ctx, const struct sql_expr *x)
{
    struct mapped_rewriting *w = ctx;
    if (x->kind != SQL_EXPR_COLUMN)
        return true;
    const struct sql_binding *b = &w->resolution->bindings[x->as.column.ref];
    if (b->kind == SQL_BOUND_STRING && is_new_name(w, x->as.column.name.text))
        refuse_query(w, OBSTACLE_NAME);
    if (b->kind == SQL_BOUND_ALIAS && w->visible)
        refuse_query(w, OBSTACLE_RESULT);
    bool of_column =
        b->kind == SQL_BOUND_COLUMN || b->kind == SQL_BOUND_DERIVED || b->kind == SQL_BOUND_ALIAS;
    if (of_column && b->column != SCHEMA_NONE && w->by_column[b->column] &&
        !w->taken[x->as.column.ref])
        refuse_query(w, OBSTACLE_USE);
    return true;
}

/* USING and NATURAL join by columns without references that could be replaced; so does `*`. */
static void check_reads(struct mapped_rewriting *w, const bool *starred)
{
    for (uint32_t i = 0; i < w->resolution->n_reads; i++) {
        const struct sql_read *read = &w->resolution->reads[i];
        if (read->column == SCHEMA_NONE || !w->by_column[read->column])
            continue;
        if (read->joined)
            refuse_query(w, OBSTACLE_JOINED);
        if (starred[read->table])
            refuse_query(w, OBSTACLE_STAR);
    }
}

bool rewrite_mapped(struct arena *a, const struct resolved_query *q, const bool *starred,
                    const struct replacement *const *by_column, struct mapped_query *out)
{
    struct mapped_rewriting w = {.arena = a,
                                 .source = q->stmt->text,
                                 .resolution = q->resolution,
                                 .by_column = by_column,
                                 .n_columns = q->schema->n_columns,
                                 .outermost = q->stmt->query,
                                 .taken = arena_zalloc(a, q->stmt->n_refs + 1),
                                 .splices = {.arena = a}};
    const struct sql_walker walker = {.ctx = &w, .expr = check_reference};
    check_reads(&w, starred);
    rewrite_query(&w, q->stmt->query, NULL);
    sql_walk_query(&walker, q->stmt->query);
    if (!w.refused && !sql_splice_apply(a, &w.splices, w.source, &out->text))
        refuse_query(&w, OBSTACLE_USE);
    out->visible = w.visible;
    out->why = w.why;
    return !w.refused;
}
