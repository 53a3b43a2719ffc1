/* parse_from.c: the FROM clause. */
#include "sql/parser.h"

static unsigned join_word(enum sql_token_type type)
{
    switch (type) {
    case KW_NATURAL:
        return SQL_JOIN_NATURAL;
    case KW_LEFT:
        return SQL_JOIN_LEFT;
    case KW_RIGHT:
        return SQL_JOIN_RIGHT;
    case KW_FULL:
        return SQL_JOIN_FULL;
    case KW_INNER:
        return SQL_JOIN_INNER;
    case KW_CROSS:
        return SQL_JOIN_CROSS;
    case KW_OUTER:
        return SQL_JOIN_OUTER;
    default:
        return 0;
    }
}

/* Inner and outer exclude each other, and OUTER alone does not say which side. */
static bool is_join_type(unsigned join)
{
    const unsigned sides = SQL_JOIN_LEFT | SQL_JOIN_RIGHT | SQL_JOIN_FULL;
    bool inner = join & (SQL_JOIN_INNER | SQL_JOIN_CROSS);
    bool outer = join & (sides | SQL_JOIN_OUTER);
    return !(inner && outer) && (!outer || join & sides);
}

/* The operator between two items: a comma, or at most three words in any order and JOIN. Returns
 * false, and reads nothing, if neither follows. */
static bool parse_join(struct parser *p, unsigned *join)
{
    enum { MAX_WORDS = 3 };
    *join = 0;
    if (parser_accept(p, TOKEN_COMMA))
        return true;
    if (!parser_at(p, KW_JOIN) && !join_word(p->token.type))
        return false;
    for (int i = 0; i < MAX_WORDS && join_word(p->token.type); i++) {
        *join |= join_word(p->token.type);
        parser_advance(p);
    }
    if (parser_at(p, KW_JOIN) && !is_join_type(*join))
        parser_fail(p, E_SYNTAX, "unknown kind of join");
    *join |= SQL_JOIN_WORD;
    parser_expect(p, KW_JOIN);
    return true;
}

static void parse_index_hint(struct parser *p, struct sql_from *f)
{
    if (parser_accept(p, KW_INDEXED)) {
        parser_expect(p, KW_BY);
        f->index = parse_name(p, SQL_USE_NAME);
    } else if (parser_accept(p, KW_NOT)) {
        parser_expect(p, KW_INDEXED);
        f->not_indexed = true;
    }
}

/* (SELECT …), or brackets around a join. */
static void parse_bracketed_item(struct parser *p, struct sql_from *f)
{
    parser_advance(p);
    if (parser_begins_query(p->token.type)) {
        f->kind = SQL_FROM_QUERY;
        f->query = parse_query(p);
    } else {
        f->kind = SQL_FROM_GROUP;
        parser_enter(p);
        f->group = parse_from_list(p, &f->n_group);
        parser_leave(p);
    }
    parser_expect(p, TOKEN_RPAREN);
    f->alias = parse_alias(p, NULL);
}

void parse_table(struct parser *p, struct sql_from *f)
{
    f->kind = SQL_FROM_TABLE;
    f->table = parse_name(p, SQL_USE_NAME);
    if (parser_accept(p, TOKEN_DOT)) {
        f->schema = f->table;
        f->table = parse_name(p, SQL_USE_NAME);
    }
    if (parser_at(p, TOKEN_LPAREN)) {
        f->kind = SQL_FROM_FUNCTION;
        f->args = parse_argument_list(p);
    }
}

/* A table, or a function that gives one. */
static void parse_named_item(struct parser *p, struct sql_from *f)
{
    parse_table(p, f);
    f->alias = parse_alias(p, NULL);
    if (f->kind == SQL_FROM_TABLE)
        parse_index_hint(p, f);
}

static void parse_join_constraint(struct parser *p, struct sql_from *f, bool first)
{
    if (first && (parser_at(p, KW_ON) || parser_at(p, KW_USING)))
        parser_fail(p, E_SYNTAX, "nothing is joined here");
    if (parser_accept(p, KW_ON))
        f->on = parse_expr(p);
    else if (parser_accept(p, KW_USING))
        f->using = parse_name_list(p, &f->n_using);
}

struct sql_from *parse_from_list(struct parser *p, uint32_t *count)
{
    struct sql_from *items = NULL;
    uint32_t n = 0;
    unsigned join = 0;
    do {
        ARENA_PUSH(p->arena, items, n);
        struct sql_from *f = &items[n];
        uint32_t start = p->token.span.start;
        *f = (struct sql_from){.join = join};
        if (parser_at(p, TOKEN_LPAREN))
            parse_bracketed_item(p, f);
        else
            parse_named_item(p, f);
        parse_join_constraint(p, f, n == 0);
        f->span = parser_span(p, start);
        n++;
    } while (parse_join(p, &join));
    *count = n;
    return items;
}
