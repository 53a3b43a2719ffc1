/* migration_constraint.c: renaming columns in the text of constraints and indexes. */
#include "migration/migration_constraint.h"

#include "migration/declared_text.h"
#include "sql/quote.h"

static struct str text_of(struct str text, struct sql_token token)
{
    return str_slice(text, token.span.start, token.span.end);
}

/* A name without its quotes. Doubled quotes stay doubled: such a name equals no column's. */
static struct str bare(struct str name)
{
    bool quoted = name.len >= 2 && (name.ptr[0] == '"' || name.ptr[0] == '`' || name.ptr[0] == '[');
    return quoted ? str_slice(name, 1, name.len - 1) : name;
}

static struct sql_token peek(struct sql_lexer lex)
{
    return sql_lexer_next(&lex);
}

/* The old column that the token, after which `lex` stands, names; SCHEMA_NONE where it is something
 * else. */
static uint32_t column_of(const struct schema *old, const struct migration_table *t,
                          struct sql_lexer lex, struct sql_token token)
{
    if (!(sql_token_uses(token.type) & SQL_USE_NAME) || peek(lex).type == TOKEN_LPAREN)
        return SCHEMA_NONE;
    return schema_find_column(old, t->base, bare(text_of(lex.text, token)));
}

static const struct migration_column *copy_of(const struct migration_table *t, uint32_t old)
{
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].source == MIGRATION_COPY && t->columns[i].old == old)
            return &t->columns[i];
    return NULL;
}

/* Append `text` with the columns called as in `t`. False where `t` lacks one: `out` is then as it
 * was. */
static bool put_renamed(struct buf *out, const struct schema *old, const struct migration_table *t,
                        struct str text)
{
    struct sql_lexer lex = {.text = text};
    size_t before = out->len, kept = 0;
    for (struct sql_token k; (k = sql_lexer_next(&lex)).type != TOKEN_EOF;) {
        uint32_t column = column_of(old, t, lex, k);
        if (column == SCHEMA_NONE)
            continue;
        const struct migration_column *copy = copy_of(t, column);
        if (!copy) {
            buf_truncate(out, before);
            return false;
        }
        buf_put(out, str_slice(text, kept, k.span.start));
        sql_put_name(out, copy->name);
        kept = k.span.end;
    }
    buf_put(out, str_slice(text, kept, text.len));
    return true;
}

static bool is_refused(const struct declared_table *d, struct str condition)
{
    for (uint32_t i = 0; i < d->n_refused_checks; i++)
        if (d->refused_checks[i].ptr == condition.ptr)
            return true;
    return false;
}

void migration_put_checks(struct buf *out, const struct schema *old,
                          const struct migration_table *t, const struct declared_table *d)
{
    struct sql_lexer lex = {.text = d->sql};
    for (struct str condition; (condition = declared_next_check(&lex)).ptr;) {
        size_t before = out->len;
        buf_put(out, STR(", CHECK "));
        if (is_refused(d, condition) || !put_renamed(out, old, t, condition))
            buf_truncate(out, before);
    }
}

bool migration_put_index(struct buf *out, const struct schema *old, const struct migration_table *t,
                         struct str index)
{
    struct sql_lexer lex = {.text = index};
    struct sql_token k = {0}, on = {0};
    size_t before = out->len;
    do {
        on = k.type == KW_ON && !on.span.end ? k : on;
        k = sql_lexer_next(&lex);
    } while (k.type != TOKEN_LPAREN && k.type != TOKEN_EOF);
    if (!declared_is_index(index) || !on.span.end || k.type == TOKEN_EOF)
        return false;
    buf_put(out, str_slice(index, 0, on.span.end));
    buf_putc(out, ' ');
    sql_put_name(out, t->name);
    buf_putc(out, ' ');
    bool whole = put_renamed(out, old, t, str_slice(index, k.span.start, index.len));
    if (!whole)
        buf_truncate(out, before);
    return whole;
}
