/* rewrite.c: new names put where the old ones stand. */
#include "relation/rewrite.h"

#include "relation/new_names.h"
#include "relation/rewrite_check.h"
#include "sql/quote.h"
#include "sql/splice.h"
#include "sql/walk.h"

struct rewriting {
    struct new_names names;
    struct sql_splices splices;
    const char *why; /* the first reason to refuse; NULL while there is none */
};

static void refuse_query(struct rewriting *w, const char *why)
{
    if (!w->why)
        w->why = why;
}

/* A name in quotes stays in quotes: without them it could grow together with what stands beside. */
static void put_name(struct rewriting *w, const struct sql_name *old, struct str new)
{
    struct buf text = {0};
    if (str_eq_nocase(old->text, new))
        return;
    if (old->quote)
        sql_put_name(&text, new);
    else
        sql_put_plain_name(&text, new);
    sql_splice_add(&w->splices, old->span, arena_str(w->splices.arena, buf_str(&text)));
    buf_release(&text);
}

/* The name of a table, where it is the table's own. */
static void put_table(struct rewriting *w, const struct sql_name *written, uint32_t table)
{
    const struct new_names *n = &w->names;
    uint32_t now = n->table_now[table];
    if (now == SCHEMA_NONE)
        refuse_query(w, "a table that it reads is no more");
    else if (str_eq_nocase(written->text, n->old->tables[table].name))
        put_name(w, written, n->new.tables[now].name);
}

static bool is_changed(const struct new_names *n, uint32_t table)
{
    uint32_t now = n->table_now[table];
    return now == SCHEMA_NONE || n->migration->tables[now].changed;
}

/* What qualifies a column is an alias, which stays, or the name of its table. */
static void put_qualifier(struct rewriting *w, const struct sql_expr *x,
                          const struct sql_binding *b)
{
    bool aliased = b->source && b->source->alias.text.ptr;
    if (x->as.column.table.text.ptr && b->table != SCHEMA_NONE && !aliased &&
        b->kind != SQL_BOUND_DERIVED)
        put_table(w, &x->as.column.table, b->table);
}

static bool see_expr(void *ctx, const struct sql_expr *x)
{
    struct rewriting *w = ctx;
    if (x->kind != SQL_EXPR_COLUMN)
        return true;
    const struct sql_binding *b = &w->names.resolution->bindings[x->as.column.ref];
    struct str name = new_name_of(&w->names, x);
    if (!name.ptr)
        refuse_query(w, "a column that it reads is no more");
    else if (b->kind == SQL_BOUND_ROWID && b->table != SCHEMA_NONE &&
             is_changed(&w->names, b->table))
        refuse_query(w, "it reads the rowid of a table that changes");
    else
        put_name(w, &x->as.column.name, name);
    put_qualifier(w, x, b);
    return true;
}

static bool see_item(void *ctx, const struct sql_from *f)
{
    struct rewriting *w = ctx;
    uint32_t table = item_table(&w->names, f);
    if (table != SCHEMA_NONE)
        put_table(w, &f->table, table);
    return true;
}

/* Joins */

/* A column of the items before another one. */
struct left_column {
    uint32_t item, column; /* SCHEMA_NONE where there is none */
};

static bool same_column(struct left_column x, struct left_column y)
{
    return x.item == y.item && x.column == y.column;
}

/* The first of that name, as columns are called now or as they were. */
static struct left_column find_left(const struct name_pairs *lists, uint32_t n, struct str name,
                                    bool now)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < lists[i].count; k++) {
            const struct name_pair *pair = &lists[i].items[k];
            if (str_eq_nocase(now ? pair->new : pair->old, name))
                return (struct left_column){i, k};
        }
    return (struct left_column){SCHEMA_NONE, SCHEMA_NONE};
}

/* USING has one name for both columns. */
static void put_using(struct rewriting *w, const struct name_pairs *lists, uint32_t right,
                      const struct sql_name *name)
{
    struct left_column left = find_left(lists, right, name->text, false);
    struct left_column own = find_left(&lists[right], 1, name->text, false);
    if (left.item == SCHEMA_NONE || own.item == SCHEMA_NONE)
        return; /* of a function that SQLite has built in: nothing of it is renamed */
    struct str now = lists[right].items[own.column].new;
    if (!str_eq_nocase(lists[left.item].items[left.column].new, now) ||
        !same_column(find_left(lists, right, now, true), left))
        refuse_query(w, "the two columns of a USING are called differently");
    put_name(w, name, now);
}

/* NATURAL joins by the same columns as before, or the query is refused. */
static void check_natural(struct rewriting *w, const struct name_pairs *lists, uint32_t right)
{
    for (uint32_t k = 0; k < lists[right].count; k++) {
        const struct name_pair *pair = &lists[right].items[k];
        struct left_column before = find_left(lists, right, pair->old, false);
        if (!same_column(before, find_left(lists, right, pair->new, true)))
            refuse_query(w, "a NATURAL join would join by other columns");
    }
}

static void see_joins(struct rewriting *w, const struct sql_from *items, uint32_t n)
{
    struct name_pairs *lists = ARENA_ARRAY(w->names.arena, struct name_pairs, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        lists[i] = item_columns(&w->names, &items[i]);
        see_joins(w, items[i].group, items[i].n_group);
        for (uint32_t k = 0; k < items[i].n_using; k++)
            put_using(w, lists, i, &items[i].using[k]);
        if (items[i].join & SQL_JOIN_NATURAL)
            check_natural(w, lists, i);
    }
}

/* Stars */

/* Does the table have the same columns in the same order? */
static bool shows_same(const struct new_names *n, uint32_t table)
{
    uint32_t now = n->table_now[table];
    if (now == SCHEMA_NONE || n->new.tables[now].n_columns != n->old->tables[table].n_columns)
        return false;
    for (uint32_t i = 0; i < n->old->tables[table].n_columns; i++)
        if (n->lineage[n->new.tables[now].columns[i]] != n->old->tables[table].columns[i])
            return false;
    return true;
}

static void check_shown(struct rewriting *w, const struct sql_from *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t table = item_table(&w->names, &items[i]);
        check_shown(w, items[i].group, items[i].n_group);
        if (table != SCHEMA_NONE && !shows_same(&w->names, table))
            refuse_query(w, "* would show other columns");
    }
}

static void put_star(struct rewriting *w, const struct sql_core *c, const struct sql_result *r)
{
    const struct sql_from *f =
        r->kind == SQL_RESULT_TABLE_STAR ? item_named(c->from, c->n_from, r->table.text) : NULL;
    uint32_t table = f && !f->alias.text.ptr ? item_table(&w->names, f) : SCHEMA_NONE;
    if (table != SCHEMA_NONE)
        put_table(w, &r->table, table);
    check_shown(w, c->from, c->n_from);
}

static bool see_core(void *ctx, const struct sql_core *c)
{
    struct rewriting *w = ctx;
    for (uint32_t i = 0; i < c->n_results; i++)
        if (c->results[i].kind != SQL_RESULT_EXPR)
            put_star(w, c, &c->results[i]);
    see_joins(w, c->from, c->n_from);
    return true;
}

/* The whole */

static bool enter(void *ctx, const struct sql_query *q)
{
    struct rewriting *w = ctx;
    bool fits = new_names_enter(&w->names, q);
    if (!fits)
        refuse_query(w, "queries nest too deep");
    return fits;
}

static void leave(void *ctx, const struct sql_query *q)
{
    struct rewriting *w = ctx;
    (void)q;
    new_names_leave(&w->names);
}

static void rename_all(struct rewriting *w)
{
    const struct sql_walker walker = {.ctx = w,
                                      .query = enter,
                                      .leave_query = leave,
                                      .core = see_core,
                                      .from = see_item,
                                      .expr = see_expr};
    sql_walk_query(&walker, w->names.stmt->query);
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
    struct rewriting w = {.splices = {.arena = a}};
    new_names_init(&w.names, a, m, &stmt, &resolution);
    rename_all(&w);
    if (!w.why && !sql_splice_apply(a, &w.splices, sql, out))
        w.why = "two names stand in one place";
    if (!w.why)
        w.why = rewrite_fault(&w.names, *out);
    *why = w.why;
    return !w.why;
}
