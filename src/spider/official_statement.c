/* official_statement.c: where sqlparse sees the first statement end.
 *
 * It ends at a semicolon outside parentheses, after the spaces and line comments that follow it.
 * Blocks of stored procedures count as parentheses, but badly: END always closes one, so after
 * CASE … END inside parentheses a semicolon there is an end. */
#include "spider/official_lexer.h"

struct statement_splitter {
    bool is_create;
    int begin_depth, level;
};

static bool is_word(struct str text, const char *word)
{
    return str_eq_nocase(text, str_from(word));
}

static bool starts_with_create(struct str text)
{
    return text.len >= 6 && str_eq_nocase(str_slice(text, 0, 6), STR("CREATE")) &&
           (text.len == 6 || str_space_at(text, 6));
}

static int keyword_level(struct statement_splitter *s, struct str text)
{
    if (starts_with_create(text)) {
        s->is_create = true;
        return 0;
    }
    if (is_word(text, "DECLARE"))
        return s->is_create && s->begin_depth == 0;
    if (is_word(text, "BEGIN")) {
        s->begin_depth++;
        return s->is_create;
    }
    if (is_word(text, "END")) {
        s->begin_depth -= s->begin_depth > 0;
        return -1;
    }
    if (is_word(text, "IF") || is_word(text, "FOR") || is_word(text, "WHILE") ||
        is_word(text, "CASE"))
        return s->is_create && s->begin_depth > 0;
    return is_word(text, "END IF") || is_word(text, "END WHILE") ? -1 : 0;
}

static int level_change(struct statement_splitter *s, const struct official_token *t)
{
    if (t->kind == OFFICIAL_PUNCTUATION)
        return is_word(t->text, "(") - is_word(t->text, ")");
    return t->kind == OFFICIAL_KEYWORD ? keyword_level(s, t->text) : 0;
}

struct official_token *official_first_statement(struct arena *a, struct str text, size_t *count)
{
    struct official_lexer lexer;
    struct statement_splitter splitter = {0};
    struct official_token *tokens = NULL, t;
    bool ended = false, blank = true;
    *count = 0;
    official_lexer_init(&lexer, a, text);
    while (official_lexer_next(&lexer, &t)) {
        if (ended && t.kind != OFFICIAL_SPACE && t.kind != OFFICIAL_LINE_COMMENT)
            break;
        splitter.level += level_change(&splitter, &t);
        ARENA_ADD(a, tokens, *count, t);
        blank = blank && (t.kind == OFFICIAL_SPACE || t.kind == OFFICIAL_NEWLINE);
        ended = ended ||
                (splitter.level <= 0 && t.kind == OFFICIAL_PUNCTUATION && is_word(t.text, ";"));
    }
    if (blank)
        *count = 0;
    return tokens;
}
