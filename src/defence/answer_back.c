/* answer_back.c: from the names that a system saw to those of the database.
 *
 * SQL is rewritten through the resolver, or there is no answer. Only where it is no SQL that could
 * be run, names are replaced token by token for those who read it, as far as all tables and columns
 * that bear a name give it up for the same other one. */
#include "defence/shown_schema.h"

#include "migration/rewrite.h"
#include "sql/lex.h"
#include "sql/parse.h"
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
        return STR_NONE;
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

/* Cannot it be run whatever the schema? */
static bool is_broken(struct arena *a, struct str sql)
{
    struct sql_stmt stmt;
    struct err e;
    return sql_parse(a, sql, &stmt, &e) == E_SYNTAX;
}

struct answer_back shown_answer(struct arena *a, const struct shown_schema *s, struct str sql)
{
    struct answer_back told = {.sql = sql};
    const char *why;
    if (!sql.ptr || sql.len == 0 || query_over(a, s->back, sql, &told.sql, &why))
        return told;
    told.sql = is_broken(a, sql) ? replace_tokens(a, s, sql) : STR_NONE;
    if (told.sql.ptr && is_broken(a, told.sql))
        return told;
    return (struct answer_back){.problem =
                                    arena_printf(a, "over the names that were shown: %s", why)};
}
