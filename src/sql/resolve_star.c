/* resolve_star.c: the results of a core, and the columns that a source has for others.
 *
 * `*` leaves out hidden columns and, of the columns joined by USING, all but the first. Inside
 * brackets around a join it leaves out nothing, but notes which columns a later `*` must. */
#include "sql/resolver.h"

/* From this number of columns on, names are found by a map. */
enum { MANY_COLUMNS = 12 };

/* The column of that name, or NAME_NONE. */
static uint32_t position_of(const struct column_names *c, struct str name)
{
    if (c->by_name.n_slots > 0)
        return name_map_get(&c->by_name, name);
    for (uint32_t i = 0; i < c->count; i++)
        if (str_eq_nocase(c->names[i], name))
            return i;
    return NAME_NONE;
}

uint32_t source_find(const struct resolver *r, const struct source *src, struct str name)
{
    if (src->kind == SOURCE_TABLE) {
        /* Ids of a table's columns ascend: the position is found by halves. */
        const struct schema_table *table = &r->schema->tables[src->table];
        uint32_t id = schema_find_column(r->schema, src->table, name);
        uint32_t low = 0, high = table->n_columns;
        if (id == SCHEMA_NONE)
            return id;
        while (low < high) {
            uint32_t middle = (low + high) / 2;
            if (table->columns[middle] < id)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
    return position_of(src->columns, name);
}

struct str source_column_name(const struct resolver *r, const struct source *src, uint32_t column)
{
    if (src->kind == SOURCE_TABLE)
        return r->schema->columns[r->schema->tables[src->table].columns[column]].name;
    return src->columns->names[column];
}

bool source_uses(const struct source *src, struct str name)
{
    for (uint32_t i = 0; i < src->n_using; i++)
        if (str_eq_nocase(src->using[i], name))
            return true;
    return false;
}

/* Names of derived columns */

static bool is_true_or_false(struct str name)
{
    return str_eq_nocase(name, STR("true")) || str_eq_nocase(name, STR("false"));
}

/* Without the ":1" that an earlier collision added. */
static struct str without_number(struct str name)
{
    size_t i = name.len;
    while (i > 1 && ascii_digit(name.ptr[i - 1]))
        i--;
    return i > 1 && name.ptr[i - 1] == ':' ? str_slice(name, 0, i - 1) : name;
}

/* Add a name, changed so that it is the only one. Returns the first column it collided with, or
 * NAME_NONE. */
static uint32_t add_name(struct resolver *r, struct column_names *c, struct str name)
{
    if (!name.ptr || is_true_or_false(name))
        name = arena_printf(r->arena, "column%u", c->count + 1);
    uint32_t collided = position_of(c, name);
    for (uint32_t n = 1, other = collided; other != NAME_NONE; n++) {
        /* After four attempts SQLite takes a number at random; nobody can mean that one. */
        uint32_t number = n <= 4 ? n : n + c->count + MAX_RESULTS;
        struct str stem = without_number(name);
        name = arena_printf(r->arena, "%.*s:%u", STR_ARG(stem), number);
        other = position_of(c, name);
    }
    if (c->by_name.n_slots > 0)
        name_map_put(&c->by_name, r->arena, name, c->count);
    c->names[c->count++] = name;
    return collided;
}

static void start_names(struct resolver *r, uint32_t count, struct column_names *out)
{
    *out = (struct column_names){.names = ARENA_ARRAY(r->arena, struct str, count)};
    if (count >= MANY_COLUMNS)
        name_map_init(&out->by_name, r->arena, count);
}

/* The name of a result when the query is in FROM. */
static struct str result_name(const struct result *c)
{
    if (!c->expr || c->name.ptr)
        return c->name;
    const struct sql_expr *x = skip_collate(c->expr);
    return x->kind == SQL_EXPR_COLUMN ? x->as.column.name.text : c->text;
}

void column_names_of(struct resolver *r, struct expanded_core *core, struct column_names *out)
{
    start_names(r, core->n_results, out);
    for (uint32_t i = 0; i < core->n_results; i++) {
        uint32_t collided = add_name(r, out, result_name(&core->results[i]));
        if (collided != NAME_NONE && core->results[collided].using_term)
            core->results[i].no_expand = true;
    }
}

void column_names_from(struct resolver *r, const struct str *list, uint32_t count,
                       struct column_names *out)
{
    start_names(r, count, out);
    for (uint32_t i = 0; i < count; i++)
        (void)add_name(r, out, list[i]);
}

/* Expanding */

static struct result *add_result(struct resolver *r, struct expanded_core *core)
{
    ARENA_PUSH(r->arena, core->results, core->n_results);
    struct result *c = &core->results[core->n_results++];
    *c = (struct result){.source = SCHEMA_NONE, .width = 1};
    return c;
}

/* Does a column of a group come from the table of that name in it? */
static bool is_labelled(const struct result *c, struct str table)
{
    return c->label.table.ptr && str_eq_nocase(c->label.table, table);
}

static bool contains_table(const struct source *group, struct str name)
{
    const struct expanded_core *core = &group->query->cores[0];
    for (uint32_t i = 0; i < core->n_results; i++)
        if (is_labelled(&core->results[i], name))
            return true;
    return false;
}

/* Does nothing else in FROM have the name of source `i`? Then its columns need not be looked up by
 * name. */
static bool is_unmistakable(const struct expanded_core *core, uint32_t i)
{
    const struct source *src = &core->sources[i];
    if (core->n_sources == 1)
        return src->kind != SOURCE_GROUP;
    if (!src->name.ptr)
        return true;
    if (src->kind == SOURCE_GROUP)
        return false;
    for (uint32_t k = 0; k < core->n_sources; k++) {
        const struct source *other = &core->sources[k];
        if (k == i)
            continue;
        if (other->name.ptr && str_eq_nocase(other->name, src->name))
            return false;
        if (other->kind == SOURCE_GROUP && contains_table(other, src->name))
            return false;
    }
    return true;
}

static bool used_further_right(const struct expanded_core *core, uint32_t i, struct str name)
{
    for (uint32_t k = i + 1; k < core->n_sources; k++)
        if (source_uses(&core->sources[k], name))
            return true;
    return false;
}

/* Column `j` of source `i` as a result of `*`. */
static void add_star_column(struct resolver *r, struct expanded_core *core, uint32_t i, uint32_t j,
                            bool unmistakable)
{
    const struct source *src = &core->sources[i];
    struct result *c = add_result(r, core);
    c->name = source_column_name(r, src, j);
    bool qualified = core->n_sources > 1 &&
                     (!src->before_right || core->group || !used_further_right(core, i, c->name));
    if (qualified)
        c->qualifier = src;
    if (unmistakable && (qualified || core->n_sources == 1)) {
        c->source = i;
        c->column = j;
    }
}

/* The columns of source `i` that `*`, or `only`.*, gives. Returns whether it gives any. */
static bool add_source_columns(struct resolver *r, struct expanded_core *core, uint32_t i,
                               struct str only)
{
    const struct source *src = &core->sources[i];
    const struct result *inner = NULL;
    bool seen = false, unmistakable = is_unmistakable(core, i);
    if (src->kind == SOURCE_GROUP)
        inner = src->query->cores[0].results;
    else if (only.ptr && !(src->name.ptr && str_eq_nocase(src->name, only)))
        return false;
    for (uint32_t j = 0; j < src->n_visible; j++) {
        if (inner && (only.ptr ? !is_labelled(&inner[j], only) : inner[j].no_expand))
            continue;
        seen = true;
        if (only.ptr || i == 0 || !source_uses(src, source_column_name(r, src, j)))
            add_star_column(r, core, i, j, unmistakable);
    }
    return seen;
}

static enum status expand_star(struct resolver *r, struct expanded_core *core,
                               const struct sql_result *star)
{
    struct str only = star->kind == SQL_RESULT_TABLE_STAR ? star->table.text : (struct str){0};
    bool seen = false;
    for (uint32_t i = 0; i < core->n_sources; i++)
        seen |= add_source_columns(r, core, i, only);
    if (seen)
        return OK;
    if (only.ptr)
        return resolver_fail(r, star->span, "no such table: %.*s", STR_ARG(only));
    return resolver_fail(r, star->span, "no tables specified");
}

/* VALUES names its columns column1, column2 …; SQLite makes a derived table of several rows that
 * follow another core, and only then can an ORDER BY use those names. */
static void expand_values(struct resolver *r, struct expanded_core *core)
{
    const struct sql_expr_list *row = &core->ast->values[0];
    bool derived = core->ast->n_values > 1 && core->ast->op != SQL_FIRST;
    for (uint32_t i = 0; i < row->count; i++) {
        struct result *c = add_result(r, core);
        c->expr = row->items[i];
        if (derived)
            c->name = c->expr->kind == SQL_EXPR_COLUMN ? c->expr->as.column.name.text
                                                       : arena_printf(r->arena, "column%u", i + 1);
    }
}

enum status expand_results(struct resolver *r, struct expanded_core *core)
{
    const struct sql_core *ast = core->ast;
    if (ast->n_values > 0)
        expand_values(r, core);
    for (uint32_t i = 0; i < ast->n_results; i++) {
        const struct sql_result *item = &ast->results[i];
        if (item->kind != SQL_RESULT_EXPR) {
            TRY(expand_star(r, core, item));
            continue;
        }
        struct result *c = add_result(r, core);
        c->expr = item->expr;
        c->name = item->alias.text;
        c->text = str_slice(r->stmt->text, item->span.start, item->span.end);
    }
    if (core->n_results > MAX_RESULTS)
        return resolver_fail(r, ast->span, "too many columns in result set");
    return OK;
}

/* One source of a group: the columns that the USING of the next one joins, then every column. */
static void expand_group_source(struct resolver *r, struct expanded_core *core, uint32_t i)
{
    const struct source *src = &core->sources[i];
    const struct source *next = i + 1 < core->n_sources ? src + 1 : NULL;
    const struct result *inner = src->kind == SOURCE_GROUP ? src->query->cores[0].results : NULL;
    bool unmistakable = is_unmistakable(core, i);
    for (uint32_t k = 0; next && k < next->n_using; k++) {
        struct result *c = add_result(r, core);
        c->name = next->using[k];
        c->label.name = next->using[k];
        c->using_term = true;
    }
    for (uint32_t j = 0; j < src->n_visible; j++) {
        add_star_column(r, core, i, j, unmistakable);
        struct result *c = &core->results[core->n_results - 1];
        c->no_expand = source_uses(src, c->name) || (next && source_uses(next, c->name)) ||
                       (inner && inner[j].no_expand);
        if (inner)
            c->label = inner[j].label;
        else
            c->label = (struct column_label){src->name, c->name, src->database};
    }
}

enum status expand_group(struct resolver *r, struct expanded_core *core)
{
    for (uint32_t i = 0; i < core->n_sources; i++)
        expand_group_source(r, core, i);
    if (core->n_results > MAX_RESULTS)
        return resolver_fail(r, core->sources[0].item->span, "too many columns in result set");
    return OK;
}
