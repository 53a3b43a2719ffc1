/* quote.c: write quotes, and find out where none are needed. */
#include "sql/quote.h"

#include "sql/lex.h"

static void put_quoted(struct buf *out, struct str s, char quote)
{
    buf_putc(out, quote);
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] == quote)
            buf_putc(out, quote);
        buf_putc(out, s.ptr[i]);
    }
    buf_putc(out, quote);
}

void sql_put_name(struct buf *out, struct str name)
{
    put_quoted(out, name, '"');
}

void sql_put_text(struct buf *out, struct str text)
{
    put_quoted(out, text, '\'');
}

/* Is it one word without quotes, and not a key word? */
static bool is_plain_name(struct str name)
{
    struct sql_lexer lex = {.text = name};
    if (name.len == 0 || name.len > UINT32_MAX || memchr("\"`[", name.ptr[0], 3))
        return false;
    struct sql_token token = sql_lexer_next(&lex);
    return token.span.start == 0 && token.span.end == name.len && token.type == TOKEN_NAME;
}

void sql_put_plain_name(struct buf *out, struct str name)
{
    if (is_plain_name(name))
        buf_put(out, name);
    else
        sql_put_name(out, name);
}

/* A number, with or without its sign; `k` is its first token. */
static bool is_signed_number(struct sql_lexer *lex, struct sql_token k)
{
    if (k.type == TOKEN_ADD || k.type == TOKEN_SUB)
        k = sql_lexer_next(lex);
    return k.type == TOKEN_INTEGER || k.type == TOKEN_FLOAT;
}

/* One or two numbers and the closing bracket, after the opening bracket of a type. Ends at `*end`.
 */
static bool ends_type(struct sql_lexer *lex, uint32_t *end)
{
    struct sql_token k = {TOKEN_COMMA, {0, 0}};
    for (int numbers = 0; numbers < 2 && k.type == TOKEN_COMMA; numbers++) {
        if (!is_signed_number(lex, sql_lexer_next(lex)))
            return false;
        k = sql_lexer_next(lex);
    }
    *end = k.span.end;
    return k.type == TOKEN_RPAREN && sql_lexer_next(lex).type == TOKEN_EOF;
}

/* Does the type consist of words, and numbers in brackets? `*plain` is the type without comments
 * around it: an open comment at the end would swallow what is written after it. */
static bool is_plain_type(struct str type, struct str *plain)
{
    struct sql_lexer lex = {.text = type};
    struct sql_token k = sql_lexer_next(&lex);
    uint32_t start = k.span.start, end = start;
    for (; sql_token_uses(k.type) & SQL_USE_ALIAS; k = sql_lexer_next(&lex))
        end = k.span.end;
    bool words = end > start;
    bool fits = words && (k.type == TOKEN_EOF || (k.type == TOKEN_LPAREN && ends_type(&lex, &end)));
    *plain = str_slice(type, start, end);
    return fits;
}

void sql_put_type(struct buf *out, struct str type)
{
    struct str plain = type;
    if (type.len > 0 && (type.len > UINT32_MAX || !is_plain_type(type, &plain)))
        sql_put_name(out, type);
    else
        buf_put(out, plain);
}

struct str sql_text_literal(struct arena *a, struct str text)
{
    struct buf out = {0};
    sql_put_text(&out, text);
    return buf_keep(&out, a);
}
