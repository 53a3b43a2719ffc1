/* rewrite_check.c: the bindings of two queries side by side.
 *
 * The two have the same items of FROM in the same order, and the same references, with two
 * exceptions: a string in double quotes is not a reference once it is written in single ones, and
 * joins and stars that are spelled out bring references of their own, whose places are known. */
#include "migration/rewriting.h"

#include "sql/walk.h"

/* The items of FROM, in the order of the source. */
struct item_order {
    struct arena *arena;
    const struct sql_from **items;
    uint32_t count;
};

static bool add_item(void *ctx, const struct sql_from *f)
{
    struct item_order *o = ctx;
    ARENA_ADD(o->arena, o->items, o->count, f);
    return true;
}

static struct item_order items_of(struct arena *a, const struct sql_stmt *stmt)
{
    struct item_order order = {.arena = a};
    const struct sql_walker walker = {.ctx = &order, .from = add_item};
    sql_walk_query(&walker, stmt->query);
    return order;
}

/* SCHEMA_NONE if it is not one of them. */
static uint32_t item_place(const struct item_order *o, const struct sql_from *f)
{
    uint32_t i = 0;
    while (i < o->count && o->items[i] != f)
        i++;
    return i < o->count ? i : SCHEMA_NONE;
}

static uint32_t old_column(const struct rewriting *w, uint32_t column)
{
    return column == SCHEMA_NONE || column == SCHEMA_STAR ? column : w->lineage[column];
}

static uint32_t old_table(const struct rewriting *w, uint32_t table)
{
    if (table == SCHEMA_NONE || w->migration->tables[table].split)
        return SCHEMA_NONE;
    return w->migration->tables[table].base;
}

/* A rowid may be written as the column that it is, and a result as the column that it shows. */
static bool is_column_now(const struct sql_binding *old, const struct sql_binding *new)
{
    return new->kind == SQL_BOUND_COLUMN &&
           (old->kind == SQL_BOUND_ROWID || old->kind == SQL_BOUND_ALIAS);
}

/* Results are found by their place: each core of a compound has a column for it. */
static bool same_binding(const struct rewriting *w, const struct sql_binding *old,
                         const struct sql_binding *new)
{
    bool column =
        old->table == old_table(w, new->table) && old->column == old_column(w, new->column);
    if (is_column_now(old, new))
        return column;
    return old->kind == new->kind && old->position == new->position &&
           (column || old->kind == SQL_BOUND_ALIAS);
}

/* A result does not come from an item. */
static bool same_source(const struct item_order *before, const struct sql_binding *old,
                        const struct item_order *after, const struct sql_binding *new)
{
    return (old->kind == SQL_BOUND_ALIAS && is_column_now(old, new)) ||
           item_place(before, old->source) == item_place(after, new->source);
}

static bool note_ref_place(void *ctx, const struct sql_expr *x)
{
    uint32_t *places = ctx;
    if (x->kind == SQL_EXPR_COLUMN)
        places[x->as.column.ref] = x->span.start;
    return true;
}

/* Where each reference begins. */
static const uint32_t *ref_places(struct arena *a, const struct sql_stmt *stmt)
{
    uint32_t *places = ARENA_ARRAY(a, uint32_t, (size_t)stmt->n_refs + 1);
    const struct sql_walker walker = {.ctx = places, .expr = note_ref_place};
    sql_walk_query(&walker, stmt->query);
    return places;
}

/* How many implied references come before a place of the old query. */
static uint32_t implied_before(const struct rewriting *w, uint32_t place)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->n_implied; i++)
        count += w->implied[i].at < place ? w->implied[i].count : 0;
    return count;
}

static bool same_bindings(const struct rewriting *w, const struct sql_stmt *stmt,
                          const struct sql_resolution *new)
{
    const struct sql_resolution *old = w->resolution;
    struct item_order before = items_of(w->arena, w->stmt), after = items_of(w->arena, stmt);
    const uint32_t *places = ref_places(w->arena, w->stmt);
    uint32_t strings = 0;
    if (before.count != after.count)
        return false;
    for (uint32_t i = 0; i < old->n_bindings; i++) {
        const struct sql_binding *b = &old->bindings[i];
        if (b->kind == SQL_BOUND_STRING && w->care >= CARE_STRINGS) {
            strings++;
            continue;
        }
        uint32_t now = i - strings + implied_before(w, places[i]);
        if (now >= new->n_bindings || !same_binding(w, b, &new->bindings[now]) ||
            !same_source(&before, b, &after, &new->bindings[now]))
            return false;
    }
    return new->n_bindings == old->n_bindings - strings + implied_before(w, UINT32_MAX);
}

/* A join that is spelled out names columns that USING or NATURAL only implied. */
static bool has_read(const struct rewriting *w, struct sql_read read)
{
    const struct sql_resolution *r = w->resolution;
    for (uint32_t i = 0; i < r->n_reads; i++)
        if (r->reads[i].table == read.table && r->reads[i].column == read.column &&
            (r->reads[i].joined == read.joined || w->n_implied > 0))
            return true;
    return false;
}

static bool same_reads(const struct rewriting *w, const struct sql_resolution *new)
{
    if (w->resolution->n_reads != new->n_reads || w->resolution->n_columns != new->n_columns)
        return false;
    for (uint32_t i = 0; i < new->n_reads; i++) {
        const struct sql_read *r = &new->reads[i];
        struct sql_read old = {old_table(w, r->table), old_column(w, r->column), r->joined};
        if (!has_read(w, old))
            return false;
    }
    return true;
}

const char *rewrite_fault(const struct rewriting *w, struct str sql)
{
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err e;
    if (sql_parse(w->arena, sql, &stmt, &e) ||
        sql_resolve(w->arena, &w->new, &stmt, &resolution, &e))
        return arena_printf(w->arena, "under the new names: %s", e.msg).ptr;
    if (!same_bindings(w, &stmt, &resolution))
        return "a new name means something else where it stands";
    return same_reads(w, &resolution) ? NULL : "it would read other columns";
}
