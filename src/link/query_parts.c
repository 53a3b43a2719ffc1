/* query_parts.c: a walk over a query that collects what words could indicate. */
#include "link/query_parts.h"

#include "sql/walk.h"

static const struct str NAMES[N_QUERY_KEYWORDS] = {
#define QUERY_KEYWORD(id, name) STR_INIT(name),
#include "link/query_keyword.def"
#undef QUERY_KEYWORD
};

/* Values that are compared for equality have no keyword. */
enum { NO_KEYWORD = N_QUERY_KEYWORDS };

struct part_walk {
    struct arena *arena;
    const struct sql_resolution *resolution;
    struct query_parts parts;
    enum query_clause clause;
};

struct str query_keyword_name(enum query_keyword k)
{
    return NAMES[k];
}

static bool part_equal(const struct query_part *x, const struct query_part *y)
{
    return x->kind == y->kind && x->clause == y->clause && x->keyword == y->keyword &&
           x->column == y->column && str_eq_nocase(x->value, y->value);
}

static void add_part(struct part_walk *w, struct query_part p)
{
    p.clause = w->clause;
    for (uint32_t i = 0; i < w->parts.count; i++)
        if (part_equal(&w->parts.items[i], &p))
            return;
    if (w->parts.count >= QUERY_PARTS_MAX)
        return;
    ARENA_PUSH(w->arena, w->parts.items, w->parts.count);
    w->parts.items[w->parts.count++] = p;
}

static void add_keyword(struct part_walk *w, enum query_keyword k, uint32_t column,
                        struct sql_span span)
{
    add_part(
        w, (struct query_part){.kind = PART_KEYWORD, .keyword = k, .column = column, .span = span});
}

static const struct sql_binding *binding_of(const struct part_walk *w, const struct sql_expr *x)
{
    return x && x->kind == SQL_EXPR_COLUMN ? &w->resolution->bindings[x->as.column.ref] : NULL;
}

/* The column that `x` is, or is a function of; or SCHEMA_STAR. */
static uint32_t column_of(const struct part_walk *w, const struct sql_expr *x)
{
    while (x && x->kind == SQL_EXPR_CALL && x->as.call.args.count == 1)
        x = x->as.call.args.items[0];
    const struct sql_binding *b = binding_of(w, x);
    bool bound = b && (b->kind == SQL_BOUND_COLUMN || b->kind == SQL_BOUND_DERIVED ||
                       b->kind == SQL_BOUND_ALIAS || b->kind == SQL_BOUND_ROWID);
    return bound && b->column != SCHEMA_NONE ? b->column : SCHEMA_STAR;
}

/* The text of a literal, or of a string in double quotes. */
static bool literal_of(const struct part_walk *w, const struct sql_expr *x, struct str *out)
{
    if (!x)
        return false;
    const struct sql_binding *b = binding_of(w, x);
    if (b && b->kind == SQL_BOUND_STRING) {
        *out = x->as.column.name.text;
        return true;
    }
    if (x->kind != SQL_EXPR_LITERAL || x->as.literal.type == SQL_NULL)
        return false;
    *out = x->as.literal.text;
    if (x->as.literal.type == SQL_STRING && out->len >= 2)
        *out = str_slice(*out, 1, out->len - 1);
    return true;
}

static void add_value(struct part_walk *w, const struct sql_expr *x, uint32_t column,
                      enum query_keyword compared)
{
    struct query_part p = {
        .kind = PART_VALUE, .keyword = compared, .column = column, .span = {0, 0}};
    if (!literal_of(w, x, &p.value))
        return;
    p.span = x->span;
    while (compared == KEYWORD_LIKE && p.value.len > 0 && p.value.ptr[0] == '%')
        p.value = str_slice(p.value, 1, p.value.len);
    while (compared == KEYWORD_LIKE && str_ends(p.value, STR("%")))
        p.value.len--;
    if (p.value.len > 0)
        add_part(w, p);
}

static bool comparison_keyword(enum sql_op op, enum query_keyword *out)
{
    static const struct {
        enum sql_op op;
        enum query_keyword keyword;
    } TABLE[] = {{SQL_GT, KEYWORD_GT}, {SQL_LT, KEYWORD_LT}, {SQL_GE, KEYWORD_GE},
                 {SQL_LE, KEYWORD_LE}, {SQL_NE, KEYWORD_NE}, {SQL_IS_NOT, KEYWORD_NE}};
    *out = (enum query_keyword)NO_KEYWORD;
    for (size_t i = 0; i < COUNT_OF(TABLE); i++)
        if (TABLE[i].op == op)
            *out = TABLE[i].keyword;
    return *out != (enum query_keyword)NO_KEYWORD || op == SQL_EQ || op == SQL_IS;
}

/* False if it joins two columns, which nobody says. */
static bool add_comparison(struct part_walk *w, const struct sql_expr *x)
{
    const struct sql_expr *left = x->as.binary.left, *right = x->as.binary.right;
    enum query_keyword k;
    if (!comparison_keyword(x->as.binary.op, &k))
        return true;
    uint32_t of_left = column_of(w, left), of_right = column_of(w, right);
    if (of_left != SCHEMA_STAR && of_right != SCHEMA_STAR && x->as.binary.op == SQL_EQ)
        return false;
    uint32_t column = of_left != SCHEMA_STAR ? of_left : of_right;
    if (k != (enum query_keyword)NO_KEYWORD)
        add_keyword(w, k, column, x->as.binary.where);
    add_value(w, left, column, k);
    add_value(w, right, column, k);
    return true;
}

static void add_call(struct part_walk *w, const struct sql_expr *x)
{
    static const enum query_keyword AGGREGATES[] = {KEYWORD_COUNT, KEYWORD_SUM, KEYWORD_AVG,
                                                    KEYWORD_MAX, KEYWORD_MIN};
    uint32_t column = column_of(w, x);
    for (size_t i = 0; i < COUNT_OF(AGGREGATES); i++) {
        bool is = str_eq_nocase(x->as.call.name.text, NAMES[AGGREGATES[i]]);
        /* "at least two songs", "most songs": outside SELECT nobody says that they are counted. */
        bool said = w->clause == IN_SELECT || AGGREGATES[i] != KEYWORD_COUNT;
        if (is && said && x->as.call.args.count <= 1)
            add_keyword(w, AGGREGATES[i], column, x->span);
    }
    if (x->as.call.distinct)
        add_keyword(w, KEYWORD_DISTINCT, column, x->span);
}

static void walk_expr(struct part_walk *w, const struct sql_expr *x);
static void walk_query(struct part_walk *w, const struct sql_query *q, bool asked);

/* IN with a query joins its tables: neither the key nor the selected column is said. */
static void walk_in(struct part_walk *w, const struct sql_expr *x)
{
    uint32_t column = column_of(w, x->as.in.subject);
    if (x->as.in.negated)
        add_keyword(w, KEYWORD_NOT, x->as.in.query ? (uint32_t)SCHEMA_STAR : column, x->span);
    if (x->as.in.query) {
        walk_query(w, x->as.in.query, false);
        return;
    }
    walk_expr(w, x->as.in.subject);
    for (uint32_t i = 0; i < x->as.in.list.count; i++)
        add_value(w, x->as.in.list.items[i], column, (enum query_keyword)NO_KEYWORD);
}

static void add_between(struct part_walk *w, const struct sql_expr *x)
{
    uint32_t column = column_of(w, x->as.between.subject);
    if (x->as.between.negated)
        add_keyword(w, KEYWORD_NOT, column, x->span);
    add_keyword(w, KEYWORD_BETWEEN, column, x->span);
    add_value(w, x->as.between.low, column, KEYWORD_BETWEEN);
    add_value(w, x->as.between.high, column, KEYWORD_BETWEEN);
}

static void add_pattern(struct part_walk *w, const struct sql_expr *x)
{
    uint32_t column = column_of(w, x->as.pattern.subject);
    if (x->as.pattern.negated)
        add_keyword(w, KEYWORD_NOT, column, x->span);
    add_keyword(w, KEYWORD_LIKE, column, x->span);
    add_value(w, x->as.pattern.pattern, column, KEYWORD_LIKE);
}

static bool note_expr(void *ctx, const struct sql_expr *x)
{
    struct part_walk *w = ctx;
    uint32_t column;
    switch (x->kind) {
    case SQL_EXPR_COLUMN:
        column = column_of(w, x);
        if (column != SCHEMA_STAR)
            add_part(w, (struct query_part){.kind = PART_COLUMN,
                                            .keyword = (enum query_keyword)NO_KEYWORD,
                                            .column = column,
                                            .span = x->span});
        return true;
    case SQL_EXPR_BINARY:
        return add_comparison(w, x);
    case SQL_EXPR_PATTERN:
        add_pattern(w, x);
        return true;
    case SQL_EXPR_BETWEEN:
        add_between(w, x);
        return true;
    case SQL_EXPR_IN:
        walk_in(w, x);
        return false;
    case SQL_EXPR_CALL:
        add_call(w, x);
        return true;
    case SQL_EXPR_UNARY:
        if (x->as.unary.op == SQL_NOT)
            add_keyword(w, KEYWORD_NOT, SCHEMA_STAR, x->span);
        return true;
    default:
        return true;
    }
}

static bool note_query(void *ctx, const struct sql_query *q)
{
    walk_query(ctx, q, true);
    return false;
}

static void walk_expr(struct part_walk *w, const struct sql_expr *x)
{
    const struct sql_walker walker = {.ctx = w, .query = note_query, .expr = note_expr};
    sql_walk_expr(&walker, x);
}

static void add_set_operation(struct part_walk *w, const struct sql_core *c)
{
    static const enum query_keyword OF[] = {[SQL_UNION] = KEYWORD_UNION,
                                            [SQL_UNION_ALL] = KEYWORD_UNION,
                                            [SQL_INTERSECT] = KEYWORD_INTERSECT,
                                            [SQL_EXCEPT] = KEYWORD_EXCEPT};
    if (c->op != SQL_FIRST)
        add_keyword(w, OF[c->op], SCHEMA_STAR, c->span);
}

/* Of a query in FROM the conditions are said; its columns are said where the outer query selects
 * them. */
static void walk_from(struct part_walk *w, const struct sql_from *f, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (f[i].kind == SQL_FROM_QUERY)
            walk_query(w, f[i].query, false);
        if (f[i].kind == SQL_FROM_GROUP)
            walk_from(w, f[i].group, f[i].n_group);
    }
}

static bool has_aggregate(const struct sql_core *c)
{
    for (uint32_t i = 0; i < c->n_results; i++)
        if (c->results[i].kind == SQL_RESULT_EXPR && c->results[i].expr->kind == SQL_EXPR_CALL)
            return true;
    return false;
}

static void walk_core(struct part_walk *w, const struct sql_core *c, bool asked)
{
    w->clause = IN_SELECT;
    add_set_operation(w, c);
    if (c->distinct && asked)
        add_keyword(w, KEYWORD_DISTINCT, SCHEMA_STAR, c->span);
    for (uint32_t i = 0; asked && c->op == SQL_FIRST && i < c->n_results; i++)
        if (c->results[i].kind == SQL_RESULT_EXPR)
            walk_expr(w, c->results[i].expr);
    walk_from(w, c->from, c->n_from);
    w->clause = IN_WHERE;
    walk_expr(w, c->where);
    w->clause = IN_GROUP;
    if (c->group_by.count > 0 && has_aggregate(c))
        add_keyword(w, KEYWORD_EACH, column_of(w, c->group_by.items[0]), c->span);
    w->clause = IN_HAVING;
    walk_expr(w, c->having);
}

static void walk_order(struct part_walk *w, const struct sql_query *q)
{
    w->clause = IN_ORDER;
    for (uint32_t i = 0; i < q->order.count; i++) {
        const struct sql_order_term *t = &q->order.items[i];
        bool down = t->direction == SQL_DESC;
        enum query_keyword k =
            q->limit ? (down ? KEYWORD_MOST : KEYWORD_LEAST) : (down ? KEYWORD_DESC : KEYWORD_ASC);
        add_keyword(w, k, column_of(w, t->expr), t->where);
        walk_expr(w, t->expr);
    }
    struct str limit;
    w->clause = IN_LIMIT;
    if (literal_of(w, q->limit, &limit) && !str_eq(limit, STR("1")))
        add_value(w, q->limit, SCHEMA_STAR, (enum query_keyword)NO_KEYWORD);
}

/* `asked`: the question asks for the columns that it selects. */
static void walk_query(struct part_walk *w, const struct sql_query *q, bool asked)
{
    enum query_clause outer = w->clause;
    for (uint32_t i = 0; i < q->n_ctes; i++)
        walk_query(w, q->ctes[i].query, false);
    for (uint32_t i = 0; i < q->n_cores; i++)
        walk_core(w, &q->cores[i], asked);
    walk_order(w, q);
    w->clause = outer;
}

struct query_parts query_parts_of(struct arena *a, const struct sql_stmt *stmt,
                                  const struct sql_resolution *resolution)
{
    struct part_walk w = {.arena = a, .resolution = resolution};
    walk_query(&w, stmt->query, true);
    w.parts.n_results = stmt->query->n_cores > 0 ? stmt->query->cores[0].n_results : 0;
    return w.parts;
}
