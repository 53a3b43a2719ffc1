/* resolve_expand.c: which table each item of FROM is.
 *
 * A name without a database is first a CTE, the innermost first, then a table of the schema, then a
 * table that SQLite has built in. */
#include "sql/resolver.h"

static enum status expand_core(struct resolver *r, struct expanded_core *core,
                               const struct cte *self);

/* WITH clauses */

static struct with *push_with(struct resolver *r, const struct sql_query *q, struct with *outer)
{
    if (q->n_ctes == 0)
        return outer;
    struct with *w = ARENA_NEW(r->arena, struct with);
    w->outer = outer;
    w->n_ctes = q->n_ctes;
    w->ctes = arena_zalloc(r->arena, q->n_ctes * sizeof *w->ctes);
    name_map_init(&w->by_name, r->arena, q->n_ctes);
    for (uint32_t i = 0; i < q->n_ctes; i++) {
        w->ctes[i].ast = &q->ctes[i];
        name_map_put(&w->by_name, r->arena, q->ctes[i].name.text, i);
    }
    return w;
}

static struct cte *find_cte(struct with *w, struct str name, struct with **where)
{
    for (; w; w = w->outer) {
        uint32_t i = name_map_get(&w->by_name, name);
        if (i != NAME_NONE) {
            *where = w;
            return &w->ctes[i];
        }
    }
    return NULL;
}

/* FROM as SQLite sees it */

/* Do the brackets change nothing? (a, b) at the head of FROM is a, b. */
static bool is_plain_group(const struct sql_from *f)
{
    return f->kind == SQL_FROM_GROUP && !f->alias.text.ptr && !f->on && f->n_using == 0;
}

/* How many items a list has without the brackets at its head. */
static uint32_t count_items(const struct sql_from *items, uint32_t n)
{
    uint32_t head = is_plain_group(&items[0]) ? count_items(items[0].group, items[0].n_group) : 1;
    return head + n - 1;
}

static const struct sql_from **list_items(const struct sql_from *items, uint32_t n,
                                          const struct sql_from **out)
{
    if (is_plain_group(&items[0]))
        out = list_items(items[0].group, items[0].n_group, out);
    else
        *out++ = &items[0];
    for (uint32_t i = 1; i < n; i++)
        *out++ = &items[i];
    return out;
}

static bool refers_to(const struct sql_from *f, const struct cte *cte)
{
    return (f->kind == SQL_FROM_TABLE || f->kind == SQL_FROM_FUNCTION) && !f->schema.text.ptr &&
           str_eq_nocase(f->table.text, cte->ast->name.text);
}

/* The tables of FROM */

static void bind_builtin(struct resolver *r, struct source *src,
                         const struct sql_builtin_table *builtin)
{
    struct str names[SQL_BUILTIN_MAX_COLUMNS];
    struct column_names *columns = ARENA_NEW(r->arena, struct column_names);
    uint32_t n = sql_builtin_table_columns(builtin, names, &src->n_visible);
    column_names_from(r, names, n, columns);
    src->kind = SOURCE_BUILTIN;
    src->columns = columns;
    src->n_columns = n;
    src->name = builtin->name;
    src->database = DATABASE_MAIN;
}

/* The tables that describe the schema have several names. NULL if `f` has none of them. */
static const struct sql_builtin_table *find_master(const struct sql_from *f,
                                                   enum schema_name *database)
{
    struct str schema = f->schema.text, name = f->table.text;
    bool in_main = !schema.ptr || str_eq_nocase(schema, STR("main"));
    bool in_temp = schema.ptr && str_eq_nocase(schema, STR("temp"));
    bool master =
        str_eq_nocase(name, STR("sqlite_master")) || str_eq_nocase(name, STR("sqlite_schema"));
    bool temp = str_eq_nocase(name, STR("sqlite_temp_master")) ||
                str_eq_nocase(name, STR("sqlite_temp_schema"));
    if (in_main && master) {
        *database = DATABASE_MAIN;
        return sql_builtin_table_find(STR("sqlite_master"));
    }
    if ((in_temp && master) || ((in_temp || !schema.ptr) && temp)) {
        *database = DATABASE_TEMP;
        return sql_builtin_table_find(STR("sqlite_temp_master"));
    }
    return NULL;
}

static enum status no_such_table(struct resolver *r, const struct sql_from *f)
{
    if (f->schema.text.ptr)
        return resolver_fail(r, f->span, "no such table: %.*s.%.*s", STR_ARG(f->schema.text),
                             STR_ARG(f->table.text));
    return resolver_fail(r, f->span, "no such table: %.*s", STR_ARG(f->table.text));
}

static enum status not_a_function(struct resolver *r, const struct sql_from *f)
{
    return resolver_fail(r, f->span, "'%.*s' is not a function", STR_ARG(f->table.text));
}

static enum status bind_schema_table(struct resolver *r, struct source *src,
                                     const struct sql_from *f, uint32_t table)
{
    if (f->kind == SQL_FROM_FUNCTION)
        return not_a_function(r, f);
    const struct schema_table *t = &r->schema->tables[table];
    src->kind = SOURCE_TABLE;
    src->table = table;
    src->name = t->name;
    src->database = DATABASE_MAIN;
    src->n_columns = src->n_visible = t->n_columns;
    set_bit(r->used, table);
    return OK;
}

/* A table by its name, which is not a CTE. SQLite ignores the database of a built-in function. */
static enum status bind_table(struct resolver *r, struct source *src, const struct sql_from *f)
{
    enum schema_name database = DATABASE_MAIN;
    bool in_main = !f->schema.text.ptr || str_eq_nocase(f->schema.text, STR("main"));
    uint32_t table = in_main ? schema_find_table(r->schema, f->table.text) : SCHEMA_NONE;
    if (table != SCHEMA_NONE)
        return bind_schema_table(r, src, f, table);
    const struct sql_builtin_table *builtin = find_master(f, &database);
    if (builtin && f->kind == SQL_FROM_FUNCTION)
        return not_a_function(r, f);
    if (!builtin) {
        builtin = sql_builtin_table_find(f->table.text);
        if (!builtin || str_starts(builtin->name, STR("sqlite_master")) ||
            str_starts(builtin->name, STR("sqlite_temp")))
            return no_such_table(r, f);
    }
    bind_builtin(r, src, builtin);
    src->database = database;
    src->args = &f->args;
    if (f->args.count > src->n_columns - src->n_visible)
        return resolver_fail(r, f->span, "too many arguments on %.*s() - max %u",
                             STR_ARG(builtin->name), src->n_columns - src->n_visible);
    return OK;
}

static void bind_columns(struct source *src, const struct column_names *columns)
{
    src->columns = columns;
    src->n_columns = src->n_visible = columns->count;
}

/* CTEs */

/* A CTE may refer to itself in the last cores of a UNION [ALL], once in each. `*first` is the first
 * of those cores, or the number of cores if there are none. */
static enum status find_recursion(struct resolver *r, const struct cte *cte, uint32_t *first)
{
    const struct sql_query *q = cte->ast->query;
    enum sql_compound op = q->cores[q->n_cores - 1].op;
    *first = q->n_cores;
    if (op != SQL_UNION && op != SQL_UNION_ALL)
        return OK;
    for (uint32_t k = q->n_cores - 1; k > 0 && q->cores[k].op == op; k--) {
        const struct sql_core *core = &q->cores[k];
        uint32_t references = 0, n = core->n_from ? count_items(core->from, core->n_from) : 0;
        const struct sql_from **items = ARENA_ARRAY(r->arena, const struct sql_from *, n + 1);
        if (n > 0)
            (void)list_items(core->from, core->n_from, items);
        for (uint32_t i = 0; i < n; i++)
            references += refers_to(items[i], cte);
        if (references == 0)
            break;
        if (references > 1)
            return resolver_fail(r, core->span, "multiple references to recursive table: %.*s",
                                 STR_ARG(cte->ast->name.text));
        *first = k;
    }
    return OK;
}

static struct expanded_query *new_query(struct resolver *r, const struct sql_query *ast,
                                        struct with *with)
{
    struct expanded_query *q = ARENA_NEW(r->arena, struct expanded_query);
    q->ast = ast;
    q->n_cores = ast->n_cores;
    q->cores = arena_zalloc(r->arena, ast->n_cores * sizeof *q->cores);
    for (uint32_t i = 0; i < ast->n_cores; i++) {
        q->cores[i].ast = &ast->cores[i];
        q->cores[i].with = with;
    }
    return q;
}

static enum status name_cte_columns(struct resolver *r, struct cte *cte)
{
    const struct sql_cte *ast = cte->ast;
    struct expanded_core *core = &cte->query->cores[0];
    if (ast->n_columns == 0) {
        column_names_of(r, core, &cte->columns);
        return OK;
    }
    if (ast->n_columns != core->n_results)
        return resolver_fail(r, ast->span, "table %.*s has %u values for %u columns",
                             STR_ARG(ast->name.text), core->n_results, ast->n_columns);
    struct str *names = ARENA_ARRAY(r->arena, struct str, ast->n_columns);
    for (uint32_t i = 0; i < ast->n_columns; i++)
        names[i] = ast->columns[i].text;
    column_names_from(r, names, ast->n_columns, &cte->columns);
    return OK;
}

/* The body of a CTE: first the cores that do not refer to it, since they give it its columns. */
static enum status expand_cte_body(struct resolver *r, struct cte *cte, struct with *with)
{
    const struct sql_query *ast = cte->ast->query;
    uint32_t first;
    TRY(find_recursion(r, cte, &first));
    cte->query = new_query(r, ast, push_with(r, ast, with));
    cte->refusal = "circular reference";
    for (uint32_t k = first; k-- > 0;)
        TRY(expand_core(r, &cte->query->cores[k], NULL));
    TRY(name_cte_columns(r, cte));
    cte->refusal = "multiple recursive references";
    for (uint32_t k = ast->n_cores; k-- > first;) {
        cte->query->cores[k].recursive = true;
        TRY(expand_core(r, &cte->query->cores[k], cte));
    }
    cte->refusal = NULL;
    return OK;
}

static enum status bind_cte(struct resolver *r, struct source *src, const struct sql_from *f,
                            struct cte *cte, struct with *with)
{
    if (cte->refusal)
        return resolver_fail(r, f->span, "%s: %.*s", cte->refusal, STR_ARG(cte->ast->name.text));
    if (f->kind == SQL_FROM_FUNCTION)
        return not_a_function(r, f);
    if (!cte->query) {
        TRY(resolver_enter(r, f->span));
        TRY(expand_cte_body(r, cte, with));
        resolver_leave(r);
    }
    src->kind = SOURCE_QUERY;
    src->has_rowid = false;
    src->name = cte->ast->name.text;
    src->query = cte->query;
    bind_columns(src, &cte->columns);
    return OK;
}

/* Items of FROM */

static enum status bind_derived(struct resolver *r, struct source *src, const struct sql_from *f,
                                struct with *with)
{
    TRY(expand_query(r, f->query, with, &src->query));
    struct column_names *columns = ARENA_NEW(r->arena, struct column_names);
    column_names_of(r, &src->query->cores[0], columns);
    src->kind = SOURCE_QUERY;
    bind_columns(src, columns);
    return OK;
}

static enum status bind_group(struct resolver *r, struct source *src, const struct sql_from *f,
                              struct with *with);

/* The table, query or group that `f` is, without its join and its alias. */
static enum status bind_item(struct resolver *r, struct source *src, const struct sql_from *f,
                             struct with *with, const struct cte *self)
{
    struct with *where;
    struct cte *cte;
    src->has_rowid = true; /* even a derived table has one in the usual builds, of NULLs */
    switch (f->kind) {
    case SQL_FROM_QUERY:
        return bind_derived(r, src, f, with);
    case SQL_FROM_GROUP:
        return bind_group(r, src, f, with);
    case SQL_FROM_TABLE:
    case SQL_FROM_FUNCTION:
        break;
    }
    if (self && refers_to(f, self)) {
        src->kind = SOURCE_QUERY;
        src->has_rowid = false;
        src->name = self->ast->name.text;
        bind_columns(src, &self->columns);
        return OK;
    }
    cte = f->schema.text.ptr ? NULL : find_cte(with, f->table.text, &where);
    return cte ? bind_cte(r, src, f, cte, where) : bind_table(r, src, f);
}

/* How `src` is joined, and its alias if it has one. */
static void bind_join(struct resolver *r, struct source *src, const struct sql_from *f)
{
    struct str *using = ARENA_ARRAY(r->arena, struct str, f->n_using);
    for (uint32_t i = 0; i < f->n_using; i++)
        using[i] = f->using[i].text;
    src->using = using;
    src->n_using = f->n_using;
    src->on = f->on;
    src->left = f->join & (SQL_JOIN_LEFT | SQL_JOIN_FULL);
    src->right = f->join & (SQL_JOIN_RIGHT | SQL_JOIN_FULL);
    src->item = f;
    if (f->alias.text.ptr)
        src->name = f->alias.text;
}

static enum status bind_source(struct resolver *r, struct source *src, const struct sql_from *f,
                               struct with *with, const struct cte *self)
{
    TRY(bind_item(r, src, f, with, self));
    if (f->index.text.ptr)
        return resolver_fail(r, f->span, "no such index: %.*s", STR_ARG(f->index.text));
    bind_join(r, src, f);
    return OK;
}

/* All items of a FROM clause or of a group. */
static enum status bind_sources(struct resolver *r, struct expanded_core *core,
                                const struct sql_from *items, uint32_t n, const struct cte *self)
{
    core->n_sources = count_items(items, n);
    const struct sql_from **list = ARENA_ARRAY(r->arena, const struct sql_from *, core->n_sources);
    (void)list_items(items, n, list);
    core->sources = arena_zalloc(r->arena, core->n_sources * sizeof *core->sources);
    if (core->n_sources > MAX_JOINED)
        return resolver_fail(r, items[0].span, "at most %d tables in a join", MAX_JOINED);
    for (uint32_t i = 0; i < core->n_sources; i++) {
        TRY(bind_source(r, &core->sources[i], list[i], core->with, self));
    }
    for (uint32_t i = core->n_sources; i-- > 1;)
        if (core->sources[i].right || core->sources[i].before_right)
            core->sources[i - 1].before_right = true;
    return expand_joins(r, core);
}

/* Brackets. Around one item they drop its alias, as in SQLite; around a join they are a subquery
 * whose columns keep the names of their tables. */
static enum status bind_group(struct resolver *r, struct source *src, const struct sql_from *f,
                              struct with *with)
{
    uint32_t n = count_items(f->group, f->n_group);
    const struct sql_from **list = ARENA_ARRAY(r->arena, const struct sql_from *, n);
    (void)list_items(f->group, f->n_group, list);
    if (n == 1)
        return bind_item(r, src, list[0], with, NULL);
    struct expanded_query *q = ARENA_NEW(r->arena, struct expanded_query);
    q->n_cores = 1;
    q->cores = ARENA_NEW(r->arena, struct expanded_core);
    q->cores->group = true;
    q->cores->with = with;
    TRY(bind_sources(r, q->cores, f->group, f->n_group, NULL));
    TRY(expand_group(r, q->cores));
    struct column_names *columns = ARENA_NEW(r->arena, struct column_names);
    column_names_of(r, q->cores, columns);
    src->kind = SOURCE_GROUP;
    src->query = q;
    bind_columns(src, columns);
    return OK;
}

static enum status expand_core(struct resolver *r, struct expanded_core *core,
                               const struct cte *self)
{
    if (core->ast->n_from > 0)
        TRY(bind_sources(r, core, core->ast->from, core->ast->n_from, self));
    return expand_results(r, core);
}

enum status expand_query(struct resolver *r, const struct sql_query *ast, struct with *outer,
                         struct expanded_query **out)
{
    TRY(resolver_enter(r, ast->span));
    *out = new_query(r, ast, push_with(r, ast, outer));
    for (uint32_t k = ast->n_cores; k-- > 0;)
        TRY(expand_core(r, &(*out)->cores[k], NULL));
    resolver_leave(r);
    return OK;
}

enum status expand_table(struct resolver *r, struct sql_from *item, struct with *with,
                         struct expanded_query **out)
{
    struct sql_result *star = ARENA_NEW(r->arena, struct sql_result);
    struct sql_core *core = ARENA_NEW(r->arena, struct sql_core);
    struct sql_query *query = ARENA_NEW(r->arena, struct sql_query);
    *star = (struct sql_result){.kind = SQL_RESULT_STAR, .span = item->span};
    core->results = star;
    core->n_results = 1;
    core->from = item;
    core->n_from = 1;
    core->span = query->span = item->span;
    query->cores = core;
    query->n_cores = 1;
    return expand_query(r, query, with, out);
}
