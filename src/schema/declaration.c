/* declaration.c: asking SQLite what a database declares. */
#include "schema/declaration.h"

#include "engine/database.h"

struct declaration_reader {
    struct database *db;
    struct arena *arena;
    const struct schema *schema;
    struct declaration *out;
    struct err *err;
    enum status status; /* of the first failure */
};

/* One row of an answer. */
struct row {
    const struct rows *rows;
    size_t number;
    struct arena *arena;
};

/* ptr NULL where there is none. */
static struct str text_in(struct row row, uint32_t column)
{
    const struct value *v = rows_at(row.rows, row.number, column);
    return v->type == VALUE_TEXT ? arena_str(row.arena, value_bytes(v)) : (struct str){NULL, 0};
}

static uint32_t number_in(struct row row, uint32_t column)
{
    const struct value *v = rows_at(row.rows, row.number, column);
    return v->type == VALUE_INTEGER && v->integer > 0 ? (uint32_t)v->integer : 0;
}

/* Call `take` for each row of `sql`, whose only parameter is `name`, NULL where it has none. */
static void each(struct declaration_reader *r, const char *sql, const struct str *name,
                 uint32_t table,
                 void (*take)(struct declaration_reader *r, uint32_t table, struct row row))
{
    struct rows rows;
    if (r->status == OK)
        r->status = database_ask(r->db, sql, name, r->arena, &rows, r->err);
    for (size_t i = 0; r->status == OK && i < rows.n_rows; i++)
        take(r, table, (struct row){&rows, i, r->arena});
}

static void read_sql(struct declaration_reader *r, uint32_t table, struct row row)
{
    struct declared_table *t = &r->out->tables[table];
    if (number_in(row, 0) == 0) {
        t->sql = text_in(row, 1);
        return;
    }
    ARENA_PUSH(r->arena, t->indexes, t->n_indexes);
    t->indexes[t->n_indexes++] = text_in(row, 1);
}

static void read_column(struct declaration_reader *r, uint32_t table, struct row row)
{
    struct declared_table *t = &r->out->tables[table];
    struct str name = text_in(row, 0);
    const char *collation;
    ARENA_PUSH(r->arena, t->stored, t->n_stored);
    t->stored[t->n_stored++] = name;
    uint32_t id = schema_find_column(r->schema, table, name);
    if (id == SCHEMA_NONE)
        return;
    struct declared_column *c = &r->out->columns[id];
    *c = (struct declared_column){.type = text_in(row, 1),
                                  .preset = text_in(row, 4),
                                  .not_null = number_in(row, 2) != 0,
                                  .key = number_in(row, 3)};
    if (!database_column_extras(r->db, r->schema->tables[table].name.ptr, name.ptr, &collation,
                                &c->autoincrement))
        collation = "BINARY";
    c->collation = arena_str(r->arena, str_from(collation));
}

/* The rows are columns of unique indexes, in order; position 0 begins another index. An index with
 * an expression has a column without a name, and is left out by leaving it without columns. */
static void read_unique(struct declaration_reader *r, uint32_t table, struct row row)
{
    struct declared_table *t = &r->out->tables[table];
    if (number_in(row, 0) == 0) {
        ARENA_PUSH(r->arena, t->uniques, t->n_uniques);
        t->uniques[t->n_uniques++] =
            (struct declared_unique){ARENA_ARRAY(r->arena, uint32_t, number_in(row, 2)), 0};
    }
    struct declared_unique *u = &t->uniques[t->n_uniques - 1];
    struct str name = text_in(row, 1);
    uint32_t id = name.ptr ? schema_find_column(r->schema, table, name) : SCHEMA_NONE;
    if (u->columns && id != SCHEMA_NONE)
        u->columns[u->count++] = id;
    else
        *u = (struct declared_unique){NULL, 0};
}

/* The column a foreign key refers to where it names none: the next of the primary key. */
static uint32_t key_column(const struct declaration_reader *r, uint32_t table, uint32_t position)
{
    const struct schema_table *t = &r->schema->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (r->out->columns[t->columns[i]].key == position)
            return t->columns[i];
    return SCHEMA_NONE;
}

/* The rows are the pairs of foreign keys, in order; position 0 begins another key. A key with an
 * end that the schema lacks keeps no columns, nor does one that lists a column twice. */
static void read_key(struct declaration_reader *r, uint32_t table, struct row row)
{
    struct declaration *d = r->out;
    uint32_t position = number_in(row, 0);
    uint32_t target = schema_find_table(r->schema, text_in(row, 1));
    if (position == 0) {
        uint32_t n = r->schema->tables[table].n_columns;
        ARENA_PUSH(r->arena, d->keys, d->n_keys);
        d->keys[d->n_keys++] = (struct declared_key){table,
                                                     target,
                                                     ARENA_ARRAY(r->arena, uint32_t, n),
                                                     ARENA_ARRAY(r->arena, uint32_t, n),
                                                     0,
                                                     text_in(row, 4),
                                                     text_in(row, 5)};
    }
    struct declared_key *k = &d->keys[d->n_keys - 1];
    uint32_t from = schema_find_column(r->schema, table, text_in(row, 2)), to = SCHEMA_NONE;
    struct str name = text_in(row, 3);
    if (target != SCHEMA_NONE)
        to = name.ptr ? schema_find_column(r->schema, target, name)
                      : key_column(r, target, position + 1);
    if (from == SCHEMA_NONE || to == SCHEMA_NONE || k->count != position ||
        position == r->schema->tables[table].n_columns) {
        k->count = 0;
        k->to_table = SCHEMA_NONE;
        return;
    }
    k->from[k->count] = from;
    k->to[k->count++] = to;
}

static void read_options(struct declaration_reader *r, uint32_t table, struct row row)
{
    struct declared_table *t = &r->out->tables[table];
    struct str type = text_in(row, 0);
    t->stands_in = str_eq(type, STR("virtual")) || str_eq(type, STR("view"));
    t->shadow = str_eq(type, STR("shadow"));
    t->strict = number_in(row, 1) != 0;
    t->has_rowid = !t->stands_in && number_in(row, 2) == 0;
}

/* Of what only stands for a table nothing is read: a module would have to say what it declares, or
 * a query that may have no end. */
static void read_table(struct declaration_reader *r, uint32_t t)
{
    const struct str *name = &r->schema->tables[t].name;
    each(r, "SELECT type, strict, wr FROM pragma_table_list(?1) WHERE schema = 'main'", name, t,
         read_options);
    if (r->out->tables[t].stands_in)
        return;
    each(r,
         "SELECT type = 'index', sql FROM main.sqlite_master WHERE tbl_name = ?1 COLLATE NOCASE"
         " AND type IN ('table', 'index') AND sql IS NOT NULL",
         name, t, read_sql);
    each(r, "SELECT name, type, \"notnull\", pk, dflt_value FROM pragma_table_info(?1)", name, t,
         read_column);
    each(r,
         "SELECT i.seqno, i.name, count(*) OVER (PARTITION BY l.seq)"
         " FROM pragma_index_list(?1) AS l, pragma_index_info(l.name) AS i"
         " WHERE l.\"unique\" AND l.origin = 'u' ORDER BY l.seq, i.seqno",
         name, t, read_unique);
}

static void read_encoding(struct declaration_reader *r, uint32_t table, struct row row)
{
    (void)table;
    r->out->encoding = text_in(row, 0);
}

static void read_all(struct declaration_reader *r)
{
    each(r, "PRAGMA encoding", NULL, SCHEMA_NONE, read_encoding);
    for (uint32_t t = 0; t < r->schema->n_tables && r->status == OK; t++)
        read_table(r, t);
    for (uint32_t t = 0; t < r->schema->n_tables && r->status == OK; t++)
        each(r,
             "SELECT seq, \"table\", \"from\", \"to\", on_update, on_delete"
             " FROM pragma_foreign_key_list(?1) ORDER BY id DESC, seq",
             &r->schema->tables[t].name, t, read_key);
}

enum status declaration_read(struct arena *a, const char *path, const struct schema *s,
                             struct declaration *out, struct err *e)
{
    *out = (struct declaration){.tables = arena_zalloc(a, s->n_tables * sizeof *out->tables),
                                .columns = arena_zalloc(a, s->n_columns * sizeof *out->columns)};
    struct declaration_reader r = {NULL, a, s, out, e, OK};
    r.status = database_open_declarations(path, &r.db, e);
    if (r.status)
        return r.status;
    read_all(&r);
    if (r.status)
        err_in_file(e, path);
    database_close(r.db);
    return r.status;
}
