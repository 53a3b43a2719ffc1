/* tree_json.c: a syntax tree as JSON. */
#include "sql/tree_json.h"

#include "sql/operator.h"

static void json_expr(struct json_writer *w, const struct sql_expr *x);
static void json_from_list(struct json_writer *w, const char *key, const struct sql_from *items,
                           uint32_t count);

/* Each writes a key and its value, or nothing where the value is absent. */

static void member_text(struct json_writer *w, const char *key, struct str text)
{
    json_key(w, str_from(key));
    json_put_str(w, text);
}

static void member_word(struct json_writer *w, const char *key, const char *word)
{
    if (word)
        member_text(w, key, str_from(word));
}

static void member_name(struct json_writer *w, const char *key, const struct sql_name *name)
{
    if (name->text.ptr)
        member_text(w, key, name->text);
}

static void member_flag(struct json_writer *w, const char *key, bool flag)
{
    if (flag) {
        json_key(w, str_from(key));
        json_put_bool(w, true);
    }
}

static void member_expr(struct json_writer *w, const char *key, const struct sql_expr *x)
{
    if (x) {
        json_key(w, str_from(key));
        json_expr(w, x);
    }
}

static void member_query(struct json_writer *w, const char *key, const struct sql_query *q)
{
    if (q) {
        json_key(w, str_from(key));
        sql_tree_json(w, q);
    }
}

static void json_list(struct json_writer *w, const struct sql_expr_list *list)
{
    json_array_open(w);
    for (uint32_t i = 0; i < list->count; i++)
        json_expr(w, list->items[i]);
    json_array_close(w);
}

static void member_list(struct json_writer *w, const char *key, const struct sql_expr_list *list)
{
    if (list->count) {
        json_key(w, str_from(key));
        json_list(w, list);
    }
}

static void member_names(struct json_writer *w, const char *key, const struct sql_name *names,
                         uint32_t count)
{
    if (!count)
        return;
    json_key(w, str_from(key));
    json_array_open(w);
    for (uint32_t i = 0; i < count; i++)
        json_put_str(w, names[i].text);
    json_array_close(w);
}

static void member_order(struct json_writer *w, const char *key, const struct sql_order *order)
{
    static const char *const nulls[] = {NULL, "first", "last"};
    if (!order->count)
        return;
    json_key(w, str_from(key));
    json_array_open(w);
    for (uint32_t i = 0; i < order->count; i++) {
        const struct sql_order_term *term = &order->items[i];
        json_object_open(w);
        member_expr(w, "expr", term->expr);
        member_word(w, "direction", term->direction == SQL_DESC ? "desc" : "asc");
        member_word(w, "nulls", nulls[term->nulls]);
        json_object_close(w);
    }
    json_array_close(w);
}

static void member_bound(struct json_writer *w, const char *key,
                         const struct sql_frame_bound *bound)
{
    static const char *const kinds[] = {"unbounded preceding", "preceding", "current row",
                                        "following", "unbounded following"};
    json_key(w, str_from(key));
    json_object_open(w);
    member_word(w, "kind", kinds[bound->kind]);
    member_expr(w, "offset", bound->offset);
    json_object_close(w);
}

static void json_window(struct json_writer *w, const struct sql_window *window)
{
    static const char *const units[] = {NULL, "rows", "range", "groups"};
    static const char *const excludes[] = {NULL, "no others", "current row", "group", "ties"};
    json_object_open(w);
    member_name(w, "name", &window->name);
    member_name(w, "base", &window->base);
    member_list(w, "partition_by", &window->partition);
    member_order(w, "order_by", &window->order);
    member_word(w, "unit", units[window->unit]);
    if (window->unit != SQL_FRAME_NONE)
        member_bound(w, "start", &window->start);
    if (window->between)
        member_bound(w, "end", &window->end);
    member_word(w, "exclude", excludes[window->exclude]);
    json_object_close(w);
}

static void json_call(struct json_writer *w, const struct sql_expr *x)
{
    member_name(w, "name", &x->as.call.name);
    member_flag(w, "distinct", x->as.call.distinct);
    member_flag(w, "all", x->as.call.all);
    member_flag(w, "star", x->as.call.star);
    member_list(w, "args", &x->as.call.args);
    member_expr(w, "filter", x->as.call.filter);
    if (x->as.call.over) {
        json_key(w, STR("over"));
        json_window(w, x->as.call.over);
    }
}

static void json_case(struct json_writer *w, const struct sql_expr *x)
{
    member_expr(w, "subject", x->as.cases.subject);
    json_key(w, STR("whens"));
    json_array_open(w);
    for (uint32_t i = 0; i < x->as.cases.n_whens; i++) {
        json_object_open(w);
        member_expr(w, "when", x->as.cases.whens[i].when);
        member_expr(w, "then", x->as.cases.whens[i].then);
        json_object_close(w);
    }
    json_array_close(w);
    member_expr(w, "else", x->as.cases.otherwise);
}

static void json_in(struct json_writer *w, const struct sql_expr *x)
{
    member_flag(w, "negated", x->as.in.negated);
    member_expr(w, "subject", x->as.in.subject);
    if (x->as.in.query) {
        member_query(w, "query", x->as.in.query);
    } else if (x->as.in.table) {
        json_from_list(w, "from", x->as.in.table, 1);
    } else {
        json_key(w, STR("list"));
        json_list(w, &x->as.in.list);
    }
}

static void json_pattern(struct json_writer *w, const struct sql_expr *x)
{
    member_text(w, "op", sql_operator(x->as.pattern.op)->text);
    member_flag(w, "negated", x->as.pattern.negated);
    member_expr(w, "subject", x->as.pattern.subject);
    member_expr(w, "pattern", x->as.pattern.pattern);
    member_expr(w, "escape", x->as.pattern.escape);
}

static void json_between(struct json_writer *w, const struct sql_expr *x)
{
    member_flag(w, "negated", x->as.between.negated);
    member_expr(w, "subject", x->as.between.subject);
    member_expr(w, "low", x->as.between.low);
    member_expr(w, "high", x->as.between.high);
}

static void json_literal(struct json_writer *w, const struct sql_expr *x)
{
    static const char *const types[] = {"null", "integer", "float", "string", "blob", "current"};
    member_word(w, "type", types[x->as.literal.type]);
    member_text(w, "text", x->as.literal.text);
}

static void json_column(struct json_writer *w, const struct sql_expr *x)
{
    member_name(w, "schema", &x->as.column.schema);
    member_name(w, "table", &x->as.column.table);
    member_name(w, "name", &x->as.column.name);
    if (x->as.column.name.quote)
        member_text(w, "quote", (struct str){&x->as.column.name.quote, 1});
}

static void json_content(struct json_writer *w, const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_LITERAL:
        json_literal(w, x);
        break;
    case SQL_EXPR_PARAMETER:
        member_text(w, "text", x->as.parameter.text);
        break;
    case SQL_EXPR_COLUMN:
        json_column(w, x);
        break;
    case SQL_EXPR_UNARY:
        member_text(w, "op", sql_operator(x->as.unary.op)->text);
        member_expr(w, "operand", x->as.unary.operand);
        break;
    case SQL_EXPR_BINARY:
        member_text(w, "op", sql_operator(x->as.binary.op)->text);
        member_expr(w, "left", x->as.binary.left);
        member_expr(w, "right", x->as.binary.right);
        break;
    case SQL_EXPR_PATTERN:
        json_pattern(w, x);
        break;
    case SQL_EXPR_BETWEEN:
        json_between(w, x);
        break;
    case SQL_EXPR_IN:
        json_in(w, x);
        break;
    case SQL_EXPR_CASE:
        json_case(w, x);
        break;
    case SQL_EXPR_CAST:
        member_expr(w, "operand", x->as.cast.operand);
        member_text(w, "type", x->as.cast.type);
        break;
    case SQL_EXPR_COLLATE:
        member_expr(w, "operand", x->as.collate.operand);
        member_name(w, "collation", &x->as.collate.collation);
        break;
    case SQL_EXPR_CALL:
        json_call(w, x);
        break;
    case SQL_EXPR_EXISTS:
    case SQL_EXPR_SUBQUERY:
        member_query(w, "query", x->as.subquery.query);
        break;
    case SQL_EXPR_ROW:
        member_list(w, "list", &x->as.row.list);
        break;
    }
}

static void json_expr(struct json_writer *w, const struct sql_expr *x)
{
    static const char *const kinds[] = {
        [SQL_EXPR_LITERAL] = "literal", [SQL_EXPR_PARAMETER] = "parameter",
        [SQL_EXPR_COLUMN] = "column",   [SQL_EXPR_UNARY] = "unary",
        [SQL_EXPR_BINARY] = "binary",   [SQL_EXPR_PATTERN] = "pattern",
        [SQL_EXPR_BETWEEN] = "between", [SQL_EXPR_IN] = "in",
        [SQL_EXPR_CASE] = "case",       [SQL_EXPR_CAST] = "cast",
        [SQL_EXPR_COLLATE] = "collate", [SQL_EXPR_CALL] = "call",
        [SQL_EXPR_EXISTS] = "exists",   [SQL_EXPR_SUBQUERY] = "subquery",
        [SQL_EXPR_ROW] = "row",
    };
    json_object_open(w);
    member_word(w, "kind", kinds[x->kind]);
    json_content(w, x);
    json_object_close(w);
}

static void member_join(struct json_writer *w, const struct sql_from *f, bool first)
{
    static const struct {
        unsigned flag;
        const char *key;
    } flags[] = {
        {SQL_JOIN_NATURAL, "natural"}, {SQL_JOIN_LEFT, "left"},   {SQL_JOIN_RIGHT, "right"},
        {SQL_JOIN_FULL, "full"},       {SQL_JOIN_OUTER, "outer"}, {SQL_JOIN_INNER, "inner"},
        {SQL_JOIN_CROSS, "cross"},
    };
    if (first)
        return;
    json_key(w, STR("join"));
    json_array_open(w);
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        if (f->join & flags[i].flag)
            json_put_str(w, str_from(flags[i].key));
    }
    json_put_str(w, f->join ? STR("join") : STR("comma"));
    json_array_close(w);
}

static void json_from(struct json_writer *w, const struct sql_from *f, bool first)
{
    static const char *const kinds[] = {"table", "function", "query", "group"};
    json_object_open(w);
    member_word(w, "kind", kinds[f->kind]);
    member_join(w, f, first);
    member_name(w, "schema", &f->schema);
    member_name(w, "table", &f->table);
    member_list(w, "args", &f->args);
    member_query(w, "query", f->query);
    json_from_list(w, "group", f->group, f->n_group);
    member_name(w, "alias", &f->alias);
    member_name(w, "indexed_by", &f->index);
    member_flag(w, "not_indexed", f->hint == SQL_NOT_INDEXED);
    member_expr(w, "on", f->on);
    member_names(w, "using", f->using, f->n_using);
    json_object_close(w);
}

static void json_from_list(struct json_writer *w, const char *key, const struct sql_from *items,
                           uint32_t count)
{
    if (!count)
        return;
    json_key(w, str_from(key));
    json_array_open(w);
    for (uint32_t i = 0; i < count; i++)
        json_from(w, &items[i], i == 0);
    json_array_close(w);
}

static void json_result(struct json_writer *w, const struct sql_result *r)
{
    static const char *const kinds[] = {"expr", "star", "table star"};
    json_object_open(w);
    member_word(w, "kind", kinds[r->kind]);
    member_name(w, "table", &r->table);
    member_expr(w, "expr", r->expr);
    member_name(w, "alias", &r->alias);
    json_object_close(w);
}

static void member_results(struct json_writer *w, const struct sql_core *c)
{
    if (!c->n_results)
        return;
    json_key(w, STR("results"));
    json_array_open(w);
    for (uint32_t i = 0; i < c->n_results; i++)
        json_result(w, &c->results[i]);
    json_array_close(w);
}

static void member_windows(struct json_writer *w, const struct sql_core *c)
{
    if (!c->n_windows)
        return;
    json_key(w, STR("windows"));
    json_array_open(w);
    for (uint32_t i = 0; i < c->n_windows; i++)
        json_window(w, &c->windows[i]);
    json_array_close(w);
}

static void member_values(struct json_writer *w, const struct sql_core *c)
{
    if (!c->n_values)
        return;
    json_key(w, STR("values"));
    json_array_open(w);
    for (uint32_t i = 0; i < c->n_values; i++)
        json_list(w, &c->values[i]);
    json_array_close(w);
}

static void json_core(struct json_writer *w, const struct sql_core *c)
{
    static const char *const ops[] = {NULL, "union", "union all", "intersect", "except"};
    json_object_open(w);
    member_word(w, "kind", c->n_values ? "values" : "select");
    member_word(w, "op", ops[c->op]);
    member_flag(w, "distinct", c->distinct);
    member_flag(w, "all", c->all);
    member_results(w, c);
    json_from_list(w, "from", c->from, c->n_from);
    member_expr(w, "where", c->where);
    member_list(w, "group_by", &c->group_by);
    member_expr(w, "having", c->having);
    member_windows(w, c);
    member_values(w, c);
    json_object_close(w);
}

static void member_ctes(struct json_writer *w, const struct sql_query *q)
{
    static const char *const hints[] = {NULL, "materialized", "not materialized"};
    if (!q->n_ctes)
        return;
    json_key(w, STR("with"));
    json_array_open(w);
    for (uint32_t i = 0; i < q->n_ctes; i++) {
        const struct sql_cte *cte = &q->ctes[i];
        json_object_open(w);
        member_name(w, "name", &cte->name);
        member_names(w, "columns", cte->columns, cte->n_columns);
        member_word(w, "hint", hints[cte->materialized]);
        member_query(w, "query", cte->query);
        json_object_close(w);
    }
    json_array_close(w);
}

void sql_tree_json(struct json_writer *w, const struct sql_query *q)
{
    json_object_open(w);
    member_word(w, "kind", "query");
    member_flag(w, "recursive", q->recursive);
    member_ctes(w, q);
    json_key(w, STR("cores"));
    json_array_open(w);
    for (uint32_t i = 0; i < q->n_cores; i++)
        json_core(w, &q->cores[i]);
    json_array_close(w);
    member_order(w, "order_by", &q->order);
    member_expr(w, "limit", q->limit);
    member_expr(w, "offset", q->offset);
    json_object_close(w);
}
