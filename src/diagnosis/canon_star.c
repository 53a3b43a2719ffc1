/* canon_star.c: `*`, and its columns.
 *
 * A result `*` stays `*`. Its columns are counted only to find what ORDER BY 2 means. */
#include "diagnosis/canon.h"

static bool item_has_name(const struct sql_from *f, struct str name)
{
    struct str own = f->alias.text.ptr ? f->alias.text : f->table.text;
    return own.ptr && str_eq_nocase(own, name);
}

/* The item of that name, also within brackets; or NULL. */
static const struct sql_from *find_item(const struct sql_from *items, uint32_t n, struct str name)
{
    const struct sql_from *found = NULL;
    for (uint32_t i = 0; i < n && !found; i++) {
        if (item_has_name(&items[i], name))
            found = canon_unwrap(&items[i]);
        else if (items[i].kind == SQL_FROM_GROUP)
            found = find_item(items[i].group, items[i].n_group, name);
    }
    return found;
}

static bool is_single(const struct sql_core *core)
{
    return core->n_from == 1 && canon_unwrap(core->from)->kind != SQL_FROM_GROUP;
}

struct term *canon_star(struct canon *c, const struct sql_core *core, const struct sql_result *r)
{
    if (r->kind == SQL_RESULT_STAR || is_single(core))
        return term_leaf(c->arena, TERM_STAR, STR(""));
    const struct sql_from *f = find_item(core->from, core->n_from, r->table.text);
    if (!f)
        return term_leaf(c->arena, TERM_STAR, arena_str_lower(c->arena, r->table.text));
    struct variable *v = canon_variable(c, f->span.start);
    return term_leaf_of(c->arena, TERM_STAR, v, STR(""));
}

static void list_places(struct canon *c, const struct sql_from *items, uint32_t n,
                        struct term_list *out)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct sql_from *f = canon_unwrap(&items[i]);
        if (f->kind == SQL_FROM_GROUP) {
            list_places(c, f->group, f->n_group, out);
            continue;
        }
        struct variable *v = canon_item_variable(c, &items[i]);
        struct term *place = term_leaf_of(c->arena, TERM_STAR, v, STR(""));
        term_list_add(c->arena, out, place);
    }
}

struct term *canon_places(struct canon *c, const struct sql_core *core)
{
    struct term_list list = {0};
    list_places(c, core->from, core->n_from, &list);
    return term_make(c->arena, TERM_LIST, STR(""), list);
}

/* Counting columns. SCHEMA_NONE means that the number is not known. */

static uint32_t count_items(struct canon *c, struct canon_scope *s, const struct sql_from *items,
                            uint32_t n);

static uint32_t count_query(struct canon *c, struct canon_scope *outer, const struct sql_query *q)
{
    struct canon_scope s = {.outer = outer, .query = q};
    const struct sql_core *core = q->cores;
    if (core->n_values > 0)
        return core->values[0].count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < core->n_results && count != SCHEMA_NONE; i++) {
        const struct sql_result *r = &core->results[i];
        uint32_t more = 1;
        if (r->kind == SQL_RESULT_TABLE_STAR) {
            const struct sql_from *f = find_item(core->from, core->n_from, r->table.text);
            more = f ? count_items(c, &s, f, 1) : SCHEMA_NONE;
        } else if (r->kind == SQL_RESULT_STAR) {
            more = count_items(c, &s, core->from, core->n_from);
        }
        count = more == SCHEMA_NONE ? SCHEMA_NONE : count + more;
    }
    return count;
}

static uint32_t count_named(struct canon *c, struct canon_scope *s, const struct sql_from *f)
{
    struct canon_scope *where;
    const struct sql_cte *cte = canon_find_cte(s, f, &where);
    if (!cte) {
        uint32_t table = schema_find_table(c->schema, f->table.text);
        return table == SCHEMA_NONE ? SCHEMA_NONE : c->schema->tables[table].n_columns;
    }
    struct variable *v = canon_variable(c, cte->span.start);
    if (v->columns == 0) {
        v->columns = SCHEMA_NONE; /* what its own first core finds */
        v->columns = count_query(c, where, cte->query);
    }
    return v->columns;
}

static uint32_t count_item(struct canon *c, struct canon_scope *s, const struct sql_from *f)
{
    struct variable *v = canon_item_variable(c, f);
    const struct sql_from *inner = canon_unwrap(f);
    if (v->columns == 0)
        v->columns = inner->kind == SQL_FROM_QUERY ? count_query(c, s, inner->query)
                                                   : count_named(c, s, inner);
    return v->columns;
}

static uint32_t count_items(struct canon *c, struct canon_scope *s, const struct sql_from *items,
                            uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct sql_from *f = canon_unwrap(&items[i]);
        bool merges = items[i].join & SQL_JOIN_NATURAL || items[i].n_using > 0;
        uint32_t more = f->kind == SQL_FROM_GROUP ? count_items(c, s, f->group, f->n_group)
                                                  : count_item(c, s, &items[i]);
        if (merges || more == SCHEMA_NONE)
            return SCHEMA_NONE;
        count += more;
    }
    return count;
}

/* Column `position` of an item, which has that many. */
static struct term *item_column(struct canon *c, struct canon_scope *s, const struct sql_from *f,
                                uint32_t position)
{
    uint32_t table = canon_item_table(c, s, f);
    if (table == SCHEMA_NONE)
        return canon_derived(c, s, f, position);
    return canon_column(c, canon_item_variable(c, f), c->schema->tables[table].columns[position]);
}

/* The item that has column `*position` of all items, which becomes its place there. */
static const struct sql_from *find_place(struct canon *c, struct canon_scope *s,
                                         const struct sql_from *items, uint32_t n,
                                         uint32_t *position)
{
    const struct sql_from *found = NULL;
    for (uint32_t i = 0; i < n && !found && *position != SCHEMA_NONE; i++) {
        const struct sql_from *f = canon_unwrap(&items[i]);
        if (f->kind == SQL_FROM_GROUP) {
            found = find_place(c, s, f->group, f->n_group, position);
            continue;
        }
        uint32_t count = count_items(c, s, &items[i], 1);
        if (count == SCHEMA_NONE)
            *position = SCHEMA_NONE;
        else if (*position < count)
            found = &items[i];
        else
            *position -= count;
    }
    return found;
}

const struct sql_from *canon_star_item(struct canon *c, struct canon_scope *s,
                                       const struct sql_result *r, uint32_t *position)
{
    const struct sql_core *core = s->core;
    if (r->kind == SQL_RESULT_STAR)
        return find_place(c, s, core->from, core->n_from, position);
    const struct sql_from *f = find_item(core->from, core->n_from, r->table.text);
    if (!f)
        *position = SCHEMA_NONE;
    return f ? find_place(c, s, f, 1, position) : NULL;
}

struct term *canon_star_column(struct canon *c, struct canon_scope *s, const struct sql_result *r,
                               uint32_t *position)
{
    const struct sql_from *f = canon_star_item(c, s, r, position);
    return f ? item_column(c, s, f, *position) : NULL;
}
