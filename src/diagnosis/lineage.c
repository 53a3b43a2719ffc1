/* lineage.c: replacing ids all through a form. */
#include "diagnosis/lineage.h"

/* Ids */

/* The old table that a new one stands for, or else the id `*next`. */
static uint32_t origin_of_table(const struct migration_table *t, uint32_t *next)
{
    return t->split ? (*next)++ : t->base;
}

static bool has_origin(const struct migration_column *c)
{
    return c->source == MIGRATION_COPY || c->source == MIGRATION_JOINED;
}

/* The original schema, and after its own the new tables and columns. */
static void join_schemas(struct arena *a, const struct migration *m, struct schema *joint,
                         uint32_t *columns, uint32_t *tables)
{
    const struct schema *old = m->old;
    uint32_t next_table = old->n_tables, next_column = old->n_columns, id = 1;
    for (uint32_t t = 0; t < m->n_tables; t++) {
        tables[t] = origin_of_table(&m->tables[t], &next_table);
        if (tables[t] >= old->n_tables)
            joint->tables[tables[t]] = (struct schema_table){.name = m->tables[t].name};
        for (uint32_t i = 0; i < m->tables[t].n_columns; i++, id++) {
            const struct migration_column c = migration_column_of(m, &m->tables[t], i);
            columns[id] = has_origin(&c) ? c.old : next_column++;
            if (!has_origin(&c))
                joint->columns[columns[id]] =
                    (struct schema_column){.name = c.name, .table = tables[t], .type = c.type};
        }
    }
    joint->n_tables = next_table;
    joint->n_columns = next_column;
    schema_index(a, joint);
}

static uint32_t count_columns(const struct migration *m)
{
    uint32_t n = 1;
    for (uint32_t t = 0; t < m->n_tables; t++)
        n += m->tables[t].n_columns;
    return n;
}

void lineage_init(struct arena *a, const struct migration *m, struct lineage *out)
{
    const struct schema *old = m->old;
    uint32_t n = count_columns(m);
    uint32_t *columns = ARENA_ARRAY(a, uint32_t, n),
             *tables = ARENA_ARRAY(a, uint32_t, m->n_tables);
    struct schema *joint = ARENA_NEW(a, struct schema);
    *joint = *old;
    joint->tables = arena_grow_array(a, old->tables, old->n_tables,
                                     (size_t)old->n_tables + m->n_tables, sizeof *joint->tables);
    joint->columns = arena_grow_array(a, old->columns, old->n_columns, (size_t)old->n_columns + n,
                                      sizeof *joint->columns);
    for (uint32_t t = 0; t < old->n_tables; t++)
        joint->tables[t].n_columns = 0; /* for schema_index to count anew */
    columns[SCHEMA_STAR] = SCHEMA_STAR;
    join_schemas(a, m, joint, columns, tables);
    exact_keys_init(a, joint, &out->keys);
    out->columns = columns;
    out->tables = tables;
}

/* Forms */

static struct spider_form *map_query(struct arena *a, const struct lineage *l,
                                     const struct spider_form *f)
{
    if (!f)
        return NULL;
    struct spider_form *copy = ARENA_NEW(a, struct spider_form);
    *copy = lineage_form(a, l, f);
    return copy;
}

static struct spider_col_unit map_column(const struct lineage *l, struct spider_col_unit u)
{
    if (u.column != SCHEMA_NONE)
        u.column = l->columns[u.column];
    return u;
}

static struct spider_val_unit map_unit(const struct lineage *l, struct spider_val_unit u)
{
    return (struct spider_val_unit){u.op, map_column(l, u.a), map_column(l, u.b)};
}

static struct spider_value map_value(struct arena *a, const struct lineage *l,
                                     struct spider_value v)
{
    if (v.kind == SPIDER_VALUE_COLUMN)
        v.as.column = map_column(l, v.as.column);
    else if (v.kind == SPIDER_VALUE_QUERY)
        v.as.query = map_query(a, l, v.as.query);
    return v;
}

static struct spider_condition map_condition(struct arena *a, const struct lineage *l,
                                             struct spider_condition c)
{
    struct spider_term *terms = ARENA_ARRAY(a, struct spider_term, c.count);
    for (uint32_t i = 0; i < c.count; i++) {
        terms[i] = c.terms[i];
        if (terms[i].kind != SPIDER_TERM_COMPARISON)
            continue;
        terms[i].unit = map_unit(l, terms[i].unit);
        terms[i].low = map_value(a, l, terms[i].low);
        terms[i].high = map_value(a, l, terms[i].high);
    }
    return (struct spider_condition){terms, c.count};
}

static struct spider_selected *map_select(struct arena *a, const struct lineage *l,
                                          const struct spider_form *f)
{
    struct spider_selected *select = ARENA_ARRAY(a, struct spider_selected, f->n_select);
    for (uint32_t i = 0; i < f->n_select; i++)
        select[i] = (struct spider_selected){f->select[i].agg, map_unit(l, f->select[i].unit)};
    return select;
}

static struct spider_table_unit *map_tables(struct arena *a, const struct lineage *l,
                                            const struct spider_form *f)
{
    struct spider_table_unit *tables = ARENA_ARRAY(a, struct spider_table_unit, f->n_tables);
    for (uint32_t i = 0; i < f->n_tables; i++) {
        tables[i] = f->tables[i];
        if (tables[i].query)
            tables[i].query = map_query(a, l, tables[i].query);
        else
            tables[i].table = l->tables[tables[i].table];
    }
    return tables;
}

static struct spider_col_unit *map_groups(struct arena *a, const struct lineage *l,
                                          const struct spider_form *f)
{
    struct spider_col_unit *groups = ARENA_ARRAY(a, struct spider_col_unit, f->n_group_by);
    for (uint32_t i = 0; i < f->n_group_by; i++)
        groups[i] = map_column(l, f->group_by[i]);
    return groups;
}

static struct spider_val_unit *map_order(struct arena *a, const struct lineage *l,
                                         const struct spider_form *f)
{
    struct spider_val_unit *order = ARENA_ARRAY(a, struct spider_val_unit, f->n_order_by);
    for (uint32_t i = 0; i < f->n_order_by; i++)
        order[i] = map_unit(l, f->order_by[i]);
    return order;
}

struct spider_form lineage_form(struct arena *a, const struct lineage *l,
                                const struct spider_form *f)
{
    struct spider_form copy = *f;
    copy.select = map_select(a, l, f);
    copy.tables = map_tables(a, l, f);
    copy.on = map_condition(a, l, f->on);
    copy.where = map_condition(a, l, f->where);
    copy.having = map_condition(a, l, f->having);
    copy.group_by = map_groups(a, l, f);
    copy.order_by = map_order(a, l, f);
    copy.intersect = map_query(a, l, f->intersect);
    copy.union_ = map_query(a, l, f->union_);
    copy.except = map_query(a, l, f->except);
    return copy;
}
