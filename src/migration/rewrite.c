/* rewrite.c: new names put where the old ones are.
 *
 * At first nothing else is done. If a name then means something else where it is, the query is
 * rewritten again with more care (enum naming_care), until it means what it did. */
#include "migration/rewrite.h"

#include "migration/rewriting.h"
#include "sql/lex.h"
#include "sql/quote.h"
#include "sql/walk.h"

/* How many items of FROM have a column of a name; a result of that name counts as several. */
enum { HELD_ONCE, HELD_TWICE };

void refuse_query(struct rewriting *w, const char *why)
{
    if (!w->why)
        w->why = why;
}

void put_text(struct rewriting *w, struct sql_span span, struct buf *text)
{
    sql_splice_add(&w->splices, span, buf_keep(text, w->arena));
}

/* A name in quotes keeps them: without them it could join with the word beside it. */
void put_name(struct rewriting *w, const struct sql_name *old, struct str new)
{
    struct buf text = {0};
    if (!old->text.ptr || str_eq_nocase(old->text, new))
        return;
    if (old->quote)
        sql_put_name(&text, new);
    else
        sql_put_plain_name(&text, new);
    put_text(w, old->span, &text);
}

void put_table(struct rewriting *w, const struct sql_name *written, uint32_t table)
{
    uint32_t now = w->table_now[table];
    if (now == SCHEMA_NONE)
        refuse_query(w, "a table that it reads is no more");
    else if (str_eq_nocase(written->text, w->old->tables[table].name))
        put_name(w, written, w->new.tables[now].name);
}

void put_column(struct buf *out, struct str item, struct str column)
{
    sql_put_plain_name(out, item);
    buf_putc(out, '.');
    sql_put_plain_name(out, column);
}

/* Items of FROM */

/* The end of the bracket after the query of an item. */
static uint32_t bracket_end(const struct rewriting *w, const struct sql_from *f)
{
    struct sql_lexer lex = {.text = w->stmt->text, .at = f->query->span.end};
    struct sql_token token = sql_lexer_next(&lex);
    while (token.type != TOKEN_RPAREN && token.type != TOKEN_EOF)
        token = sql_lexer_next(&lex);
    return token.span.end;
}

/* Write the alias of an item that has another one, or none. */
static void put_alias(struct rewriting *w, const struct sql_from *f, struct str alias)
{
    if (f->alias.text.ptr) {
        put_name(w, &f->alias, alias);
        return;
    }
    uint32_t end = f->query ? bracket_end(w, f) : f->table.span.end;
    struct buf text = {0};
    buf_printf(&text, " AS %.*s", STR_ARG(alias));
    put_text(w, (struct sql_span){end, end}, &text);
}

static struct str given_alias(struct rewriting *w, const struct sql_from *f)
{
    for (uint32_t i = 0; i < w->n_given; i++)
        if (w->given[i].item == f)
            return w->given[i].alias;
    struct str alias = fresh_name(w, STR("t"));
    ARENA_ADD(w->arena, w->given, w->n_given, (struct given_alias){f, alias});
    put_alias(w, f, alias);
    return alias;
}

bool item_is_given(const struct rewriting *w, const struct sql_from *f)
{
    struct str name = written_name(f);
    bool nameable = f->kind == SQL_FROM_TABLE || f->kind == SQL_FROM_QUERY;
    return w->care >= CARE_ALIAS && nameable && name.ptr &&
           name_map_get(&w->called, name) == HELD_TWICE;
}

struct str item_qualifier(struct rewriting *w, const struct sql_from *f)
{
    uint32_t table = item_table(w, f);
    if (item_is_given(w, f))
        return given_alias(w, f);
    if (f->alias.text.ptr || item_cte(w, f))
        return own_name(w, written_name(f));
    if (table != SCHEMA_NONE && w->table_now[table] != SCHEMA_NONE)
        return w->new.tables[w->table_now[table]].name;
    return f->query ? given_alias(w, f) : f->table.text;
}

static void hold_name(struct rewriting *w, struct name_map *map, struct str name)
{
    if (name.ptr)
        name_map_put(map, w->arena, name,
                     name_map_get(map, name) == NAME_NONE ? HELD_ONCE : HELD_TWICE);
}

static bool hold_columns(void *ctx, const struct sql_from *f)
{
    struct rewriting *w = ctx;
    struct name_pairs columns = {0};
    if (f->kind != SQL_FROM_GROUP) /* the walk comes to what is in it, too */
        columns = item_columns(w, f);
    for (uint32_t i = 0; i < columns.count; i++)
        hold_name(w, &w->holders, columns.items[i].new);
    hold_name(w, &w->called, written_name(f));
    return true;
}

static bool hold_aliases(void *ctx, const struct sql_core *c)
{
    struct rewriting *w = ctx;
    for (uint32_t i = 0; i < c->n_results; i++)
        if (c->results[i].alias.text.ptr)
            name_map_put(&w->holders, w->arena, own_name(w, c->results[i].alias.text), HELD_TWICE);
    return true;
}

/* Find the names that only one item of the whole query has. */
static void find_holders(struct rewriting *w)
{
    const struct sql_walker walker = {.ctx = w, .core = hold_aliases, .from = hold_columns};
    name_map_init(&w->holders, w->arena, w->new.n_columns);
    name_map_init(&w->called, w->arena, w->new.n_tables);
    sql_walk_query(&walker, w->stmt->query);
}

/* Columns */

static bool is_changed(const struct rewriting *w, uint32_t table)
{
    uint32_t now = w->table_now[table];
    return now == SCHEMA_NONE || w->migration->tables[now].changed;
}

/* Is the qualifier of a column the name of its table? A result in ORDER BY has no item. */
static bool is_table_name(const struct rewriting *w, struct str name, const struct sql_binding *b)
{
    if (b->table == SCHEMA_NONE || b->kind == SQL_BOUND_DERIVED)
        return false;
    return b->source ? !b->source->alias.text.ptr
                     : str_eq_nocase(name, w->old->tables[b->table].name);
}

/* A column is qualified by the name of its table, by an alias, or by a CTE's name. */
static void put_qualifier(struct rewriting *w, const struct sql_expr *x,
                          const struct sql_binding *b)
{
    const struct sql_name *written = &x->as.column.table;
    if (!written->text.ptr || b->kind == SQL_BOUND_NOTHING)
        return;
    if (b->source && item_is_given(w, b->source))
        put_name(w, written, given_alias(w, b->source));
    else if (is_table_name(w, written->text, b))
        put_table(w, written, b->table);
    else
        put_name(w, written, own_name(w, written->text));
}

/* Could something else catch the name of this column? */
static bool needs_qualifier(const struct rewriting *w, const struct sql_expr *x,
                            const struct sql_binding *b, struct str name)
{
    return w->care >= CARE_QUALIFY && !x->as.column.table.text.ptr && b->source &&
           (b->kind == SQL_BOUND_COLUMN || b->kind == SQL_BOUND_DERIVED ||
            b->kind == SQL_BOUND_ROWID) &&
           name_map_get(&w->holders, name) == HELD_TWICE;
}

static bool has_alias(const struct sql_core *c, struct str name)
{
    for (uint32_t i = 0; i < c->n_results; i++)
        if (c->results[i].alias.text.ptr && str_eq_nocase(c->results[i].alias.text, name))
            return true;
    return false;
}

/* ORDER BY x after SELECT *: the only item of FROM that the result x can come from. NULL if there
 * are several, or x is something else. */
static const struct sql_from *starred_item(const struct rewriting *w, const struct sql_expr *x,
                                           const struct sql_binding *b)
{
    const struct sql_query *q = w->around[w->depth - 1];
    const struct sql_core *c = &q->cores[0];
    const struct sql_from *found = NULL;
    uint32_t count = 0;
    if (b->kind != SQL_BOUND_ALIAS || b->table == SCHEMA_NONE || b->column == SCHEMA_NONE ||
        b->column == SCHEMA_STAR || w->column_now[b->column] == SCHEMA_NONE || q->n_cores > 1 ||
        x->as.column.table.text.ptr || has_alias(c, x->as.column.name.text))
        return NULL;
    for (uint32_t i = 0; i < c->n_from; i++)
        if (item_table(w, &c->from[i]) == b->table) {
            found = &c->from[i];
            count++;
        }
    return count == 1 ? found : NULL;
}

/* The item that must qualify the column, or NULL. */
static const struct sql_from *needed_item(const struct rewriting *w, const struct sql_expr *x,
                                          const struct sql_binding *b, struct str name)
{
    if (needs_qualifier(w, x, b, name))
        return b->source;
    return w->care >= CARE_QUALIFY ? starred_item(w, x, b) : NULL;
}

static void put_reference(struct rewriting *w, const struct sql_expr *x,
                          const struct sql_binding *b, struct str name)
{
    const struct sql_from *from = needed_item(w, x, b, name);
    struct str item = from ? item_qualifier(w, from) : STR_NONE;
    if (from && b->kind == SQL_BOUND_ALIAS)
        name = w->new.columns[w->column_now[b->column]].name;
    if (item.ptr) {
        struct buf text = {0};
        put_column(&text, item, name);
        put_text(w, x->as.column.name.span, &text);
    } else {
        put_name(w, &x->as.column.name, name);
    }
    put_qualifier(w, x, b);
}

/* "x", if no column has that name, is a string. */
static void put_string(struct rewriting *w, const struct sql_expr *x)
{
    struct buf text = {0};
    sql_put_text(&text, x->as.column.name.text);
    put_text(w, x->span, &text);
}

/* The rowid of a table that changes can be written only if it is a column. */
static void put_rowid(struct rewriting *w, const struct sql_expr *x, const struct sql_binding *b)
{
    uint32_t now = b->column < w->old->n_columns ? w->column_now[b->column] : SCHEMA_NONE;
    if (w->care < CARE_QUALIFY || b->column == SCHEMA_STAR || now == SCHEMA_NONE)
        refuse_query(w, "it reads the rowid of a table that changes");
    else
        put_reference(w, x, b, w->new.columns[now].name);
}

static bool rename_column(void *ctx, const struct sql_expr *x)
{
    struct rewriting *w = ctx;
    if (x->kind != SQL_EXPR_COLUMN)
        return true;
    const struct sql_binding *b = &w->resolution->bindings[x->as.column.ref];
    struct str name = new_name_of(w, x);
    if (!name.ptr)
        refuse_query(w, "a column that it reads is no more");
    else if (b->kind == SQL_BOUND_ROWID && b->table != SCHEMA_NONE && is_changed(w, b->table))
        put_rowid(w, x, b);
    else if (b->kind == SQL_BOUND_STRING && w->care >= CARE_STRINGS)
        put_string(w, x);
    else
        put_reference(w, x, b, name);
    return true;
}

static bool rename_item(void *ctx, const struct sql_from *f)
{
    struct rewriting *w = ctx;
    uint32_t table = item_table(w, f);
    if (table != SCHEMA_NONE)
        put_table(w, &f->table, table);
    else if (item_cte(w, f))
        put_name(w, &f->table, own_name(w, f->table.text));
    if (item_is_given(w, f))
        given_alias(w, f);
    else
        put_name(w, &f->alias, own_name(w, f->alias.text));
    return true;
}

static bool rename_results(void *ctx, const struct sql_core *c)
{
    struct rewriting *w = ctx;
    for (uint32_t i = 0; i < c->n_results; i++)
        put_name(w, &c->results[i].alias, own_name(w, c->results[i].alias.text));
    rewrite_joins(w, c);
    return true;
}

/* The whole */

static bool rename_ctes(void *ctx, const struct sql_query *q)
{
    struct rewriting *w = ctx;
    bool fits = enter_query(w, q);
    for (uint32_t i = 0; fits && i < q->n_ctes; i++)
        put_name(w, &q->ctes[i].name, own_name(w, q->ctes[i].name.text));
    return fits;
}

/* NULL if the query was rewritten, else why not. */
static const char *rewrite_names(struct rewriting *w, struct str *out)
{
    const struct sql_walker walker = {.ctx = w,
                                      .query = rename_ctes,
                                      .leave_query = leave_query,
                                      .core = rename_results,
                                      .from = rename_item,
                                      .expr = rename_column};
    rewriting_begin(w);
    if (w->care >= CARE_QUALIFY)
        find_holders(w);
    sql_walk_query(&walker, w->stmt->query);
    if (!w->why && !sql_splice_apply(w->arena, &w->splices, w->stmt->text, out))
        w->why = "two names stand in one place";
    return w->why ? w->why : rewrite_fault(w, *out);
}

bool query_over(struct arena *a, const struct migration *m, struct str sql, struct str *out,
                const char **why)
{
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err e;
    if (sql_parse(a, sql, &stmt, &e) || sql_resolve(a, m->old, &stmt, &resolution, &e)) {
        *why = arena_printf(a, "it cannot be read: %s", e.msg).ptr;
        return false;
    }
    *why = "";
    for (int care = CARE_NONE; care < CARE_LEVELS && *why; care++) {
        struct rewriting w = {.arena = a,
                              .migration = m,
                              .stmt = &stmt,
                              .resolution = &resolution,
                              .care = (enum naming_care)care};
        *why = rewrite_names(&w, out);
    }
    return !*why;
}
