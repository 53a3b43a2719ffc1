/* shown_schema.c: selected names made identifiers, and answers turned back.
 *
 * An answer is rewritten through the resolver; if that fails, there is none. */
#include "defence/shown_schema.h"

#include "migration/migration.h"
#include "migration/rewrite.h"
#include "relation/schema/built_name.h"
#include "sql/lex.h"
#include "sql/parse.h"
#include "sql/quote.h"

/* The schema with lists of tables and columns of its own, whose names can be replaced. */
static struct schema copy_lists(struct arena *a, const struct schema *s)
{
    struct schema copy = *s;
    copy.tables =
        arena_grow_array(a, s->tables, s->n_tables, (size_t)s->n_tables + 1, sizeof *s->tables);
    copy.columns =
        arena_grow_array(a, s->columns, s->n_columns, (size_t)s->n_columns + 1, sizeof *s->columns);
    return copy;
}

/* Can it be written in SQL without quotes? */
static bool is_plain_name(struct str name)
{
    struct buf text = {0};
    sql_put_plain_name(&text, name);
    bool plain = str_eq(buf_str(&text), name);
    buf_release(&text);
    return plain;
}

/* Names that mean something to SQLite. */
static bool is_kept_name(struct arena *a, struct str name)
{
    struct str lower = arena_str_lower(a, name);
    return str_among(lower, "rowid oid _rowid_") || str_starts(lower, STR("sqlite_"));
}

/* A last word that both have is spelled as before: ID stays ID. */
static struct str with_last_word_of(struct arena *a, struct str name, struct str old)
{
    struct name_words now = name_split(a, name), before = name_split(a, old);
    if (now.count == 0 || before.count == 0)
        return name;
    const struct name_word *x = &now.items[now.count - 1], *y = &before.items[before.count - 1];
    if (!str_eq(x->text, y->text) ||
        (now.count > 1 && x->start == now.items[now.count - 2].end && y->start == 0))
        return name; /* without a separator its capital is needed */
    return ARENA_CONCAT(a, str_slice(name, 0, x->start), str_slice(old, y->start, y->end));
}

/* `words` written as the identifier `old` is. */
static struct str written_like(struct arena *a, struct str words, struct str old)
{
    return with_last_word_of(a, name_written_like(a, old, words), old);
}

/* The identifier for `words` that replaces `old`; or `old`. */
static struct str identifier_of(struct arena *a, struct str words, struct str old)
{
    struct str name = written_like(a, words, old);
    bool good =
        name.len > 0 && !is_kept_name(a, name) && (is_plain_name(name) || !is_plain_name(old));
    return good ? name : old;
}

static bool is_table_taken(const struct schema *now, const struct schema *old, uint32_t table,
                           struct str name)
{
    for (uint32_t t = 0; t < now->n_tables; t++)
        if (t != table &&
            (str_eq_nocase(now->tables[t].name, name) || str_eq_nocase(old->tables[t].name, name)))
            return true;
    return false;
}

static bool is_column_taken(const struct schema *now, const struct schema *old, uint32_t column,
                            struct str name)
{
    const struct schema_table *t = &old->tables[old->columns[column].table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        if (c != column && (str_eq_nocase(now->columns[c].name, name) ||
                            str_eq_nocase(old->columns[c].name, name)))
            return true;
    }
    return false;
}

static bool has_views(const struct schema *s)
{
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (s->tables[t].view || s->tables[t].viewed)
            return true;
    return false;
}

/* Are the names in words the identifiers, as in a schema that was read from a database? */
static bool is_unworded(const struct schema *s)
{
    bool same = true;
    for (uint32_t t = 0; t < s->n_tables; t++)
        same = same && str_eq(s->tables[t].natural, s->tables[t].name);
    for (uint32_t c = 1; c < s->n_columns; c++)
        same = same && str_eq(s->columns[c].natural, s->columns[c].name);
    return same;
}

struct renaming {
    struct arena *arena;
    const struct schema *old;
    struct schema now;
    bool words_only; /* identifiers stay */
    bool unworded;   /* names in words are written as identifiers are */
};

/* The identifier for the words of an item whose identifier is `old`. */
static struct str new_name(const struct renaming *r, struct str words, struct str old)
{
    return r->words_only ? old : identifier_of(r->arena, words, old);
}

static struct str new_natural(const struct renaming *r, struct str words, struct str old)
{
    return r->unworded ? written_like(r->arena, words, old) : arena_str(r->arena, words);
}

static void rename_tables(struct renaming *r, const struct str *selected)
{
    for (uint32_t t = 0; t < r->now.n_tables; t++) {
        struct str old = r->old->tables[t].name;
        struct str name = selected[t].ptr ? new_name(r, selected[t], old) : STR_NONE;
        if (!name.ptr || is_table_taken(&r->now, r->old, t, name))
            continue;
        r->now.tables[t].name = name;
        r->now.tables[t].natural = new_natural(r, selected[t], old);
    }
}

static void rename_columns(struct renaming *r, const struct str *selected)
{
    for (uint32_t c = 1; c < r->now.n_columns; c++) {
        struct str old = r->old->columns[c].name;
        struct str name = selected[c].ptr ? new_name(r, selected[c], old) : STR_NONE;
        if (!name.ptr || is_column_taken(&r->now, r->old, c, name))
            continue;
        r->now.columns[c].name = name;
        r->now.columns[c].natural = new_natural(r, selected[c], old);
    }
}

/* Two schemas may be the same under the names of a question, but the way back from them is not the
 * same, so the id contains the hidden schema's. */
static struct str shown_db_id(struct arena *a, const struct schema *hidden,
                              const struct migration *from)
{
    enum { KEPT_BITS = 48 };
    return arena_printf(a, "%.*s.names.%012llx", STR_ARG(hidden->db_id),
                        (unsigned long long)(migration_hash(from) >> (64 - KEPT_BITS)));
}

bool shown_schema_make(struct arena *a, const struct annotated_schema *x,
                       const struct selection *selected, const struct migration *made_by,
                       struct shown_schema *out)
{
    if (!selected->any)
        return false;
    struct renaming r = {a, x->schema, copy_lists(a, x->schema), has_views(x->schema),
                         is_unworded(x->schema)};
    rename_tables(&r, selected->tables);
    rename_columns(&r, selected->columns);
    const struct migration *from = made_by ? migration_then_rename(a, made_by, &r.now)
                                           : migration_rename_all(a, x->schema, &r.now);
    if (!from)
        return false;
    struct schema *shown = ARENA_NEW(a, struct schema);
    migration_schema(a, from, shown_db_id(a, x->schema, from), shown, NULL);
    *out = (struct shown_schema){.schema = shown,
                                 .from = from,
                                 .back = migration_rename_all(a, shown, x->schema),
                                 .hidden = x->schema};
    return out->back != NULL;
}

/* The way back */

struct back_name {
    struct str from, to;
    bool doubtful; /* there are different ones */
};

struct back_names {
    struct arena *arena;
    struct name_map by_name;
    struct back_name *items;
    uint32_t count;
};

static void add_back_name(struct back_names *n, struct str from, struct str to)
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

static struct back_names back_names_of(struct arena *a, const struct shown_schema *s)
{
    struct back_names n = {.arena = a};
    name_map_init(&n.by_name, a, s->schema->n_tables + s->schema->n_columns);
    for (uint32_t t = 0; t < s->schema->n_tables; t++)
        add_back_name(&n, s->schema->tables[t].name, s->hidden->tables[t].name);
    for (uint32_t c = 1; c < s->schema->n_columns; c++)
        add_back_name(&n, s->schema->columns[c].name, s->hidden->columns[c].name);
    return n;
}

static struct str without_quotes(struct str name)
{
    bool quoted = name.len >= 2 && strchr("\"`[", name.ptr[0]);
    return quoted ? str_slice(name, 1, name.len - 1) : name;
}

/* The name that replaces the token; ptr NULL if it stays. */
static struct str hidden_name(const struct back_names *n, struct str token)
{
    uint32_t at = name_map_get(&n->by_name, without_quotes(token));
    bool stays = at == NAME_NONE || n->items[at].doubtful ||
                 str_eq_nocase(n->items[at].from, n->items[at].to);
    if (stays)
        return STR_NONE;
    struct buf text = {0};
    sql_put_plain_name(&text, n->items[at].to);
    return buf_keep(&text, n->arena);
}

/* For readers: SQL that cannot be run, with its names replaced token by token. A name is replaced
 * if all tables and columns that have it get the same other one. */
static struct str replace_tokens(struct arena *a, const struct shown_schema *s, struct str sql)
{
    struct back_names names = back_names_of(a, s);
    struct sql_lexer lex = {.text = sql};
    struct sql_token token;
    struct buf out = {0};
    size_t copied = 0;
    while ((token = sql_lexer_next(&lex)).type != TOKEN_EOF) {
        struct str name = STR_NONE;
        if (sql_token_uses(token.type) & SQL_USE_NAME)
            name = hidden_name(&names, str_slice(sql, token.span.start, token.span.end));
        if (!name.ptr)
            continue;
        buf_put(&out, str_slice(sql, copied, token.span.start));
        buf_put(&out, name);
        copied = token.span.end;
    }
    buf_put(&out, str_slice(sql, copied, sql.len));
    return buf_keep(&out, a);
}

/* Can it not be run, over any schema? */
static bool is_broken(struct arena *a, struct str sql)
{
    struct sql_stmt stmt;
    struct err e;
    return sql_parse(a, sql, &stmt, &e) == E_SYNTAX;
}

struct answer_back shown_answer(struct arena *a, const struct shown_schema *s, struct str sql)
{
    struct answer_back back = {.sql = sql};
    const char *why;
    if (!sql.ptr || sql.len == 0 || query_over(a, s->back, sql, &back.sql, &why))
        return back;
    back.sql = is_broken(a, sql) ? replace_tokens(a, s, sql) : STR_NONE;
    if (back.sql.ptr && is_broken(a, back.sql))
        return back;
    return (struct answer_back){.problem =
                                    arena_printf(a, "over the names that were shown: %s", why)};
}
