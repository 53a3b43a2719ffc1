/* meaning.c: a walk over a query that builds the tree, and notes what words could say. */
#include "link/meaning.h"

#include "sql/operator.h"
#include "sql/walk.h"

static const struct str KEYWORD_NAMES[N_QUERY_KEYWORDS] = {
#define QUERY_KEYWORD(id, name) STR_INIT(name),
#include "link/query_keyword.def"
#undef QUERY_KEYWORD
};

static const struct str KIND_NAMES[N_MEANING_KINDS] = {
#define MEANING(id, name) STR_INIT(name),
#include "link/meaning.def"
#undef MEANING
};

struct builder {
    struct arena *arena;
    const struct schema *schema;
    const struct sql_resolution *resolution;
    struct meaning out;
    enum query_clause clause;
    uint32_t parent;                /* the innermost node that is open */
    bool silent;                    /* nobody says what comes now */
    const struct sql_expr *entered; /* a walk begins here; or NULL */
};

struct str query_keyword_name(enum query_keyword k)
{
    return KEYWORD_NAMES[k];
}

struct str meaning_kind_name(enum meaning_kind k)
{
    return KIND_NAMES[k];
}

bool query_parts_read(const struct query_parts *p, uint32_t table)
{
    for (uint32_t i = 0; i < p->resolution->n_reads; i++)
        if (p->resolution->reads[i].table == table)
            return true;
    return false;
}

uint32_t meaning_first(const struct meaning *m, uint32_t i)
{
    return i + 1 < m->nodes[i].end ? i + 1 : MEANING_NONE;
}

uint32_t meaning_next(const struct meaning *m, uint32_t i)
{
    uint32_t next = m->nodes[i].end, parent = m->nodes[i].parent;
    return parent != MEANING_NONE && next < m->nodes[parent].end ? next : MEANING_NONE;
}

/* Nodes */

static struct meaning_node *open_node(struct builder *b, enum meaning_kind kind)
{
    struct meaning *m = &b->out;
    ARENA_PUSH(b->arena, m->nodes, m->count);
    m->nodes[m->count] = (struct meaning_node){.kind = kind,
                                               .parent = b->parent,
                                               .part = MEANING_NONE,
                                               .table = SCHEMA_NONE,
                                               .column = SCHEMA_STAR};
    b->parent = m->count++;
    return &m->nodes[b->parent];
}

/* Close the innermost node. */
static void close_node(struct builder *b)
{
    struct meaning_node *n = &b->out.nodes[b->parent];
    n->end = b->out.count;
    b->parent = n->parent;
}

/* Close it, but if it has fewer than `least` children, put them in its place. */
static void close_or_lift(struct builder *b, uint32_t least)
{
    struct meaning *m = &b->out;
    uint32_t i = b->parent, n_children = 0;
    for (uint32_t k = i + 1; k < m->count; k++)
        n_children += m->nodes[k].parent == i;
    close_node(b);
    if (n_children >= least)
        return;
    for (uint32_t k = i + 1; k < m->count; k++) {
        struct meaning_node *n = &m->nodes[k - 1];
        *n = m->nodes[k];
        n->end--;
        n->parent = n->parent == i ? b->parent : n->parent - 1;
    }
    m->count--;
}

/* Parts */

static bool part_equal(const struct query_part *x, const struct query_part *y)
{
    return x->kind == y->kind && x->clause == y->clause && x->keyword == y->keyword &&
           x->column == y->column && str_eq_nocase(x->value, y->value);
}

/* The number of the part; MEANING_NONE if there is no room, or if nobody says it. */
static uint32_t add_part(struct builder *b, struct query_part p)
{
    struct query_parts *parts = &b->out.parts;
    p.clause = b->clause;
    if (b->silent)
        return MEANING_NONE;
    for (uint32_t i = 0; i < parts->count; i++)
        if (part_equal(&parts->items[i], &p))
            return i;
    if (parts->count >= QUERY_PARTS_MAX)
        return MEANING_NONE;
    ARENA_PUSH(b->arena, parts->items, parts->count);
    parts->items[parts->count] = p;
    return parts->count++;
}

/* Open a node that words can say by a keyword, if `k` is one. */
static struct meaning_node *open_said(struct builder *b, enum meaning_kind kind,
                                      enum query_keyword k, uint32_t column)
{
    const struct query_part p = {.kind = PART_KEYWORD, .keyword = k, .column = column};
    struct meaning_node *n = open_node(b, kind);
    if (k != NO_KEYWORD)
        n->part = add_part(b, p);
    return n;
}

/* NOT IN, NOT LIKE, IS NOT NULL: the condition is a child of the node that negates it. */
static void open_not(struct builder *b, bool negated, enum query_keyword k, uint32_t column)
{
    if (negated)
        open_said(b, MEANING_NOT, k, column);
}

static void close_not(struct builder *b, bool negated)
{
    if (negated)
        close_node(b);
}

/* Add a leaf. Words say its part, unless it is a text without words. */
static void add_leaf(struct builder *b, enum meaning_kind kind, struct query_part p)
{
    struct meaning_node *n = open_node(b, kind);
    n->text = p.value;
    if (kind == MEANING_COLUMN)
        n->column = p.column;
    if (kind == MEANING_COLUMN || p.value.len > 0)
        n->part = add_part(b, p);
    close_node(b);
}

/* Columns and values */

static const struct sql_binding *binding_of(const struct builder *b, const struct sql_expr *x)
{
    return x && x->kind == SQL_EXPR_COLUMN ? &b->resolution->bindings[x->as.column.ref] : NULL;
}

/* The column that `x` is, or is a function of; or SCHEMA_STAR. */
static uint32_t column_of(const struct builder *b, const struct sql_expr *x)
{
    while (x && x->kind == SQL_EXPR_CALL && x->as.call.args.count == 1)
        x = x->as.call.args.items[0];
    const struct sql_binding *at = binding_of(b, x);
    bool bound = at && (at->kind == SQL_BOUND_COLUMN || at->kind == SQL_BOUND_DERIVED ||
                        at->kind == SQL_BOUND_ALIAS || at->kind == SQL_BOUND_ROWID);
    return bound && at->column != SCHEMA_NONE ? at->column : SCHEMA_STAR;
}

static void add_column(struct builder *b, const struct sql_expr *x)
{
    const struct query_part p = {
        .kind = PART_COLUMN, .keyword = NO_KEYWORD, .column = column_of(b, x)};
    if (p.column != SCHEMA_STAR)
        add_leaf(b, MEANING_COLUMN, p);
}

/* The text of a literal, or of a string in double quotes. */
static bool literal_of(const struct builder *b, const struct sql_expr *x, struct str *out)
{
    if (!x)
        return false;
    const struct sql_binding *at = binding_of(b, x);
    if (at && at->kind == SQL_BOUND_STRING) {
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

static struct str without_percent(struct str s)
{
    while (s.len > 0 && s.ptr[0] == '%')
        s = str_slice(s, 1, s.len);
    while (str_ends(s, STR("%")))
        s.len--;
    return s;
}

/* Add a value that the column is compared with. False if `x` is not a literal. */
static bool add_value(struct builder *b, const struct sql_expr *x, uint32_t column,
                      enum query_keyword compared)
{
    struct query_part p = {.kind = PART_VALUE, .keyword = compared, .column = column};
    if (!literal_of(b, x, &p.value))
        return false;
    if (compared == KEYWORD_LIKE)
        p.value = without_percent(p.value);
    add_leaf(b, MEANING_VALUE, p);
    return true;
}

/* Expressions */

static void add_expr(struct builder *b, const struct sql_expr *x);
static void add_question(struct builder *b, const struct sql_query *q, bool asked);

/* ctx: struct builder */
static bool enter_expr(void *ctx, const struct sql_expr *x)
{
    struct builder *b = ctx;
    bool enters = x == b->entered;
    b->entered = NULL;
    if (!enters)
        add_expr(b, x);
    return enters;
}

/* ctx: struct builder */
static bool enter_query(void *ctx, const struct sql_query *q)
{
    add_question(ctx, q, true);
    return false;
}

/* Everything below `x`. */
static void add_below(struct builder *b, const struct sql_expr *x)
{
    const struct sql_walker walker = {.ctx = b, .query = enter_query, .expr = enter_expr};
    b->entered = x;
    sql_walk_expr(&walker, x);
}

/* The same, under a node that a keyword may say. */
static void add_under(struct builder *b, enum meaning_kind kind, enum query_keyword k,
                      const struct sql_expr *x)
{
    open_said(b, kind, k, SCHEMA_STAR);
    add_below(b, x);
    close_node(b);
}

/* What nobody says, if `silent`. */
static void add_silently(struct builder *b, const struct sql_expr *x, bool silent)
{
    bool outer = b->silent;
    b->silent |= silent;
    add_expr(b, x);
    b->silent = outer;
}

static void add_side(struct builder *b, const struct sql_expr *x, uint32_t column,
                     enum query_keyword compared)
{
    if (!add_value(b, x, column, compared))
        add_expr(b, x);
}

/* Comparisons */

static bool comparison_keyword(enum sql_op op, enum query_keyword *out)
{
    static const struct {
        enum sql_op op;
        enum query_keyword keyword;
    } TABLE[] = {{SQL_GT, KEYWORD_GT}, {SQL_LT, KEYWORD_LT}, {SQL_GE, KEYWORD_GE},
                 {SQL_LE, KEYWORD_LE}, {SQL_NE, KEYWORD_NE}, {SQL_IS_NOT, KEYWORD_NE}};
    *out = NO_KEYWORD;
    for (size_t i = 0; i < COUNT_OF(TABLE); i++)
        if (TABLE[i].op == op)
            *out = TABLE[i].keyword;
    return *out != NO_KEYWORD || op == SQL_EQ || op == SQL_IS;
}

static bool is_null(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_LITERAL && x->as.literal.type == SQL_NULL;
}

/* "has no phone", "has a phone": IS NULL, IS NOT NULL and their other spellings. `keyword`: NE if
 * words for it are looked for. */
static void add_missing(struct builder *b, const struct sql_expr *subject, bool negated,
                        enum query_keyword keyword)
{
    open_not(b, negated, keyword, column_of(b, subject));
    open_node(b, MEANING_MISSING);
    add_expr(b, subject);
    close_node(b);
    close_not(b, negated);
}

/* Two columns that are equal join tables, which nobody says. */
static void add_comparison(struct builder *b, const struct sql_expr *x, enum query_keyword k)
{
    const struct sql_expr *left = x->as.binary.left, *right = x->as.binary.right;
    enum sql_op op = x->as.binary.op;
    uint32_t of_left = column_of(b, left), of_right = column_of(b, right);
    if (of_left != SCHEMA_STAR && of_right != SCHEMA_STAR && op == SQL_EQ)
        return;
    if (is_null(right) && (op == SQL_IS || op == SQL_IS_NOT)) {
        add_missing(b, left, op == SQL_IS_NOT, k);
        return;
    }
    uint32_t column = of_left != SCHEMA_STAR ? of_left : of_right;
    open_said(b, MEANING_COMPARED, k, column)->text = sql_operator(op)->text;
    add_side(b, left, column, k);
    add_side(b, right, column, k);
    close_node(b);
}

/* Conditions joined by AND, or by OR, are children of one node. */
static void add_junction(struct builder *b, const struct sql_expr *x)
{
    enum meaning_kind kind = x->as.binary.op == SQL_AND ? MEANING_ALL : MEANING_ANY;
    if (b->out.nodes[b->parent].kind == kind) {
        add_below(b, x);
        return;
    }
    open_node(b, kind);
    add_below(b, x);
    close_or_lift(b, 2); /* the others may be joins */
}

static void add_binary(struct builder *b, const struct sql_expr *x)
{
    enum query_keyword k;
    if (x->as.binary.op == SQL_AND || x->as.binary.op == SQL_OR)
        add_junction(b, x);
    else if (comparison_keyword(x->as.binary.op, &k))
        add_comparison(b, x, k);
    else
        add_below(b, x);
}

static void add_unary(struct builder *b, const struct sql_expr *x)
{
    enum sql_op op = x->as.unary.op;
    if (op == SQL_ISNULL || op == SQL_NOTNULL)
        add_missing(b, x->as.unary.operand, op == SQL_NOTNULL, NO_KEYWORD);
    else if (op == SQL_NOT)
        add_under(b, MEANING_NOT, KEYWORD_NOT, x);
    else
        add_below(b, x);
}

/* IN with a query joins its tables: neither the key nor the selected column is said. */
static void add_in(struct builder *b, const struct sql_expr *x)
{
    uint32_t column = column_of(b, x->as.in.subject);
    bool query = x->as.in.query != NULL, negated = x->as.in.negated;
    open_not(b, negated, KEYWORD_NOT, query ? (uint32_t)SCHEMA_STAR : column);
    open_node(b, MEANING_AMONG);
    add_silently(b, x->as.in.subject, query);
    if (query)
        add_question(b, x->as.in.query, false);
    for (uint32_t k = 0; k < x->as.in.list.count; k++)
        add_value(b, x->as.in.list.items[k], column, NO_KEYWORD);
    close_node(b);
    close_not(b, negated);
}

/* BETWEEN and LIKE: a subject, and the one or two sides that it is compared with. */
static void add_sided(struct builder *b, const struct sql_expr *x)
{
    bool between = x->kind == SQL_EXPR_BETWEEN;
    bool negated = between ? x->as.between.negated : x->as.pattern.negated;
    enum query_keyword k = between ? KEYWORD_BETWEEN : KEYWORD_LIKE;
    const struct sql_expr *subject = between ? x->as.between.subject : x->as.pattern.subject;
    uint32_t column = column_of(b, subject);
    open_not(b, negated, KEYWORD_NOT, column);
    open_said(b, between ? MEANING_BETWEEN : MEANING_LIKE, k, column);
    add_expr(b, subject);
    add_side(b, between ? x->as.between.low : x->as.pattern.pattern, column, k);
    if (between)
        add_side(b, x->as.between.high, column, k);
    close_node(b);
    close_not(b, negated);
}

/* Calls */

/* The aggregate that a call is, or NO_KEYWORD. */
static enum query_keyword aggregate_of(const struct sql_expr *x)
{
    for (enum query_keyword k = KEYWORD_COUNT; k <= KEYWORD_MIN && x->as.call.args.count <= 1; k++)
        if (str_eq_nocase(x->as.call.name.text, KEYWORD_NAMES[k]))
            return k;
    return NO_KEYWORD;
}

static void add_distinct(struct builder *b, uint32_t column)
{
    open_said(b, MEANING_DISTINCT, KEYWORD_DISTINCT, column);
    close_node(b);
}

static void add_call(struct builder *b, const struct sql_expr *x)
{
    uint32_t column = column_of(b, x);
    enum query_keyword k = aggregate_of(x);
    if (k == NO_KEYWORD && !x->as.call.distinct) {
        add_below(b, x);
        return;
    }
    /* "at least two songs", "most songs": outside SELECT nobody says that they are counted. */
    if (k == KEYWORD_COUNT && b->clause != IN_SELECT)
        k = NO_KEYWORD;
    open_said(b, MEANING_CALL, k, column)->text = x->as.call.name.text;
    if (x->as.call.distinct)
        add_distinct(b, column);
    add_below(b, x);
    close_node(b);
}

static void add_expr(struct builder *b, const struct sql_expr *x)
{
    if (!x)
        return;
    switch (x->kind) {
    case SQL_EXPR_COLUMN:
        add_column(b, x);
        break;
    case SQL_EXPR_BINARY:
        add_binary(b, x);
        break;
    case SQL_EXPR_UNARY:
        add_unary(b, x);
        break;
    case SQL_EXPR_PATTERN:
    case SQL_EXPR_BETWEEN:
        add_sided(b, x);
        break;
    case SQL_EXPR_IN:
        add_in(b, x);
        break;
    case SQL_EXPR_CALL:
        add_call(b, x);
        break;
    case SQL_EXPR_EXISTS:
        add_under(b, MEANING_EXISTS, NO_KEYWORD, x);
        break;
    default:
        add_below(b, x);
    }
}

/* Clauses */

/* A condition, under a node of `kind`; nothing if there is none, or only joins. */
static void add_condition(struct builder *b, enum meaning_kind kind, enum query_clause clause,
                          const struct sql_expr *x)
{
    if (!x)
        return;
    b->clause = clause;
    open_node(b, kind);
    add_expr(b, x);
    close_or_lift(b, 1);
}

static void add_asked(struct builder *b, const struct sql_core *c)
{
    for (uint32_t i = 0; i < c->n_results; i++) {
        open_node(b, MEANING_ASKED);
        if (c->results[i].kind == SQL_RESULT_EXPR)
            add_expr(b, c->results[i].expr);
        close_node(b);
    }
}

/* Of a query in FROM or WITH the conditions are said; its columns are said where the outer query
 * selects them. */
static void add_source(struct builder *b, const struct sql_query *q)
{
    open_node(b, MEANING_OF);
    add_question(b, q, false);
    close_node(b);
}

static void add_from(struct builder *b, const struct sql_from *f, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (f[i].kind == SQL_FROM_GROUP) {
            add_from(b, f[i].group, f[i].n_group);
        } else if (f[i].kind == SQL_FROM_QUERY) {
            add_source(b, f[i].query);
        } else {
            struct meaning_node *of = open_node(b, MEANING_OF);
            if (f[i].kind == SQL_FROM_TABLE)
                of->table = schema_find_table(b->schema, f[i].table.text);
            close_node(b);
        }
    }
}

static bool has_aggregate(const struct sql_core *c)
{
    for (uint32_t i = 0; i < c->n_results; i++)
        if (c->results[i].kind == SQL_RESULT_EXPR && c->results[i].expr->kind == SQL_EXPR_CALL)
            return true;
    return false;
}

/* Groups are said by "each"; by what they are, the answer says. */
static void add_groups(struct builder *b, const struct sql_core *c)
{
    if (c->group_by.count == 0)
        return;
    b->clause = IN_GROUP;
    open_said(b, MEANING_EACH, has_aggregate(c) ? KEYWORD_EACH : NO_KEYWORD,
              column_of(b, c->group_by.items[0]));
    for (uint32_t k = 0; k < c->group_by.count; k++)
        add_silently(b, c->group_by.items[k], true);
    close_node(b);
}

static void add_core(struct builder *b, const struct sql_core *c, bool asked)
{
    static const enum query_keyword OF[] = {[SQL_UNION] = KEYWORD_UNION,
                                            [SQL_UNION_ALL] = KEYWORD_UNION,
                                            [SQL_INTERSECT] = KEYWORD_INTERSECT,
                                            [SQL_EXCEPT] = KEYWORD_EXCEPT};
    bool first = c->op == SQL_FIRST;
    b->clause = IN_SELECT;
    if (!first)
        open_said(b, MEANING_ALSO, OF[c->op], SCHEMA_STAR);
    if (c->distinct && asked)
        add_distinct(b, SCHEMA_STAR);
    if (asked && first)
        add_asked(b, c);
    add_from(b, c->from, c->n_from);
    add_condition(b, MEANING_WHERE, IN_WHERE, c->where);
    add_groups(b, c);
    add_condition(b, MEANING_HAVING, IN_HAVING, c->having);
    if (!first)
        close_node(b);
}

static void add_order(struct builder *b, const struct sql_query *q)
{
    b->clause = IN_ORDER;
    for (uint32_t i = 0; i < q->order.count; i++) {
        const struct sql_order_term *t = &q->order.items[i];
        bool down = t->direction == SQL_DESC;
        enum query_keyword k =
            q->limit ? (down ? KEYWORD_MOST : KEYWORD_LEAST) : (down ? KEYWORD_DESC : KEYWORD_ASC);
        open_said(b, MEANING_ORDER, k, column_of(b, t->expr));
        add_expr(b, t->expr);
        close_node(b);
    }
}

/* "The oldest singer": nobody says that it is one. */
static void add_limit(struct builder *b, const struct sql_query *q)
{
    struct str limit;
    bool silent = b->silent;
    if (!q->limit)
        return;
    b->clause = IN_LIMIT;
    open_node(b, MEANING_LIMIT);
    b->silent |= literal_of(b, q->limit, &limit) && str_eq(limit, STR("1"));
    add_value(b, q->limit, SCHEMA_STAR, NO_KEYWORD);
    b->silent = silent;
    close_node(b);
}

/* `asked`: the question asks for the columns that it selects. */
static void add_question(struct builder *b, const struct sql_query *q, bool asked)
{
    enum query_clause outer = b->clause;
    open_node(b, MEANING_QUESTION);
    for (uint32_t k = 0; k < q->n_ctes; k++)
        add_source(b, q->ctes[k].query);
    for (uint32_t k = 0; k < q->n_cores; k++)
        add_core(b, &q->cores[k], asked);
    add_order(b, q);
    add_limit(b, q);
    close_node(b);
    b->clause = outer;
}

struct meaning meaning_of(struct arena *a, const struct resolved_query *q)
{
    struct builder b = {
        .arena = a, .schema = q->schema, .resolution = q->resolution, .parent = MEANING_NONE};
    const struct sql_query *query = q->stmt->query;
    b.out.parts.resolution = q->resolution;
    add_question(&b, query, true);
    b.out.parts.n_results = query->n_cores > 0 ? query->cores[0].n_results : 0;
    return b.out;
}
