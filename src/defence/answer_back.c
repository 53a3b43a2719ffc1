/* answer_back.c: from the names that a system saw to those of the database.
 *
 * SQL that can be read is rewritten through the resolver. In other SQL the names are replaced token
 * by token, as far as all tables and columns that bear a name give it up for the same other one. */
#include "defence/shown_schema.h"

#include "relation/rewrite.h"
#include "sql/lex.h"
#include "sql/quote.h"

struct back_name {
    struct str from, to;
    bool doubtful; /* it would be different names */
};

struct back_names {
    struct arena *arena;
    struct name_map by_name;
    struct back_name *items;
    uint32_t count;
};

static void add_name(struct back_names *n, struct str from, struct str to)
{
    uint32_t at = name_map_get(&n->by_name, from);
    if (at != NAME_NONE) {
        n->items[at].doubtful |= !str_eq_nocase(n->items[at].to, to);
        return;
    }
    ARENA_PUSH(n->arena, n->items, n->count);
    n->items[n->count] = (struct back_name){from, to, false};
    name_map_put(&n->by_name, n->arena, from, n->count++);
}

static struct back_names names_of(struct arena *a, const struct shown_schema *s)
{
    struct back_names n = {.arena = a};
    name_map_init(&n.by_name, a, s->schema->n_tables + s->schema->n_columns);
    for (uint32_t t = 0; t < s->schema->n_tables; t++)
        add_name(&n, s->schema->tables[t].name, s->hidden->tables[t].name);
    for (uint32_t c = 1; c < s->schema->n_columns; c++)
        add_name(&n, s->schema->columns[c].name, s->hidden->columns[c].name);
    return n;
}

static struct str unquoted(struct str name)
{
    bool quoted = name.len >= 2 && strchr("\"`[", name.ptr[0]);
    return quoted ? str_slice(name, 1, name.len - 1) : name;
}

/* The name in the place of the token; ptr NULL where it stays. */
static struct str name_for(const struct back_names *n, struct str token)
{
    uint32_t at = name_map_get(&n->by_name, unquoted(token));
    bool stays = at == NAME_NONE || n->items[at].doubtful ||
                 str_eq_nocase(n->items[at].from, n->items[at].to);
    if (stays)
        return (struct str){NULL, 0};
    struct buf text = {0};
    sql_put_plain_name(&text, n->items[at].to);
    struct str name = arena_str(n->arena, buf_str(&text));
    buf_release(&text);
    return name;
}

static struct str replace_tokens(struct arena *a, const struct shown_schema *s, struct str sql)
{
    struct back_names names = names_of(a, s);
    struct sql_lexer lex = {.text = sql};
    struct sql_token token;
    struct buf out = {0};
    size_t copied = 0;
    while ((token = sql_lexer_next(&lex)).type != TOKEN_EOF) {
        struct str name = {NULL, 0};
        if (sql_token_uses(token.type) & SQL_USE_NAME)
            name = name_for(&names, str_slice(sql, token.span.start, token.span.end));
        if (!name.ptr)
            continue;
        buf_put(&out, str_slice(sql, copied, token.span.start));
        buf_put(&out, name);
        copied = token.span.end;
    }
    buf_put(&out, str_slice(sql, copied, sql.len));
    struct str text = arena_str(a, buf_str(&out));
    buf_release(&out);
    return text;
}

struct str shown_answer(struct arena *a, const struct shown_schema *s, struct str sql)
{
    struct str out;
    const char *why;
    if (!sql.ptr || sql.len == 0)
        return sql;
    return query_over(a, s->back, sql, &out, &why) ? out : replace_tokens(a, s, sql);
}
