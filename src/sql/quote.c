/* quote.c: writing quotes, and telling where none are needed. */
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

/* Is all of it one word, no quotes and no key word? */
static bool is_plain(struct str name)
{
    struct sql_lexer lex = {.text = name};
    if (name.len == 0 || name.len > UINT32_MAX || memchr("\"`[", name.ptr[0], 3))
        return false;
    struct sql_token token = sql_lexer_next(&lex);
    return token.span.start == 0 && token.span.end == name.len && token.type == TOKEN_NAME;
}

void sql_put_plain_name(struct buf *out, struct str name)
{
    if (is_plain(name))
        buf_put(out, name);
    else
        sql_put_name(out, name);
}
