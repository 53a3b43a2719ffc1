/* from_database.c: a schema read from the SQLite database itself. */
#include "schema/schema.h"

#include "base/file.h"
#include "schema/build.h"

#include <sqlite3.h>
#include <stdlib.h>

/* One reading of one database. */
struct reader {
    sqlite3 *db;
    struct arena *arena;
    struct schema *schema;
    struct err *err;
};

static enum status db_error(struct reader *r)
{
    return err_set(r->err, E_DB, "cannot read schema: %s", sqlite3_errmsg(r->db));
}

static struct str column_text(struct arena *a, sqlite3_stmt *stmt, int i)
{
    const char *text = (const char *)sqlite3_column_text(stmt, i);
    return arena_str(a, (struct str){text, text ? (size_t)sqlite3_column_bytes(stmt, i) : 0});
}

static bool contains_any(struct str type, const struct str *words, size_t n)
{
    for (size_t w = 0; w < n; w++)
        for (size_t i = 0; i + words[w].len <= type.len; i++)
            if (str_eq_nocase(str_slice(type, i, i + words[w].len), words[w]))
                return true;
    return false;
}

/* Spider's column kinds from a declared type. */
static enum schema_type type_of(struct str declared)
{
    static const struct str TIME[] = {STR_INIT("date"), STR_INIT("time"), STR_INIT("year")};
    static const struct str NUMBER[] = {STR_INIT("int"),  STR_INIT("real"), STR_INIT("num"),
                                        STR_INIT("doub"), STR_INIT("floa"), STR_INIT("dec")};
    static const struct str BOOLEAN[] = {STR_INIT("bool"), STR_INIT("bit")};
    static const struct str OTHERS[] = {STR_INIT("blob")};
    if (contains_any(declared, BOOLEAN, 2))
        return SCHEMA_BOOLEAN;
    if (contains_any(declared, TIME, 3))
        return SCHEMA_TIME;
    if (contains_any(declared, NUMBER, 6))
        return SCHEMA_NUMBER;
    return contains_any(declared, OTHERS, 1) ? SCHEMA_OTHERS : SCHEMA_TEXT;
}

static enum status prepare(struct reader *r, const char *sql, sqlite3_stmt **out)
{
    return sqlite3_prepare_v2(r->db, sql, -1, out, NULL) == SQLITE_OK ? OK : db_error(r);
}

static enum status finish(struct reader *r, sqlite3_stmt *stmt)
{
    return sqlite3_finalize(stmt) == SQLITE_OK ? OK : db_error(r);
}

static enum status read_tables(struct reader *r)
{
    struct schema *s = r->schema;
    sqlite3_stmt *stmt;
    enum status status = prepare(r,
                                 "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT "
                                 "LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT IN (SELECT name FROM"
                                 " pragma_table_list WHERE schema = 'main' AND type = 'shadow')",
                                 &stmt);
    if (status)
        return status;
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        ARENA_PUSH(r->arena, s->tables, s->n_tables);
        struct str name = column_text(r->arena, stmt, 0);
        s->tables[s->n_tables++] = (struct schema_table){.name = name, .natural = name};
    }
    status = finish(r, stmt);
    if (status == OK && s->n_tables == 0)
        return err_set(r->err, E_SCHEMA, "no tables");
    return status;
}

static void add_column(struct reader *r, struct schema_column c)
{
    struct schema *s = r->schema;
    ARENA_PUSH(r->arena, s->columns, s->n_columns);
    s->columns[s->n_columns++] = c;
}

/* One column of table `t`. `*n_keys` counts the columns of its primary key. A key of one column is
 * the rowid if its type is INTEGER to the letter: INT makes none. */
static void read_column(struct reader *r, uint32_t t, sqlite3_stmt *stmt, uint32_t *n_keys)
{
    struct str name = column_text(r->arena, stmt, 0), type = column_text(r->arena, stmt, 1);
    bool primary = sqlite3_column_int(stmt, 2) > 0;
    if (primary) {
        bool rowid = ++*n_keys == 1 && str_eq_nocase(type, STR("INTEGER"));
        r->schema->tables[t].rowid = rowid ? r->schema->n_columns : SCHEMA_STAR;
    }
    add_column(r, (struct schema_column){name, name, t, type_of(type), primary});
}

static enum status read_columns(struct reader *r)
{
    sqlite3_stmt *stmt;
    enum status status = prepare(r, "SELECT name, type, pk FROM pragma_table_info(?1)", &stmt);
    if (status)
        return status;
    add_column(r, (struct schema_column){STR("*"), STR("*"), SCHEMA_NONE, SCHEMA_TEXT, false});
    for (uint32_t t = 0; t < r->schema->n_tables; t++) {
        struct str table = r->schema->tables[t].name;
        sqlite3_bind_text(stmt, 1, table.ptr, (int)table.len, SQLITE_STATIC);
        uint32_t n_keys = 0;
        while (sqlite3_step(stmt) == SQLITE_ROW)
            read_column(r, t, stmt, &n_keys);
        if (sqlite3_reset(stmt) != SQLITE_OK)
            status = db_error(r);
    }
    enum status finished = finish(r, stmt);
    return status ? status : finished;
}

static void add_foreign_key(struct reader *r, uint32_t table, sqlite3_stmt *stmt)
{
    struct schema *s = r->schema;
    uint32_t target = schema_find_table(s, column_text(r->arena, stmt, 0));
    uint32_t from = schema_find_column(s, table, column_text(r->arena, stmt, 1));
    if (target == SCHEMA_NONE || from == SCHEMA_NONE)
        return;
    uint32_t to = schema_find_column(s, target, column_text(r->arena, stmt, 2));
    if (to == SCHEMA_NONE)
        return;
    ARENA_PUSH(r->arena, s->foreign_keys, s->n_foreign_keys);
    s->foreign_keys[s->n_foreign_keys++] = (struct schema_foreign_key){from, to};
}

/* A key that names no column refers to the primary key. One that names a missing table or column is
 * SQLite's to ignore, and so ours. */
static enum status read_foreign_keys(struct reader *r)
{
    sqlite3_stmt *stmt;
    enum status status = prepare(r,
                                 "SELECT \"table\", \"from\", coalesce(\"to\", (SELECT name FROM"
                                 " pragma_table_info(f.\"table\") WHERE pk = f.seq + 1))"
                                 " FROM pragma_foreign_key_list(?1) AS f ORDER BY id DESC, seq",
                                 &stmt);
    if (status)
        return status;
    for (uint32_t t = 0; t < r->schema->n_tables; t++) {
        struct str table = r->schema->tables[t].name;
        sqlite3_bind_text(stmt, 1, table.ptr, (int)table.len, SQLITE_STATIC);
        while (sqlite3_step(stmt) == SQLITE_ROW)
            add_foreign_key(r, t, stmt);
        if (sqlite3_reset(stmt) != SQLITE_OK)
            status = db_error(r);
    }
    enum status finished = finish(r, stmt);
    return status ? status : finished;
}

static enum status read_all(struct reader *r)
{
    enum status status = read_tables(r);
    if (status == OK)
        status = read_columns(r);
    if (status == OK) {
        schema_index(r->arena, r->schema);
        status = read_foreign_keys(r);
    }
    return status;
}

enum status schema_from_database(struct arena *a, const char *path, struct str db_id,
                                 struct schema *out, struct err *e)
{
    *out = (struct schema){.db_id = db_id};
    struct reader r = {NULL, a, out, e};
    enum status status;
    char *uri = file_uri(path, "?mode=ro&immutable=1"); /* leaves no -wal or -shm file behind */
    if (!file_is_regular(path))
        status = err_set(e, E_DB, "cannot open: not a file");
    else if (sqlite3_open_v2(uri, &r.db,
                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                             NULL) != SQLITE_OK)
        status = err_set(e, E_DB, "cannot open: %s", sqlite3_errmsg(r.db));
    else
        status = read_all(&r);
    if (status)
        err_in_file(e, path);
    free(uri);
    sqlite3_close(r.db);
    return status;
}
