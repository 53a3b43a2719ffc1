/* parse.c: what all rules of the parser need (tokens, names, errors), and the rule of a statement.
 */
#include "sql/parse.h"

#include "sql/parser.h"

enum { MAX_QUOTED_TOKEN = 40 };

/* Line and column, in characters, of the byte at `offset`. */
static void locate(struct str text, uint32_t offset, uint32_t *line, uint32_t *col)
{
    *line = 1;
    *col = 1;
    for (uint32_t i = 0; i < offset; i++) {
        if (text.ptr[i] == '\n') {
            (*line)++;
            *col = 1;
        } else if ((text.ptr[i] & 0xC0) != 0x80) {
            (*col)++;
        }
    }
}

void parser_fail(struct parser *p, enum status code, const char *problem)
{
    if (p->status != OK)
        return;
    uint32_t line, col;
    struct str token = parser_text(p, p->token.span);
    bool cut = token.len > MAX_QUOTED_TOKEN;
    if (cut)
        token.len = MAX_QUOTED_TOKEN;
    locate(p->lex.text, p->token.span.start, &line, &col);
    if (p->token.type == TOKEN_EOF)
        p->status = err_at(p->err, code, line, col, "%s", problem);
    else
        p->status = err_at(p->err, code, line, col, "%s near '%.*s%s'", problem, STR_ARG(token),
                           cut ? "..." : "");
    p->token.type = TOKEN_FAILED;
}

void parser_fail_syntax(struct parser *p)
{
    switch (p->token.type) {
    case TOKEN_EOF:
        parser_fail(p, E_SYNTAX, "unexpected end of input");
        break;
    case TOKEN_ILLEGAL:
        parser_fail(p, E_SYNTAX, "unrecognized token");
        break;
    case TOKEN_UNTERMINATED:
        parser_fail(p, E_SYNTAX, "unterminated string");
        break;
    default:
        parser_fail(p, E_SYNTAX, "syntax error");
    }
}

void parser_advance(struct parser *p)
{
    if (p->status != OK)
        return;
    p->end = p->token.span.end;
    p->token = sql_lexer_next(&p->lex);
}

void parser_enter(struct parser *p)
{
    _Static_assert(SQL_MAX_DEPTH == 200, "the message names it");
    if (++p->depth > SQL_MAX_DEPTH)
        parser_fail(p, E_LIMIT, "nesting deeper than 200");
}

void parser_leave(struct parser *p)
{
    p->depth--;
}

/* `inside` with each doubled `quote` made single; `inside` itself if there is none. */
static struct str undouble(struct arena *a, struct str inside, char quote)
{
    const char *found = inside.len ? memchr(inside.ptr, quote, inside.len) : NULL;
    if (!found)
        return inside;
    char *copy = arena_alloc(a, inside.len);
    size_t len = 0;
    for (size_t i = 0; i < inside.len; i++) {
        copy[len++] = inside.ptr[i];
        i += inside.ptr[i] == quote;
    }
    return (struct str){copy, len};
}

static struct sql_name name_of(struct parser *p, struct sql_span span)
{
    struct str text = parser_text(p, span);
    char quote = text.ptr[0];
    if (quote != '"' && quote != '`' && quote != '[' && quote != '\'')
        return (struct sql_name){text, span, 0};
    struct str inside = str_slice(text, 1, text.len - 1);
    if (quote != '[')
        inside = undouble(p->arena, inside, quote);
    return (struct sql_name){inside, span, quote};
}

struct sql_name parse_name(struct parser *p, unsigned uses)
{
    if (!parser_at_name(p, uses)) {
        parser_fail_syntax(p);
        return (struct sql_name){0};
    }
    struct sql_name name = name_of(p, p->token.span);
    parser_advance(p);
    return name;
}

struct sql_name parse_alias(struct parser *p, bool *as_written)
{
    bool as = parser_accept(p, KW_AS);
    if (as_written)
        *as_written = as;
    if (as)
        return parse_name(p, SQL_USE_NAME);
    if (parser_at_name(p, SQL_USE_ALIAS))
        return parse_name(p, SQL_USE_ALIAS);
    return (struct sql_name){0};
}

struct sql_name *parse_name_list(struct parser *p, uint32_t *count)
{
    struct sql_name *names = NULL;
    uint32_t n = 0;
    parser_expect(p, TOKEN_LPAREN);
    do {
        ARENA_ADD(p->arena, names, n, parse_name(p, SQL_USE_NAME));
    } while (parser_accept(p, TOKEN_COMMA));
    parser_expect(p, TOKEN_RPAREN);
    *count = n;
    return names;
}

enum status sql_parse(struct arena *a, struct str text, struct sql_stmt *out, struct err *e)
{
    if (text.len >= UINT32_MAX)
        return err_set(e, E_LIMIT, "query longer than 4 GiB");
    struct parser p = {.arena = a, .lex = {.text = text}, .err = e};
    parser_advance(&p);
    while (parser_accept(&p, TOKEN_SEMICOLON))
        ;
    struct sql_query *query = parse_query(&p);
    while (parser_accept(&p, TOKEN_SEMICOLON))
        ;
    parser_expect(&p, TOKEN_EOF);
    *out = (struct sql_stmt){text, query, p.n_refs};
    return p.status;
}
