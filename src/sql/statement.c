/* statement.c: look at the first words, and at the last clauses. */
#include "sql/statement.h"

#include "sql/lex.h"
#include "sql/parse.h"
#include "sql/splice.h"

/* WITH is also an English word: a name and AS, or the name's columns, must follow. */
static bool begins_with_clause(struct sql_lexer lex)
{
    struct sql_token name = sql_lexer_next(&lex);
    if (name.type == KW_RECURSIVE)
        name = sql_lexer_next(&lex);
    enum sql_token_type after = sql_lexer_next(&lex).type;
    return (sql_token_uses(name.type) & SQL_USE_NAME) && (after == KW_AS || after == TOKEN_LPAREN);
}

bool sql_begins_statement(struct str text)
{
    struct sql_lexer lex = {.text = text};
    struct sql_token first = sql_lexer_next(&lex);
    while (first.type == TOKEN_LPAREN)
        first = sql_lexer_next(&lex);
    switch (first.type) {
    case KW_WITH:
        return begins_with_clause(lex);
    case KW_SELECT:
    case KW_VALUES:
    case KW_INSERT:
    case KW_UPDATE:
    case KW_DELETE:
    case KW_REPLACE:
    case KW_CREATE:
    case KW_DROP:
    case KW_ALTER:
    case KW_PRAGMA:
    case KW_ATTACH:
    case KW_DETACH:
    case KW_EXPLAIN:
        return true;
    default:
        return false;
    }
}

struct str sql_without_end(struct str text)
{
    text = str_trim(text);
    while (text.len > 0 && text.ptr[text.len - 1] == ';')
        text = str_trim(str_slice(text, 0, text.len - 1));
    return text;
}

bool sql_orders_rows(struct arena *a, struct str sql)
{
    struct arena_mark mark = arena_mark(a);
    struct sql_stmt stmt;
    struct err e;
    bool ordered = sql_parse(a, sql, &stmt, &e) == OK && stmt.query->order.count > 0;
    arena_rewind(a, mark);
    return ordered;
}

bool sql_nulls_last(struct arena *a, struct str sql, struct str *out)
{
    struct sql_stmt stmt;
    struct err e;
    struct sql_splices splices = {.arena = a};
    if (sql_parse(a, sql, &stmt, &e) != OK || !stmt.query->limit)
        return false;
    for (uint32_t i = 0; i < stmt.query->order.count; i++) {
        const struct sql_order_term *t = &stmt.query->order.items[i];
        if (t->direction == SQL_ASC && t->nulls == SQL_NULLS_DEFAULT)
            sql_splice_add(&splices, (struct sql_span){t->where.end, t->where.end},
                           STR(" NULLS LAST "));
    }
    return splices.count > 0 && sql_splice_apply(a, &splices, sql, out);
}
