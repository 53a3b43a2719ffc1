/* write.c: printing a plan.
 *
 * One table has no alias; several get the aliases T1, T2, … in the order of the join tree, and
 * every column is qualified. */
#include "base/buf.h"
#include "nlidb/join_graph.h"
#include "nlidb/plan.h"
#include "sql/quote.h"

enum { MAX_SQL = 1 << 16, MAX_NESTING = 4 };

struct writer {
    struct buf *out;
    const struct join_graph *graph;
    const struct schema *schema;
    struct arena *arena;
    struct join_tree tree; /* of the SELECT being written */
    uint32_t *stand_in;    /* by column: the foreign key to write for it, or SCHEMA_STAR */
    uint32_t *joins;       /* written so far */
    uint32_t first_alias;  /* aliases used by the queries around this one and before it */
    uint32_t depth;
};

static uint32_t alias_of(const struct writer *w, uint32_t table)
{
    for (uint32_t i = 0; i < w->tree.count; i++)
        if (w->tree.steps[i].table == table)
            return i + 1;
    return 0;
}

/* The column that is written for `column`. */
static uint32_t written_column(const struct writer *w, uint32_t column)
{
    while (column != SCHEMA_STAR && w->stand_in[column] != SCHEMA_STAR)
        column = w->stand_in[column];
    return column;
}

static void put_column(struct writer *w, uint32_t column)
{
    column = written_column(w, column);
    if (column == SCHEMA_STAR) {
        buf_putc(w->out, '*');
        return;
    }
    if (w->tree.count > 1)
        buf_printf(w->out, "T%u.", w->first_alias + alias_of(w, w->schema->columns[column].table));
    sql_put_plain_name(w->out, w->schema->columns[column].name);
}

static void put_operand(struct writer *w, struct operand x)
{
    static const char *const functions[] = {"", "count", "sum", "avg", "min", "max"};
    if (x.aggregate == AGGREGATE_NONE) {
        put_column(w, x.column);
        return;
    }
    buf_printf(w->out, "%s(%s", functions[x.aggregate], x.distinct ? "DISTINCT " : "");
    put_column(w, x.column);
    buf_putc(w->out, ')');
}

static void write_select(struct writer *w, const struct plan *p);

static void put_query(struct writer *w, const struct plan *query)
{
    struct writer inner = *w;
    buf_putc(w->out, '(');
    inner.depth++;
    inner.first_alias += w->tree.count;
    write_select(&inner, query);
    buf_putc(w->out, ')');
}

static void put_condition(struct writer *w, const struct condition *c)
{
    static const char *const operators[] = {
        " = ",        " != ",      " > ",  " < ",      " >= ",     " <= ",        " LIKE ",
        " NOT LIKE ", " BETWEEN ", " IN ", " NOT IN ", " IS NULL", " IS NOT NULL"};
    put_operand(w, c->left);
    buf_put(w->out, str_from(operators[c->op]));
    if (c->query)
        put_query(w, c->query);
    else
        buf_put(w->out, c->value);
    if (c->op == COMPARE_BETWEEN) {
        buf_put(w->out, STR(" AND "));
        buf_put(w->out, c->value2);
    }
}

static void put_conditions(struct writer *w, const char *word, const struct condition *items,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        buf_put(w->out, i == 0 ? str_from(word) : items[i].or_before ? STR(" OR ") : STR(" AND "));
        put_condition(w, &items[i]);
    }
}

static void put_from(struct writer *w)
{
    buf_put(w->out, STR(" FROM "));
    for (uint32_t i = 0; i < w->tree.count; i++) {
        const struct join_step *step = &w->tree.steps[i];
        if (i > 0)
            buf_put(w->out, STR(" JOIN "));
        *w->joins += i > 0;
        sql_put_plain_name(w->out, w->schema->tables[step->table].name);
        if (w->tree.count > 1)
            buf_printf(w->out, " AS T%u", w->first_alias + i + 1);
        if (step->old_column == SCHEMA_STAR)
            continue;
        buf_put(w->out, STR(" ON "));
        put_column(w, step->old_column);
        buf_put(w->out, STR(" = "));
        put_column(w, step->new_column);
    }
}

static void put_order(struct writer *w, const struct plan *p)
{
    for (uint32_t i = 0; i < p->n_order; i++) {
        buf_put(w->out, i == 0 ? STR(" ORDER BY ") : STR(", "));
        put_operand(w, p->order[i].by);
        buf_put(w->out, p->order[i].descending ? STR(" DESC") : STR(" ASC"));
    }
    if (p->limit > 0)
        buf_printf(w->out, " LIMIT %u", p->limit);
}

struct written_tables {
    uint32_t *items;
    uint32_t count;
};

static void need_table(const struct writer *w, struct written_tables *list, uint32_t table)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i] == table)
            return;
    if (table < w->schema->n_tables)
        list->items[list->count++] = table;
}

/* The columns that the SELECT reads. Returns how many there are. */
enum { COLUMNS_MAX = 5 * PLAN_MAX_ITEMS };
static uint32_t columns_of(const struct plan *p, uint32_t out[COLUMNS_MAX])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_select; i++)
        out[n++] = p->select[i].column;
    for (uint32_t i = 0; i < p->n_where; i++)
        out[n++] = p->where[i].left.column;
    for (uint32_t i = 0; i < p->n_having; i++)
        out[n++] = p->having[i].left.column;
    for (uint32_t i = 0; i < p->n_group; i++)
        out[n++] = p->group[i];
    for (uint32_t i = 0; i < p->n_order; i++)
        out[n++] = p->order[i].by.column;
    return n;
}

/* Every table that the plan reads: first those of the selected columns. */
static struct written_tables needed_tables(const struct writer *w, const struct plan *p)
{
    struct written_tables list = {ARENA_ARRAY(w->arena, uint32_t, w->schema->n_tables + 1), 0};
    uint32_t columns[COLUMNS_MAX], n = columns_of(p, columns);
    for (uint32_t i = 0; i <= n; i++) {
        for (uint32_t k = 0; i == p->n_select && k < p->n_tables; k++)
            need_table(w, &list, p->tables[k]);
        if (i < n && columns[i] != SCHEMA_STAR)
            need_table(w, &list, w->schema->columns[columns[i]].table);
    }
    return list;
}

static bool is_edge(const struct join_graph *g, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < g->n_edges; i++)
        if (g->edges[i].from == from && g->edges[i].to == to)
            return true;
    return false;
}

/* May `table` be left out? It may if `from` of a neighbour refers to `to`, and no other column of
 * the table is read. */
static bool can_drop(const struct writer *w, const struct plan *p, uint32_t table, uint32_t from,
                     uint32_t to)
{
    if (w->schema->columns[to].table != table || !is_edge(w->graph, from, to) ||
        w->schema->columns[from].table == table)
        return false;
    uint32_t columns[COLUMNS_MAX], n = columns_of(p, columns);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t column = written_column(w, columns[i]);
        if (column != SCHEMA_STAR && column != to && w->schema->columns[column].table == table)
            return false;
    }
    return true;
}

/* How many joins of the tree have an end in `table`? */
static uint32_t joins_at(const struct writer *w, uint32_t table)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < w->tree.count; i++) {
        const struct join_step *s = &w->tree.steps[i];
        if (s->old_column == SCHEMA_STAR)
            return UINT32_MAX;
        n += s->table == table || w->schema->columns[s->old_column].table == table;
    }
    return n;
}

static void drop_table(const struct writer *w, struct written_tables *list, uint32_t table,
                       uint32_t from, uint32_t to)
{
    w->stand_in[to] = from;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i] == table)
            list->items[i] = w->schema->columns[from].table;
    uint32_t count = list->count;
    list->count = 0;
    for (uint32_t i = 0; i < count; i++)
        need_table(w, list, list->items[i]);
}

/* Leave out one table at an end of the tree that adds nothing to the rows: only its key is read, if
 * anything, and the foreign key of its neighbour has that, too. */
static bool drop_needless(const struct writer *w, const struct plan *p, struct written_tables *list)
{
    for (uint32_t i = 1; i < w->tree.count; i++) {
        const struct join_step *s = &w->tree.steps[i];
        uint32_t ends[2][2] = {{s->old_column, s->new_column}, {s->new_column, s->old_column}};
        for (int k = 0; k < 2; k++) {
            uint32_t from = ends[k][0], to = ends[k][1];
            uint32_t table = w->schema->columns[to].table;
            if (to == SCHEMA_STAR || joins_at(w, table) != 1 || !can_drop(w, p, table, from, to))
                continue;
            drop_table(w, list, table, from, to);
            return true;
        }
    }
    return false;
}

static void plan_joins(struct writer *w, const struct plan *p)
{
    struct written_tables tables = needed_tables(w, p);
    w->stand_in = arena_zalloc(w->arena, (w->schema->n_columns + 1) * sizeof *w->stand_in);
    do
        w->tree = join_tree_of(w->graph, w->arena, tables.items, tables.count);
    while (!plan_selects_all(p) && drop_needless(w, p, &tables));
}

static void put_results(struct writer *w, const struct plan *p)
{
    buf_put(w->out, p->distinct ? STR("SELECT DISTINCT ") : STR("SELECT "));
    if (p->n_select == 0)
        buf_putc(w->out, '*');
    for (uint32_t i = 0; i < p->n_select; i++) {
        if (i > 0)
            buf_put(w->out, STR(", "));
        put_operand(w, p->select[i]);
    }
}

static void put_groups(struct writer *w, const struct plan *p)
{
    for (uint32_t i = 0; i < p->n_group; i++) {
        buf_put(w->out, i == 0 ? STR(" GROUP BY ") : STR(", "));
        put_column(w, p->group[i]);
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): bounded by MAX_NESTING */
static void write_select(struct writer *w, const struct plan *p)
{
    static const char *const sets[] = {"", " UNION ", " INTERSECT ", " EXCEPT "};
    plan_joins(w, p);
    put_results(w, p);
    put_from(w);
    put_conditions(w, " WHERE ", p->where, p->n_where);
    put_groups(w, p);
    put_conditions(w, " HAVING ", p->having, p->n_having);
    put_order(w, p);
    if (p->set != SET_NONE && p->other && w->depth < MAX_NESTING) {
        buf_put(w->out, str_from(sets[p->set]));
        w->depth++;
        w->first_alias += w->tree.count;
        write_select(w, p->other);
    }
}

struct str plan_write(const struct plan *p, const struct join_graph *g, struct arena *a,
                      uint32_t *joins)
{
    struct buf out = {0};
    buf_limit(&out, MAX_SQL);
    struct writer w = {.out = &out, .graph = g, .schema = g->schema, .arena = a, .joins = joins};
    *joins = 0;
    if (needed_tables(&w, p).count == 0)
        return STR_NONE;
    write_select(&w, p);
    struct str sql = buf_whole(&out) ? arena_str(a, buf_str(&out)) : STR_NONE;
    buf_release(&out);
    return sql;
}
