/* declared_text.c: reading declared texts token by token. */
#include "migration/declared_text.h"

#include "sql/quote.h"

bool declared_is_whole(struct str text)
{
    struct sql_lexer lex = {.text = text};
    uint32_t depth = 0, tokens = 0;
    for (struct sql_token k; (k = sql_lexer_next(&lex)).type != TOKEN_EOF; tokens++) {
        if (k.type == TOKEN_ILLEGAL || k.type == TOKEN_UNTERMINATED || k.type == TOKEN_SEMICOLON ||
            (k.type == TOKEN_RPAREN && depth == 0))
            return false;
        depth += k.type == TOKEN_LPAREN;
        depth -= k.type == TOKEN_RPAREN;
    }
    return tokens > 0 && depth == 0;
}

/* From the first token to the last: a comment at the end would swallow what is written after it. */
static struct str without_comments(struct str text)
{
    struct sql_lexer lex = {.text = text};
    struct sql_token k = sql_lexer_next(&lex);
    struct sql_span span = k.span;
    for (; k.type != TOKEN_EOF; k = sql_lexer_next(&lex))
        span.end = k.span.end;
    return str_slice(text, span.start, span.end);
}

bool declared_creates(struct str text, enum sql_token_type what)
{
    struct sql_lexer lex = {.text = text};
    if (sql_lexer_next(&lex).type != KW_CREATE)
        return false;
    struct sql_token k = sql_lexer_next(&lex);
    if (what == KW_INDEX && k.type == KW_UNIQUE)
        k = sql_lexer_next(&lex);
    return k.type == what && declared_is_whole(text);
}

/* From the bracket `open`, which `lex` has just read, to the one that closes it. */
static struct str bracketed(struct sql_lexer *lex, struct sql_token open)
{
    uint32_t depth = 1, end = open.span.end;
    for (struct sql_token k; depth > 0 && (k = sql_lexer_next(lex)).type != TOKEN_EOF;) {
        depth += k.type == TOKEN_LPAREN;
        depth -= k.type == TOKEN_RPAREN;
        end = k.span.end;
    }
    return str_slice(lex->text, open.span.start, end);
}

struct str declared_next_check(struct sql_lexer *lex)
{
    bool after_check = false;
    for (struct sql_token k; (k = sql_lexer_next(lex)).type != TOKEN_EOF;) {
        bool opens = after_check && k.type == TOKEN_LPAREN;
        struct str condition = opens ? bracketed(lex, k) : STR_NONE;
        if (opens && declared_is_whole(condition))
            return condition;
        after_check = k.type == KW_CHECK;
    }
    return STR_NONE;
}

/* A lone word that SQLite takes for a text: neither in quotes nor a truth value. */
static bool is_word(struct str text)
{
    struct sql_lexer lex = {.text = text};
    struct sql_token word = sql_lexer_next(&lex);
    struct sql_token end = sql_lexer_next(&lex);
    return word.type == TOKEN_NAME && end.type == TOKEN_EOF && !strchr("\"`[", text.ptr[0]) &&
           !str_eq_nocase(text, STR("true")) && !str_eq_nocase(text, STR("false"));
}

bool declared_put_preset(struct buf *out, struct str preset)
{
    if (!declared_is_whole(preset))
        return false;
    preset = without_comments(preset);
    buf_putc(out, '(');
    if (is_word(preset))
        sql_put_text(out, preset);
    else
        buf_put(out, preset);
    buf_putc(out, ')');
    return true;
}
