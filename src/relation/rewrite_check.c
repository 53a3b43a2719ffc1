/* rewrite_check.c: the bindings of two queries side by side.
 *
 * The two differ in names only, so they have the same references and items of FROM in the same
 * order. */
#include "relation/rewrite_check.h"

#include "sql/walk.h"

/* The items of FROM, in the order of the source. */
struct item_order {
    struct arena *arena;
    const struct sql_from **items;
    uint32_t count;
};

static bool see_item(void *ctx, const struct sql_from *f)
{
    struct item_order *o = ctx;
    ARENA_PUSH(o->arena, o->items, o->count);
    o->items[o->count++] = f;
    return true;
}

static struct item_order items_of(struct arena *a, const struct sql_stmt *stmt)
{
    struct item_order order = {.arena = a};
    const struct sql_walker walker = {.ctx = &order, .from = see_item};
    sql_walk_query(&walker, stmt->query);
    return order;
}

/* SCHEMA_NONE where it is none of them. */
static uint32_t place_of(const struct item_order *o, const struct sql_from *f)
{
    uint32_t i = 0;
    while (i < o->count && o->items[i] != f)
        i++;
    return i < o->count ? i : SCHEMA_NONE;
}

static uint32_t old_column(const struct new_names *n, uint32_t column)
{
    return column == SCHEMA_NONE || column == SCHEMA_STAR ? column : n->lineage[column];
}

static uint32_t old_table(const struct new_names *n, uint32_t table)
{
    if (table == SCHEMA_NONE || n->migration->tables[table].split)
        return SCHEMA_NONE;
    return n->migration->tables[table].base;
}

static bool same_binding(const struct new_names *n, const struct sql_binding *old,
                         const struct sql_binding *new)
{
    return old->kind == new->kind && old->position == new->position &&
           old->table == old_table(n, new->table) && old->column == old_column(n, new->column);
}

static bool same_bindings(const struct new_names *n, const struct sql_stmt *stmt,
                          const struct sql_resolution *new)
{
    const struct sql_resolution *old = n->resolution;
    struct item_order before = items_of(n->arena, n->stmt), after = items_of(n->arena, stmt);
    if (old->n_bindings != new->n_bindings || before.count != after.count)
        return false;
    for (uint32_t i = 0; i < old->n_bindings; i++) {
        const struct sql_binding *b = &old->bindings[i], *c = &new->bindings[i];
        if (!same_binding(n, b, c) || place_of(&before, b->source) != place_of(&after, c->source))
            return false;
    }
    return true;
}

static bool has_read(const struct sql_resolution *r, struct sql_read read)
{
    for (uint32_t i = 0; i < r->n_reads; i++)
        if (r->reads[i].table == read.table && r->reads[i].column == read.column &&
            r->reads[i].joined == read.joined)
            return true;
    return false;
}

static bool same_reads(const struct new_names *n, const struct sql_resolution *new)
{
    if (n->resolution->n_reads != new->n_reads || n->resolution->n_columns != new->n_columns)
        return false;
    for (uint32_t i = 0; i < new->n_reads; i++) {
        const struct sql_read *r = &new->reads[i];
        struct sql_read old = {old_table(n, r->table), old_column(n, r->column), r->joined};
        if (!has_read(n->resolution, old))
            return false;
    }
    return true;
}

const char *rewrite_fault(const struct new_names *n, struct str sql)
{
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err e;
    if (sql_parse(n->arena, sql, &stmt, &e) ||
        sql_resolve(n->arena, &n->new, &stmt, &resolution, &e))
        return arena_printf(n->arena, "under the new names: %s", e.msg).ptr;
    if (!same_bindings(n, &stmt, &resolution))
        return "a new name means something else where it stands";
    return same_reads(n, &resolution) ? NULL : "it would read other columns";
}
