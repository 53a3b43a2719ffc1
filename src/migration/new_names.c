/* new_names.c: new names, found through the bindings of the old query.
 *
 * A column of a table is called what the migration says. A column of a derived table or CTE is
 * called by its alias, which stays, or like the column that it plainly is, and that may be one of
 * another derived table. So names are followed inwards, and what a query's columns are called is
 * found once. */
#include "migration/rewriting.h"

#include "sql/lex.h"
#include "sql/walk.h"

#include <assert.h>

/* The innermost CTE of that name that can be seen, or NULL. */
static const struct sql_cte *find_cte(const struct rewriting *w, struct str name)
{
    for (uint32_t d = w->depth; d-- > 0;)
        for (uint32_t i = 0; i < w->around[d]->n_ctes; i++)
            if (str_eq_nocase(w->around[d]->ctes[i].name.text, name))
                return &w->around[d]->ctes[i];
    return NULL;
}

bool enter_query(void *ctx, const struct sql_query *q)
{
    struct rewriting *w = ctx;
    bool fits = w->depth < COUNT_OF(w->around);
    if (fits)
        w->around[w->depth++] = q;
    else
        refuse_query(w, "queries nest too deep");
    return fits;
}

void leave_query(void *ctx, const struct sql_query *q)
{
    struct rewriting *w = ctx;
    (void)q;
    w->depth--;
}

static bool note_cte(void *ctx, const struct sql_from *f)
{
    struct rewriting *w = ctx;
    bool plain = f->kind == SQL_FROM_TABLE && !f->schema.text.ptr;
    const struct sql_cte *cte = plain ? find_cte(w, f->table.text) : NULL;
    if (cte)
        ARENA_ADD(w->arena, w->uses, w->n_uses, (struct cte_use){f, cte});
    return true;
}

static void find_columns_now(struct rewriting *w)
{
    w->column_now = ARENA_ARRAY(w->arena, uint32_t, w->old->n_columns);
    w->table_now = ARENA_ARRAY(w->arena, uint32_t, (size_t)w->old->n_tables + 1);
    for (uint32_t c = 0; c < w->old->n_columns; c++)
        w->column_now[c] = SCHEMA_NONE;
    for (uint32_t t = 0; t < w->old->n_tables; t++)
        w->table_now[t] = SCHEMA_NONE;
    for (uint32_t c = 1; c < w->new.n_columns; c++)
        if (w->lineage[c] != SCHEMA_NONE)
            w->column_now[w->lineage[c]] = c;
    for (uint32_t t = 0; t < w->migration->n_tables; t++)
        if (!w->migration->tables[t].split)
            w->table_now[w->migration->tables[t].base] = t;
}

/* Fresh names */

static void take_schema(struct rewriting *w, struct name_map *map, const struct schema *s)
{
    for (uint32_t t = 0; t < s->n_tables; t++)
        name_map_put(map, w->arena, s->tables[t].name, 0);
    for (uint32_t c = 1; c < s->n_columns; c++)
        name_map_put(map, w->arena, s->columns[c].name, 0);
}

/* Every token of the query counts, so a fresh name cannot mean anything in it. */
static void take_query(struct rewriting *w)
{
    struct sql_lexer lex = {.text = w->stmt->text};
    struct sql_token token;
    while ((token = sql_lexer_next(&lex)).type != TOKEN_EOF) {
        struct str text = str_slice(w->stmt->text, token.span.start, token.span.end);
        bool quoted = text.len >= 2 && strchr("\"`['", text.ptr[0]);
        name_map_put(&w->taken, w->arena, quoted ? str_slice(text, 1, text.len - 1) : text, 0);
    }
}

static void prepare_fresh(struct rewriting *w)
{
    name_map_init(&w->taken, w->arena, w->old->n_columns + w->new.n_columns);
    name_map_init(&w->fresh, w->arena, w->new.n_columns);
    take_schema(w, &w->taken, w->old);
    take_schema(w, &w->taken, &w->new);
    take_query(w);
}

struct str fresh_name(struct rewriting *w, struct str like)
{
    struct str name;
    uint32_t k = 1;
    do
        name = arena_printf(w->arena, "%.*s%u", STR_ARG(like), k++);
    while (name_map_get(&w->taken, name) != NAME_NONE);
    name_map_put(&w->taken, w->arena, name, 0);
    return name;
}

static bool schema_has(const struct schema *s, struct str name)
{
    bool has = schema_find_table(s, name) != SCHEMA_NONE;
    for (uint32_t c = 1; c < s->n_columns && !has; c++)
        has = str_eq_nocase(s->columns[c].name, name);
    return has;
}

/* Could it be taken for something of the new schema? If the old one has that, too, the query mostly
 * kept them apart already. */
static bool is_in_the_way(const struct rewriting *w, struct str name)
{
    return schema_has(&w->new, name) && (w->care >= CARE_ALIAS || !schema_has(w->old, name));
}

struct str own_name(struct rewriting *w, struct str name)
{
    if (w->care < CARE_RENAME || !name.ptr)
        return name;
    uint32_t known = name_map_get(&w->fresh, name);
    if (known != NAME_NONE)
        return w->instead[known];
    ARENA_PUSH(w->arena, w->instead, w->n_instead);
    w->instead[w->n_instead] = is_in_the_way(w, name) ? fresh_name(w, name) : name;
    name_map_put(&w->fresh, w->arena, name, w->n_instead);
    return w->instead[w->n_instead++];
}

void rewriting_begin(struct rewriting *w)
{
    w->old = w->migration->old;
    w->splices.arena = w->arena;
    migration_schema(w->arena, w->migration, w->old->db_id, &w->new, &w->lineage);
    find_columns_now(w);
    if (w->care >= CARE_QUALIFY)
        prepare_fresh(w);
    const struct sql_walker walker = {
        .ctx = w, .query = enter_query, .leave_query = leave_query, .from = note_cte};
    sql_walk_query(&walker, w->stmt->query);
}

const struct sql_cte *item_cte(const struct rewriting *w, const struct sql_from *f)
{
    for (uint32_t i = 0; i < w->n_uses; i++)
        if (w->uses[i].item == f)
            return w->uses[i].cte;
    return NULL;
}

uint32_t item_table(const struct rewriting *w, const struct sql_from *f)
{
    if (f->kind != SQL_FROM_TABLE || item_cte(w, f))
        return SCHEMA_NONE;
    return schema_find_table(w->old, f->table.text);
}

struct str written_name(const struct sql_from *f)
{
    return f->alias.text.ptr ? f->alias.text : f->table.text;
}

const struct sql_from *item_named(const struct sql_from *items, uint32_t n, struct str name)
{
    const struct sql_from *found = NULL;
    assert(items || n == 0);
    for (uint32_t i = 0; i < n && !found; i++) {
        struct str own = written_name(&items[i]);
        found = own.ptr && str_eq_nocase(own, name)
                    ? &items[i]
                    : item_named(items[i].group, items[i].n_group, name);
    }
    return found;
}

static void add_pair(struct rewriting *w, struct name_pairs *list, struct str old, struct str new)
{
    ARENA_ADD(w->arena, list->items, list->count, (struct name_pair){old, new.ptr ? new : old});
}

static void add_pairs(struct rewriting *w, struct name_pairs *list, struct name_pairs more)
{
    for (uint32_t i = 0; i < more.count; i++)
        add_pair(w, list, more.items[i].old, more.items[i].new);
}

/* As it is written if only capitals differ. */
static struct str column_name_now(const struct rewriting *w, uint32_t column, struct str written)
{
    uint32_t now = w->column_now[column];
    if (now == SCHEMA_NONE)
        return STR_NONE;
    struct str name = w->new.columns[now].name;
    return str_eq_nocase(name, written) ? written : name;
}

static struct name_pairs table_columns(struct rewriting *w, uint32_t table)
{
    struct name_pairs list = {0};
    const struct schema_table *t = &w->old->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct str name = w->old->columns[t->columns[i]].name;
        add_pair(w, &list, name, column_name_now(w, t->columns[i], name));
    }
    return list;
}

static const struct sql_expr *without_collate(const struct sql_expr *x)
{
    while (x->kind == SQL_EXPR_COLLATE)
        x = x->as.collate.operand;
    return x;
}

static void add_result(struct rewriting *w, const struct sql_core *c, const struct sql_result *r,
                       struct name_pairs *list)
{
    const struct sql_from *only;
    const struct sql_expr *x;
    switch (r->kind) {
    case SQL_RESULT_STAR:
        for (uint32_t i = 0; i < c->n_from; i++)
            add_pairs(w, list, item_columns(w, &c->from[i]));
        break;
    case SQL_RESULT_TABLE_STAR:
        only = item_named(c->from, c->n_from, r->table.text);
        if (only)
            add_pairs(w, list, item_columns(w, only));
        break;
    case SQL_RESULT_EXPR:
        x = without_collate(r->expr);
        if (r->alias.text.ptr)
            add_pair(w, list, r->alias.text, own_name(w, r->alias.text));
        else if (x->kind == SQL_EXPR_COLUMN)
            add_pair(w, list, x->as.column.name.text, new_name_of(w, x));
        else
            add_pair(w, list, STR_NONE, STR_NONE);
        break;
    }
}

/* The names of its columns without labels. */
static struct name_pairs unlabelled(struct rewriting *w, const struct sql_core *c)
{
    struct name_pairs list = {0};
    for (uint32_t i = 0; i < c->n_results; i++)
        add_result(w, c, &c->results[i], &list);
    return list;
}

/* Do two have one new name that had different ones? */
static bool falls_together(struct rewriting *w, struct name_pairs list)
{
    struct name_map first;
    name_map_init(&first, w->arena, list.count);
    for (uint32_t i = 0; i < list.count; i++) {
        if (!list.items[i].new.ptr)
            continue;
        uint32_t other = name_map_get(&first, list.items[i].new);
        if (other == NAME_NONE)
            name_map_put(&first, w->arena, list.items[i].new, i);
        else if (!str_eq_nocase(list.items[i].old, list.items[other].old))
            return true;
    }
    return false;
}

/* Nothing refers to the columns of the outermost query by name. */
static bool is_outermost(const struct rewriting *w, const struct sql_core *c)
{
    const struct sql_query *q = w->stmt->query;
    return c >= q->cores && c < q->cores + q->n_cores;
}

bool core_needs_labels(struct rewriting *w, const struct sql_core *c)
{
    return w->care >= CARE_SPELL && !is_outermost(w, c) && falls_together(w, unlabelled(w, c));
}

/* A label is the old name. */
static struct name_pairs core_columns(struct rewriting *w, const struct sql_core *c)
{
    struct name_pairs list = unlabelled(w, c);
    bool labels = w->care >= CARE_SPELL && !is_outermost(w, c) && falls_together(w, list);
    for (uint32_t i = 0; labels && i < list.count; i++)
        list.items[i].new = own_name(w, list.items[i].old);
    return list;
}

/* The first core names the columns. While the columns of a query are being found it has none: only
 * a CTE that nothing uses can refer to itself. */
static struct name_pairs query_columns(struct rewriting *w, const struct sql_query *q)
{
    for (uint32_t i = 0; i < w->n_known; i++)
        if (w->known[i].query == q)
            return w->known[i].columns;
    ARENA_PUSH(w->arena, w->known, w->n_known);
    uint32_t place = w->n_known++;
    w->known[place] = (struct known_columns){.query = q};
    struct name_pairs columns = core_columns(w, &q->cores[0]);
    w->known[place].columns = columns;
    return columns;
}

static struct name_pairs cte_columns(struct rewriting *w, const struct sql_cte *cte)
{
    struct name_pairs list = {0};
    if (cte->n_columns == 0)
        return query_columns(w, cte->query);
    for (uint32_t i = 0; i < cte->n_columns; i++)
        add_pair(w, &list, cte->columns[i].text, cte->columns[i].text);
    return list;
}

struct name_pairs item_columns(struct rewriting *w, const struct sql_from *f)
{
    struct name_pairs list = {0};
    const struct sql_cte *cte = item_cte(w, f);
    uint32_t table = item_table(w, f);
    if (cte)
        return cte_columns(w, cte);
    if (table != SCHEMA_NONE)
        return table_columns(w, table);
    if (f->query)
        return query_columns(w, f->query);
    for (uint32_t i = 0; i < f->n_group; i++)
        add_pairs(w, &list, item_columns(w, &f->group[i]));
    return list;
}

/* The new name of the pair at `place`, if `name` is its old one; else of the first pair with that
 * name; else ptr NULL. Places count what `*` shows; where a join shows a column once, the list has
 * more. */
static struct str find_pair(struct name_pairs list, uint32_t place, struct str name)
{
    bool there = place < list.count && list.items[place].old.ptr &&
                 str_eq_nocase(list.items[place].old, name);
    for (uint32_t i = there ? place : 0; i < list.count; i++)
        if (list.items[i].old.ptr && str_eq_nocase(list.items[i].old, name))
            return list.items[i].new;
    return STR_NONE;
}

/* A result of one of the queries around, by its name and place. */
static struct str find_result(struct rewriting *w, struct str name, uint32_t place)
{
    for (uint32_t d = w->depth; d-- > 0;)
        for (uint32_t i = 0; i < w->around[d]->n_cores; i++) {
            struct str found = find_pair(core_columns(w, &w->around[d]->cores[i]), place, name);
            if (found.ptr)
                return found;
        }
    return name;
}

struct str new_name_of(struct rewriting *w, const struct sql_expr *x)
{
    const struct sql_binding *b = &w->resolution->bindings[x->as.column.ref];
    struct str name = x->as.column.name.text, found;
    switch (b->kind) {
    case SQL_BOUND_COLUMN:
        return column_name_now(w, b->column, name);
    case SQL_BOUND_DERIVED:
        found = find_pair(item_columns(w, b->source), 0, name);
        return found.ptr ? found : name;
    case SQL_BOUND_ALIAS:
        return find_result(w, name, b->position);
    case SQL_BOUND_NOTHING:
    case SQL_BOUND_ROWID:
    case SQL_BOUND_STRING:
    case SQL_BOUND_TRUE_FALSE:
        break;
    }
    return name;
}
