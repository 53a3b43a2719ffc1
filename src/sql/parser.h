/* parser.h: what the parse_*.c files share; private to them.
 *
 * One routine per rule of the grammar. An error is kept, not passed up: parser_fail() stores the
 * first one and makes the current token TOKEN_FAILED. No rule accepts that token and nothing moves
 * past it, so every loop ends and every routine returns. The tree is then of no use, so a routine
 * may return NULL, and must not look into nodes that others returned. */
#ifndef TEQL_SQL_PARSER_H
#define TEQL_SQL_PARSER_H

#include "base/arena.h"
#include "base/err.h"
#include "sql/ast.h"
#include "sql/lex.h"

struct parser {
    struct arena *arena;
    struct sql_lexer lex;
    struct sql_token token; /* the current one, not yet consumed */
    uint32_t end;           /* where the last consumed token ends */
    uint32_t n_refs;        /* column references numbered so far */
    uint32_t depth;         /* bounded by SQL_MAX_DEPTH */
    uint32_t height;        /* of the highest expression finished since the enclosing operand
                               began; bounded by SQL_MAX_HEIGHT */
    struct err *err;
    enum status status; /* not OK once fail() was called */
};

/* parse.c: tokens and names */

void parser_fail(struct parser *p, enum status code, const char *problem);
void parser_fail_syntax(struct parser *p); /* the current token does not belong here */
void parser_advance(struct parser *p);
void parser_enter(struct parser *p); /* one level of nesting deeper */
void parser_leave(struct parser *p);

static inline bool parser_at(const struct parser *p, enum sql_token_type type)
{
    return p->token.type == type;
}

/* Consume the token if it is of that type. */
static inline bool parser_accept(struct parser *p, enum sql_token_type type)
{
    if (p->token.type != type)
        return false;
    parser_advance(p);
    return true;
}

static inline void parser_expect(struct parser *p, enum sql_token_type type)
{
    if (!parser_accept(p, type))
        parser_fail_syntax(p);
}

/* May the token be a name in one of these uses (enum sql_name_use)? */
static inline bool parser_at_name(const struct parser *p, unsigned uses)
{
    return (sql_token_uses(p->token.type) & uses) != 0;
}

static inline struct sql_span parser_span(const struct parser *p, uint32_t start)
{
    return (struct sql_span){start, p->end};
}

static inline struct str parser_text(const struct parser *p, struct sql_span span)
{
    return str_slice(p->lex.text, span.start, span.end);
}

struct sql_name parse_name(struct parser *p, unsigned uses);

/* An alias, or an absent name. If AS came before it, `*as_written` is true; it may be NULL. */
struct sql_name parse_alias(struct parser *p, bool *as_written);

struct sql_name *parse_name_list(struct parser *p, uint32_t *count); /* ( a, b, … ) */

/* parse_expr.c */

struct sql_expr *parse_expr(struct parser *p);
struct sql_expr_list parse_expr_list(struct parser *p);     /* one or more */
struct sql_expr_list parse_argument_list(struct parser *p); /* ( … ), possibly empty */

/* `node` in the arena. It reaches from `start` to the last consumed token, and is one higher than
 * the highest expression of the operand it belongs to. Make it when its children are complete. */
struct sql_expr *parser_new_expr(struct parser *p, uint32_t start, struct sql_expr node);
#define EXPR(kind_, member, ...)                                                                   \
    ((struct sql_expr){.kind = SQL_EXPR_##kind_, .as.member = {__VA_ARGS__}})

/* parse_call.c: from the bracket that follows the function's name */

struct sql_expr *parse_call(struct parser *p, struct sql_name name);
struct sql_window parse_window_definition(struct parser *p); /* ( … ) */

/* parse_from.c */

struct sql_from *parse_from_list(struct parser *p, uint32_t *count);
void parse_table(struct parser *p, struct sql_from *f); /* or a function with its arguments */

/* parse_query.c */

bool parser_begins_query(enum sql_token_type type); /* SELECT, VALUES or WITH */
struct sql_query *parse_query(struct parser *p);
struct sql_query *parse_bracketed_query(struct parser *p);
struct sql_order parse_order(struct parser *p); /* empty if no ORDER BY follows */

#endif
