/* test_sql_reads.c: on real queries of people and systems, teql accepts what SQLite accepts, and
 * finds the same columns. Needs the shared data folder; skipped without it. */
#include "base/file.h"
#include "base/json_reader.h"
#include "sql_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>
#include <glob.h>

#define SHARED TEQL_SOURCE_DIR "/../shared"

enum { MAX_FILE = 1 << 28 };

/* Differences on purpose: a part of the message, and the reason. */
static const struct {
    const char *problem, *reason;
} differences[] = {
    {"SQLite: ok; teql: no such table: sqlite_sequence",
     "a schema read from a database leaves out the tables that are SQLite's own"},
};

struct query {
    struct str db_id, text;
};

/* All queries of a test, and the schemas they may speak of. */
struct fixture {
    struct arena arena;
    struct schema_set schemas;
    struct query *queries;
    uint32_t n_queries;
    uint32_t n_compared, n_taken, n_unseen, n_explained;
};

static void must(enum status status, const struct err *e)
{
    char message[500];
    err_format(e, message, sizeof message);
    if (status)
        fail_msg("%s", message);
}

static bool has_shared(void)
{
    if (access(SHARED "/spider/tables.json", R_OK) == 0)
        return true;
    print_message("no shared data beside the sources: skipped\n");
    return false;
}

static int set_up(void **state)
{
    *state = calloc(1, sizeof(struct fixture));
    return *state == NULL;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    print_message("%u compared, %u taken, %u tables that SQLite does not run, %u explained\n",
                  f->n_compared, f->n_taken, f->n_unseen, f->n_explained);
    arena_release(&f->arena);
    free(f);
    return 0;
}

static void add_query(struct fixture *f, struct str db_id, struct str text)
{
    ARENA_ADD(&f->arena, f->queries, f->n_queries, (struct query){db_id, text});
}

/* The lines of a file; the last has no newline or none follows it. */
static struct str *read_lines(struct fixture *f, const char *path, uint32_t *count)
{
    struct str *lines = NULL, text;
    struct err e;
    *count = 0;
    must(file_read(&f->arena, path, MAX_FILE, &text, &e), &e);
    while (text.len > 0) {
        size_t end = str_find(text, STR("\n"), 0);
        ARENA_ADD(&f->arena, lines, *count, str_slice(text, 0, end));
        text = str_slice(text, end < text.len ? end + 1 : end, text.len);
    }
    return lines;
}

/* SQL, tab, db_id. Adds each query and returns the databases of all lines. */
static struct str *add_gold(struct fixture *f, const char *path, uint32_t *count)
{
    struct str *lines = read_lines(f, path, count);
    for (uint32_t i = 0; i < *count; i++) {
        size_t tab = str_find(lines[i], STR("\t"), 0);
        struct str db_id = str_slice(lines[i], tab < lines[i].len ? tab + 1 : tab, lines[i].len);
        if (tab < lines[i].len)
            add_query(f, db_id, str_slice(lines[i], 0, tab));
        lines[i] = db_id;
    }
    return lines;
}

static void add_predictions(struct fixture *f, const struct str *db_ids, uint32_t n)
{
    glob_t files;
    assert_int_equal(glob(SHARED "/predictions/*.sql", 0, NULL, &files), 0);
    for (size_t k = 0; k < files.gl_pathc; k++) {
        uint32_t count;
        struct str *lines = read_lines(f, files.gl_pathv[k], &count);
        for (uint32_t i = 0; i < count && i < n; i++)
            add_query(f, db_ids[i], lines[i]);
    }
    globfree(&files);
}

static int by_database_and_text(const void *a, const void *b)
{
    const struct query *x = a, *y = b;
    int order = str_cmp(x->db_id, y->db_id);
    return order ? order : str_cmp(x->text, y->text);
}

/* Sort by database, and keep one of each. */
static void sort_queries(struct fixture *f)
{
    uint32_t n = 0;
    qsort(f->queries, f->n_queries, sizeof *f->queries, by_database_and_text);
    for (uint32_t i = 0; i < f->n_queries; i++)
        if (i == 0 || by_database_and_text(&f->queries[i], &f->queries[n - 1]) != 0)
            f->queries[n++] = f->queries[i];
    f->n_queries = n;
}

static bool is_explained(const char *problem)
{
    for (size_t i = 0; i < COUNT_OF(differences); i++)
        if (strstr(problem, differences[i].problem))
            return true;
    return false;
}

/* Compare queries [first, end), all of one database. Returns the number of differences. */
static uint32_t compare_range(struct fixture *f, sqlite3 *db, const struct schema *schema,
                              uint32_t first, uint32_t end)
{
    struct oracle o;
    uint32_t n_different = 0;
    oracle_init(&o, db, schema);
    for (uint32_t i = first; i < end; i++) {
        const char *problem = oracle_compare(&o, f->queries[i].text);
        f->n_compared++;
        if (!problem)
            continue;
        if (is_explained(problem)) {
            f->n_explained++;
            continue;
        }
        print_error("%.*s: %s\n    %.*s\n", STR_ARG(f->queries[i].db_id), problem,
                    STR_ARG(f->queries[i].text));
        n_different++;
    }
    f->n_taken += o.n_taken;
    f->n_unseen += o.n_unseen;
    oracle_release(&o);
    return n_different;
}

static uint32_t range_end(const struct fixture *f, uint32_t first)
{
    uint32_t end = first;
    while (end < f->n_queries && str_eq(f->queries[end].db_id, f->queries[first].db_id))
        end++;
    return end;
}

static sqlite3 *open_database(const char *path)
{
    sqlite3 *db;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        fail_msg("%s: %s", path, sqlite3_errmsg(db));
    return db;
}

/* Every query on its database; `own_schema` takes the schema from there, not from tables.json. */
static uint32_t compare_all(struct fixture *f, bool own_schema)
{
    uint32_t n_different = 0;
    for (uint32_t first = 0, end; first < f->n_queries; first = end) {
        struct str db_id = f->queries[first].db_id;
        struct str path = arena_printf(&f->arena, SHARED "/spider/database/%.*s/%.*s.sqlite",
                                       STR_ARG(db_id), STR_ARG(db_id));
        const struct schema *schema = schema_set_find(&f->schemas, db_id);
        struct schema read;
        struct err e;
        end = range_end(f, first);
        if (own_schema) {
            must(schema_from_database(&f->arena, path.ptr, db_id, &read, &e), &e);
            schema = &read;
        }
        assert_non_null(schema);
        sqlite3 *db = open_database(path.ptr);
        n_different += compare_range(f, db, schema, first, end);
        sqlite3_close(db);
    }
    return n_different;
}

static void load_spider(struct fixture *f)
{
    struct err e;
    uint32_t n_dev, n_train;
    must(schema_set_load(&f->arena, SHARED "/spider/tables.json", &f->schemas, &e), &e);
    struct str *dev = add_gold(f, SHARED "/spider/dev_gold.sql", &n_dev);
    (void)add_gold(f, SHARED "/spider/train_gold.sql", &n_train);
    add_predictions(f, dev, n_dev);
    sort_queries(f);
}

static void test_spider_tables_json(void **state)
{
    if (!has_shared())
        skip();
    load_spider(*state);
    assert_int_equal(compare_all(*state, false), 0);
}

static void test_spider_databases(void **state)
{
    if (!has_shared())
        skip();
    load_spider(*state);
    assert_int_equal(compare_all(*state, true), 0);
}

/* BIRD: no databases, but the names of tables and columns */

static const char *text_member(struct fixture *f, struct json_value object, const char *key)
{
    return json_text_copy(&f->arena, json_member(&f->arena, object, str_from(key))).ptr;
}

/* The statement that makes one table, appended to `sql`. */
static char *create_table(struct fixture *f, char *sql, struct json_value table)
{
    struct json_value columns = json_member(&f->arena, table, STR("column_names_original"));
    struct json_reader list = json_reader_of(&f->arena, columns.raw);
    const char *separator = "";
    sql = sqlite3_mprintf("%zCREATE TABLE \"%w\"(", sql,
                          text_member(f, table, "table_name_original"));
    for (struct json_value name; json_next_item(&list, &name); separator = ",")
        sql = sqlite3_mprintf("%z%s\"%w\"", sql, separator, json_text_copy(&f->arena, name).ptr);
    return sqlite3_mprintf("%z);", sql);
}

/* A database with the tables of `db_id`. */
static sqlite3 *create_database(struct fixture *f, struct str db_id, struct json_value tables,
                                struct schema *schema)
{
    struct json_reader all = json_reader_of(&f->arena, tables.raw);
    struct json_value table;
    char *sql = sqlite3_mprintf("");
    for (struct str key; json_next(&all, &key, &table);)
        if (str_eq(str_from(text_member(f, table, "db_id")), db_id))
            sql = create_table(f, sql, table);
    sqlite3 *db = oracle_database(&f->arena, sql, schema);
    sqlite3_free(sql);
    return db;
}

static struct json_value load_json(struct fixture *f, const char *path)
{
    struct str text;
    struct json_value value;
    struct err e;
    must(file_read(&f->arena, path, MAX_FILE, &text, &e), &e);
    struct json_reader json = json_reader_of(&f->arena, text);
    if (!json_whole(&json, &value))
        must(json_reader_end(&json, 1, &e), &e);
    return value;
}

/* Queries stand under "SQL" or "sql", as a text or a list of texts. */
static void add_bird(struct fixture *f, struct json_value entries)
{
    struct arena *a = &f->arena;
    struct json_reader list = json_reader_of(a, entries.raw);
    for (struct json_value entry; json_next_item(&list, &entry);) {
        struct str db_id = str_from(text_member(f, entry, "db_id"));
        struct json_value sql = json_member(a, entry, STR("SQL")), text;
        if (!sql.raw.ptr)
            sql = json_member(a, entry, STR("sql"));
        if (sql.kind == JSON_KIND_STRING)
            add_query(f, db_id, json_text(a, sql));
        struct json_reader several = json_reader_of(a, sql.raw);
        while (json_next_item(&several, &text))
            add_query(f, db_id, json_text(a, text));
    }
}

static uint32_t compare_bird(struct fixture *f, uint32_t first, uint32_t end,
                             struct json_value tables)
{
    struct schema schema;
    sqlite3 *db = create_database(f, f->queries[first].db_id, tables, &schema);
    uint32_t n_different = compare_range(f, db, &schema, first, end);
    sqlite3_close(db);
    return n_different;
}

static void test_bird(void **state)
{
    struct fixture *f = *state;
    uint32_t n_different = 0;
    if (!has_shared())
        skip();
    struct json_value tables = load_json(f, SHARED "/bird/bird_dev_tables.json");
    add_bird(f, load_json(f, SHARED "/bird/bird_dev_1534.json"));
    add_bird(f, load_json(f, SHARED "/bird/bird_mini_dev_sqlite.json"));
    sort_queries(f);
    for (uint32_t first = 0, end; first < f->n_queries; first = end) {
        end = range_end(f, first);
        n_different += compare_bird(f, first, end, tables);
    }
    assert_int_equal(n_different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_spider_tables_json, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spider_databases, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bird, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
