/* fuzz_migration.c: any bytes as an entry of tables.json with its migration from a small database.
 * What is accepted gives views that run, and a copy that holds as many rows as they show. */
#include "base/json_reader.h"
#include "engine/database.h"
#include "input.h"
#include "migration/migration_json.h"
#include "migration_check.h"
#include "schema/schema_json.h"
#include "sql/quote.h"
#include "store/database_copy.h"
#include "store/store.h"

enum { DEADLINE_MS = 1000, MAX_ROWS = 1000, MAX_BYTES = 1 << 20, MAX_SQL = 1 << 20 };

static const char ddl[] =
    "CREATE TABLE singer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, age INT,"
    " boss_id INT REFERENCES singer(id));"
    "CREATE TABLE concert(id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE UNIQUE, year INT"
    " CHECK (year > 1900));"
    "CREATE TABLE sings(singer_id INT REFERENCES singer(id), concert_id INT REFERENCES concert(id),"
    " PRIMARY KEY (singer_id, concert_id)) WITHOUT ROWID;"
    "CREATE INDEX by_year ON concert(year DESC) WHERE title IS NOT NULL;"
    "INSERT INTO singer VALUES(1, 'Ann', 'France', 40, NULL), (2, 'Ben', NULL, 33, 1),"
    " (3, 'Cem', 'France', NULL, 1);"
    "INSERT INTO concert VALUES(1, 'Dawn', 2014), (2, 'Dusk', 2015);"
    "INSERT INTO sings VALUES(1, 1), (1, 2), (3, 2);";

/* The same for every input. */
struct known {
    struct arena arena;
    const char *path;
    struct schema schema;
    struct database *db;
};

static const struct known *known(void)
{
    static struct known k;
    struct schema read;
    struct buf text;
    struct err e;
    if (k.db)
        return &k;
    k.path = input_database(&k.arena, "music.sqlite", ddl);
    require(schema_from_database(&k.arena, k.path, STR("music"), &read, &e) == OK);
    text = (struct buf){0};
    struct json_writer w = json_writer_to(&text);
    schema_json(&w, &read);
    require(schema_parse(&k.arena, arena_str(&k.arena, buf_str(&text)), &k.schema, &e) == OK);
    buf_release(&text);
    require(database_open(k.path, &k.db, &e) == OK);
    return &k;
}

/* The number of rows of a table, which must exist; SIZE_MAX if there are too many. */
static size_t rows_of(struct arena *a, struct database *d, struct str table)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(DEADLINE_MS), .max_rows = MAX_ROWS, .max_bytes = MAX_BYTES};
    struct query_result result;
    struct buf sql;
    struct err e;
    sql = (struct buf){0};
    buf_put(&sql, STR("SELECT * FROM "));
    sql_put_name(&sql, table);
    require(database_query(d, buf_str(&sql), &limits, a, &result, &e) == OK);
    buf_release(&sql);
    require(result.outcome == QUERY_ROWS || result.outcome == QUERY_TOO_LARGE ||
            result.outcome == QUERY_TIMEOUT);
    return result.outcome == QUERY_ROWS ? result.rows.n_rows : SIZE_MAX;
}

static void check_copy(struct arena *a, const struct known *k, const struct migration *m)
{
    const char *path = input_path(a, "copy.sqlite");
    struct database *copy;
    struct err e;
    if (database_copy(k->path, m, path, NULL, &e))
        return;
    require(database_open(path, &copy, &e) == OK);
    for (uint32_t t = 0; t < m->n_tables; t++)
        require(rows_of(a, copy, m->tables[t].name) == rows_of(a, k->db, m->tables[t].name));
    database_close(copy);
}

static void check_views(struct arena *a, const struct known *k, const struct migration *m)
{
    struct err e;
    require(database_show(k->db, m, &e) == OK);
    for (uint32_t t = 0; t < m->n_tables; t++)
        (void)rows_of(a, k->db, m->tables[t].name);
    check_copy(a, k, m);
    require(database_drop_views(k->db, &e) == OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct known *k = known();
    struct arena a = {0};
    struct json_reader json = json_reader_of(&a, (struct str){(const char *)data, size});
    struct json_value entry;
    struct schema new;
    const struct migration *m;
    struct err e;
    if (json_whole(&json, &entry) && schema_parse(&a, entry.raw, &new, &e) == OK) {
        struct str changes = json_member(&a, entry, STR("migration")).raw;
        bool is_short = json_member(&a, entry, STR("of")).raw.ptr != NULL;
        bool good = changes.ptr && (is_short ? migration_from_json_short : migration_from_json)(
                                       &a, changes, &k->schema, &new, &m, &e) == OK;
        if (good && is_short) { /* suite.c checks names when it makes the schema */
            struct schema whole;
            migration_schema(&a, m, new.db_id, &whole, NULL);
            good = whole.by_name.count == whole.n_tables;
        }
        if (good) {
            check_migration(&a, m, new.db_id);
            check_views(&a, k, m);
        }
    }
    arena_release(&a);
    return 0;
}
