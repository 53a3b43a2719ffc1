/* new_names.c: new names, found through the bindings of the old query.
 *
 * A column of a table is called what the migration says. A column of a derived table or CTE is
 * called by its alias, which stays, or like the column that it plainly is, and that may be one of
 * another derived table. So names are followed inwards, and what a query's columns are called is
 * found once. */
#include "migration/new_names.h"

#include "sql/lex.h"
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
    if (n->depth == COUNT_OF(n->around))
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

/* Fresh names */

static void take_schema(struct new_names *n, struct name_map *map, const struct schema *s)
{
    for (uint32_t t = 0; t < s->n_tables; t++)
        name_map_put(map, n->arena, s->tables[t].name, 0);
    for (uint32_t c = 1; c < s->n_columns; c++)
        name_map_put(map, n->arena, s->columns[c].name, 0);
}

/* Every token of the query counts, so nothing in it can be meant by a fresh name. */
static void take_query(struct new_names *n)
{
    struct sql_lexer lex = {.text = n->stmt->text};
    struct sql_token token;
    while ((token = sql_lexer_next(&lex)).type != TOKEN_EOF) {
        struct str text = str_slice(n->stmt->text, token.span.start, token.span.end);
        bool quoted = text.len >= 2 && strchr("\"`['", text.ptr[0]);
        name_map_put(&n->taken, n->arena, quoted ? str_slice(text, 1, text.len - 1) : text, 0);
    }
}

static void prepare_fresh(struct new_names *n)
{
    name_map_init(&n->taken, n->arena, n->old->n_columns + n->new.n_columns);
    name_map_init(&n->fresh, n->arena, n->new.n_columns);
    take_schema(n, &n->taken, n->old);
    take_schema(n, &n->taken, &n->new);
    take_query(n);
}

struct str fresh_name(struct new_names *n, struct str like)
{
    struct str name;
    uint32_t k = 1;
    do
        name = arena_printf(n->arena, "%.*s%u", STR_ARG(like), k++);
    while (name_map_get(&n->taken, name) != NAME_NONE);
    name_map_put(&n->taken, n->arena, name, 0);
    return name;
}

static bool schema_has(const struct schema *s, struct str name)
{
    bool has = schema_find_table(s, name) != SCHEMA_NONE;
    for (uint32_t c = 1; c < s->n_columns && !has; c++)
        has = str_eq_nocase(s->columns[c].name, name);
    return has;
}

/* Could it be taken for something of the new schema? What the old one had, too, mostly was told
 * apart from it. */
static bool is_in_the_way(const struct new_names *n, struct str name)
{
    return schema_has(&n->new, name) && (n->care >= CARE_ALIAS || !schema_has(n->old, name));
}

struct str own_name(struct new_names *n, struct str name)
{
    if (n->care < CARE_RENAME || !name.ptr)
        return name;
    uint32_t known = name_map_get(&n->fresh, name);
    if (known != NAME_NONE)
        return n->instead[known];
    ARENA_PUSH(n->arena, n->instead, n->n_instead);
    n->instead[n->n_instead] = is_in_the_way(n, name) ? fresh_name(n, name) : name;
    name_map_put(&n->fresh, n->arena, name, n->n_instead);
    return n->instead[n->n_instead++];
}

void new_names_init(struct new_names *n, struct arena *a, const struct migration *m,
                    const struct sql_stmt *stmt, const struct sql_resolution *resolution,
                    enum naming_care care)
{
    *n = (struct new_names){.arena = a,
                            .migration = m,
                            .old = m->old,
                            .stmt = stmt,
                            .resolution = resolution,
                            .care = care};
    migration_schema(a, m, m->old->db_id, &n->new, &n->lineage);
    find_columns_now(n);
    if (care >= CARE_QUALIFY)
        prepare_fresh(n);
    const struct sql_walker walker = {
        .ctx = n, .query = enter, .leave_query = leave, .from = see_item};
    sql_walk_query(&walker, stmt->query);
}

const struct sql_cte *item_cte(const struct new_names *n, const struct sql_from *f)
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

/* Of a result that is an expression. It keeps the place. */
static const struct str NO_NAME = {NULL, 0};

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
            add_pair(n, list, r->alias.text, own_name(n, r->alias.text));
        else if (x->kind == SQL_EXPR_COLUMN)
            add_pair(n, list, x->as.column.name.text, new_name_of(n, x));
        else
            add_pair(n, list, NO_NAME, NO_NAME);
        break;
    }
}

/* As they are called without labels. */
static struct name_pairs unlabelled(struct new_names *n, const struct sql_core *c)
{
    struct name_pairs list = {0};
    for (uint32_t i = 0; i < c->n_results; i++)
        add_result(n, c, &c->results[i], &list);
    return list;
}

/* Are there two that were apart before? */
static bool falls_together(struct new_names *n, struct name_pairs list)
{
    struct name_map first;
    name_map_init(&first, n->arena, list.count);
    for (uint32_t i = 0; i < list.count; i++) {
        if (!list.items[i].new.ptr)
            continue;
        uint32_t other = name_map_get(&first, list.items[i].new);
        if (other == NAME_NONE)
            name_map_put(&first, n->arena, list.items[i].new, i);
        else if (!str_eq_nocase(list.items[i].old, list.items[other].old))
            return true;
    }
    return false;
}

/* Nobody asks for the columns of the whole by their names. */
static bool is_outermost(const struct new_names *n, const struct sql_core *c)
{
    const struct sql_query *q = n->stmt->query;
    return c >= q->cores && c < q->cores + q->n_cores;
}

bool core_needs_labels(struct new_names *n, const struct sql_core *c)
{
    return n->care >= CARE_TELL && !is_outermost(n, c) && falls_together(n, unlabelled(n, c));
}

/* A label is the old name. */
static struct name_pairs core_columns(struct new_names *n, const struct sql_core *c)
{
    struct name_pairs list = unlabelled(n, c);
    bool labels = n->care >= CARE_TELL && !is_outermost(n, c) && falls_together(n, list);
    for (uint32_t i = 0; labels && i < list.count; i++)
        list.items[i].new = own_name(n, list.items[i].old);
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
        if (list.items[i].old.ptr && str_eq_nocase(list.items[i].old, name))
            return list.items[i].new;
    return (struct str){0};
}

/* The one at that place, if it has the name; else the first. Places count what `*` shows, which is
 * less than the list has where a join shows a column once. */
static struct str find_pair_at(struct name_pairs list, uint32_t place, struct str name)
{
    if (place < list.count && list.items[place].old.ptr &&
        str_eq_nocase(list.items[place].old, name))
        return list.items[place].new;
    return find_pair(list, name);
}

/* A result of one of the queries around, by its name and place. */
static struct str find_result(struct new_names *n, struct str name, uint32_t place)
{
    for (uint32_t d = n->depth; d-- > 0;)
        for (uint32_t i = 0; i < n->around[d]->n_cores; i++) {
            struct str found = find_pair_at(core_columns(n, &n->around[d]->cores[i]), place, name);
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
        return find_result(n, name, b->position);
    case SQL_BOUND_NOTHING:
    case SQL_BOUND_ROWID:
    case SQL_BOUND_STRING:
    case SQL_BOUND_TRUE_FALSE:
        break;
    }
    return name;
}
