/* edit_places.c: one walk over a query, which notes what could change on its own. */
#include "migration/edit_places.h"

#include "base/number.h"
#include "sql/operator.h"
#include "sql/parse.h"
#include "sql/quote.h"
#include "sql/walk.h"

#include <stdlib.h>

/* The SELECTs around a node, the innermost first. */
struct open_core {
    const struct sql_core *core;
    struct open_core *outer;
};

struct place_search {
    struct arena *arena;
    const struct schema *schema;
    const struct sql_stmt *stmt;
    const struct sql_resolution *resolution;
    struct open_core *open;
    struct edit_places found;
};

/* What is compared or ordered: `edit.on`, `column` and `aggregate` of a place that has nothing else
 * yet */

static const struct sql_binding *binding_of(const struct place_search *s, const struct sql_expr *x)
{
    return &s->resolution->bindings[x->as.column.ref];
}

/* The result at `position`; NULL if a star before it may stand for several. */
static const struct sql_expr *result_at(const struct sql_core *core, uint32_t position)
{
    for (uint32_t i = 0; core && i <= position && i < core->n_results; i++)
        if (core->results[i].kind != SQL_RESULT_EXPR)
            return NULL;
    return core && position < core->n_results ? core->results[position].expr : NULL;
}

static bool subject_of_column(struct place_search *s, const struct sql_expr *x,
                              struct edit_place *out)
{
    const struct sql_binding *b = binding_of(s, x);
    bool stands =
        b->kind == SQL_BOUND_COLUMN || b->kind == SQL_BOUND_ALIAS || b->kind == SQL_BOUND_DERIVED;
    if (!stands || b->column == SCHEMA_NONE || b->column == SCHEMA_STAR)
        return false;
    *out = (struct edit_place){.edit.on = schema_column_path(s->arena, s->schema, b->column),
                               .column = b->column,
                               .aggregate = STR("")};
    return true;
}

/* The result that an alias stands for; else the expression itself. */
static const struct sql_expr *aliased(const struct place_search *s, const struct sql_expr *x)
{
    const struct sql_expr *result = NULL;
    if (x->kind == SQL_EXPR_COLUMN && binding_of(s, x)->kind == SQL_BOUND_ALIAS && s->open)
        result = result_at(s->open->core, binding_of(s, x)->position);
    return result ? result : x;
}

/* "count", "avg" … in lower case; empty for any other function. */
static struct str aggregate_of(const struct sql_expr *x)
{
    static const struct str names[] = {STR_INIT("count"), STR_INIT("avg"), STR_INIT("sum"),
                                       STR_INIT("min"), STR_INIT("max")};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_eq_nocase(x->as.call.name.text, names[i]))
            return names[i];
    return STR("");
}

/* A count of rows and a count of what they have are taken for the same: to count ids is to count
 * rows. */
static bool subject_of_call(struct place_search *s, const struct sql_expr *x,
                            struct edit_place *out)
{
    struct str name = aggregate_of(x);
    bool distinct = x->as.call.distinct, counts = str_eq(name, STR("count"));
    if (name.len == 0 || x->as.call.filter || x->as.call.over)
        return false;
    if (counts && !distinct) {
        *out = (struct edit_place){
            .edit.on = STR("count(*)"), .column = SCHEMA_NONE, .aggregate = name};
        return true;
    }
    if (x->as.call.args.count != 1 || x->as.call.args.items[0]->kind != SQL_EXPR_COLUMN ||
        !subject_of_column(s, x->as.call.args.items[0], out))
        return false;
    out->edit.on = arena_printf(s->arena, "%.*s(%s%.*s)", STR_ARG(name),
                                distinct ? "distinct " : "", STR_ARG(out->edit.on));
    out->aggregate = name;
    return true;
}

static bool subject_of(struct place_search *s, const struct sql_expr *x, struct edit_place *out)
{
    x = aliased(s, x);
    if (x->kind == SQL_EXPR_COLUMN)
        return subject_of_column(s, x, out);
    return x->kind == SQL_EXPR_CALL && subject_of_call(s, x, out);
}

/* Literals */

static bool is_number(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_LITERAL &&
           (x->as.literal.type == SQL_INTEGER || x->as.literal.type == SQL_FLOAT);
}

/* The text that is meant by 'it''s'. */
static struct str unquoted(struct arena *a, struct str literal)
{
    struct buf text = {0};
    for (size_t i = 1; i + 1 < literal.len; i++) {
        buf_putc(&text, literal.ptr[i]);
        i += literal.ptr[i] == '\'';
    }
    return buf_keep(&text, a);
}

/* The literal as any SQL writes it: a string in double quotes gets single ones. Empty if `x` is not
 * a literal. */
static struct str literal_of(const struct place_search *s, const struct sql_expr *x)
{
    if (x->kind == SQL_EXPR_UNARY && x->as.unary.op == SQL_NEGATE && is_number(x->as.unary.operand))
        return str_slice(s->stmt->text, x->span.start, x->span.end);
    if (x->kind == SQL_EXPR_COLUMN && binding_of(s, x)->kind == SQL_BOUND_STRING)
        return sql_text_literal(s->arena, x->as.column.name.text);
    if (is_number(x) || (x->kind == SQL_EXPR_LITERAL && x->as.literal.type == SQL_STRING))
        return x->as.literal.text;
    return STR("");
}

static bool is_text(struct str literal)
{
    return literal.len > 1 && literal.ptr[0] == '\'';
}

/* The same value, however it is written: 3 and 3.0, and '3' if the other is 3. */
static bool same_literal(struct arena *a, struct str x, struct str y)
{
    double m, n;
    struct str left = is_text(x) ? unquoted(a, x) : x, right = is_text(y) ? unquoted(a, y) : y;
    if (is_text(x) && is_text(y))
        return str_eq(left, right);
    return str_eq(left, right) || (number_read(left, &m) && number_read(right, &n) && m == n);
}

/* Places */

static struct edit_place *add_place(struct place_search *s, struct edit_place subject,
                                    enum edit_kind what, const struct sql_expr *x,
                                    struct sql_span span, struct str from)
{
    ARENA_PUSH(s->arena, s->found.items, s->found.count);
    struct edit_place *p = &s->found.items[s->found.count++];
    *p = subject;
    p->edit.what = what;
    p->edit.from = from;
    p->edit.to = STR("");
    p->span = span;
    p->core = s->open ? s->open->core : NULL;
    p->expr = x;
    return p;
}

static void add_value(struct place_search *s, struct edit_place subject, const struct sql_expr *x)
{
    struct str literal = literal_of(s, x);
    if (literal.len > 0)
        add_place(s, subject, EDIT_VALUE, x, x->span, literal);
}

static void add_comparison(struct place_search *s, const struct sql_expr *x)
{
    enum sql_op op = x->as.binary.op;
    const struct sql_expr *other = x->as.binary.right;
    struct edit_place subject;
    bool straight =
        literal_of(s, x->as.binary.left).len == 0 && subject_of(s, x->as.binary.left, &subject);
    if (!straight) {
        other = x->as.binary.left;
        if (!subject_of(s, x->as.binary.right, &subject))
            return;
    }
    if (sql_mirrored(op) != op) {
        struct str from = sql_operator(straight ? op : sql_mirrored(op))->text;
        struct edit_place *p = add_place(s, subject, EDIT_OPERATOR, x, x->as.binary.where, from);
        p->flipped = !straight;
        p->literal = literal_of(s, other).len > 0;
    }
    add_value(s, subject, other);
}

static bool see_expr(void *ctx, const struct sql_expr *x)
{
    struct place_search *s = ctx;
    struct edit_place subject;
    if (x->kind == SQL_EXPR_BINARY && (sql_mirrored(x->as.binary.op) != x->as.binary.op ||
                                       x->as.binary.op == SQL_EQ || x->as.binary.op == SQL_NE))
        add_comparison(s, x);
    if (x->kind == SQL_EXPR_PATTERN && subject_of(s, x->as.pattern.subject, &subject))
        add_value(s, subject, x->as.pattern.pattern);
    if (x->kind == SQL_EXPR_BETWEEN && subject_of(s, x->as.between.subject, &subject)) {
        add_value(s, subject, x->as.between.low);
        add_value(s, subject, x->as.between.high);
    }
    if (x->kind == SQL_EXPR_IN && subject_of(s, x->as.in.subject, &subject))
        for (uint32_t i = 0; i < x->as.in.list.count; i++)
            add_value(s, subject, x->as.in.list.items[i]);
    return true;
}

/* ORDER BY 2 means the second result. */
static const struct sql_expr *ordered_by(const struct sql_query *q, const struct sql_expr *x)
{
    if (x->kind != SQL_EXPR_LITERAL || x->as.literal.type != SQL_INTEGER)
        return x;
    double n;
    bool read = number_read(x->as.literal.text, &n) && n >= 1 && n <= UINT32_MAX;
    const struct sql_expr *result = read ? result_at(&q->cores[0], (uint32_t)n - 1) : NULL;
    return result ? result : x;
}

static void add_directions(struct place_search *s, const struct sql_query *q)
{
    struct open_core first = {&q->cores[0], s->open};
    s->open = &first;
    for (uint32_t i = 0; i < q->order.count; i++) {
        const struct sql_order_term *term = &q->order.items[i];
        struct str from = term->direction == SQL_DESC ? STR("desc") : STR("asc");
        struct edit_place subject;
        if (subject_of(s, ordered_by(q, term->expr), &subject))
            add_place(s, subject, EDIT_DIRECTION, term->expr, term->where, from)->limited =
                q->limit != NULL;
    }
    s->open = first.outer;
}

static bool see_query(void *ctx, const struct sql_query *q)
{
    struct place_search *s = ctx;
    const struct edit_place none = {
        .edit.on = STR(""), .column = SCHEMA_NONE, .aggregate = STR("")};
    add_directions(s, q);
    if (q->limit && is_number(q->limit))
        add_place(s, none, EDIT_LIMIT, q->limit, q->limit->span, q->limit->as.literal.text);
    return true;
}

static bool enter_core(void *ctx, const struct sql_core *c)
{
    struct place_search *s = ctx;
    struct open_core *open = ARENA_NEW(s->arena, struct open_core);
    *open = (struct open_core){c, s->open};
    s->open = open;
    return true;
}

static void leave_core(void *ctx, const struct sql_core *c)
{
    struct place_search *s = ctx;
    (void)c;
    s->open = s->open->outer;
}

static int by_start(const void *a, const void *b)
{
    const struct edit_place *x = a, *y = b;
    return (x->span.start > y->span.start) - (x->span.start < y->span.start);
}

/* Does the edit belong to this place? */
static bool is_place_of(struct arena *a, const struct edit_place *p, const struct query_edit *edit)
{
    bool literal = edit->what == EDIT_VALUE || edit->what == EDIT_LIMIT;
    return p->edit.what == edit->what && str_eq_nocase(p->edit.on, edit->on) &&
           (literal ? same_literal(a, p->edit.from, edit->from)
                    : str_eq_nocase(p->edit.from, edit->from));
}

/* How many places the edit belongs to, and the last of them. */
static uint32_t places_of(struct arena *a, const struct edit_places *places,
                          const struct query_edit *edit, const struct edit_place **last)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < places->count; i++)
        if (is_place_of(a, &places->items[i], edit)) {
            *last = &places->items[i];
            n++;
        }
    return n;
}

struct edit_places edit_places_of(struct arena *a, const struct schema *s,
                                  const struct sql_stmt *stmt,
                                  const struct sql_resolution *resolution)
{
    struct place_search search = {.arena = a, .schema = s, .stmt = stmt, .resolution = resolution};
    struct sql_walker w = {.ctx = &search,
                           .query = see_query,
                           .core = enter_core,
                           .leave_core = leave_core,
                           .expr = see_expr};
    sql_walk_query(&w, stmt->query);
    struct edit_places found = search.found;
    if (found.count > EDIT_PLACES_MAX)
        return (struct edit_places){0};
    if (found.count > 0)
        qsort(found.items, found.count, sizeof *found.items, by_start);
    for (uint32_t i = 0; i < found.count; i++) {
        const struct edit_place *last;
        found.items[i].unique = places_of(a, &found, &found.items[i].edit, &last) == 1;
    }
    return found;
}

/* The change */

static struct str flipped_text(struct str op)
{
    static const enum sql_op ops[] = {SQL_LT, SQL_LE, SQL_GT, SQL_GE};
    for (size_t i = 0; i < COUNT_OF(ops); i++)
        if (str_eq(op, sql_operator(ops[i])->text))
            return sql_operator(sql_mirrored(ops[i]))->text;
    return op;
}

/* `to` as that place writes it. */
static struct str written_edit(struct arena *a, const struct edit_place *p, struct str to)
{
    switch (p->edit.what) {
    case EDIT_OPERATOR:
        return p->flipped ? flipped_text(to) : to;
    case EDIT_DIRECTION:
        to = str_eq_nocase(to, STR("desc")) ? STR("DESC") : STR("ASC");
        return p->span.start < p->span.end ? to : arena_printf(a, " %.*s", STR_ARG(to));
    case EDIT_VALUE:
        return is_text(p->edit.from) && !is_text(to) ? sql_text_literal(a, to) : to;
    case EDIT_LIMIT:
    case EDIT_NONE:
        break;
    }
    return to;
}

struct str edit_place_replace(struct arena *a, const struct sql_stmt *stmt,
                              const struct edit_place *place, struct str to)
{
    struct str text = stmt->text, new = written_edit(a, place, to);
    return arena_printf(a, "%.*s%.*s%.*s", STR_ARG(str_slice(text, 0, place->span.start)),
                        STR_ARG(new), STR_ARG(str_slice(text, place->span.end, text.len)));
}

bool query_edit_apply(struct arena *a, const struct schema *s, struct str sql,
                      const struct query_edit *edit, struct str *out)
{
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err e;
    if (sql_parse(a, sql, &stmt, &e) != OK || sql_resolve(a, s, &stmt, &resolution, &e) != OK)
        return false;
    struct edit_places places = edit_places_of(a, s, &stmt, &resolution);
    const struct edit_place *place;
    if (places_of(a, &places, edit, &place) != 1)
        return false;
    *out = edit_place_replace(a, &stmt, place, edit->to);
    return true;
}
