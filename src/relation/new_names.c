/* new_names.c: new names, found through the bindings of the old query.
 *
 * A column of a table is called what the migration says. A column of a derived table or CTE is
 * called by its alias, which stays, or like the column that it plainly is, and that may be one of
 * another derived table. So names are followed inwards, and what a query's columns are called is
 * found once. */
#include "relation/new_names.h"

#include "sql/walk.h"

/* The CTE of that name in sight, the innermost; NULL where there is none. */
static const struct sql_cte *find_cte(const struct new_names *n, struct str name)
{
    for (uint32_t d = n->depth; d-- > 0;)
        for (uint32_t i = 0; i < n->around[d]->n_ctes; i++)
            if (str_eq_nocase(n->around[d]->ctes[i].name.text, name))
                return &n->around[d]->ctes[i];
    return NULL;
}

bool new_names_enter(struct new_names *n, const struct sql_query *q)
{
    if (n->depth == sizeof n->around / sizeof *n->around)
        return false;
    n->around[n->depth++] = q;
    return true;
}

void new_names_leave(struct new_names *n)
{
    n->depth--;
}

static bool enter(void *ctx, const struct sql_query *q)
{
    return new_names_enter(ctx, q);
}

static void leave(void *ctx, const struct sql_query *q)
{
    (void)q;
    new_names_leave(ctx);
}

static bool see_item(void *ctx, const struct sql_from *f)
{
    struct new_names *n = ctx;
    bool plain = f->kind == SQL_FROM_TABLE && !f->schema.text.ptr;
    const struct sql_cte *cte = plain ? find_cte(n, f->table.text) : NULL;
    if (cte) {
        ARENA_PUSH(n->arena, n->uses, n->n_uses);
        n->uses[n->n_uses++] = (struct cte_use){f, cte};
    }
    return true;
}

static void find_columns_now(struct new_names *n)
{
    n->column_now = ARENA_ARRAY(n->arena, uint32_t, n->old->n_columns);
    n->table_now = ARENA_ARRAY(n->arena, uint32_t, (size_t)n->old->n_tables + 1);
    for (uint32_t c = 0; c < n->old->n_columns; c++)
        n->column_now[c] = SCHEMA_NONE;
    for (uint32_t t = 0; t < n->old->n_tables; t++)
        n->table_now[t] = SCHEMA_NONE;
    for (uint32_t c = 1; c < n->new.n_columns; c++)
        if (n->lineage[c] != SCHEMA_NONE)
            n->column_now[n->lineage[c]] = c;
    for (uint32_t t = 0; t < n->migration->n_tables; t++)
        if (!n->migration->tables[t].split)
            n->table_now[n->migration->tables[t].base] = t;
}

void new_names_init(struct new_names *n, struct arena *a, const struct migration *m,
                    const struct sql_stmt *stmt, const struct sql_resolution *resolution)
{
    *n = (struct new_names){
        .arena = a, .migration = m, .old = m->old, .stmt = stmt, .resolution = resolution};
    migration_schema(a, m, m->old->db_id, &n->new, &n->lineage);
    find_columns_now(n);
    const struct sql_walker walker = {
        .ctx = n, .query = enter, .leave_query = leave, .from = see_item};
    sql_walk_query(&walker, stmt->query);
}

static const struct sql_cte *item_cte(const struct new_names *n, const struct sql_from *f)
{
    for (uint32_t i = 0; i < n->n_uses; i++)
        if (n->uses[i].item == f)
            return n->uses[i].cte;
    return NULL;
}

uint32_t item_table(const struct new_names *n, const struct sql_from *f)
{
    if (f->kind != SQL_FROM_TABLE || item_cte(n, f))
        return SCHEMA_NONE;
    return schema_find_table(n->old, f->table.text);
}

const struct sql_from *item_named(const struct sql_from *items, uint32_t n, struct str name)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct sql_from *f = &items[i];
        struct str own = f->alias.text.ptr ? f->alias.text : f->table.text;
        if (own.ptr && str_eq_nocase(own, name))
            return f;
        const struct sql_from *inner = item_named(f->group, f->n_group, name);
        if (inner)
            return inner;
    }
    return NULL;
}

static void add_pair(struct new_names *n, struct name_pairs *list, struct str old, struct str new)
{
    ARENA_PUSH(n->arena, list->items, list->count);
    list->items[list->count++] = (struct name_pair){old, new.ptr ? new : old};
}

static void add_pairs(struct new_names *n, struct name_pairs *list, struct name_pairs more)
{
    for (uint32_t i = 0; i < more.count; i++)
        add_pair(n, list, more.items[i].old, more.items[i].new);
}

/* As it is written where only capitals differ. */
static struct str column_name_now(const struct new_names *n, uint32_t column, struct str written)
{
    uint32_t now = n->column_now[column];
    if (now == SCHEMA_NONE)
        return (struct str){0};
    struct str name = n->new.columns[now].name;
    return str_eq_nocase(name, written) ? written : name;
}

static struct name_pairs table_columns(struct new_names *n, uint32_t table)
{
    struct name_pairs list = {0};
    const struct schema_table *t = &n->old->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct str name = n->old->columns[t->columns[i]].name;
        add_pair(n, &list, name, column_name_now(n, t->columns[i], name));
    }
    return list;
}

static const struct sql_expr *without_collate(const struct sql_expr *x)
{
    while (x->kind == SQL_EXPR_COLLATE)
        x = x->as.collate.operand;
    return x;
}

static void add_result(struct new_names *n, const struct sql_core *c, const struct sql_result *r,
                       struct name_pairs *list)
{
    const struct sql_from *only;
    const struct sql_expr *x;
    switch (r->kind) {
    case SQL_RESULT_STAR:
        for (uint32_t i = 0; i < c->n_from; i++)
            add_pairs(n, list, item_columns(n, &c->from[i]));
        break;
    case SQL_RESULT_TABLE_STAR:
        only = item_named(c->from, c->n_from, r->table.text);
        if (only)
            add_pairs(n, list, item_columns(n, only));
        break;
    case SQL_RESULT_EXPR:
        x = without_collate(r->expr);
        if (r->alias.text.ptr)
            add_pair(n, list, r->alias.text, r->alias.text);
        else if (x->kind == SQL_EXPR_COLUMN)
            add_pair(n, list, x->as.column.name.text, new_name_of(n, x));
        break;
    }
}

static struct name_pairs core_columns(struct new_names *n, const struct sql_core *c)
{
    struct name_pairs list = {0};
    for (uint32_t i = 0; i < c->n_results; i++)
        add_result(n, c, &c->results[i], &list);
    return list;
}

/* The first core names the columns. A query that is asked for its own columns while they are being
 * found has none: only a CTE that nobody uses can go in a circle. */
static struct name_pairs query_columns(struct new_names *n, const struct sql_query *q)
{
    for (uint32_t i = 0; i < n->n_known; i++)
        if (n->known[i].query == q)
            return n->known[i].columns;
    ARENA_PUSH(n->arena, n->known, n->n_known);
    uint32_t place = n->n_known++;
    n->known[place] = (struct known_columns){.query = q};
    struct name_pairs columns = core_columns(n, &q->cores[0]);
    n->known[place].columns = columns;
    return columns;
}

static struct name_pairs cte_columns(struct new_names *n, const struct sql_cte *cte)
{
    struct name_pairs list = {0};
    if (cte->n_columns == 0)
        return query_columns(n, cte->query);
    for (uint32_t i = 0; i < cte->n_columns; i++)
        add_pair(n, &list, cte->columns[i].text, cte->columns[i].text);
    return list;
}

struct name_pairs item_columns(struct new_names *n, const struct sql_from *f)
{
    struct name_pairs list = {0};
    const struct sql_cte *cte = item_cte(n, f);
    uint32_t table = item_table(n, f);
    if (cte)
        return cte_columns(n, cte);
    if (table != SCHEMA_NONE)
        return table_columns(n, table);
    if (f->query)
        return query_columns(n, f->query);
    for (uint32_t i = 0; i < f->n_group; i++)
        add_pairs(n, &list, item_columns(n, &f->group[i]));
    return list;
}

/* ptr NULL where the list does not have it. */
static struct str find_pair(struct name_pairs list, struct str name)
{
    for (uint32_t i = 0; i < list.count; i++)
        if (str_eq_nocase(list.items[i].old, name))
            return list.items[i].new;
    return (struct str){0};
}

/* A result of one of the queries around, by its name. */
static struct str find_result(struct new_names *n, struct str name)
{
    for (uint32_t d = n->depth; d-- > 0;)
        for (uint32_t i = 0; i < n->around[d]->n_cores; i++) {
            struct str found = find_pair(core_columns(n, &n->around[d]->cores[i]), name);
            if (found.ptr)
                return found;
        }
    return name;
}

struct str new_name_of(struct new_names *n, const struct sql_expr *x)
{
    const struct sql_binding *b = &n->resolution->bindings[x->as.column.ref];
    struct str name = x->as.column.name.text, found;
    switch (b->kind) {
    case SQL_BOUND_COLUMN:
        return column_name_now(n, b->column, name);
    case SQL_BOUND_DERIVED:
        found = find_pair(item_columns(n, b->source), name);
        return found.ptr ? found : name;
    case SQL_BOUND_ALIAS:
        return find_result(n, name);
    case SQL_BOUND_NOTHING:
    case SQL_BOUND_ROWID:
    case SQL_BOUND_STRING:
    case SQL_BOUND_TRUE_FALSE:
        break;
    }
    return name;
}
