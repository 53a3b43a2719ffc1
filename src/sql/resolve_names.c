/* resolve_names.c: what column a name means.
 *
 * Scopes are searched from the inside out, and the first that has the name decides, even if it has
 * it twice: then the name is ambiguous, unless USING made the two one. In each scope columns of
 * FROM come first, then the rowid, then the aliases of results. */
#include "sql/resolver.h"

/* One search. `count` is the number of columns found in the scope. `tables` is the number of
 * sources whose rowid may be meant: it grows from scope to scope, as in SQLite. */
struct name_search {
    const struct column_name *name;
    enum schema_name database; /* the one that the schema name means */
    bool any_database;         /* there is no schema name */
    uint32_t count, tables, coalesced;
    const struct source *source; /* the last that matched */
    uint32_t index, column;      /* of the source in its core, of the column in the source */
};

static bool is_rowid(struct str name)
{
    return str_eq_nocase(name, STR("rowid")) || str_eq_nocase(name, STR("oid")) ||
           str_eq_nocase(name, STR("_rowid_"));
}

static struct name_search start_search(const struct column_name *n)
{
    struct name_search q = {.name = n, .any_database = !n->schema.ptr};
    if (q.any_database)
        return q;
    if (str_eq_nocase(n->schema, STR("main")))
        q.database = DATABASE_MAIN;
    else if (str_eq_nocase(n->schema, STR("temp")))
        q.database = DATABASE_TEMP;
    return q;
}

/* Is this the database that the name means? The schema "*" is that of derived tables. */
static bool fits_database(const struct name_search *q, enum schema_name database)
{
    if (q->any_database)
        return true;
    if (q->database != DATABASE_NONE)
        return q->database == database;
    return database == DATABASE_NONE && str_eq(q->name->schema, STR("*"));
}

/* Does a further column that was found count? Of columns joined by USING the leftmost counts for
 * INNER and LEFT, the rightmost for RIGHT, both for FULL. */
static bool accept_match(struct name_search *q, const struct source *src)
{
    if (q->count == 0)
        return true;
    if (!source_uses(src, q->name->name)) {
        q->coalesced = 0;
    } else if (!src->right) {
        return false;
    } else if (!src->left) {
        q->count = 0;
        q->coalesced = 0;
    } else {
        q->coalesced++;
    }
    return true;
}

static void note_match(struct name_search *q, const struct source *src, uint32_t index,
                       uint32_t column)
{
    q->count++;
    q->source = src;
    q->index = index;
    q->column = column;
}

static bool fits_label(const struct name_search *q, const struct column_label *label)
{
    const struct column_name *n = q->name;
    if (!str_eq_nocase(label->name, n->name))
        return false;
    if (!n->table.ptr)
        return true;
    return label->table.ptr && str_eq_nocase(label->table, n->table) &&
           fits_database(q, label->database);
}

/* Brackets around a join: the columns keep the names of their tables. */
static bool search_group(struct name_search *q, const struct source *src, uint32_t index)
{
    const struct expanded_core *core = &src->query->cores[0];
    bool hit = false;
    for (uint32_t j = 0; j < core->n_results; j++) {
        if (!fits_label(q, &core->results[j].label) || !accept_match(q, src))
            continue;
        note_match(q, src, index, j);
        q->tables = 2;
        hit = true;
        if (core->results[j].using_term)
            break;
    }
    return hit;
}

static void search_source(const struct resolver *r, struct name_search *q, const struct source *src,
                          uint32_t index)
{
    const struct column_name *n = q->name;
    if (src->kind == SOURCE_GROUP && (search_group(q, src, index) || !n->table.ptr))
        return;
    if (n->table.ptr &&
        !(fits_database(q, src->database) && src->name.ptr && str_eq_nocase(src->name, n->table)))
        return;
    uint32_t column = source_find(r, src, n->name);
    if (column != SCHEMA_NONE && accept_match(q, src))
        note_match(q, src, index, column);
    if (q->count == 0 && src->has_rowid) {
        q->tables++;
        q->source = src;
        q->index = index;
    }
}

struct sql_binding source_binding(const struct resolver *r, const struct source *src,
                                  uint32_t column)
{
    struct sql_binding b = {SQL_BOUND_DERIVED, SCHEMA_NONE, SCHEMA_NONE, column, src->item};
    switch (src->kind) {
    case SOURCE_TABLE:
        b.kind = SQL_BOUND_COLUMN;
        b.table = src->table;
        b.column = r->schema->tables[src->table].columns[column];
        b.position = 0;
        break;
    case SOURCE_GROUP:
        return src->query->cores[0].results[column].binding;
    case SOURCE_QUERY:
        if (src->query && src->query->n_cores == 1) {
            const struct sql_binding *inner = &src->query->cores[0].results[column].binding;
            b.table = inner->table;
            b.column = inner->column;
        }
        break;
    case SOURCE_BUILTIN:
        break;
    }
    return b;
}

/* Note that something of the first `n` sources of scope `s` is named. */
static void reach(struct scope *s, uint32_t n)
{
    if (n > s->n_reached)
        s->n_reached = n;
    if (s->on_source != SCHEMA_NONE && n > s->on_source + 1)
        s->core->sources[s->on_source].reaches_right = true;
}

/* The search ended in scope `s` with one column. */
static void bind_column(struct resolver *r, struct scope *s, const struct name_search *q,
                        struct sql_binding *out)
{
    r->touched |= scope_bit(s->depth);
    reach(s, q->index + 1);
    *out = source_binding(r, q->source, q->column);
    if (q->source->kind == SOURCE_TABLE && q->coalesced == 0)
        set_bit(r->named, out->column);
}

static void bind_rowid(struct resolver *r, struct scope *s, const struct name_search *q,
                       struct sql_binding *out)
{
    r->touched |= scope_bit(s->depth);
    reach(s, q->index + 1);
    *out = (struct sql_binding){SQL_BOUND_ROWID, SCHEMA_NONE, SCHEMA_STAR, 0, q->source->item};
    if (q->source->kind == SOURCE_TABLE) {
        out->table = q->source->table;
        out->column = r->schema->tables[out->table].rowid;
        if (out->column == SCHEMA_STAR)
            set_bit(r->rowid, out->table);
        else
            set_bit(r->named, out->column);
    }
}

const struct result *find_alias(const struct expanded_core *core, struct str name)
{
    for (uint32_t i = 0; i < core->n_results; i++)
        if (core->results[i].name.ptr && str_eq_nocase(core->results[i].name, name))
            return &core->results[i];
    return NULL;
}

/* A result by its alias, in scope `s`; `top` is where the name is. */
static enum status bind_alias(struct resolver *r, struct scope *s, const struct scope *top,
                              const struct column_name *n, const struct result *c,
                              struct sql_binding *out)
{
    if (c->aggregate && !s->allow_aggregate)
        return resolver_fail(r, n->span, "misuse of aliased aggregate %.*s", STR_ARG(n->name));
    if (c->window && (!s->allow_window || s != top))
        return resolver_fail(r, n->span, "misuse of aliased window function %.*s",
                             STR_ARG(n->name));
    if (c->width != 1)
        return resolver_fail(r, n->span, "row value misused");
    r->touched |= c->touched;
    reach(s, c->n_reached);
    *out = (struct sql_binding){SQL_BOUND_ALIAS, c->binding.table, c->binding.column,
                                (uint32_t)(c - s->core->results), NULL};
    if (c->aggregate)
        return resolve_place_aggregate(r, s, c->expr, n->name);
    return OK;
}

static enum status fail_name(struct resolver *r, const struct column_name *n, const char *problem)
{
    if (n->schema.ptr)
        return resolver_fail(r, n->span, "%s: %.*s.%.*s.%.*s", problem, STR_ARG(n->schema),
                             STR_ARG(n->table), STR_ARG(n->name));
    if (n->table.ptr)
        return resolver_fail(r, n->span, "%s: %.*s.%.*s", problem, STR_ARG(n->table),
                             STR_ARG(n->name));
    return resolver_fail(r, n->span, "%s: %.*s", problem, STR_ARG(n->name));
}

/* No scope has it. */
static enum status bind_unknown(struct resolver *r, const struct column_name *n,
                                struct sql_binding *out)
{
    *out = (struct sql_binding){SQL_BOUND_STRING, SCHEMA_NONE, SCHEMA_NONE, 0, NULL};
    r->guessed = true;
    if (n->table.ptr)
        return fail_name(r, n, "no such column");
    if (n->quote == '"')
        return OK;
    out->kind = SQL_BOUND_TRUE_FALSE;
    if (!n->quote && (str_eq_nocase(n->name, STR("true")) || str_eq_nocase(n->name, STR("false"))))
        return OK;
    return fail_name(r, n, "no such column");
}

enum status resolve_name(struct resolver *r, struct scope *s, const struct column_name *n,
                         struct sql_binding *out)
{
    const struct scope *top = s;
    struct name_search q = start_search(n);
    for (; s; s = s->outer) {
        for (uint32_t i = 0; i < s->core->n_sources; i++)
            search_source(r, &q, &s->core->sources[i], i);
        if (q.count == 1 || (q.count > 1 && q.coalesced == q.count - 1)) {
            bind_column(r, s, &q, out);
            return OK;
        }
        if (q.count > 1)
            return fail_name(r, n, "ambiguous column name");
        if (q.tables == 1 && is_rowid(n->name)) {
            bind_rowid(r, s, &q, out);
            return OK;
        }
        const struct result *c =
            s->sees_results && !n->table.ptr ? find_alias(s->core, n->name) : NULL;
        if (c)
            return bind_alias(r, s, top, n, c, out);
    }
    return bind_unknown(r, n, out);
}

enum status resolve_star_column(struct resolver *r, struct scope *s, struct result *c)
{
    static const struct str DATABASES[] = {
        [DATABASE_NONE] = STR_INIT("*"),
        [DATABASE_MAIN] = STR_INIT("main"),
        [DATABASE_TEMP] = STR_INIT("temp"),
    };
    struct expanded_core *core = s->core;
    if (c->source != SCHEMA_NONE) {
        struct name_search q = {
            .source = &core->sources[c->source], .index = c->source, .column = c->column};
        bind_column(r, s, &q, &c->binding);
        return OK;
    }
    struct column_name n = {.name = c->name, .quote = '`'};
    if (core->ast)
        n.span = core->ast->span;
    if (c->qualifier) {
        n.table = c->qualifier->name;
        if (c->qualifier->kind != SOURCE_GROUP)
            n.schema = DATABASES[c->qualifier->database];
    }
    return resolve_name(r, s, &n, &c->binding);
}
