/* declaration.c: asking SQLite what a database declares. */
#include "schema/declaration.h"

#include "base/file.h"

#include <sqlite3.h>
#include <stdlib.h>

struct reader {
    sqlite3 *db;
    struct arena *arena;
    const struct schema *schema;
    struct declaration *out;
    struct err *err;
    enum status status; /* of the first failure */
};

static struct str text_of(struct reader *r, sqlite3_stmt *stmt, int i)
{
    const char *text = (const char *)sqlite3_column_text(stmt, i);
    size_t len = text ? (size_t)sqlite3_column_bytes(stmt, i) : 0;
    return text ? arena_str(r->arena, (struct str){text, len}) : (struct str){NULL, 0};
}

static void failed(struct reader *r)
{
    if (r->status == OK)
        r->status = err_set(r->err, E_DB, "cannot read declarations: %s", sqlite3_errmsg(r->db));
}

/* Call `row` for each row of `sql`, whose only parameter is `name`. */
static void each(struct reader *r, const char *sql, struct str name, uint32_t table,
                 void (*row)(struct reader *r, uint32_t table, sqlite3_stmt *stmt))
{
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v2(r->db, sql, -1, &stmt, NULL) != SQLITE_OK) {
        failed(r);
        return;
    }
    sqlite3_bind_text(stmt, 1, name.ptr, (int)name.len, SQLITE_STATIC);
    while (sqlite3_step(stmt) == SQLITE_ROW)
        row(r, table, stmt);
    if (sqlite3_finalize(stmt) != SQLITE_OK)
        failed(r);
}

static void read_sql(struct reader *r, uint32_t table, sqlite3_stmt *stmt)
{
    struct declared_table *t = &r->out->tables[table];
    bool index = sqlite3_column_int(stmt, 0) != 0;
    if (!index) {
        t->sql = text_of(r, stmt, 1);
        return;
    }
    ARENA_PUSH(r->arena, t->indexes, t->n_indexes);
    t->indexes[t->n_indexes++] = text_of(r, stmt, 1);
}

/* What no pragma tells. */
static void read_metadata(struct reader *r, struct str table, struct str name,
                          struct declared_column *c)
{
    const char *collation = NULL;
    int autoincrement = 0;
    sqlite3_table_column_metadata(r->db, "main", table.ptr, name.ptr, NULL, &collation, NULL, NULL,
                                  &autoincrement);
    if (!collation || !collation[0]) /* a view's columns have none */
        collation = "BINARY";
    c->collation = arena_str(r->arena, str_from(collation));
    c->autoincrement = autoincrement != 0;
}

static void read_column(struct reader *r, uint32_t table, sqlite3_stmt *stmt)
{
    struct declared_table *t = &r->out->tables[table];
    struct str name = text_of(r, stmt, 0);
    ARENA_PUSH(r->arena, t->stored, t->n_stored);
    t->stored[t->n_stored++] = name;
    uint32_t id = schema_find_column(r->schema, table, name);
    if (id == SCHEMA_NONE)
        return;
    r->out->columns[id] = (struct declared_column){.type = text_of(r, stmt, 1),
                                                   .preset = text_of(r, stmt, 4),
                                                   .not_null = sqlite3_column_int(stmt, 2) != 0,
                                                   .key = (uint32_t)sqlite3_column_int(stmt, 3)};
    read_metadata(r, r->schema->tables[table].name, name, &r->out->columns[id]);
}

/* The rows are columns of unique indexes, in order; position 0 begins another index. An index with
 * an expression has a column without a name, and is left out by leaving it without columns. */
static void read_unique(struct reader *r, uint32_t table, sqlite3_stmt *stmt)
{
    struct declared_table *t = &r->out->tables[table];
    if (sqlite3_column_int(stmt, 0) == 0) {
        ARENA_PUSH(r->arena, t->uniques, t->n_uniques);
        t->uniques[t->n_uniques++] = (struct declared_unique){
            ARENA_ARRAY(r->arena, uint32_t, (size_t)sqlite3_column_int(stmt, 2)), 0};
    }
    struct declared_unique *u = &t->uniques[t->n_uniques - 1];
    struct str name = text_of(r, stmt, 1);
    uint32_t id = name.ptr ? schema_find_column(r->schema, table, name) : SCHEMA_NONE;
    if (u->columns && id != SCHEMA_NONE)
        u->columns[u->count++] = id;
    else
        *u = (struct declared_unique){NULL, 0};
}

/* The column a foreign key refers to where it names none: the next of the primary key. */
static uint32_t key_column(const struct reader *r, uint32_t table, uint32_t position)
{
    const struct schema_table *t = &r->schema->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (r->out->columns[t->columns[i]].key == position)
            return t->columns[i];
    return SCHEMA_NONE;
}

/* The rows are the pairs of foreign keys, in order; position 0 begins another key. A key with an
 * end that the schema lacks keeps no columns. */
static void read_key(struct reader *r, uint32_t table, sqlite3_stmt *stmt)
{
    struct declaration *d = r->out;
    uint32_t position = (uint32_t)sqlite3_column_int(stmt, 0);
    uint32_t target = schema_find_table(r->schema, text_of(r, stmt, 1));
    if (position == 0) {
        uint32_t n = r->schema->tables[table].n_columns;
        ARENA_PUSH(r->arena, d->keys, d->n_keys);
        d->keys[d->n_keys++] = (struct declared_key){table,
                                                     target,
                                                     ARENA_ARRAY(r->arena, uint32_t, n),
                                                     ARENA_ARRAY(r->arena, uint32_t, n),
                                                     0,
                                                     text_of(r, stmt, 4),
                                                     text_of(r, stmt, 5)};
    }
    struct declared_key *k = &d->keys[d->n_keys - 1];
    uint32_t from = schema_find_column(r->schema, table, text_of(r, stmt, 2)), to = SCHEMA_NONE;
    struct str name = text_of(r, stmt, 3);
    if (target != SCHEMA_NONE)
        to = name.ptr ? schema_find_column(r->schema, target, name)
                      : key_column(r, target, position + 1);
    if (from == SCHEMA_NONE || to == SCHEMA_NONE || k->count != position) {
        k->count = 0;
        k->to_table = SCHEMA_NONE;
        return;
    }
    k->from[k->count] = from;
    k->to[k->count++] = to;
}

static void read_options(struct reader *r, uint32_t table, sqlite3_stmt *stmt)
{
    r->out->tables[table].strict = sqlite3_column_int(stmt, 0) != 0;
    r->out->tables[table].shadow = sqlite3_column_int(stmt, 1) != 0;
}

/* SQLite refuses "rowid" where there is none. */
static bool has_rowid(struct reader *r, struct str table)
{
    char *sql = sqlite3_mprintf("SELECT t.rowid FROM main.\"%w\" AS t", table.ptr);
    sqlite3_stmt *stmt = NULL;
    bool has = sql && sqlite3_prepare_v2(r->db, sql, -1, &stmt, NULL) == SQLITE_OK;
    sqlite3_finalize(stmt);
    sqlite3_free(sql);
    return has;
}

static void read_table(struct reader *r, uint32_t t)
{
    struct str name = r->schema->tables[t].name;
    each(r,
         "SELECT type = 'index', sql FROM main.sqlite_master WHERE tbl_name = ?1 COLLATE NOCASE"
         " AND type IN ('table', 'index') AND sql IS NOT NULL",
         name, t, read_sql);
    each(r, "SELECT name, type, \"notnull\", pk, dflt_value FROM pragma_table_info(?1)", name, t,
         read_column);
    each(r, "SELECT strict, type = 'shadow' FROM pragma_table_list(?1) WHERE schema = 'main'", name,
         t, read_options);
    each(r,
         "SELECT i.seqno, i.name, count(*) OVER (PARTITION BY l.seq)"
         " FROM pragma_index_list(?1) AS l, pragma_index_info(l.name) AS i"
         " WHERE l.\"unique\" AND l.origin = 'u' ORDER BY l.seq, i.seqno",
         name, t, read_unique);
    r->out->tables[t].has_rowid = has_rowid(r, name);
}

static void read_encoding(struct reader *r, uint32_t table, sqlite3_stmt *stmt)
{
    (void)table;
    r->out->encoding = text_of(r, stmt, 0);
}

static void read_all(struct reader *r)
{
    each(r, "PRAGMA encoding", STR(""), SCHEMA_NONE, read_encoding);
    for (uint32_t t = 0; t < r->schema->n_tables && r->status == OK; t++)
        read_table(r, t);
    for (uint32_t t = 0; t < r->schema->n_tables && r->status == OK; t++)
        each(r,
             "SELECT seq, \"table\", \"from\", \"to\", on_update, on_delete"
             " FROM pragma_foreign_key_list(?1) ORDER BY id DESC, seq",
             r->schema->tables[t].name, t, read_key);
}

enum status declaration_read(struct arena *a, const char *path, const struct schema *s,
                             struct declaration *out, struct err *e)
{
    *out = (struct declaration){.tables = arena_zalloc(a, s->n_tables * sizeof *out->tables),
                                .columns = arena_zalloc(a, s->n_columns * sizeof *out->columns)};
    struct reader r = {NULL, a, s, out, e, OK};
    char *uri = file_uri(path, "?mode=ro&immutable=1");
    if (!file_is_regular(path))
        r.status = err_set(e, E_DB, "cannot open: not a file");
    else if (sqlite3_open_v2(uri, &r.db,
                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                             NULL) != SQLITE_OK)
        r.status = err_set(e, E_DB, "cannot open: %s", sqlite3_errmsg(r.db));
    else
        read_all(&r);
    if (r.status)
        err_in_file(e, path);
    sqlite3_close(r.db);
    free(uri);
    return r.status;
}
