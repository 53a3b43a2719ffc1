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
    uint32_t parent;
    bool silent; /* nobody says what comes now */
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

static uint32_t open_node(struct builder *b, enum meaning_kind kind, struct sql_span span)
{
    struct meaning *m = &b->out;
    ARENA_PUSH(b->arena, m->nodes, m->count);
    m->nodes[m->count] = (struct meaning_node){.kind = kind,
                                               .parent = b->parent,
                                               .part = MEANING_NONE,
                                               .table = SCHEMA_NONE,
                                               .column = SCHEMA_STAR,
                                               .span = span};
    return b->parent = m->count++;
}

static void close_node(struct builder *b, uint32_t i)
{
    b->out.nodes[i].end = b->out.count;
    b->parent = b->out.nodes[i].parent;
}

/* The children of node `i`, which is open: all nodes after it are below it. */
static uint32_t n_children(const struct builder *b, uint32_t i)
{
    uint32_t n = 0;
    for (uint32_t k = i + 1; k < b->out.count; k++)
        n += b->out.nodes[k].parent == i;
    return n;
}

/* Close node `i`, or put its children in its place. */
static void close_or_lift(struct builder *b, uint32_t i, bool keep)
{
    struct meaning *m = &b->out;
    if (keep) {
        close_node(b, i);
        return;
    }
    b->parent = m->nodes[i].parent;
    for (uint32_t k = i + 1; k < m->count; k++) {
        struct meaning_node *n = &m->nodes[k - 1];
        *n = m->nodes[k];
        n->end--;
        n->parent = n->parent == i ? b->parent : n->parent - 1;
    }
    m->count--;
}

static bool part_equal(const struct query_part *x, const struct query_part *y)
{
    return x->kind == y->kind && x->clause == y->clause && x->keyword == y->keyword &&
           x->column == y->column && str_eq_nocase(x->value, y->value);
}

/* The number of the part; MEANING_NONE if there is no room. */
static uint32_t add_part(struct builder *b, struct query_part p)
{
    struct query_parts *parts = &b->out.parts;
    p.clause = b->clause;
    for (uint32_t i = 0; i < parts->count; i++)
        if (part_equal(&parts->items[i], &p))
            return i;
    if (parts->count >= QUERY_PARTS_MAX)
        return MEANING_NONE;
    ARENA_PUSH(b->arena, parts->items, parts->count);
    parts->items[parts->count] = p;
    return parts->count++;
}

/* Words can say node `i` by a keyword. */
static void set_keyword(struct builder *b, uint32_t i, enum query_keyword k, uint32_t column,
                        struct sql_span span)
{
    if (!b->silent)
        b->out.nodes[i].part =
            add_part(b, (struct query_part){
                            .kind = PART_KEYWORD, .keyword = k, .column = column, .span = span});
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
    uint32_t column = column_of(b, x);
    if (column == SCHEMA_STAR)
        return;
    uint32_t i = open_node(b, MEANING_COLUMN, x->span);
    b->out.nodes[i].column = column;
    if (!b->silent)
        b->out.nodes[i].part = add_part(
            b, (struct query_part){
                   .kind = PART_COLUMN, .keyword = NO_KEYWORD, .column = column, .span = x->span});
    close_node(b, i);
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
    p.span = x->span;
    if (compared == KEYWORD_LIKE)
        p.value = without_percent(p.value);
    uint32_t i = open_node(b, MEANING_VALUE, x->span);
    b->out.nodes[i].text = p.value;
    if (p.value.len > 0 && !b->silent)
        b->out.nodes[i].part = add_part(b, p);
    close_node(b, i);
    return true;
}

/* Expressions */

static void add_expr(struct builder *b, const struct sql_expr *x);
static void add_question(struct builder *b, const struct sql_query *q, bool asked);

struct descent {
    struct builder *builder;
    const struct sql_expr *from;
};

/* ctx: struct descent */
static bool enter_expr(void *ctx, const struct sql_expr *x)
{
    const struct descent *d = ctx;
    if (x == d->from)
        return true;
    add_expr(d->builder, x);
    return false;
}

/* ctx: struct descent */
static bool enter_query(void *ctx, const struct sql_query *q)
{
    const struct descent *d = ctx;
    add_question(d->builder, q, true);
    return false;
}

/* Everything below `x`. */
static void add_below(struct builder *b, const struct sql_expr *x)
{
    struct descent d = {b, x};
    const struct sql_walker walker = {.ctx = &d, .query = enter_query, .expr = enter_expr};
    sql_walk_expr(&walker, x);
}

static void add_side(struct builder *b, const struct sql_expr *x, uint32_t column,
                     enum query_keyword compared)
{
    if (!add_value(b, x, column, compared))
        add_expr(b, x);
}

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
static void add_missing(struct builder *b, const struct sql_expr *x, const struct sql_expr *subject,
                        bool negated, enum query_keyword keyword)
{
    uint32_t not = negated ? open_node(b, MEANING_NOT, x->span) : 0;
    if (keyword != NO_KEYWORD)
        set_keyword(b, not, keyword, column_of(b, subject), x->as.binary.where);
    uint32_t i = open_node(b, MEANING_MISSING, x->span);
    add_expr(b, subject);
    close_node(b, i);
    if (negated)
        close_node(b, not );
}

/* Two columns that are equal join tables, which nobody says. */
static void add_comparison(struct builder *b, const struct sql_expr *x, enum query_keyword k)
{
    const struct sql_expr *left = x->as.binary.left, *right = x->as.binary.right;
    uint32_t of_left = column_of(b, left), of_right = column_of(b, right);
    if (of_left != SCHEMA_STAR && of_right != SCHEMA_STAR && x->as.binary.op == SQL_EQ)
        return;
    if (is_null(right) && (x->as.binary.op == SQL_IS || x->as.binary.op == SQL_IS_NOT)) {
        add_missing(b, x, left, x->as.binary.op == SQL_IS_NOT, k);
        return;
    }
    uint32_t column = of_left != SCHEMA_STAR ? of_left : of_right;
    uint32_t i = open_node(b, MEANING_COMPARED, x->span);
    b->out.nodes[i].text = sql_operator(x->as.binary.op)->text;
    if (k != NO_KEYWORD)
        set_keyword(b, i, k, column, x->as.binary.where);
    add_side(b, left, column, k);
    add_side(b, right, column, k);
    close_node(b, i);
}

/* Conditions joined by AND, or by OR, are children of one node. */
static void add_junction(struct builder *b, const struct sql_expr *x)
{
    enum meaning_kind kind = x->as.binary.op == SQL_AND ? MEANING_ALL : MEANING_ANY;
    if (b->out.nodes[b->parent].kind == kind) {
        add_below(b, x);
        return;
    }
    uint32_t i = open_node(b, kind, x->span);
    add_below(b, x);
    close_or_lift(b, i, n_children(b, i) > 1); /* the others may be joins */
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
    if (op == SQL_ISNULL || op == SQL_NOTNULL) {
        add_missing(b, x, x->as.unary.operand, op == SQL_NOTNULL, NO_KEYWORD);
    } else if (op == SQL_NOT) {
        uint32_t i = open_node(b, MEANING_NOT, x->span);
        set_keyword(b, i, KEYWORD_NOT, SCHEMA_STAR, x->span);
        add_below(b, x);
        close_node(b, i);
    } else {
        add_below(b, x);
    }
}

/* NOT IN, NOT LIKE, NOT BETWEEN: the node that is negated is a child. Its number, or MEANING_NONE.
 */
static uint32_t open_negation(struct builder *b, const struct sql_expr *x, bool negated,
                              uint32_t column)
{
    if (!negated)
        return MEANING_NONE;
    uint32_t i = open_node(b, MEANING_NOT, x->span);
    set_keyword(b, i, KEYWORD_NOT, column, x->span);
    return i;
}

static void close_negation(struct builder *b, uint32_t i)
{
    if (i != MEANING_NONE)
        close_node(b, i);
}

/* IN with a query joins its tables: neither the key nor the selected column is said. */
static void add_in(struct builder *b, const struct sql_expr *x)
{
    uint32_t column = column_of(b, x->as.in.subject);
    bool query = x->as.in.query != NULL, silent = b->silent;
    uint32_t not = open_negation(b, x, x->as.in.negated, query ? (uint32_t)SCHEMA_STAR : column);
    uint32_t i = open_node(b, MEANING_AMONG, x->span);
    b->silent |= query;
    add_expr(b, x->as.in.subject);
    b->silent = silent;
    if (query)
        add_question(b, x->as.in.query, false);
    for (uint32_t k = 0; k < x->as.in.list.count; k++)
        add_value(b, x->as.in.list.items[k], column, NO_KEYWORD);
    close_node(b, i);
    close_negation(b, not );
}

static void add_between(struct builder *b, const struct sql_expr *x)
{
    uint32_t column = column_of(b, x->as.between.subject);
    uint32_t not = open_negation(b, x, x->as.between.negated, column);
    uint32_t i = open_node(b, MEANING_BETWEEN, x->span);
    set_keyword(b, i, KEYWORD_BETWEEN, column, x->span);
    add_expr(b, x->as.between.subject);
    add_side(b, x->as.between.low, column, KEYWORD_BETWEEN);
    add_side(b, x->as.between.high, column, KEYWORD_BETWEEN);
    close_node(b, i);
    close_negation(b, not );
}

static void add_pattern(struct builder *b, const struct sql_expr *x)
{
    uint32_t column = column_of(b, x->as.pattern.subject);
    uint32_t not = open_negation(b, x, x->as.pattern.negated, column);
    uint32_t i = open_node(b, MEANING_LIKE, x->span);
    set_keyword(b, i, KEYWORD_LIKE, column, x->span);
    add_expr(b, x->as.pattern.subject);
    add_side(b, x->as.pattern.pattern, column, KEYWORD_LIKE);
    close_node(b, i);
    close_negation(b, not );
}

/* The aggregate that a call is, or NO_KEYWORD. */
static enum query_keyword aggregate_of(const struct sql_expr *x)
{
    static const enum query_keyword AGGREGATES[] = {KEYWORD_COUNT, KEYWORD_SUM, KEYWORD_AVG,
                                                    KEYWORD_MAX, KEYWORD_MIN};
    for (size_t i = 0; i < COUNT_OF(AGGREGATES); i++)
        if (x->as.call.args.count <= 1 &&
            str_eq_nocase(x->as.call.name.text, KEYWORD_NAMES[AGGREGATES[i]]))
            return AGGREGATES[i];
    return NO_KEYWORD;
}

static void add_distinct(struct builder *b, uint32_t column, struct sql_span span)
{
    uint32_t i = open_node(b, MEANING_DISTINCT, span);
    set_keyword(b, i, KEYWORD_DISTINCT, column, span);
    close_node(b, i);
}

static void add_call(struct builder *b, const struct sql_expr *x)
{
    uint32_t column = column_of(b, x);
    enum query_keyword k = aggregate_of(x);
    if (k == NO_KEYWORD && !x->as.call.distinct) {
        add_below(b, x);
        return;
    }
    uint32_t i = open_node(b, MEANING_CALL, x->span);
    b->out.nodes[i].text = x->as.call.name.text;
    /* "at least two songs", "most songs": outside SELECT nobody says that they are counted. */
    bool said = b->clause == IN_SELECT || k != KEYWORD_COUNT;
    if (k != NO_KEYWORD && said)
        set_keyword(b, i, k, column, x->span);
    if (x->as.call.distinct)
        add_distinct(b, column, x->span);
    add_below(b, x);
    close_node(b, i);
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
        add_pattern(b, x);
        break;
    case SQL_EXPR_BETWEEN:
        add_between(b, x);
        break;
    case SQL_EXPR_IN:
        add_in(b, x);
        break;
    case SQL_EXPR_CALL:
        add_call(b, x);
        break;
    case SQL_EXPR_EXISTS: {
        uint32_t i = open_node(b, MEANING_EXISTS, x->span);
        add_below(b, x);
        close_node(b, i);
        break;
    }
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
    uint32_t i = open_node(b, kind, x->span);
    add_expr(b, x);
    close_or_lift(b, i, n_children(b, i) > 0);
}

static void add_asked(struct builder *b, const struct sql_core *c)
{
    for (uint32_t i = 0; i < c->n_results; i++) {
        uint32_t node = open_node(b, MEANING_ASKED, c->results[i].span);
        if (c->results[i].kind == SQL_RESULT_EXPR)
            add_expr(b, c->results[i].expr);
        close_node(b, node);
    }
}

/* Of a query in FROM the conditions are said; its columns are said where the outer query selects
 * them. */
static void add_from(struct builder *b, const struct sql_from *f, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (f[i].kind == SQL_FROM_GROUP) {
            add_from(b, f[i].group, f[i].n_group);
            continue;
        }
        uint32_t node = open_node(b, MEANING_OF, f[i].span);
        if (f[i].kind == SQL_FROM_TABLE)
            b->out.nodes[node].table = schema_find_table(b->schema, f[i].table.text);
        if (f[i].kind == SQL_FROM_QUERY)
            add_question(b, f[i].query, false);
        close_node(b, node);
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
    bool silent = b->silent;
    if (c->group_by.count == 0)
        return;
    b->clause = IN_GROUP;
    uint32_t i = open_node(b, MEANING_EACH, c->group_by.items[0]->span);
    if (has_aggregate(c))
        set_keyword(b, i, KEYWORD_EACH, column_of(b, c->group_by.items[0]), c->span);
    b->silent = true;
    for (uint32_t k = 0; k < c->group_by.count; k++)
        add_expr(b, c->group_by.items[k]);
    b->silent = silent;
    close_node(b, i);
}

static void add_core(struct builder *b, const struct sql_core *c, bool asked)
{
    static const enum query_keyword OF[] = {[SQL_UNION] = KEYWORD_UNION,
                                            [SQL_UNION_ALL] = KEYWORD_UNION,
                                            [SQL_INTERSECT] = KEYWORD_INTERSECT,
                                            [SQL_EXCEPT] = KEYWORD_EXCEPT};
    uint32_t also = c->op == SQL_FIRST ? MEANING_NONE : open_node(b, MEANING_ALSO, c->span);
    b->clause = IN_SELECT;
    if (also != MEANING_NONE)
        set_keyword(b, also, OF[c->op], SCHEMA_STAR, c->span);
    if (c->distinct && asked)
        add_distinct(b, SCHEMA_STAR, c->span);
    if (asked && also == MEANING_NONE)
        add_asked(b, c);
    add_from(b, c->from, c->n_from);
    add_condition(b, MEANING_WHERE, IN_WHERE, c->where);
    add_groups(b, c);
    add_condition(b, MEANING_HAVING, IN_HAVING, c->having);
    if (also != MEANING_NONE)
        close_node(b, also);
}

static void add_order(struct builder *b, const struct sql_query *q)
{
    b->clause = IN_ORDER;
    for (uint32_t i = 0; i < q->order.count; i++) {
        const struct sql_order_term *t = &q->order.items[i];
        bool down = t->direction == SQL_DESC;
        enum query_keyword k =
            q->limit ? (down ? KEYWORD_MOST : KEYWORD_LEAST) : (down ? KEYWORD_DESC : KEYWORD_ASC);
        uint32_t node = open_node(b, MEANING_ORDER, t->where);
        set_keyword(b, node, k, column_of(b, t->expr), t->where);
        add_expr(b, t->expr);
        close_node(b, node);
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
    uint32_t i = open_node(b, MEANING_LIMIT, q->limit->span);
    b->silent |= literal_of(b, q->limit, &limit) && str_eq(limit, STR("1"));
    add_value(b, q->limit, SCHEMA_STAR, NO_KEYWORD);
    b->silent = silent;
    close_node(b, i);
}

/* `asked`: the question asks for the columns that it selects. */
static void add_question(struct builder *b, const struct sql_query *q, bool asked)
{
    enum query_clause outer = b->clause;
    uint32_t i = open_node(b, MEANING_QUESTION, q->span);
    for (uint32_t k = 0; k < q->n_ctes; k++) {
        uint32_t of = open_node(b, MEANING_OF, q->ctes[k].span);
        add_question(b, q->ctes[k].query, false);
        close_node(b, of);
    }
    for (uint32_t k = 0; k < q->n_cores; k++)
        add_core(b, &q->cores[k], asked);
    add_order(b, q);
    add_limit(b, q);
    close_node(b, i);
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
