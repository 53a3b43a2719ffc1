/* sql_oracle.c: comparing with SQLite's authorizer. */
#include "sql_oracle.h"

#include "sql/parse.h"
#include "sql/resolve.h"
#include "sql/walk.h"
#include "sql_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

sqlite3 *oracle_database(struct arena *a, const char *sql, struct schema *schema)
{
    char path[] = "/tmp/teql-test-XXXXXX";
    sqlite3 *db = NULL;
    struct err e = {0};
    int fd = mkstemp(path);
    bool ok = fd >= 0 && sqlite3_open(path, &db) == SQLITE_OK &&
              sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK &&
              schema_from_database(a, path, STR("test"), schema, &e) == OK;
    close(fd);
    unlink(path);
    if (!ok) {
        fprintf(stderr, "%s: %s: %s\n", path, sqlite3_errmsg(db), e.msg);
        abort();
    }
    return db;
}

/* Names that SQLite reports and the schema lacks belong to CTEs and to SQLite's own tables. */
static void note_read(struct oracle *o, struct str table, struct str column)
{
    uint32_t t = schema_find_table(o->schema, table);
    if (t == SCHEMA_NONE)
        return;
    uint32_t c = schema_find_column(o->schema, t, column);
    o->tables[t] = true;
    if (c != SCHEMA_NONE)
        o->columns[c] = true;
    else if (str_eq(column, STR("ROWID")))
        o->rowids[t] = true;
}

static int authorize(void *ctx, int action, const char *a, const char *b, const char *c,
                     const char *d)
{
    (void)c;
    (void)d;
    if (action == SQLITE_READ)
        note_read(ctx, str_from(a), str_from(b));
    return SQLITE_OK;
}

void oracle_init(struct oracle *o, sqlite3 *db, const struct schema *schema)
{
    *o = (struct oracle){.db = db, .schema = schema};
    o->columns = mem_alloc(schema->n_columns);
    o->rowids = mem_alloc(schema->n_tables);
    o->tables = mem_alloc(schema->n_tables);
    sqlite3_set_authorizer(db, authorize, o);
}

void oracle_release(struct oracle *o)
{
    sqlite3_set_authorizer(o->db, NULL, NULL);
    arena_release(&o->arena);
    free(o->columns);
    free(o->rowids);
    free(o->tables);
}

/* Does a CTE of the query have the name of a table? */
struct cte_search {
    struct str name;
    bool found;
};

static bool look_for_cte(void *ctx, const struct sql_query *q)
{
    struct cte_search *search = ctx;
    for (uint32_t i = 0; i < q->n_ctes; i++)
        search->found |= str_eq_nocase(q->ctes[i].name.text, search->name);
    return true;
}

static bool has_cte(const struct sql_stmt *stmt, struct str name)
{
    struct cte_search search = {name, false};
    struct sql_walker w = {.ctx = &search, .query = look_for_cte};
    sql_walk_query(&w, stmt->query);
    return search.found;
}

static const char *say(struct oracle *o, const char *who, uint32_t table, struct str column)
{
    struct str name = o->schema->tables[table].name;
    snprintf(o->problem, sizeof o->problem, "only %s reads %.*s.%.*s", who, STR_ARG(name),
             STR_ARG(column));
    return o->problem;
}

/* What teql reads and SQLite does not. Removes what both read. */
static const char *compare_read(struct oracle *o, const struct sql_read *read)
{
    uint32_t t = read->table, c = read->column;
    bool asked = c == SCHEMA_NONE ? o->tables[t] : c == SCHEMA_STAR ? o->rowids[t] : o->columns[c];
    if (!asked && c == SCHEMA_NONE)
        o->n_unseen++;
    else if (!asked && !read->joined)
        return say(o, "teql", t, c == SCHEMA_STAR ? STR("rowid") : o->schema->columns[c].name);
    if (c == SCHEMA_STAR)
        o->rowids[t] = false;
    else if (c != SCHEMA_NONE && !read->joined)
        o->columns[c] = false;
    o->tables[t] = false;
    return NULL;
}

static const char *compare_reads(struct oracle *o, const struct sql_stmt *stmt,
                                 const struct sql_resolution *answer)
{
    for (uint32_t i = 0; i < answer->n_reads; i++) {
        const char *problem = compare_read(o, &answer->reads[i]);
        if (problem)
            return problem;
    }
    for (uint32_t t = 0; t < o->schema->n_tables; t++) {
        const struct schema_table *table = &o->schema->tables[t];
        if (has_cte(stmt, table->name)) /* SQLite may mean that one */
            continue;
        for (uint32_t i = 0; i < table->n_columns; i++)
            if (o->columns[table->columns[i]])
                return say(o, "SQLite", t, o->schema->columns[table->columns[i]].name);
        if (o->rowids[t] || o->tables[t])
            return say(o, "SQLite", t, o->rowids[t] ? STR("rowid") : STR("*"));
    }
    return NULL;
}

const char *oracle_compare(struct oracle *o, struct str text)
{
    struct sql_stmt stmt;
    struct sql_resolution answer;
    struct err e = {0};
    memset(o->columns, 0, o->schema->n_columns);
    memset(o->rowids, 0, o->schema->n_tables);
    memset(o->tables, 0, o->schema->n_tables);
    arena_clear(&o->arena);
    bool taken = sqlite_judge(o->db, text) == SQLITE_TAKES;
    bool ok = sql_parse(&o->arena, text, &stmt, &e) == OK &&
              sql_resolve(&o->arena, o->schema, &stmt, &answer, &e) == OK;
    if (taken != ok) {
        snprintf(o->problem, sizeof o->problem, "SQLite: %s; teql: %s",
                 taken ? "ok" : sqlite3_errmsg(o->db), ok ? "ok" : e.msg);
        return o->problem;
    }
    o->n_taken += taken;
    o->n_refused += !taken;
    return taken ? compare_reads(o, &stmt, &answer) : NULL;
}
