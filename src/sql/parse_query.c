/* parse_query.c: SELECT and VALUES, compounds of them, WITH. */
#include "sql/parser.h"

bool parser_begins_query(enum sql_token_type type)
{
    return type == KW_SELECT || type == KW_VALUES || type == KW_WITH;
}

struct sql_query *parse_bracketed_query(struct parser *p)
{
    parser_expect(p, TOKEN_LPAREN);
    struct sql_query *query = parse_query(p);
    parser_expect(p, TOKEN_RPAREN);
    return query;
}

static enum sql_nulls parse_nulls(struct parser *p)
{
    if (!parser_accept(p, KW_NULLS))
        return SQL_NULLS_DEFAULT;
    if (parser_accept(p, KW_FIRST))
        return SQL_NULLS_FIRST;
    parser_expect(p, KW_LAST);
    return SQL_NULLS_LAST;
}

static struct sql_order_term parse_order_term(struct parser *p)
{
    struct sql_order_term term = {.expr = parse_expr(p)};
    uint32_t end = p->end, word = p->token.span.start;
    term.direction = parser_at(p, KW_DESC) ? SQL_DESC : SQL_ASC;
    term.explicit_direction = parser_accept(p, KW_ASC) || parser_accept(p, KW_DESC);
    term.where = parser_span(p, term.explicit_direction ? word : end);
    term.nulls = parse_nulls(p);
    return term;
}

struct sql_order parse_order(struct parser *p)
{
    struct sql_order order = {0};
    if (!parser_accept(p, KW_ORDER))
        return order;
    parser_expect(p, KW_BY);
    do {
        ARENA_ADD(p->arena, order.items, order.count, parse_order_term(p));
    } while (parser_accept(p, TOKEN_COMMA));
    return order;
}

static void parse_limit(struct parser *p, struct sql_query *q)
{
    if (!parser_accept(p, KW_LIMIT))
        return;
    q->limit = parse_expr(p);
    if (parser_accept(p, KW_OFFSET)) {
        q->offset = parse_expr(p);
    } else if (parser_accept(p, TOKEN_COMMA)) {
        q->offset_first = true;
        q->offset = q->limit;
        q->limit = parse_expr(p);
    }
}

/* Is `table.*` here? */
static bool at_table_star(const struct parser *p)
{
    struct sql_lexer ahead = p->lex;
    return parser_at_name(p, SQL_USE_LEADING) && sql_lexer_next(&ahead).type == TOKEN_DOT &&
           sql_lexer_next(&ahead).type == TOKEN_MUL;
}

static struct sql_result parse_result(struct parser *p)
{
    struct sql_result r = {.kind = SQL_RESULT_EXPR};
    uint32_t start = p->token.span.start;
    if (parser_accept(p, TOKEN_MUL)) {
        r.kind = SQL_RESULT_STAR;
    } else if (at_table_star(p)) {
        r.kind = SQL_RESULT_TABLE_STAR;
        r.table = parse_name(p, SQL_USE_NAME);
        parser_expect(p, TOKEN_DOT);
        parser_expect(p, TOKEN_MUL);
    } else {
        r.expr = parse_expr(p);
        r.alias = parse_alias(p, &r.as_written);
    }
    r.span = parser_span(p, start);
    return r;
}

static void parse_results(struct parser *p, struct sql_core *c)
{
    do {
        ARENA_ADD(p->arena, c->results, c->n_results, parse_result(p));
    } while (parser_accept(p, TOKEN_COMMA));
}

static void parse_window_clause(struct parser *p, struct sql_core *c)
{
    do {
        ARENA_PUSH(p->arena, c->windows, c->n_windows);
        uint32_t start = p->token.span.start;
        struct sql_name name = parse_name(p, SQL_USE_NAME);
        parser_expect(p, KW_AS);
        struct sql_window w = parse_window_definition(p);
        w.name = name;
        w.span.start = start;
        c->windows[c->n_windows++] = w;
    } while (parser_accept(p, TOKEN_COMMA));
}

/* From after SELECT. */
static void parse_select(struct parser *p, struct sql_core *c)
{
    c->distinct = parser_accept(p, KW_DISTINCT);
    c->all = !c->distinct && parser_accept(p, KW_ALL);
    parse_results(p, c);
    if (parser_accept(p, KW_FROM))
        c->from = parse_from_list(p, &c->n_from);
    if (parser_accept(p, KW_WHERE))
        c->where = parse_expr(p);
    if (parser_accept(p, KW_GROUP)) {
        parser_expect(p, KW_BY);
        c->group_by = parse_expr_list(p);
    }
    if (parser_accept(p, KW_HAVING))
        c->having = parse_expr(p);
    if (parser_accept(p, KW_WINDOW))
        parse_window_clause(p, c);
}

/* From after VALUES. */
static void parse_values(struct parser *p, struct sql_core *c)
{
    do {
        ARENA_PUSH(p->arena, c->values, c->n_values);
        parser_expect(p, TOKEN_LPAREN);
        c->values[c->n_values++] = parse_expr_list(p);
        parser_expect(p, TOKEN_RPAREN);
    } while (parser_accept(p, TOKEN_COMMA));
}

/* One SELECT or VALUES. The ORDER BY and LIMIT after a SELECT go to the query. */
static void parse_core(struct parser *p, struct sql_query *q, struct sql_core *c)
{
    uint32_t start = p->token.span.start;
    if (parser_accept(p, KW_VALUES)) {
        parse_values(p, c);
        c->span = parser_span(p, start);
        return;
    }
    parser_expect(p, KW_SELECT);
    parse_select(p, c);
    c->span = parser_span(p, start);
    q->order = parse_order(p);
    parse_limit(p, q);
}

/* The operator before another core, or SQL_FIRST. */
static enum sql_compound parse_compound(struct parser *p)
{
    if (parser_accept(p, KW_UNION))
        return parser_accept(p, KW_ALL) ? SQL_UNION_ALL : SQL_UNION;
    if (parser_accept(p, KW_INTERSECT))
        return SQL_INTERSECT;
    if (parser_accept(p, KW_EXCEPT))
        return SQL_EXCEPT;
    return SQL_FIRST;
}

static void parse_cores(struct parser *p, struct sql_query *q)
{
    enum sql_compound op = SQL_FIRST;
    do {
        if (q->order.count || q->limit)
            parser_fail(p, E_SYNTAX, "ORDER BY or LIMIT before the last SELECT");
        ARENA_PUSH(p->arena, q->cores, q->n_cores);
        q->cores[q->n_cores] = (struct sql_core){.op = op};
        parse_core(p, q, &q->cores[q->n_cores++]);
        op = parse_compound(p);
    } while (op != SQL_FIRST);
}

static struct sql_cte parse_cte(struct parser *p)
{
    struct sql_cte cte = {0};
    uint32_t start = p->token.span.start;
    cte.name = parse_name(p, SQL_USE_NAME);
    if (parser_at(p, TOKEN_LPAREN))
        cte.columns = parse_name_list(p, &cte.n_columns);
    parser_expect(p, KW_AS);
    if (parser_accept(p, KW_MATERIALIZED)) {
        cte.materialized = SQL_MATERIALIZED;
    } else if (parser_accept(p, KW_NOT)) {
        parser_expect(p, KW_MATERIALIZED);
        cte.materialized = SQL_NOT_MATERIALIZED;
    }
    cte.query = parse_bracketed_query(p);
    cte.span = parser_span(p, start);
    return cte;
}

/* From after WITH. */
static void parse_with(struct parser *p, struct sql_query *q)
{
    q->recursive = parser_accept(p, KW_RECURSIVE);
    do {
        ARENA_ADD(p->arena, q->ctes, q->n_ctes, parse_cte(p));
    } while (parser_accept(p, TOKEN_COMMA));
}

struct sql_query *parse_query(struct parser *p)
{
    struct sql_query *q = ARENA_NEW(p->arena, struct sql_query);
    uint32_t start = p->token.span.start;
    parser_enter(p);
    if (parser_accept(p, KW_WITH))
        parse_with(p, q);
    parse_cores(p, q);
    parser_leave(p);
    q->span = parser_span(p, start);
    return q;
}
