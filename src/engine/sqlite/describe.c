/* describe.c: asking SQLite what a file declares. */
#include "engine/sqlite/sqlite.h"

#include "engine/sqlite/walls.h"

#include <sqlite3.h>

/* One reading of one file. */
struct describing {
    struct connection *connection;
    struct arena *arena;
    struct description *out;
    bool whole;                    /* tables are to be described with all that they have */
    struct described_table *table; /* the one that is asked about */
    struct err *err;
    enum status status; /* of the first failure */
};

/* Or ptr NULL. */
static struct str text_in(const struct value *row, uint32_t column)
{
    const struct value *v = &row[column];
    return v->type == VALUE_TEXT ? value_bytes(v) : STR_NONE;
}

static uint32_t number_in(const struct value *row, uint32_t column)
{
    const struct value *v = &row[column];
    return v->type == VALUE_INTEGER && v->integer > 0 ? (uint32_t)v->integer : 0;
}

/* Call `take` for each row of `sql`, whose only parameter is `name`, or NULL. */
static void for_each_row(struct describing *d, const char *sql, const struct str *name,
                         void (*take)(struct describing *d, const struct value *row))
{
    struct rows rows;
    if (d->status == OK)
        d->status = connection_ask(d->connection, sql, name, d->arena, &rows, d->err);
    for (size_t i = 0; d->status == OK && i < rows.n_rows; i++)
        take(d, rows_at(&rows, i, 0));
}

static void read_encoding(struct describing *d, const struct value *row)
{
    d->out->encoding = text_in(row, 0);
}

static void add_table(struct describing *d, struct str name)
{
    ARENA_ADD(d->arena, d->out->tables, d->out->n_tables, (struct described_table){.name = name});
}

static void read_name(struct describing *d, const struct value *row)
{
    struct str name = text_in(row, 0);
    add_table(d, name.ptr ? name : STR(""));
}

static void read_options(struct describing *d, const struct value *row)
{
    struct described_table *t = d->table;
    struct str type = text_in(row, 0);
    t->view = str_eq(type, STR("view"));
    t->stands_in = t->view || str_eq(type, STR("virtual"));
    t->shadow = str_eq(type, STR("shadow"));
    t->strict = number_in(row, 1) != 0;
    t->has_rowid = !t->stands_in && number_in(row, 2) == 0;
}

static void read_sql(struct describing *d, const struct value *row)
{
    struct described_table *t = d->table;
    if (number_in(row, 0) == 0) {
        t->sql = text_in(row, 1);
        return;
    }
    ARENA_ADD(d->arena, t->indexes, t->n_indexes, text_in(row, 1));
}

/* What no pragma says about a column. */
static void read_extras(struct describing *d, struct described_column *c)
{
    const char *collation = NULL;
    int counts_up = 0;
    int rc = sqlite3_table_column_metadata(d->connection->handle, "main", d->table->name.ptr,
                                           c->name.ptr, NULL, &collation, NULL, NULL, &counts_up);
    c->autoincrement = counts_up != 0;
    c->collation =
        rc == SQLITE_OK && collation ? arena_str(d->arena, str_from(collation)) : STR("BINARY");
}

static void read_column(struct describing *d, const struct value *row)
{
    struct described_table *t = d->table;
    ARENA_PUSH(d->arena, t->columns, t->n_columns);
    struct described_column *c = &t->columns[t->n_columns++];
    *c = (struct described_column){.name = text_in(row, 0),
                                   .type = text_in(row, 1),
                                   .key = number_in(row, 2),
                                   .not_null = number_in(row, 3) != 0,
                                   .preset = text_in(row, 4),
                                   .generated = number_in(row, 5) != 0};
    if (d->whole)
        read_extras(d, c);
}

/* The rows are columns of unique indexes, in order; position 0 begins another index. */
static void read_unique(struct describing *d, const struct value *row)
{
    struct described_table *t = d->table;
    if (number_in(row, 0) == 0)
        ARENA_ADD(d->arena, t->uniques, t->n_uniques, (struct described_unique){NULL, 0});
    struct described_unique *u = &t->uniques[t->n_uniques - 1];
    ARENA_ADD(d->arena, u->columns, u->count, text_in(row, 1));
}

/* The rows are the pairs of foreign keys, in order; position 0 begins another key. */
static void read_key(struct describing *d, const struct value *row)
{
    struct described_table *t = d->table;
    if (number_in(row, 0) == 0)
        ARENA_ADD(d->arena, t->keys, t->n_keys,
                  (struct described_key){.table = text_in(row, 1),
                                         .on_update = text_in(row, 4),
                                         .on_delete = text_in(row, 5)});
    struct described_key *k = &t->keys[t->n_keys - 1];
    uint32_t n = k->count; /* of both lists */
    ARENA_PUSH(d->arena, k->from, n);
    ARENA_PUSH(d->arena, k->to, n);
    k->from[n] = text_in(row, 2);
    k->to[n] = text_in(row, 3);
    k->count++;
}

/* Of a whole table. Of a view only its text is read, of a virtual table nothing: its module would
 * have to be asked, or a query that may have no end. */
static void read_declaration(struct describing *d, const struct str *name)
{
    for_each_row(d, "SELECT type, strict, wr FROM pragma_table_list(?1) WHERE schema = 'main'",
                 name, read_options);
    if (d->table->stands_in && !d->table->view)
        return;
    for_each_row(
        d,
        "SELECT type = 'index', sql FROM main.sqlite_master WHERE tbl_name = ?1 COLLATE NOCASE"
        " AND type IN ('table', 'index', 'view') AND sql IS NOT NULL",
        name, read_sql);
}

/* Can a query read the column, or the table, if `column` has no text? No values are read. */
static bool is_readable(struct describing *d, struct str column)
{
    const struct query_limits limits = {
        .deadline = d->connection->clock.deadline, .max_rows = 1, .max_bytes = 1 << 20};
    struct query_result result;
    const char *table = d->table->name.ptr;
    char *sql = column.ptr
                    ? sqlite3_mprintf("SELECT \"%w\" FROM main.\"%w\" WHERE 0", column.ptr, table)
                    : sqlite3_mprintf("SELECT 1 FROM main.\"%w\" WHERE 0", table);
    d->status = sqlite_query(&d->connection->database, str_from(sql ? sql : ""), &limits, d->arena,
                             &result, d->err);
    sqlite3_free(sql);
    bool refused = result.outcome == QUERY_ERROR || result.outcome == QUERY_DENIED;
    if (d->status == OK && refused)
        ARENA_ADD(d->arena, d->out->losses, d->out->n_losses,
                  (struct described_loss){d->table->name, column, result.message});
    return !refused;
}

/* A column that a function of the application computes cannot be read. */
static void leave_out_columns(struct describing *d)
{
    struct described_table *t = d->table;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_columns && d->status == OK; i++)
        if (!t->columns[i].generated || is_readable(d, t->columns[i].name))
            t->columns[n++] = t->columns[i];
    t->n_columns = d->status == OK ? n : t->n_columns;
}

/* Nor can a table that is sorted by a collation of the application. */
static void leave_out_tables(struct describing *d)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->out->n_tables && d->status == OK; i++) {
        d->table = &d->out->tables[i];
        if (is_readable(d, STR_NONE))
            d->out->tables[n++] = *d->table;
    }
    d->out->n_tables = d->status == OK ? n : d->out->n_tables;
}

/* `hidden` is 2 or 3 for a generated column, and 1 for a hidden one of a virtual table. */
static void read_table(struct describing *d)
{
    const struct str *name = &d->table->name;
    if (d->whole)
        read_declaration(d, name);
    if (d->table->stands_in)
        return;
    for_each_row(d,
                 "SELECT name, type, pk, \"notnull\", dflt_value, hidden > 1"
                 " FROM pragma_table_xinfo(?1) WHERE hidden <> 1",
                 name, read_column);
    if (!d->whole)
        leave_out_columns(d);
    if (d->whole)
        for_each_row(d,
                     "SELECT i.seqno, i.name FROM pragma_index_list(?1) AS l,"
                     " pragma_index_info(l.name) AS i"
                     " WHERE l.\"unique\" AND l.origin = 'u' ORDER BY l.seq, i.seqno",
                     name, read_unique);
    for_each_row(d,
                 "SELECT seq, \"table\", \"from\", \"to\", on_update, on_delete"
                 " FROM pragma_foreign_key_list(?1) ORDER BY id DESC, seq",
                 name, read_key);
}

/* Without tables that SQLite keeps for itself or for a virtual table, and without virtual tables,
 * which no query of ours can read. */
static void list_tables(struct describing *d)
{
    for_each_row(d,
                 "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT"
                 " LIKE 'sqlite\\_%' ESCAPE '\\' AND name IN (SELECT name FROM"
                 " pragma_table_list WHERE schema = 'main' AND type = 'table')",
                 NULL, read_name);
}

/* A view that no query could read is left out. */
static void read_view(struct describing *d, const struct value *row)
{
    struct str name = text_in(row, 0), why = {NULL, 0};
    if (!name.ptr)
        return;
    add_table(d, name);
    struct described_table *view = &d->out->tables[d->out->n_tables - 1];
    view->view = true;
    d->status = connection_ask_view(d->connection, d->arena, view, &why, d->err);
    if (d->status || !why.ptr)
        return;
    d->out->n_tables--;
    ARENA_ADD(d->arena, d->out->losses, d->out->n_losses,
              (struct described_loss){.table = name, .why = why});
}

/* Only here are views expanded, one at a time and within the bounds of a query. */
static void read_views(struct describing *d)
{
    sqlite3 *handle = d->connection->handle;
    struct rows rows;
    if (d->status == OK)
        d->status =
            connection_ask(d->connection, "SELECT name FROM sqlite_master WHERE type = 'view'",
                           NULL, d->arena, &rows, d->err);
    if (d->status)
        return;
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 1, NULL);
    for (size_t i = 0; d->status == OK && i < rows.n_rows; i++)
        read_view(d, rows_at(&rows, i, 0));
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

static void read_all(struct describing *d, const struct str *names, uint32_t n_names)
{
    if (names)
        for_each_row(d, "PRAGMA encoding", NULL, read_encoding);
    else
        list_tables(d);
    for (uint32_t i = 0; names && i < n_names; i++)
        add_table(d, names[i]);
    for (uint32_t i = 0; i < d->out->n_tables && d->status == OK; i++) {
        d->table = &d->out->tables[i];
        read_table(d);
    }
    if (names)
        return;
    leave_out_tables(d);
    read_views(d);
}

/* This makes the pragmas known as table functions, and does not run them. To list tables SQLite
 * would expand every view, each of which may take all memory. */
static enum status open_declarations(const char *path, struct connection **out, struct err *e)
{
    TRY(connection_open(
        path,
        "SELECT 1 FROM pragma_foreign_key_list(''), pragma_index_info(''),"
        " pragma_index_list(''), pragma_table_xinfo(''), pragma_table_list('') LIMIT 0",
        out, e));
    sqlite3_db_config((*out)->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return OK;
}

enum status sqlite_describe(const char *path, const struct str *names, uint32_t n_names,
                            struct arena *a, struct description *out, struct err *e)
{
    struct describing d = {.arena = a, .out = out, .whole = names != NULL, .err = e};
    *out = (struct description){0};
    d.status = open_declarations(path, &d.connection, e);
    if (d.status)
        return d.status;
    read_all(&d, names, n_names);
    if (d.status)
        err_in_file(e, path);
    connection_close(d.connection);
    return d.status;
}
