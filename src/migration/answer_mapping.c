/* answer_mapping.c: finding the mapped columns among the results of a query.
 *
 * Results are listed with `*` expanded. But a join by USING or NATURAL, or a CTE, hides which
 * columns there are; then all of them stay as they are. */
#include "migration/answer_mapping.h"

#include "sql/parse.h"
#include "sql/resolve.h"

/* Results looked at; those of a derived table count each time that one is named. */
enum { MAX_STEPS = 100000 };

/* A result: the column that it plainly is, or the column of which it is an aggregate. */
struct answer_item {
    const struct migration_column *column; /* mapped; NULL for all else */
    const struct sql_from *source;         /* the item that it belongs to, or NULL */
};

struct item_list {
    struct answer_item *items;
    uint32_t count;
    bool unknown; /* they cannot be listed */
};

struct result_search {
    struct arena *arena;
    const struct migration *migration;
    const struct schema *schema;
    const struct sql_query *top;
    const struct sql_binding *bindings;
    uint32_t steps;
};

static struct item_list items_of_query(struct result_search *f, const struct sql_query *q);
static struct answer_item item_of(struct result_search *f, const struct sql_expr *x);

static void add_item(struct result_search *f, struct item_list *list, struct answer_item item)
{
    ARENA_ADD(f->arena, list->items, list->count, item);
    list->unknown = list->unknown || ++f->steps > MAX_STEPS;
}

/* Columns */

/* The column with this id in the new schema, if it is mapped; or NULL. */
static const struct migration_column *mapped_column(const struct result_search *f, uint32_t column)
{
    if (column == SCHEMA_NONE || column == SCHEMA_STAR)
        return NULL;
    uint32_t table = f->schema->columns[column].table, i = 0;
    while (f->schema->tables[table].columns[i] != column)
        i++;
    const struct migration_column *columns = f->migration->tables[table].columns;
    return columns && columns[i].source == MIGRATION_MAPPED ? &columns[i] : NULL;
}

static struct answer_item column_item(struct result_search *f, const struct sql_expr *x)
{
    const struct sql_binding *b = &f->bindings[x->as.column.ref];
    struct answer_item item = {NULL, b->source};
    switch (b->kind) {
    case SQL_BOUND_COLUMN:
    case SQL_BOUND_ALIAS:
        item.column = mapped_column(f, b->column);
        break;
    case SQL_BOUND_DERIVED: {
        item.column = mapped_column(f, b->column);
        if (b->column != SCHEMA_NONE || !b->source || !b->source->query || f->steps > MAX_STEPS)
            break;
        struct item_list inner = items_of_query(f, b->source->query);
        if (!inner.unknown && b->position < inner.count)
            item.column = inner.items[b->position].column;
        break;
    }
    default:
        break;
    }
    return item;
}

/* How the aggregate of a mapped column changes with its values. */
enum aggregate_kind {
    AGGREGATE_OTHER,
    AGGREGATE_VALUE,   /* the least and the largest are values, though maybe other ones */
    AGGREGATE_AVERAGE, /* as a number of the column does */
    AGGREGATE_SUM      /* the same, if nothing is added: that would count once for each row */
};

static enum aggregate_kind aggregate_of(const struct sql_expr *call)
{
    static const struct {
        const char *name;
        enum aggregate_kind kind;
    } KINDS[] = {{"min", AGGREGATE_VALUE},
                 {"max", AGGREGATE_VALUE},
                 {"avg", AGGREGATE_AVERAGE},
                 {"sum", AGGREGATE_SUM},
                 {"total", AGGREGATE_SUM}};
    for (size_t i = 0; call->as.call.args.count == 1 && i < COUNT_OF(KINDS); i++)
        if (str_eq_nocase(call->as.call.name.text, str_from(KINDS[i].name)))
            return KINDS[i].kind;
    return AGGREGATE_OTHER;
}

static struct answer_item aggregate_item(struct result_search *f, const struct sql_expr *x)
{
    struct answer_item none = {NULL, NULL};
    enum aggregate_kind kind = aggregate_of(x);
    if (kind == AGGREGATE_OTHER)
        return none;
    struct answer_item item = item_of(f, x->as.call.args.items[0]);
    if (!item.column)
        return none;
    const struct column_mapping *m = item.column->mapping;
    bool keeps = (m->kind == MAPPING_LINEAR && (kind != AGGREGATE_SUM || m->offset == 0)) ||
                 (m->kind == MAPPING_DICTIONARY && kind == AGGREGATE_VALUE);
    return keeps ? (struct answer_item){item.column, NULL} : none;
}

/* Depth is bounded by the parser's. */
static struct answer_item item_of(struct result_search *f, const struct sql_expr *x)
{
    const struct answer_item none = {NULL, NULL};
    struct item_list inner;
    switch (x->kind) {
    case SQL_EXPR_COLUMN:
        return column_item(f, x);
    case SQL_EXPR_COLLATE:
        return item_of(f, x->as.collate.operand);
    case SQL_EXPR_CALL:
        return aggregate_item(f, x);
    case SQL_EXPR_SUBQUERY:
        inner = items_of_query(f, x->as.subquery.query);
        return inner.unknown || inner.count != 1 ? none : inner.items[0];
    default:
        return none;
    }
}

/* Results */

static bool is_named(const struct sql_from *from, struct str name)
{
    struct str own = from->alias.text.ptr ? from->alias.text : from->table.text;
    return own.ptr && str_eq_nocase(own, name);
}

/* All columns of one item of FROM, none of which its join hides. */
static void add_source(struct result_search *f, struct item_list *list, const struct sql_from *from)
{
    uint32_t table = SCHEMA_NONE;
    if (from->kind == SQL_FROM_TABLE)
        table = schema_find_table(f->schema, from->table.text);
    if (from->kind == SQL_FROM_QUERY) {
        struct item_list inner = items_of_query(f, from->query);
        list->unknown = list->unknown || inner.unknown;
        for (uint32_t i = 0; i < inner.count; i++)
            add_item(f, list, (struct answer_item){inner.items[i].column, from});
    } else if (table == SCHEMA_NONE) {
        list->unknown = true;
    } else {
        const struct schema_table *t = &f->schema->tables[table];
        for (uint32_t i = 0; i < t->n_columns; i++)
            add_item(f, list, (struct answer_item){mapped_column(f, t->columns[i]), from});
    }
}

static void add_star(struct result_search *f, struct item_list *list, const struct sql_core *core,
                     const struct sql_result *star)
{
    for (uint32_t i = 0; i < core->n_from; i++) {
        const struct sql_from *from = &core->from[i];
        if (from->n_using > 0 || (from->join & SQL_JOIN_NATURAL) || f->top->n_ctes > 0)
            list->unknown = true;
        if (star->kind == SQL_RESULT_STAR || is_named(from, star->table.text))
            add_source(f, list, from);
    }
}

static struct item_list items_of_core(struct result_search *f, const struct sql_core *core)
{
    struct item_list list = {.unknown = core->n_values > 0};
    for (uint32_t i = 0; i < core->n_results && !list.unknown; i++)
        if (core->results[i].kind == SQL_RESULT_EXPR)
            add_item(f, &list, item_of(f, core->results[i].expr));
        else
            add_star(f, &list, core, &core->results[i]);
    return list;
}

/* A result of several cores is a mapped column if it is the same in all of them. */
static struct item_list items_of_query(struct result_search *f, const struct sql_query *q)
{
    struct item_list list = items_of_core(f, &q->cores[0]);
    list.unknown = list.unknown || (q != f->top && q->n_ctes > 0);
    for (uint32_t c = 1; c < q->n_cores && !list.unknown; c++) {
        struct item_list other = items_of_core(f, &q->cores[c]);
        list.unknown = other.unknown || other.count != list.count;
        for (uint32_t i = 0; i < list.count && !list.unknown; i++)
            if (other.items[i].column != list.items[i].column)
                list.items[i].column = NULL;
    }
    return list;
}

/* Columns of the answer */

/* Are they of the same old column, in the same row? */
static bool belong_together(const struct answer_item *a, const struct answer_item *b)
{
    return b->column && b->source && a->source == b->source && a->column->old == b->column->old &&
           a->column->mapping->kind == b->column->mapping->kind;
}

/* Are the first `count` of `n` items all the parts of a text, in their order; or all flags, each
 * once and in any order? */
static bool are_whole(const struct answer_item *items, uint32_t n, uint32_t count)
{
    const struct column_mapping *first = items[0].column->mapping;
    for (uint32_t i = 0; i < count; i++) {
        if (i == n || !belong_together(&items[0], &items[i]))
            return false;
        const struct column_mapping *m = items[i].column->mapping;
        if (m->kind != MAPPING_FLAG && !column_mapping_is_part(first, m, i, count))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (items[k].column == items[i].column)
                return false;
    }
    return true;
}

/* How many columns are flags of the same old column. */
static uint32_t count_flags(const struct migration *m, const struct migration_column *flag)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < m->n_tables; t++)
        for (uint32_t i = 0; i < m->tables[t].n_columns && m->tables[t].columns; i++) {
            const struct migration_column *c = &m->tables[t].columns[i];
            count += c->source == MIGRATION_MAPPED && c->old == flag->old &&
                     c->mapping->kind == MAPPING_FLAG;
        }
    return count;
}

/* The column of the answer that begins with the first of `n` items. */
static struct answer_column column_at(struct result_search *f, const struct answer_item *items,
                                      uint32_t n)
{
    struct answer_column c = {ANSWER_AS_IS, 1, NULL};
    if (!items[0].column)
        return c;
    uint32_t count = 1;
    switch (items[0].column->mapping->kind) {
    case MAPPING_DICTIONARY:
        c.form = ANSWER_ENTRY;
        break;
    case MAPPING_LINEAR:
        c.form = ANSWER_LINEAR;
        break;
    case MAPPING_PART:
        count = items[0].column->mapping->n_parts;
        c.form = are_whole(items, n, count) ? ANSWER_PARTS : ANSWER_AS_IS;
        break;
    case MAPPING_DIGITS:
        count = items[0].column->mapping->n_parts;
        c.form = are_whole(items, n, count) ? ANSWER_DIGITS : ANSWER_AS_IS;
        break;
    case MAPPING_FLAG:
        count = count_flags(f->migration, items[0].column);
        c.form = are_whole(items, n, count) ? ANSWER_FLAGS : ANSWER_AS_IS;
        break;
    }
    if (c.form == ANSWER_AS_IS)
        return c;
    const struct column_mapping **mappings =
        ARENA_ARRAY(f->arena, const struct column_mapping *, count);
    for (uint32_t i = 0; i < count; i++)
        mappings[i] = items[i].column->mapping;
    return (struct answer_column){c.form, count, mappings};
}

static struct answer_mapping mapping_of(struct result_search *f, struct item_list list,
                                        uint32_t n_results)
{
    struct answer_column *columns = ARENA_ARRAY(f->arena, struct answer_column, n_results);
    struct answer_mapping m = {columns, 0, n_results};
    bool known = !list.unknown && list.count == n_results;
    for (uint32_t at = 0; at < n_results; at += columns[m.n_columns++].count)
        columns[m.n_columns] = known ? column_at(f, &list.items[at], n_results - at)
                                     : (struct answer_column){ANSWER_AS_IS, 1, NULL};
    return m;
}

bool answer_mapping_of(struct arena *a, const struct migration *m, const struct schema *s,
                       struct str sql, struct answer_mapping *out)
{
    struct sql_stmt stmt;
    struct sql_resolution names;
    struct err e;
    if (sql_parse(a, sql, &stmt, &e) != OK || sql_resolve(a, s, &stmt, &names, &e) != OK)
        return false;
    struct result_search f = {a, m, s, stmt.query, names.bindings, 0};
    *out = mapping_of(&f, items_of_query(&f, stmt.query), names.n_columns);
    return true;
}
