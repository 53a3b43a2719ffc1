/* sql_print.c: queries as SQL text, on one line.
 *
 * Brackets stand where the levels of the operators need them, and in two more places because other
 * readers of SQL are stricter than SQLite: around the bounds of BETWEEN, and around NOT within a
 * tighter operator. */
#include "sql_print.h"

#include "sql/operator.h"

static void print_operand(struct buf *out, const struct sql_expr *x, enum sql_level level);

static void put(struct buf *out, const char *text)
{
    buf_put(out, str_from(text));
}

static void print_name(struct buf *out, const struct sql_name *name)
{
    char close = name->quote == '[' ? ']' : name->quote;
    if (!name->quote) {
        buf_put(out, name->text);
        return;
    }
    buf_putc(out, name->quote);
    for (size_t i = 0; i < name->text.len; i++) {
        buf_putc(out, name->text.ptr[i]);
        if (name->text.ptr[i] == close)
            buf_putc(out, close);
    }
    buf_putc(out, close);
}

static void print_qualified(struct buf *out, const struct sql_name *schema,
                            const struct sql_name *table, const struct sql_name *name)
{
    const struct sql_name *before[] = {schema, table};
    for (size_t i = 0; i < 2; i++) {
        if (before[i] && before[i]->text.ptr) {
            print_name(out, before[i]);
            buf_putc(out, '.');
        }
    }
    print_name(out, name);
}

static void print_names(struct buf *out, const struct sql_name *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        put(out, i ? ", " : "(");
        print_name(out, &names[i]);
    }
    buf_putc(out, ')');
}

static void print_exprs(struct buf *out, const struct sql_expr_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (i)
            put(out, ", ");
        sql_print_expr(out, list->items[i]);
    }
}

static void print_bracketed_exprs(struct buf *out, const struct sql_expr_list *list)
{
    buf_putc(out, '(');
    print_exprs(out, list);
    buf_putc(out, ')');
}

static void print_bracketed_query(struct buf *out, const struct sql_query *q)
{
    buf_putc(out, '(');
    sql_print_query(out, q);
    buf_putc(out, ')');
}

static void print_order(struct buf *out, const char *before, const struct sql_order *order)
{
    static const char *const nulls[] = {"", " NULLS FIRST", " NULLS LAST"};
    for (uint32_t i = 0; i < order->count; i++) {
        const struct sql_order_term *term = &order->items[i];
        put(out, i ? ", " : before);
        put(out, i ? "" : "ORDER BY ");
        sql_print_expr(out, term->expr);
        if (term->direction == SQL_DESC)
            put(out, " DESC");
        else if (term->explicit_direction)
            put(out, " ASC");
        put(out, nulls[term->nulls]);
    }
}

/* An offset that is not plainly a value is bracketed: it could begin with a column called current
 * or unbounded. */
static void print_frame_bound(struct buf *out, const struct sql_frame_bound *bound)
{
    static const char *const texts[] = {"UNBOUNDED PRECEDING", " PRECEDING", "CURRENT ROW",
                                        " FOLLOWING", "UNBOUNDED FOLLOWING"};
    const struct sql_expr *x = bound->offset;
    bool plain = x && (x->kind == SQL_EXPR_LITERAL || x->kind == SQL_EXPR_PARAMETER);
    if (x) {
        put(out, plain ? "" : "(");
        sql_print_expr(out, x);
        put(out, plain ? "" : ")");
    }
    put(out, texts[bound->kind]);
}

static void print_frame(struct buf *out, const struct sql_window *w)
{
    static const char *const units[] = {"", "ROWS ", "RANGE ", "GROUPS "};
    static const char *const excludes[] = {"", " EXCLUDE NO OTHERS", " EXCLUDE CURRENT ROW",
                                           " EXCLUDE GROUP", " EXCLUDE TIES"};
    put(out, units[w->unit]);
    if (w->end)
        put(out, "BETWEEN ");
    print_frame_bound(out, w->start);
    if (w->end) {
        put(out, " AND ");
        print_frame_bound(out, w->end);
    }
    put(out, excludes[w->exclude]);
}

static void print_window(struct buf *out, const struct sql_window *w)
{
    const char *gap = "";
    buf_putc(out, '(');
    if (w->base.text.ptr) {
        print_name(out, &w->base);
        gap = " ";
    }
    if (w->partition.count) {
        put(out, gap);
        put(out, "PARTITION BY ");
        print_exprs(out, &w->partition);
        gap = " ";
    }
    if (w->order.count) {
        print_order(out, gap, &w->order);
        gap = " ";
    }
    if (w->unit != SQL_FRAME_NONE) {
        put(out, gap);
        print_frame(out, w);
    }
    buf_putc(out, ')');
}

static void print_call(struct buf *out, const struct sql_expr *x)
{
    const struct sql_window *over = x->as.call.over;
    print_name(out, &x->as.call.name);
    put(out, x->as.call.distinct ? "(DISTINCT " : x->as.call.all ? "(ALL " : "(");
    if (x->as.call.star)
        buf_putc(out, '*');
    print_exprs(out, &x->as.call.args);
    buf_putc(out, ')');
    if (x->as.call.filter) {
        put(out, " FILTER (WHERE ");
        sql_print_expr(out, x->as.call.filter);
        buf_putc(out, ')');
    }
    if (!over)
        return;
    put(out, " OVER ");
    if (over->only_base)
        print_name(out, &over->base);
    else
        print_window(out, over);
}

/* The name that ends the text of an expression; NULL where something else does. */
static const struct sql_name *last_name(const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_COLUMN:
        return &x->as.column.name;
    case SQL_EXPR_UNARY:
        return x->as.unary.op == SQL_ISNULL || x->as.unary.op == SQL_NOTNULL
                   ? NULL
                   : last_name(x->as.unary.operand);
    case SQL_EXPR_BINARY:
        return last_name(x->as.binary.right);
    case SQL_EXPR_PATTERN:
        return last_name(x->as.pattern.escape ? x->as.pattern.escape : x->as.pattern.pattern);
    case SQL_EXPR_BETWEEN:
        return last_name(x->as.between.high);
    case SQL_EXPR_IN:
        return x->as.in.table ? &x->as.in.table->table : NULL;
    case SQL_EXPR_COLLATE:
        return &x->as.collate.collation;
    case SQL_EXPR_CALL:
        return x->as.call.over ? &x->as.call.over->base : NULL;
    default:
        return NULL;
    }
}

/* The last branch of a CASE. SQLite takes the word WINDOW for a key word where a name and AS
 * follow, and END AS is a name and AS to it: so a name of that spelling is kept from END. */
static void print_last_branch(struct buf *out, const struct sql_expr *x)
{
    const struct sql_name *last = last_name(x);
    bool bracketed = last && !last->quote && str_eq_nocase(last->text, STR("window"));
    put(out, bracketed ? "(" : "");
    sql_print_expr(out, x);
    put(out, bracketed ? ")" : "");
}

static void print_case(struct buf *out, const struct sql_expr *x)
{
    uint32_t n = x->as.cases.n_whens;
    put(out, "CASE");
    if (x->as.cases.subject) {
        buf_putc(out, ' ');
        sql_print_expr(out, x->as.cases.subject);
    }
    for (uint32_t i = 0; i < n; i++) {
        put(out, " WHEN ");
        sql_print_expr(out, x->as.cases.whens[i].when);
        put(out, " THEN ");
        if (i + 1 < n || x->as.cases.otherwise)
            sql_print_expr(out, x->as.cases.whens[i].then);
        else
            print_last_branch(out, x->as.cases.whens[i].then);
    }
    if (x->as.cases.otherwise) {
        put(out, " ELSE ");
        print_last_branch(out, x->as.cases.otherwise);
    }
    put(out, " END");
}

static void print_cast(struct buf *out, const struct sql_expr *x)
{
    put(out, "CAST(");
    sql_print_expr(out, x->as.cast.operand);
    put(out, " AS ");
    buf_put(out, x->as.cast.type);
    buf_putc(out, ')');
}

static void print_table(struct buf *out, const struct sql_from *f)
{
    print_qualified(out, NULL, &f->schema, &f->table);
    if (f->kind == SQL_FROM_FUNCTION)
        print_bracketed_exprs(out, &f->args);
}

static void print_in(struct buf *out, const struct sql_expr *x)
{
    print_operand(out, x->as.in.subject, SQL_LEVEL_EQUALITY);
    put(out, x->as.in.negated ? " NOT IN " : " IN ");
    if (x->as.in.query)
        print_bracketed_query(out, x->as.in.query);
    else if (x->as.in.table)
        print_table(out, x->as.in.table);
    else
        print_bracketed_exprs(out, &x->as.in.list);
}

static void print_between(struct buf *out, const struct sql_expr *x)
{
    print_operand(out, x->as.between.subject, SQL_LEVEL_EQUALITY);
    put(out, x->as.between.negated ? " NOT BETWEEN " : " BETWEEN ");
    print_operand(out, x->as.between.low, SQL_LEVEL_EQUALITY + 1);
    put(out, " AND ");
    print_operand(out, x->as.between.high, SQL_LEVEL_EQUALITY + 1);
}

static void print_pattern(struct buf *out, const struct sql_expr *x)
{
    print_operand(out, x->as.pattern.subject, SQL_LEVEL_EQUALITY);
    put(out, x->as.pattern.negated ? " NOT " : " ");
    buf_put(out, sql_operator(x->as.pattern.op)->text);
    buf_putc(out, ' ');
    print_operand(out, x->as.pattern.pattern, SQL_LEVEL_EQUALITY + 1);
    if (x->as.pattern.escape) {
        put(out, " ESCAPE ");
        print_operand(out, x->as.pattern.escape, SQL_LEVEL_EQUALITY + 1);
    }
}

static void print_binary(struct buf *out, const struct sql_expr *x)
{
    const struct sql_operator *op = sql_operator(x->as.binary.op);
    print_operand(out, x->as.binary.left, op->level);
    buf_putc(out, ' ');
    buf_put(out, op->text);
    buf_putc(out, ' ');
    print_operand(out, x->as.binary.right, op->level + 1);
}

/* Two minus signs in a row would begin a comment. */
static bool needs_space(const struct sql_expr *x)
{
    const struct sql_expr *y = x->as.unary.operand;
    bool minus = y->kind == SQL_EXPR_UNARY && y->as.unary.op == SQL_NEGATE;
    return x->as.unary.op == SQL_NOT || (x->as.unary.op == SQL_NEGATE && minus);
}

static void print_unary(struct buf *out, const struct sql_expr *x)
{
    enum sql_op kind = x->as.unary.op;
    const struct sql_operator *op = sql_operator(kind);
    if (kind == SQL_ISNULL || kind == SQL_NOTNULL) {
        print_operand(out, x->as.unary.operand, op->level);
        buf_putc(out, ' ');
        buf_put(out, op->text);
        return;
    }
    buf_put(out, op->text);
    if (needs_space(x))
        buf_putc(out, ' ');
    print_operand(out, x->as.unary.operand, op->level);
}

static void print_collate(struct buf *out, const struct sql_expr *x)
{
    print_operand(out, x->as.collate.operand, SQL_LEVEL_COLLATE);
    put(out, " COLLATE ");
    print_name(out, &x->as.collate.collation);
}

void sql_print_expr(struct buf *out, const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_LITERAL:
        buf_put(out, x->as.literal.text);
        break;
    case SQL_EXPR_PARAMETER:
        buf_put(out, x->as.parameter.text);
        break;
    case SQL_EXPR_COLUMN:
        print_qualified(out, &x->as.column.schema, &x->as.column.table, &x->as.column.name);
        break;
    case SQL_EXPR_UNARY:
        print_unary(out, x);
        break;
    case SQL_EXPR_BINARY:
        print_binary(out, x);
        break;
    case SQL_EXPR_PATTERN:
        print_pattern(out, x);
        break;
    case SQL_EXPR_BETWEEN:
        print_between(out, x);
        break;
    case SQL_EXPR_IN:
        print_in(out, x);
        break;
    case SQL_EXPR_CASE:
        print_case(out, x);
        break;
    case SQL_EXPR_CAST:
        print_cast(out, x);
        break;
    case SQL_EXPR_COLLATE:
        print_collate(out, x);
        break;
    case SQL_EXPR_CALL:
        print_call(out, x);
        break;
    case SQL_EXPR_EXISTS:
        put(out, "EXISTS ");
        print_bracketed_query(out, x->as.subquery.query);
        break;
    case SQL_EXPR_SUBQUERY:
        print_bracketed_query(out, x->as.subquery.query);
        break;
    case SQL_EXPR_ROW:
        print_bracketed_exprs(out, &x->as.row.list);
        break;
    }
}

static enum sql_level level_of(const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_UNARY:
        return sql_operator(x->as.unary.op)->level;
    case SQL_EXPR_BINARY:
        return sql_operator(x->as.binary.op)->level;
    case SQL_EXPR_PATTERN:
    case SQL_EXPR_BETWEEN:
    case SQL_EXPR_IN:
        return SQL_LEVEL_EQUALITY;
    case SQL_EXPR_COLLATE:
        return SQL_LEVEL_COLLATE;
    default:
        return SQL_LEVEL_PRIMARY;
    }
}

/* In brackets if it binds looser than `level`. */
static void print_operand(struct buf *out, const struct sql_expr *x, enum sql_level level)
{
    bool bracketed = level_of(x) < level;
    if (bracketed)
        buf_putc(out, '(');
    sql_print_expr(out, x);
    if (bracketed)
        buf_putc(out, ')');
}

static void print_result(struct buf *out, const struct sql_result *r)
{
    switch (r->kind) {
    case SQL_RESULT_STAR:
        buf_putc(out, '*');
        return;
    case SQL_RESULT_TABLE_STAR:
        print_name(out, &r->table);
        put(out, ".*");
        return;
    case SQL_RESULT_EXPR:
        break;
    }
    sql_print_expr(out, r->expr);
    if (r->alias.text.ptr) {
        put(out, r->as_written ? " AS " : " ");
        print_name(out, &r->alias);
    }
}

/* What stands between an item of FROM and the one before it. */
static void print_join(struct buf *out, unsigned join)
{
    static const struct {
        unsigned flag;
        const char *word;
    } words[] = {
        {SQL_JOIN_NATURAL, "NATURAL "}, {SQL_JOIN_LEFT, "LEFT "},   {SQL_JOIN_RIGHT, "RIGHT "},
        {SQL_JOIN_FULL, "FULL "},       {SQL_JOIN_OUTER, "OUTER "}, {SQL_JOIN_INNER, "INNER "},
        {SQL_JOIN_CROSS, "CROSS "},
    };
    if (!join) {
        put(out, ", ");
        return;
    }
    buf_putc(out, ' ');
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (join & words[i].flag)
            put(out, words[i].word);
    }
    put(out, "JOIN ");
}

static void print_from_list(struct buf *out, const struct sql_from *items, uint32_t count);

static void print_source(struct buf *out, const struct sql_from *f)
{
    switch (f->kind) {
    case SQL_FROM_TABLE:
    case SQL_FROM_FUNCTION:
        print_table(out, f);
        break;
    case SQL_FROM_QUERY:
        buf_putc(out, '(');
        sql_print_query(out, f->query);
        buf_putc(out, ')');
        break;
    case SQL_FROM_GROUP:
        buf_putc(out, '(');
        print_from_list(out, f->group, f->n_group);
        buf_putc(out, ')');
        break;
    }
}

static void print_from(struct buf *out, const struct sql_from *f)
{
    print_source(out, f);
    if (f->alias.text.ptr) {
        put(out, " AS ");
        print_name(out, &f->alias);
    }
    if (f->index.text.ptr) {
        put(out, " INDEXED BY ");
        print_name(out, &f->index);
    } else if (f->not_indexed) {
        put(out, " NOT INDEXED");
    }
    if (f->on) {
        put(out, " ON ");
        sql_print_expr(out, f->on);
    } else if (f->n_using) {
        put(out, " USING ");
        print_names(out, f->using, f->n_using);
    }
}

static void print_from_list(struct buf *out, const struct sql_from *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            print_join(out, items[i].join);
        print_from(out, &items[i]);
    }
}

static void print_windows(struct buf *out, const struct sql_core *c)
{
    for (uint32_t i = 0; i < c->n_windows; i++) {
        put(out, i ? ", " : " WINDOW ");
        print_name(out, &c->windows[i].name);
        put(out, " AS ");
        print_window(out, &c->windows[i]);
    }
}

static void print_values(struct buf *out, const struct sql_core *c)
{
    for (uint32_t i = 0; i < c->n_values; i++) {
        put(out, i ? ", (" : "VALUES (");
        print_exprs(out, &c->values[i]);
        buf_putc(out, ')');
    }
}

static void print_clause(struct buf *out, const char *word, const struct sql_expr *x)
{
    if (x) {
        put(out, word);
        sql_print_expr(out, x);
    }
}

static void print_select(struct buf *out, const struct sql_core *c)
{
    put(out, c->distinct ? "SELECT DISTINCT " : c->all ? "SELECT ALL " : "SELECT ");
    for (uint32_t i = 0; i < c->n_results; i++) {
        if (i)
            put(out, ", ");
        print_result(out, &c->results[i]);
    }
    if (c->n_from) {
        put(out, " FROM ");
        print_from_list(out, c->from, c->n_from);
    }
    print_clause(out, " WHERE ", c->where);
    if (c->group_by.count) {
        put(out, " GROUP BY ");
        print_exprs(out, &c->group_by);
    }
    print_clause(out, " HAVING ", c->having);
    print_windows(out, c);
}

static void print_core(struct buf *out, const struct sql_core *c)
{
    static const char *const compounds[] = {"", " UNION ", " UNION ALL ", " INTERSECT ",
                                            " EXCEPT "};
    put(out, compounds[c->op]);
    if (c->n_values)
        print_values(out, c);
    else
        print_select(out, c);
}

static void print_cte(struct buf *out, const struct sql_cte *cte)
{
    static const char *const hints[] = {" AS (", " AS MATERIALIZED (", " AS NOT MATERIALIZED ("};
    print_name(out, &cte->name);
    if (cte->n_columns)
        print_names(out, cte->columns, cte->n_columns);
    put(out, hints[cte->materialized]);
    sql_print_query(out, cte->query);
    buf_putc(out, ')');
}

static void print_limit(struct buf *out, const struct sql_query *q)
{
    if (q->offset_first) {
        print_clause(out, " LIMIT ", q->offset);
        print_clause(out, ", ", q->limit);
    } else {
        print_clause(out, " LIMIT ", q->limit);
        print_clause(out, " OFFSET ", q->offset);
    }
}

void sql_print_query(struct buf *out, const struct sql_query *q)
{
    for (uint32_t i = 0; i < q->n_ctes; i++) {
        put(out, i ? ", " : q->recursive ? "WITH RECURSIVE " : "WITH ");
        print_cte(out, &q->ctes[i]);
        if (i + 1 == q->n_ctes)
            buf_putc(out, ' ');
    }
    for (uint32_t i = 0; i < q->n_cores; i++)
        print_core(out, &q->cores[i]);
    print_order(out, " ", &q->order);
    print_limit(out, q);
}
