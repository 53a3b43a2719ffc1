/* fuzz_mapped.c: any bytes as a query over a schema with mapped columns. Its results are listed as
 * the engine gives them, and its rows can be brought back to the old values. The same bytes as a
 * query over the original schema: rewritten for the mapped one, it can be read. */
#include "engine/database.h"
#include "input.h"
#include "migration/answer_mapping.h"
#include "migration/rewrite_mapped.h"
#include "sql/parse.h"
#include "sql/resolve.h"
#include "store/rows_back.h"
#include "store/store.h"

enum { DEADLINE_MS = 1000, MAX_ROWS = 1000, MAX_BYTES = 1 << 20, N_MIGRATIONS = 4 };

static const char ddl[] =
    "CREATE TABLE singer(id INTEGER PRIMARY KEY, name TEXT, country TEXT, age INT);"
    "CREATE TABLE sings(singer_id INT REFERENCES singer(id), title TEXT);"
    "INSERT INTO singer VALUES(1, 'Ann Lee', 'FR', 40), (2, 'Ben van Dyk', NULL, 33),"
    " (3, 'Cem', 'it''s', NULL), (4, NULL, 'FR', 2.5);"
    "INSERT INTO sings VALUES(1, 'Dawn'), (1, 'Dusk'), (3, NULL);";

/* The same for every input: a database, shown in several ways. */
struct known {
    struct arena arena;
    struct schema schema, new[N_MIGRATIONS];
    const struct migration *migrations[N_MIGRATIONS];
    struct database *shown[N_MIGRATIONS];
};

static void add(struct known *k, uint32_t i, const char *column, const struct migration_column *new,
                uint32_t n)
{
    uint32_t old = schema_find_column(&k->schema, 0, str_from(column));
    k->migrations[i] = migration_replace_column(&k->arena, &k->schema, old, new, n);
    migration_schema(&k->arena, k->migrations[i], STR("new"), &k->new[i], NULL);
}

static void add_all(struct known *k)
{
    static const struct mapping_entry ENTRIES[] = {{STR_INIT("'FR'"), STR_INIT("1")},
                                                   {STR_INIT("'it''s'"), STR_INIT("-2.5")}};
    static const struct column_mapping PARTS[] = {
        {.kind = MAPPING_PART, .part = 0, .n_parts = 2, .separator = STR_INIT(" ")},
        {.kind = MAPPING_PART, .part = 1, .n_parts = 2, .separator = STR_INIT(" ")}};
    static const struct column_mapping FLAGS[] = {{.kind = MAPPING_FLAG, .value = STR_INIT("'FR'")},
                                                  {.kind = MAPPING_FLAG, .value = STR_INIT("0")}};
    static const struct column_mapping WORDS = {
        .kind = MAPPING_DICTIONARY, .entries = ENTRIES, .n_entries = 2};
    static const struct column_mapping YEARS = {
        .kind = MAPPING_LINEAR, .offset = 2020, .factor = -1};
    const struct migration_column names[] = {{.name = STR("first"), .mapping = &PARTS[0]},
                                             {.name = STR("last"), .mapping = &PARTS[1]}};
    const struct migration_column flags[] = {{.name = STR("fr"), .mapping = &FLAGS[0]},
                                             {.name = STR("other"), .mapping = &FLAGS[1]}};
    const struct migration_column word = {.name = STR("country"), .mapping = &WORDS};
    const struct migration_column year = {.name = STR("year"), .mapping = &YEARS};
    add(k, 0, "name", names, 2);
    add(k, 1, "country", flags, 2);
    add(k, 2, "country", &word, 1);
    add(k, 3, "age", &year, 1);
}

static const struct known *known(void)
{
    static struct known k;
    struct err e;
    if (k.shown[0])
        return &k;
    const char *path = input_database(&k.arena, "music.sqlite", ddl);
    require(schema_from_database(&k.arena, path, STR("music"), &k.schema, &e) == OK);
    add_all(&k);
    for (uint32_t i = 0; i < N_MIGRATIONS; i++) {
        require(database_open(path, &k.shown[i], &e) == OK);
        require(database_show(k.shown[i], k.migrations[i], &e) == OK);
    }
    return &k;
}

static void check_rows(struct arena *a, const struct rows *rows, const struct answer_mapping *m)
{
    struct rows back = rows_back(a, rows, m), even = rows_evened(a, &back);
    require(rows->n_columns == m->n_results);
    require(back.n_columns == m->n_columns && back.n_rows == rows->n_rows);
    require(even.n_columns == back.n_columns && even.n_rows == back.n_rows);
}

static void check(struct arena *a, const struct known *k, uint32_t i, struct str sql)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(DEADLINE_MS), .max_rows = MAX_ROWS, .max_bytes = MAX_BYTES};
    struct answer_mapping m;
    struct query_result result;
    struct err e;
    uint32_t sum = 0;
    if (!answer_mapping_of(a, k->migrations[i], &k->new[i], sql, &m))
        return;
    for (uint32_t c = 0; c < m.n_columns; c++)
        sum += m.columns[c].count;
    require(sum == m.n_results);
    require(database_query(k->shown[i], sql, &limits, a, &result, &e) == OK);
    if (result.outcome == QUERY_ROWS)
        check_rows(a, &result.rows, &m);
}

static void check_told(struct arena *a, const struct known *k, uint32_t i, struct str sql)
{
    struct sql_stmt stmt;
    struct sql_resolution names;
    struct str told;
    struct err e;
    if (!query_over_mapped(a, k->migrations[i], sql, &told))
        return;
    require(sql_parse(a, told, &stmt, &e) == OK);
    require(sql_resolve(a, &k->new[i], &stmt, &names, &e) == OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct known *k = known();
    for (uint32_t i = 0; i < N_MIGRATIONS; i++) {
        struct arena a = {0};
        check(&a, k, i, (struct str){(const char *)data, size});
        check_told(&a, k, i, (struct str){(const char *)data, size});
        arena_release(&a);
    }
    return 0;
}
