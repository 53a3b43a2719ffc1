/* parse_expr.c: expressions.
 *
 * This is precedence climbing: parse_operand(level) reads a first operand and then, in a loop,
 * every operator that binds at least that tightly. A chain of operators of one level grows to the
 * left in that loop, without recursion; parser_new_expr() bounds its height. */
#include "sql/operator.h"
#include "sql/parse.h"
#include "sql/parser.h"

/* How the operator that a token begins is read, after its first operand. */
enum infix_shape {
    NO_INFIX,
    INFIX_BINARY,
    INFIX_PATTERN,
    INFIX_IS,
    INFIX_NOT, /* NOT NULL, NOT LIKE, NOT BETWEEN, NOT IN */
    INFIX_BETWEEN,
    INFIX_IN,
    INFIX_NULL_TEST,
    INFIX_COLLATE
};

struct infix {
    uint8_t shape, level, op;
};

#define OPERATOR(name, shape, rank, text) OPERATOR_##shape(name, SQL_LEVEL_##rank)
#define OPERATOR_SYMBOL(name, level)      [TOKEN_##name] = {INFIX_BINARY, level, SQL_##name},
#define OPERATOR_WORD(name, level)        [KW_##name] = {INFIX_BINARY, level, SQL_##name},
#define OPERATOR_PATTERN(name, level)     [KW_##name] = {INFIX_PATTERN, level, SQL_##name},
#define OPERATOR_POSTFIX(name, level)     [KW_##name] = {INFIX_NULL_TEST, level, SQL_##name},
#define OPERATOR_PREFIX(name, level)
#define OPERATOR_PHRASE(name, level)
static const struct infix infixes[TOKEN_COUNT] = {
#include "sql/operator.def"
    [KW_IS] = {INFIX_IS, SQL_LEVEL_EQUALITY, SQL_IS},
    [KW_NOT] = {INFIX_NOT, SQL_LEVEL_EQUALITY, SQL_NOT},
    [KW_BETWEEN] = {INFIX_BETWEEN, SQL_LEVEL_EQUALITY, 0},
    [KW_IN] = {INFIX_IN, SQL_LEVEL_EQUALITY, 0},
    [KW_COLLATE] = {INFIX_COLLATE, SQL_LEVEL_COLLATE, 0},
};

static struct sql_expr *parse_operand(struct parser *p, enum sql_level level);

struct sql_expr *parser_new_expr(struct parser *p, uint32_t start, struct sql_expr node)
{
    _Static_assert(SQL_MAX_HEIGHT == 1000, "the message names it");
    struct sql_expr *x = ARENA_NEW(p->arena, struct sql_expr);
    *x = node;
    x->span = parser_span(p, start);
    if (++p->height > SQL_MAX_HEIGHT)
        parser_fail(p, E_LIMIT, "expression higher than 1000 operators");
    return x;
}

static struct sql_expr *parse_literal(struct parser *p, enum sql_literal type)
{
    struct sql_span span = p->token.span;
    parser_advance(p);
    return parser_new_expr(p, span.start,
                           EXPR(LITERAL, literal, .type = type, .text = parser_text(p, span)));
}

static struct sql_expr *parse_parameter(struct parser *p)
{
    struct sql_span span = p->token.span;
    parser_advance(p);
    return parser_new_expr(p, span.start, EXPR(PARAMETER, parameter, .text = parser_text(p, span)));
}

/* name, table.name or schema.table.name. The first name is already read. */
static struct sql_expr *parse_column(struct parser *p, struct sql_name first)
{
    struct sql_name schema = {0}, table = {0}, name = first;
    if (parser_accept(p, TOKEN_DOT)) {
        table = name;
        name = parse_name(p, SQL_USE_NAME);
        if (parser_accept(p, TOKEN_DOT)) {
            schema = table;
            table = name;
            name = parse_name(p, SQL_USE_NAME);
        }
    }
    return parser_new_expr(
        p, first.span.start,
        EXPR(COLUMN, column, .schema = schema, .table = table, .name = name, .ref = p->n_refs++));
}

/* A column or a call. */
static struct sql_expr *parse_named(struct parser *p)
{
    unsigned uses = sql_token_uses(p->token.type);
    struct sql_name name = parse_name(p, SQL_USE_LEADING);
    if (uses & SQL_USE_FUNCTION && parser_at(p, TOKEN_LPAREN))
        return parse_call(p, name);
    return parse_column(p, name);
}

/* A string, or a name that is written as one: 'table'.column. */
static struct sql_expr *parse_string(struct parser *p)
{
    struct sql_lexer ahead = p->lex;
    if (sql_lexer_next(&ahead).type == TOKEN_DOT)
        return parse_named(p);
    return parse_literal(p, SQL_STRING);
}

static struct sql_expr *parse_prefix(struct parser *p, enum sql_op op)
{
    uint32_t start = p->token.span.start;
    parser_advance(p);
    parser_enter(p);
    struct sql_expr *operand = parse_operand(p, sql_operator(op)->level);
    parser_leave(p);
    return parser_new_expr(p, start, EXPR(UNARY, unary, .op = op, .operand = operand));
}

static struct sql_expr *new_subquery(struct parser *p, enum sql_expr_kind kind, uint32_t start,
                                     struct sql_query *query)
{
    return parser_new_expr(p, start,
                           (struct sql_expr){.kind = kind, .as.subquery = {.query = query}});
}

static struct sql_expr *parse_exists(struct parser *p)
{
    uint32_t start = p->token.span.start;
    parser_advance(p);
    struct sql_query *query = parse_bracketed_query(p);
    return new_subquery(p, SQL_EXPR_EXISTS, start, query);
}

/* (expression), (row, of, values) or (SELECT …). */
static struct sql_expr *parse_bracket(struct parser *p)
{
    uint32_t start = p->token.span.start;
    parser_advance(p);
    if (parser_begins_query(p->token.type)) {
        struct sql_query *query = parse_query(p);
        parser_expect(p, TOKEN_RPAREN);
        return new_subquery(p, SQL_EXPR_SUBQUERY, start, query);
    }
    struct sql_expr *first = parse_expr(p);
    if (parser_accept(p, TOKEN_RPAREN))
        return first;
    parser_expect(p, TOKEN_COMMA);
    struct sql_expr_list rest = parse_expr_list(p), all = {NULL, rest.count + 1};
    parser_expect(p, TOKEN_RPAREN);
    all.items = ARENA_ARRAY(p->arena, struct sql_expr *, all.count);
    all.items[0] = first;
    memcpy(all.items + 1, rest.items, rest.count * sizeof *rest.items);
    return parser_new_expr(p, start, EXPR(ROW, row, .list = all));
}

static struct sql_expr *parse_case(struct parser *p)
{
    uint32_t start = p->token.span.start, n = 0;
    struct sql_expr *subject = NULL, *otherwise = NULL;
    struct sql_when *whens = NULL;
    parser_advance(p);
    if (!parser_at(p, KW_WHEN))
        subject = parse_expr(p);
    do {
        ARENA_PUSH(p->arena, whens, n);
        parser_expect(p, KW_WHEN);
        whens[n].when = parse_expr(p);
        parser_expect(p, KW_THEN);
        whens[n++].then = parse_expr(p);
    } while (parser_at(p, KW_WHEN));
    if (parser_accept(p, KW_ELSE))
        otherwise = parse_expr(p);
    parser_expect(p, KW_END);
    return parser_new_expr(p, start,
                           EXPR(CASE, cases, .subject = subject, .otherwise = otherwise,
                                .whens = whens, .n_whens = n));
}

static void parse_signed_number(struct parser *p)
{
    if (!parser_accept(p, TOKEN_ADD))
        (void)parser_accept(p, TOKEN_SUB);
    if (!parser_accept(p, TOKEN_INTEGER))
        parser_expect(p, TOKEN_FLOAT);
}

/* Any number of words, and then perhaps one or two numbers in brackets. */
static struct str parse_type(struct parser *p)
{
    uint32_t start = p->token.span.start;
    if (!parser_at_name(p, SQL_USE_ALIAS))
        return STR("");
    while (parser_at_name(p, SQL_USE_ALIAS))
        parser_advance(p);
    if (parser_accept(p, TOKEN_LPAREN)) {
        parse_signed_number(p);
        if (parser_accept(p, TOKEN_COMMA))
            parse_signed_number(p);
        parser_expect(p, TOKEN_RPAREN);
    }
    return parser_text(p, parser_span(p, start));
}

static struct sql_expr *parse_cast(struct parser *p)
{
    uint32_t start = p->token.span.start;
    parser_advance(p);
    parser_expect(p, TOKEN_LPAREN);
    struct sql_expr *operand = parse_expr(p);
    parser_expect(p, KW_AS);
    struct str type = parse_type(p);
    parser_expect(p, TOKEN_RPAREN);
    return parser_new_expr(p, start, EXPR(CAST, cast, .operand = operand, .type = type));
}

static struct sql_expr *parse_primary(struct parser *p)
{
    switch (p->token.type) {
    case TOKEN_INTEGER:
        return parse_literal(p, SQL_INTEGER);
    case TOKEN_FLOAT:
        return parse_literal(p, SQL_FLOAT);
    case TOKEN_BLOB:
        return parse_literal(p, SQL_BLOB);
    case KW_NULL:
        return parse_literal(p, SQL_NULL);
    case KW_CURRENT_DATE:
    case KW_CURRENT_TIME:
    case KW_CURRENT_TIMESTAMP:
        return parse_literal(p, SQL_CURRENT);
    case TOKEN_STRING:
        return parse_string(p);
    case TOKEN_PARAMETER:
        return parse_parameter(p);
    case TOKEN_LPAREN:
        return parse_bracket(p);
    case KW_NOT:
        return parse_prefix(p, SQL_NOT);
    case TOKEN_SUB:
        return parse_prefix(p, SQL_NEGATE);
    case TOKEN_ADD:
        return parse_prefix(p, SQL_PLUS);
    case TOKEN_BIT_NOT:
        return parse_prefix(p, SQL_BIT_NOT);
    case KW_CASE:
        return parse_case(p);
    case KW_CAST:
        return parse_cast(p);
    case KW_EXISTS:
        return parse_exists(p);
    default:
        return parse_named(p);
    }
}

/* The rules below read what follows the first operand `x`, which begins at `start`. */

static struct sql_expr *parse_binary(struct parser *p, struct sql_expr *x, uint32_t start,
                                     enum sql_op op, uint32_t where)
{
    struct sql_span span = parser_span(p, where);
    struct sql_expr *right = parse_operand(p, sql_operator(op)->level + 1);
    return parser_new_expr(
        p, start, EXPR(BINARY, binary, .op = op, .where = span, .left = x, .right = right));
}

/* IS [NOT] [DISTINCT FROM]; NOT and DISTINCT FROM each reverse the meaning. */
static struct sql_expr *parse_is(struct parser *p, struct sql_expr *x, uint32_t start,
                                 uint32_t where)
{
    bool negated = parser_accept(p, KW_NOT);
    if (parser_accept(p, KW_DISTINCT)) {
        parser_expect(p, KW_FROM);
        negated = !negated;
    }
    return parse_binary(p, x, start, negated ? SQL_IS_NOT : SQL_IS, where);
}

static struct sql_expr *parse_pattern(struct parser *p, struct sql_expr *x, uint32_t start,
                                      enum sql_op op, bool negated)
{
    struct sql_expr *escape = NULL;
    struct sql_expr *pattern = parse_operand(p, SQL_LEVEL_EQUALITY + 1);
    if (parser_accept(p, KW_ESCAPE))
        escape = parse_operand(p, SQL_LEVEL_EQUALITY + 1);
    return parser_new_expr(p, start,
                           EXPR(PATTERN, pattern, .op = op, .negated = negated, .subject = x,
                                .pattern = pattern, .escape = escape));
}

/* The lower bound may be anything that binds tighter than the AND which ends it. */
static struct sql_expr *parse_between(struct parser *p, struct sql_expr *x, uint32_t start,
                                      bool negated)
{
    struct sql_expr *low = parse_operand(p, SQL_LEVEL_AND + 1);
    parser_expect(p, KW_AND);
    struct sql_expr *high = parse_operand(p, SQL_LEVEL_EQUALITY + 1);
    return parser_new_expr(
        p, start,
        EXPR(BETWEEN, between, .negated = negated, .subject = x, .low = low, .high = high));
}

static struct sql_from *parse_in_table(struct parser *p)
{
    uint32_t start = p->token.span.start;
    struct sql_from *from = ARENA_NEW(p->arena, struct sql_from);
    parse_table(p, from);
    from->span = parser_span(p, start);
    return from;
}

static struct sql_expr *parse_in(struct parser *p, struct sql_expr *x, uint32_t start, bool negated)
{
    struct sql_lexer ahead = p->lex;
    struct sql_query *query = NULL;
    struct sql_from *table = NULL;
    struct sql_expr_list list = {0};
    if (!parser_at(p, TOKEN_LPAREN))
        table = parse_in_table(p);
    else if (parser_begins_query(sql_lexer_next(&ahead).type))
        query = parse_bracketed_query(p);
    else
        list = parse_argument_list(p);
    return parser_new_expr(p, start,
                           EXPR(IN, in, .negated = negated, .subject = x, .query = query,
                                .table = table, .list = list));
}

static struct sql_expr *parse_null_test(struct parser *p, struct sql_expr *x, uint32_t start,
                                        enum sql_op op)
{
    return parser_new_expr(p, start, EXPR(UNARY, unary, .op = op, .operand = x));
}

static struct sql_expr *parse_collate(struct parser *p, struct sql_expr *x, uint32_t start)
{
    struct sql_name collation = parse_name(p, SQL_USE_ALIAS);
    return parser_new_expr(p, start, EXPR(COLLATE, collate, .operand = x, .collation = collation));
}

/* What follows NOT after an operand. */
static struct sql_expr *parse_negated(struct parser *p, struct sql_expr *x, uint32_t start)
{
    struct infix infix = infixes[p->token.type];
    if (parser_accept(p, KW_NULL))
        return parse_null_test(p, x, start, SQL_NOTNULL);
    if (parser_accept(p, KW_BETWEEN))
        return parse_between(p, x, start, true);
    if (parser_accept(p, KW_IN))
        return parse_in(p, x, start, true);
    if (infix.shape != INFIX_PATTERN) {
        parser_fail_syntax(p);
        return NULL;
    }
    parser_advance(p);
    return parse_pattern(p, x, start, infix.op, true);
}

static struct sql_expr *parse_infix(struct parser *p, struct sql_expr *x, uint32_t start,
                                    struct infix infix)
{
    uint32_t where = p->token.span.start;
    parser_advance(p);
    switch ((enum infix_shape)infix.shape) {
    case INFIX_BINARY:
        return parse_binary(p, x, start, infix.op, where);
    case INFIX_PATTERN:
        return parse_pattern(p, x, start, infix.op, false);
    case INFIX_IS:
        return parse_is(p, x, start, where);
    case INFIX_NOT:
        return parse_negated(p, x, start);
    case INFIX_BETWEEN:
        return parse_between(p, x, start, false);
    case INFIX_IN:
        return parse_in(p, x, start, false);
    case INFIX_NULL_TEST:
        return parse_null_test(p, x, start, infix.op);
    case INFIX_COLLATE:
        return parse_collate(p, x, start);
    case NO_INFIX:
        break;
    }
    return x;
}

/* An expression of operators that bind at least as tightly as `level`. Its height is counted from
 * zero; `p->height` becomes the larger of it and the height of what is beside it. */
static struct sql_expr *parse_operand(struct parser *p, enum sql_level level)
{
    uint32_t start = p->token.span.start, beside = p->height;
    p->height = 0;
    struct sql_expr *x = parse_primary(p);
    for (;;) {
        struct infix infix = infixes[p->token.type];
        if (infix.shape == NO_INFIX || infix.level < level)
            break;
        x = parse_infix(p, x, start, infix);
    }
    if (p->height < beside)
        p->height = beside;
    return x;
}

struct sql_expr *parse_expr(struct parser *p)
{
    parser_enter(p);
    struct sql_expr *x = parse_operand(p, SQL_LEVEL_OR);
    parser_leave(p);
    return x;
}

struct sql_expr_list parse_expr_list(struct parser *p)
{
    struct sql_expr_list list = {0};
    do {
        ARENA_ADD(p->arena, list.items, list.count, parse_expr(p));
    } while (parser_accept(p, TOKEN_COMMA));
    return list;
}

struct sql_expr_list parse_argument_list(struct parser *p)
{
    struct sql_expr_list list = {0};
    parser_expect(p, TOKEN_LPAREN);
    if (!parser_at(p, TOKEN_RPAREN))
        list = parse_expr_list(p);
    parser_expect(p, TOKEN_RPAREN);
    return list;
}
