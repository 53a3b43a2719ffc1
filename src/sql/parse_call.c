/* parse_call.c: function calls, and the windows they range over. */
#include "sql/parser.h"

static struct sql_frame_bound *parse_frame_bound(struct parser *p, enum sql_token_type side,
                                                 enum sql_bound_kind unbounded)
{
    struct sql_frame_bound *bound = ARENA_NEW(p->arena, struct sql_frame_bound);
    bound->kind = unbounded;
    if (parser_accept(p, KW_UNBOUNDED)) {
        parser_expect(p, side);
    } else if (parser_accept(p, KW_CURRENT)) {
        bound->kind = SQL_CURRENT_ROW;
        parser_expect(p, KW_ROW);
    } else {
        bound->offset = parse_expr(p);
        bound->kind = parser_at(p, KW_PRECEDING) ? SQL_PRECEDING : SQL_FOLLOWING;
        if (!parser_accept(p, KW_PRECEDING))
            parser_expect(p, KW_FOLLOWING);
    }
    return bound;
}

/* EXCLUDE …, or nothing. */
static enum sql_exclude parse_exclude(struct parser *p)
{
    if (!parser_accept(p, KW_EXCLUDE))
        return SQL_EXCLUDE_NONE;
    if (parser_accept(p, KW_NO)) {
        parser_expect(p, KW_OTHERS);
        return SQL_EXCLUDE_NO_OTHERS;
    }
    if (parser_accept(p, KW_CURRENT)) {
        parser_expect(p, KW_ROW);
        return SQL_EXCLUDE_CURRENT_ROW;
    }
    if (parser_accept(p, KW_GROUP))
        return SQL_EXCLUDE_GROUP;
    parser_expect(p, KW_TIES);
    return SQL_EXCLUDE_TIES;
}

static enum sql_frame_unit frame_unit(const struct parser *p)
{
    switch (p->token.type) {
    case KW_ROWS:
        return SQL_FRAME_ROWS;
    case KW_RANGE:
        return SQL_FRAME_RANGE;
    case KW_GROUPS:
        return SQL_FRAME_GROUPS;
    default:
        return SQL_FRAME_NONE;
    }
}

static void parse_frame(struct parser *p, struct sql_window *w)
{
    w->unit = frame_unit(p);
    if (w->unit == SQL_FRAME_NONE)
        return;
    parser_advance(p);
    bool between = parser_accept(p, KW_BETWEEN);
    w->start = parse_frame_bound(p, KW_PRECEDING, SQL_UNBOUNDED_PRECEDING);
    if (between) {
        parser_expect(p, KW_AND);
        w->end = parse_frame_bound(p, KW_FOLLOWING, SQL_UNBOUNDED_FOLLOWING);
    }
    w->exclude = parse_exclude(p);
}

/* Is the first word in the brackets the name of another window? */
static bool at_base_window(const struct parser *p)
{
    return parser_at_name(p, SQL_USE_NAME) && !parser_at(p, KW_PARTITION) &&
           frame_unit(p) == SQL_FRAME_NONE;
}

struct sql_window parse_window_definition(struct parser *p)
{
    struct sql_window w = {0};
    uint32_t start = p->token.span.start;
    parser_expect(p, TOKEN_LPAREN);
    if (at_base_window(p))
        w.base = parse_name(p, SQL_USE_NAME);
    if (parser_accept(p, KW_PARTITION)) {
        parser_expect(p, KW_BY);
        w.partition = parse_expr_list(p);
    }
    w.order = parse_order(p);
    parse_frame(p, &w);
    parser_expect(p, TOKEN_RPAREN);
    w.span = parser_span(p, start);
    return w;
}

/* OVER name or OVER (…), or NULL. */
static struct sql_window *parse_over(struct parser *p)
{
    if (!parser_accept(p, KW_OVER))
        return NULL;
    struct sql_window *w = ARENA_NEW(p->arena, struct sql_window);
    if (parser_at(p, TOKEN_LPAREN)) {
        *w = parse_window_definition(p);
    } else {
        uint32_t start = p->token.span.start;
        w->base = parse_name(p, SQL_USE_NAME);
        w->only_base = true;
        w->span = parser_span(p, start);
    }
    return w;
}

static struct sql_expr *parse_filter(struct parser *p)
{
    if (!parser_accept(p, KW_FILTER))
        return NULL;
    parser_expect(p, TOKEN_LPAREN);
    parser_expect(p, KW_WHERE);
    struct sql_expr *condition = parse_expr(p);
    parser_expect(p, TOKEN_RPAREN);
    return condition;
}

struct sql_expr *parse_call(struct parser *p, struct sql_name name)
{
    struct sql_expr_list args = {0};
    parser_expect(p, TOKEN_LPAREN);
    bool star = parser_accept(p, TOKEN_MUL);
    bool distinct = !star && parser_accept(p, KW_DISTINCT);
    bool all = !star && !distinct && parser_accept(p, KW_ALL);
    if (!star && !parser_at(p, TOKEN_RPAREN))
        args = parse_expr_list(p);
    parser_expect(p, TOKEN_RPAREN);
    struct sql_expr *filter = parse_filter(p);
    struct sql_window *over = parse_over(p);
    return parser_new_expr(p, name.span.start,
                           EXPR(CALL, call, .name = name, .star = star, .distinct = distinct,
                                .all = all, .args = args, .filter = filter, .over = over));
}
