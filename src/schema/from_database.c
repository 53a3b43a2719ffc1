/* from_database.c: a schema read from the SQLite database itself. */
#include "schema/schema.h"

#include "engine/database.h"
#include "schema/build.h"

/* One reading of one database. */
struct schema_reader {
    struct database *db;
    struct arena *arena;
    struct schema *schema;
    struct err *err;
};

static struct str text_at(const struct rows *rows, size_t row, uint32_t column, struct arena *a)
{
    const struct value *v = rows_at(rows, row, column);
    return arena_str(a, v->type == VALUE_TEXT ? value_bytes(v) : STR(""));
}

static bool flag_at(const struct rows *rows, size_t row, uint32_t column)
{
    const struct value *v = rows_at(rows, row, column);
    return v->type == VALUE_INTEGER && v->integer > 0;
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

/* Tables that SQLite keeps for itself are none, and those behind a virtual table; nor is a virtual
 * table, which no query of ours can read. */
static enum status read_tables(struct schema_reader *r)
{
    struct schema *s = r->schema;
    struct rows rows;
    enum status status =
        database_ask(r->db,
                     "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT"
                     " LIKE 'sqlite\\_%' ESCAPE '\\' AND name IN (SELECT name FROM"
                     " pragma_table_list WHERE schema = 'main' AND type = 'table')",
                     NULL, r->arena, &rows, r->err);
    for (size_t i = 0; status == OK && i < rows.n_rows; i++) {
        ARENA_PUSH(r->arena, s->tables, s->n_tables);
        struct str name = text_at(&rows, i, 0, r->arena);
        s->tables[s->n_tables++] = (struct schema_table){.name = name, .natural = name};
    }
    if (status == OK && s->n_tables == 0)
        return err_set(r->err, E_SCHEMA, "no tables");
    return status;
}

static void add_column(struct schema_reader *r, struct schema_column c)
{
    struct schema *s = r->schema;
    ARENA_PUSH(r->arena, s->columns, s->n_columns);
    s->columns[s->n_columns++] = c;
}

/* One column of table `t`. `*n_keys` counts the columns of its primary key. A key of one column is
 * the rowid if its type is INTEGER to the letter: INT makes none. */
static void read_column(struct schema_reader *r, uint32_t t, const struct rows *rows, size_t row,
                        uint32_t *n_keys)
{
    struct str name = text_at(rows, row, 0, r->arena), type = text_at(rows, row, 1, r->arena);
    bool primary = flag_at(rows, row, 2);
    if (primary) {
        bool rowid = ++*n_keys == 1 && str_eq_nocase(type, STR("INTEGER"));
        r->schema->tables[t].rowid = rowid ? r->schema->n_columns : SCHEMA_STAR;
    }
    add_column(r, (struct schema_column){name, name, t, type_of(type), primary});
}

static enum status read_columns(struct schema_reader *r)
{
    enum status status = OK;
    add_column(r, (struct schema_column){STR("*"), STR("*"), SCHEMA_NONE, SCHEMA_TEXT, false});
    for (uint32_t t = 0; t < r->schema->n_tables && status == OK; t++) {
        struct rows rows;
        uint32_t n_keys = 0;
        status = database_ask(r->db, "SELECT name, type, pk FROM pragma_table_info(?1)",
                              &r->schema->tables[t].name, r->arena, &rows, r->err);
        for (size_t i = 0; status == OK && i < rows.n_rows; i++)
            read_column(r, t, &rows, i, &n_keys);
    }
    return status;
}

static void add_foreign_key(struct schema_reader *r, uint32_t table, const struct rows *rows,
                            size_t row)
{
    struct schema *s = r->schema;
    uint32_t target = schema_find_table(s, text_at(rows, row, 0, r->arena));
    uint32_t from = schema_find_column(s, table, text_at(rows, row, 1, r->arena));
    if (target == SCHEMA_NONE || from == SCHEMA_NONE)
        return;
    uint32_t to = schema_find_column(s, target, text_at(rows, row, 2, r->arena));
    if (to == SCHEMA_NONE)
        return;
    ARENA_PUSH(r->arena, s->foreign_keys, s->n_foreign_keys);
    s->foreign_keys[s->n_foreign_keys++] = (struct schema_foreign_key){from, to};
}

/* A key that names no column refers to the primary key. One that names a missing table or column is
 * SQLite's to ignore, and so ours. */
static enum status read_foreign_keys(struct schema_reader *r)
{
    enum status status = OK;
    for (uint32_t t = 0; t < r->schema->n_tables && status == OK; t++) {
        struct rows rows;
        status = database_ask(r->db,
                              "SELECT \"table\", \"from\", coalesce(\"to\", (SELECT name FROM"
                              " pragma_table_info(f.\"table\") WHERE pk = f.seq + 1))"
                              " FROM pragma_foreign_key_list(?1) AS f ORDER BY id DESC, seq",
                              &r->schema->tables[t].name, r->arena, &rows, r->err);
        for (size_t i = 0; status == OK && i < rows.n_rows; i++)
            add_foreign_key(r, t, &rows, i);
    }
    return status;
}

static enum status read_all(struct schema_reader *r)
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
    struct schema_reader r = {NULL, a, out, e};
    enum status status = database_open_declarations(path, &r.db, e);
    if (status)
        return status;
    status = read_all(&r);
    if (status)
        err_in_file(e, path);
    database_close(r.db);
    return status;
}
