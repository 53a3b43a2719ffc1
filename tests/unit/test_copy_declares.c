/* test_copy_declares.c: a changed schema, compared with what the copy made from it declares.
 *
 * The entry of tables.json in a suite, read back, must equal what the database declares: tables,
 * columns, types, primary keys, foreign keys. TEQL_TEST_ALL tries every variant of every question
 * of Spider-dev. */
#include "fixture.h"
#include "shared.h"
#include "unit.h"

#include "dataset/dataset.h"
#include "lexicon/knowledge.h"
#include "link/schema_words.h"
#include "migration/migration_json.h"
#include "relation/draw.h"
#include "relation/prepare.h"
#include "schema/keys.h"
#include "sql/quote.h"
#include "store/database_copy.h"

#include <stdlib.h>

/* A schema as lines that can be sorted: a table or view with its columns and primary key, or a
 * foreign key. */
struct lines {
    struct str *items;
    uint32_t count;
};

static void add_line(struct arena *a, struct lines *l, struct buf *text)
{
    ARENA_ADD(a, l->items, l->count, arena_str(a, buf_str(text)));
    buf_clear(text);
}

static void put_column(struct buf *out, const struct schema *s, uint32_t column)
{
    sql_put_name(out, s->tables[s->columns[column].table].name);
    buf_putc(out, '.');
    sql_put_name(out, s->columns[column].name);
}

static void put_table(struct arena *a, struct buf *out, const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    struct primary_key key = schema_primary_key(a, s, table);
    buf_put(out, t->view ? STR("view") : STR("table"));
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct schema_declared *d = &s->declared[t->columns[i]];
        buf_putc(out, ' ');
        put_column(out, s, t->columns[i]);
        buf_printf(out, " <%.*s>%s", STR_ARG(d->type), d->generated ? " generated" : "");
    }
    for (uint32_t i = 0; i < key.count; i++) {
        buf_put(out, i ? STR(", ") : STR(" key "));
        put_column(out, s, key.columns[i]);
    }
}

static void put_foreign_key(struct buf *out, const struct schema *s, struct key_span span)
{
    buf_put(out, STR("foreign key"));
    for (uint32_t i = 0; i < span.count; i++) {
        buf_putc(out, ' ');
        put_column(out, s, s->foreign_keys[span.first + i].from);
        buf_put(out, STR(" to "));
        put_column(out, s, s->foreign_keys[span.first + i].to);
    }
}

static int compare_lines(const void *a, const void *b)
{
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static struct lines lines_of(struct arena *a, const struct schema *s)
{
    struct lines l = {0};
    struct buf text = {0};
    struct key_span span;
    assert_non_null(s->declared);
    for (uint32_t t = 0; t < s->n_tables; t++) {
        put_table(a, &text, s, t);
        add_line(a, &l, &text);
    }
    for (uint32_t i = 0; i < s->n_foreign_keys; i += span.count) {
        span = key_span_of(s, i);
        put_foreign_key(&text, s, span);
        add_line(a, &l, &text);
    }
    buf_release(&text);
    qsort(l.items, l.count, sizeof *l.items, compare_lines);
    return l;
}

/* The entry of tables.json, read as any reader of the suite reads it. */
static struct schema written(struct arena *a, const struct migration *m, struct str db_id)
{
    struct buf text = {0};
    struct json_writer json = json_writer_to(&text);
    struct schema s;
    struct err e;
    migration_json(&json, m, db_id);
    if (schema_parse(a, arena_str(a, buf_str(&text)), &s, &e) != OK)
        fail_msg("%s", e.msg);
    buf_release(&text);
    return s;
}

static void assert_same(struct arena *a, const struct schema *said, const struct schema *made,
                        struct str change)
{
    struct lines x = lines_of(a, said), y = lines_of(a, made);
    for (uint32_t i = 0; i < x.count && i < y.count; i++)
        if (!str_eq(x.items[i], y.items[i]))
            fail_msg("%.*s\n said: %.*s\n made: %.*s", STR_ARG(change), STR_ARG(x.items[i]),
                     STR_ARG(y.items[i]));
    if (x.count != y.count)
        fail_msg("%.*s: %u lines and %u", STR_ARG(change), x.count, y.count);
}

/* The file is made once more, and removed. */
static void assert_declares(struct arena *a, const char *original, const struct migration *m,
                            struct str change)
{
    struct str id = STR("changed");
    const char *path = fixture_copy_path(a);
    struct schema said = written(a, m, id), made;
    struct err e;
    if (database_copy(original, m, path, NULL, &e) != OK ||
        schema_from_database(a, path, id, &made, &e) != OK)
        fail_msg("%.*s: %s", STR_ARG(change), e.msg);
    assert_same(a, &said, &made, change);
    fixture_copy_remove(path);
}

/* All that a relation draws for a seed, each schema once. Returns how many there were. */
struct trial {
    struct arena arena;
    struct name_map tried; /* db_ids of variants */
    struct lexicon lexicon;
    struct knowledge knowledge;
    bool has_rows; /* they are compared with those of the views too */
    uint32_t count;
};

static void begin(struct trial *t)
{
    struct knowledge_sources sources = {0};
    struct err e;
    *t = (struct trial){0};
    assert_int_equal(lexicon_load(&t->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&t->knowledge, &t->lexicon, &sources, &e), OK);
    name_map_init_exact(&t->tried, &t->arena, 1024);
}

static void end(struct trial *t)
{
    knowledge_release(&t->knowledge);
    lexicon_release(&t->lexicon);
    arena_release(&t->arena);
}

static void try_case(struct trial *t, struct arena *a, const struct seed *seed,
                     const char *original, const struct relation *r, const struct test_case *c)
{
    struct str id = c->migration ? migration_db_id(a, c->migration, str_from(r->id)) : STR("");
    if (!c->migration || name_map_get(&t->tried, id) != NAME_NONE)
        return;
    name_map_put(&t->tried, &t->arena, arena_str(&t->arena, id), 0);
    assert_declares(a, original, c->migration, c->change);
    const char *problem =
        t->has_rows ? fixture_compare(a, original, c->migration, seed->query) : NULL;
    if (problem)
        fail_msg("%.*s: %s", STR_ARG(c->change), problem);
    t->count++;
}

static void try_seed(struct trial *t, const struct seed *seed, const char *original, uint32_t most)
{
    struct arena a = {0};
    struct relation_seed s;
    struct err e;
    relation_prepare(&a, seed, &t->lexicon, &t->knowledge, NULL, &s, &e);
    for (size_t r = 0; RELATIONS[r]; r++) {
        struct case_list list = relation_draw(
            &a, RELATIONS[r], &s, most, rng_stream(3, str_from(RELATIONS[r]->id), seed->number));
        for (uint32_t i = 0; i < list.count; i++)
            try_case(t, &a, seed, original, RELATIONS[r], &list.items[i]);
    }
    arena_release(&a);
}

/* Without rows: a copy is made in no time, and declares the same. */
static const char *emptied(struct arena *a, const char *path)
{
    struct rows rows = fixture_query(a, path,
                                     "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name "
                                     "NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
    struct buf sql = {0};
    for (size_t i = 0; i < rows.n_rows; i++) {
        buf_put(&sql, value_bytes(rows_at(&rows, i, 0)));
        buf_put(&sql, STR(";\n"));
    }
    const char *copy = fixture_create(a, arena_str(a, buf_str(&sql)).ptr);
    buf_release(&sql);
    return copy;
}

static void spider_dev(void **state)
{
    (void)state;
    struct dataset d;
    struct trial t;
    struct err e;
    if (!shared_present())
        return;
    begin(&t);
    const uint32_t step = getenv("TEQL_TEST_ALL") ? 1 : 31;
    assert_int_equal(
        dataset_load(&d, &(struct dataset_source){.data = shared_path(&t.arena, "spider")}, &e),
        OK);
    knowledge_learn(&t.knowledge, &d.schemas);
    const char *original = NULL;
    for (uint32_t i = 0; i < d.n_seeds; i += step) {
        const struct seed *seed = &d.seeds[i];
        if (i == 0 || !str_eq(seed->db_id, d.seeds[i - step].db_id)) {
            if (original)
                fixture_remove(original);
            original = emptied(&t.arena, seed->database.ptr);
        }
        try_seed(&t, seed, original, step == 1 ? 10 : 3);
    }
    fixture_remove(original);
    print_message("%u changed schemas: tables.json and copies say the same\n", t.count);
    assert_true(t.count > 300);
    dataset_release(&d);
    end(&t);
}

/* Keys of several columns, types with numbers, a generated column, a view of a view. */
static const char LIBRARY[] =
    "CREATE TABLE author (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(20),"
    "  paid DECIMAL(10, 2), country TEXT);"
    "CREATE TABLE edition (isbn TEXT, printing INT, title, pages INT, author INT REFERENCES author,"
    "  half INT GENERATED ALWAYS AS (pages / 2), PRIMARY KEY (printing, isbn));"
    "CREATE TABLE loan (n INTEGER PRIMARY KEY, isbn TEXT, printing INT, reader \"odd type\","
    "  FOREIGN KEY (isbn, printing) REFERENCES edition (isbn, printing));"
    "CREATE TABLE fine (loan INT REFERENCES loan (n), amount REAL, reason TEXT,"
    "  twice REAL AS (2 * amount) STORED);"
    "CREATE TABLE payment (id INTEGER PRIMARY KEY, loan INT REFERENCES loan, amount REAL);"
    "CREATE VIEW known AS SELECT name, country FROM author WHERE name IS NOT NULL;"
    "CREATE VIEW countries AS SELECT country, count(*) AS authors FROM known GROUP BY country;"
    "INSERT INTO author (name, country) VALUES ('Ada', 'UK'), ('Bo', 'UK'), (NULL, 'FR');"
    "INSERT INTO edition (isbn, printing, title, pages, author) VALUES ('a', 1, 'T', 100, 1);"
    "INSERT INTO loan VALUES (1, 'a', 1, 'Cy'); INSERT INTO fine VALUES (1, 2.5, 'late');";

static void library(void **state)
{
    (void)state;
    static const char *const QUERIES[] = {
        "SELECT authors FROM countries WHERE country = 'UK'",
        "SELECT reader FROM loan",
        "SELECT half FROM edition",
        "SELECT twice FROM fine",
        "SELECT name FROM known ORDER BY name",
    };
    struct trial t;
    struct schema s;
    struct err e;
    begin(&t);
    t.has_rows = true;
    const char *path = fixture_create(&t.arena, LIBRARY);
    assert_int_equal(schema_from_database(&t.arena, path, STR("library"), &s, &e), OK);
    for (uint32_t i = 0; i < COUNT_OF(QUERIES); i++) {
        struct seed seed = {.number = i,
                            .db_id = s.db_id,
                            .question = STR("Which are they?"),
                            .query = str_from(QUERIES[i]),
                            .schema = &s,
                            .database = str_from(path)};
        try_seed(&t, &seed, path, 40);
    }
    assert_true(t.count > 100);
    fixture_remove(path);
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(library),
        cmocka_unit_test(spider_dev),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
