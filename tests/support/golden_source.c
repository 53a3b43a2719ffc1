/* golden_source.c: one line for each dataset says where its questions and databases are. */
#include "golden_source.h"
#include "fixture.h"
#include "shared.h"
#include "sure.h"

#include "base/buf.h"
#include "base/csv.h"
#include "base/file.h"

#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

/* %.*s of a path is the db_id. */
struct golden_dataset {
    const char *name;
    bool shared;             /* beside the checkout; else in it */
    const char *questions;   /* JSON, lines of JSON, or CSV */
    const char *query;       /* the member that is the gold */
    const char *tables;      /* tables.json, with databases below `databases` */
    const char *sql;         /* or a script that makes the database */
    const char *bird_schema; /* or BIRD's schemas */
};

static const struct golden_dataset DATASETS[] = {
    {"bird", true, "bird/bird_mini_dev_sqlite.json", "SQL", NULL, NULL,
     "bird/bird_mini_dev_sqlite-schema.json"},
    {"realistic", true, "spider-realistic/dev.json", "query", "spider", NULL, NULL},
    {"dk", true, "spider-dk/Spider-DK.json", "query", "spider-dk", NULL, NULL},
    {"defog", true, "defog/questions_gen_postgres.csv", NULL, NULL, "defog/postgres/%.*s.sql",
     NULL},
    {"mini", false, "bench-mini/%.*s.jsonl", "query", NULL, "bench-mini/%.*s.sql", NULL},
    {"examples", false, "examples/%.*s/questions.jsonl", "query", NULL, "examples/shop/%.*s.sql",
     NULL},
    {"own", false, NULL, NULL, NULL, "tests/golden/readings/%.*s.sql", NULL},
};

static const struct golden_dataset *find_dataset(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(DATASETS); i++)
        if (str_eq(name, str_from(DATASETS[i].name)))
            return &DATASETS[i];
    fail_msg("readings.txt: no dataset '%.*s'", STR_ARG(name));
    return NULL;
}

/* The path of a file of the dataset; `pattern` may have the db_id in it. */
static const char *dataset_path(struct arena *a, const struct golden_dataset *d,
                                const char *pattern, struct str db)
{
    struct str rest = str_from(pattern);
    size_t at = str_find(rest, STR("%.*s"), 0);
    struct str below = at >= rest.len ? rest
                                      : ARENA_CONCAT(a, str_slice(rest, 0, at), db,
                                                     str_slice(rest, at + 4, rest.len));
    if (d->shared)
        return shared_path(a, arena_str(a, below).ptr);
    return arena_printf(a, TEQL_SOURCE_DIR "/%.*s", STR_ARG(below)).ptr;
}

bool golden_dataset_present(struct str dataset)
{
    return !find_dataset(dataset)->shared || shared_present();
}

/* Questions */

static struct json_value numbered_entry(struct arena *a, const char *path, uint32_t number)
{
    struct json_value entry = {0};
    if (str_ends(str_from(path), STR(".jsonl"))) {
        struct text_lines lines = read_lines(a, path);
        if (number > lines.count)
            fail_msg("%s has no line %u", path, number);
        return parse_json(lines.items[number - 1]);
    }
    struct json_reader entries = json_reader_of(a, read_json(a, path).raw);
    while (number > 0 && json_next_item(&entries, &entry))
        number--;
    if (number > 0)
        fail_msg("%s has too few questions", path);
    return entry;
}

/* The first of its golds with one column for "{a, b}": either will do, and "{}" in GROUP BY is the
 * same column. */
static struct str plain_gold(struct arena *a, struct str gold)
{
    struct str column = STR("1");
    struct buf out = {0};
    gold = str_slice(gold, 0, str_find(gold, STR(";"), 0));
    while (gold.len > 0) {
        size_t open = str_find(gold, STR("{"), 0), close = str_find(gold, STR("}"), open);
        buf_put(&out, str_slice(gold, 0, open));
        if (open >= gold.len)
            break;
        struct str columns = str_slice(gold, open + 1, close);
        if (columns.len > 0)
            column = str_trim(str_split(&columns, ','));
        buf_put(&out, column);
        gold = str_slice(gold, close + 1, gold.len);
    }
    struct str plain = arena_str(a, buf_str(&out));
    buf_release(&out);
    return plain;
}

static struct str read_file(struct arena *a, const char *path)
{
    struct str text;
    struct err e;
    if (file_read(a, path, 1 << 28, &text, &e))
        fail_msg("%s", e.msg);
    return text;
}

/* `text` with each `from` as `to`, in capitals and small letters alike. */
static struct str replace_all(struct arena *a, struct str text, const char *from, const char *to)
{
    struct str low = arena_str_lower(a, text), what = str_from(from);
    struct buf out = {0};
    for (size_t at = 0; at < text.len;) {
        size_t next = str_find(low, what, at);
        next = next < text.len ? next : text.len;
        buf_put(&out, str_slice(text, at, next));
        if (next < text.len)
            buf_put(&out, str_from(to));
        at = next + what.len;
    }
    struct str result = arena_str(a, buf_str(&out));
    buf_release(&out);
    return result;
}

static void fill_from_csv(struct arena *a, const char *path, struct golden_question *q)
{
    enum { QUESTION, QUERY };
    struct csv_reader csv = csv_reader_of(a, read_file(a, path));
    struct csv_record record;
    for (uint32_t i = 0; i <= q->number; i++)
        if (!csv_next(&csv, &record))
            fail_msg("%s has too few questions", path);
    q->asks = record.fields[QUESTION];
    q->query = replace_all(a, plain_gold(a, record.fields[QUERY]), " ilike ", " LIKE ");
    q->query = replace_all(a, q->query, "consumer_div.", "");
}

void golden_source_fill(struct golden_source *s, struct golden_question *q)
{
    const struct golden_dataset *d = find_dataset(q->dataset);
    if (q->asks.ptr)
        return;
    const char *path = dataset_path(&s->arena, d, d->questions, q->db);
    if (!d->query) {
        fill_from_csv(&s->arena, path, q);
        return;
    }
    struct json_value entry = numbered_entry(&s->arena, path, q->number);
    q->asks = text_member(&s->arena, entry, "question");
    q->query = text_member(&s->arena, entry, d->query);
    if (!str_eq(text_member(&s->arena, entry, "db_id"), q->db))
        fail_msg("readings.txt:%u: %s %u is about another database", q->line, path, q->number);
}

/* Databases */

/* What SQLite does not know is left out, and with it the rows of some tables. */
static const char *make_loosely(struct arena *a, struct str script)
{
    const char *path = fixture_create(a, "");
    struct buf statement = {0};
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    while (script.len > 0) {
        buf_put(&statement, str_split(&script, '\n'));
        buf_put(&statement, STR("\n"));
        struct str text = arena_str(a, buf_str(&statement));
        if (!sqlite3_complete(text.ptr))
            continue;
        (void)sqlite3_exec(db, text.ptr, NULL, NULL, NULL);
        buf_release(&statement);
        statement = (struct buf){0};
    }
    buf_release(&statement);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return path;
}

static const char *make_from_postgres(struct arena *a, struct str script)
{
    static const char *const OTHERS[][2] = {
        {"consumer_div.", ""}, {"public.", ""}, {"::bigint", ""}, {"::text", ""}, {"now()", "0"}};
    for (size_t i = 0; i < COUNT_OF(OTHERS); i++)
        script = replace_all(a, script, OTHERS[i][0], OTHERS[i][1]);
    return make_loosely(a, script);
}

/* CREATE TABLE for a table of BIRD's schemas. */
static void put_bird_table(struct arena *a, struct buf *ddl, struct json_value table)
{
    struct str name = text_member(a, table, "name");
    struct json_reader columns = json_reader_of(a, json_member(a, table, STR("columns")).raw);
    struct json_value column;
    const char *before = "";
    if (str_starts(name, STR("sqlite_")))
        return;
    buf_printf(ddl, "CREATE TABLE \"%.*s\" (", STR_ARG(name));
    while (json_next_item(&columns, &column)) {
        struct str type = text_member(a, column, "type"), of = text_member(a, column, "name");
        buf_printf(ddl, "%s\"%.*s\" %.*s", before, STR_ARG(of), STR_ARG(type));
        struct json_reader keys =
            json_reader_of(a, json_member(a, column, STR("foreign_keys")).raw);
        struct json_value key;
        if (json_next_item(&keys, &key))
            buf_printf(ddl, " REFERENCES \"%.*s\"(\"%.*s\")",
                       STR_ARG(text_member(a, key, "target_table")),
                       STR_ARG(text_member(a, key, "target_column")));
        before = ", ";
    }
    buf_put(ddl, STR(");"));
}

static const char *make_from_bird(struct arena *a, const char *path, struct str db)
{
    struct json_value of_db = json_member(a, read_json(a, path), db);
    struct json_reader tables = json_reader_of(a, json_member(a, of_db, STR("tables")).raw);
    struct json_value table;
    struct str name;
    struct buf ddl = {0};
    while (json_next(&tables, &name, &table))
        put_bird_table(a, &ddl, table);
    const char *made = fixture_create(a, arena_str(a, buf_str(&ddl)).ptr);
    buf_release(&ddl);
    return made;
}

static const char *make_database(struct arena *a, const struct golden_dataset *d, struct str db)
{
    if (d->bird_schema)
        return make_from_bird(a, dataset_path(a, d, d->bird_schema, db), db);
    struct str script = read_file(a, dataset_path(a, d, d->sql, db));
    return d->shared ? make_from_postgres(a, script) : fixture_create(a, script.ptr);
}

/* Of Spider, and of datasets with some databases of their own. */
static const char *find_spider(struct golden_source *s, const char *folder, struct str db,
                               const struct schema **schema)
{
    struct arena *a = &s->arena;
    struct schema_set set;
    struct err e;
    const char *at[] = {folder, "spider"};
    for (size_t i = 0; i < COUNT_OF(at); i++) {
        const char *tables = shared_path(a, arena_printf(a, "%s/tables.json", at[i]).ptr);
        assert_int_equal(schema_set_load(a, tables, &set, &e), OK);
        *schema = schema_set_find(&set, db);
        const char *path = shared_path(
            a,
            arena_printf(a, "%s/database/%.*s/%.*s.sqlite", at[i], STR_ARG(db), STR_ARG(db)).ptr);
        if (*schema && access(path, R_OK) == 0)
            return path;
    }
    fail_msg("no database %.*s", STR_ARG(db));
    return NULL;
}

static void open_database(struct golden_source *s, struct golden_database *g)
{
    const struct golden_dataset *d = find_dataset(g->dataset);
    struct schema *own = ARENA_NEW(&s->arena, struct schema);
    struct database *db;
    struct err e;
    const char *path;
    if (d->tables) {
        path = find_spider(s, d->tables, g->db, &g->schema);
    } else {
        path = g->made = make_database(&s->arena, d, g->db);
        assert_int_equal(schema_from_database(&s->arena, path, g->db, own, &e), OK);
        g->schema = own;
    }
    assert_int_equal(database_open(path, &db, &e), OK);
    assert_int_equal(indicator_book_build(&g->book, &s->arena, &s->lexicon, g->schema, db, &e), OK);
    g->keyword = sure_index(&s->keyword_lexicon, g->schema, db);
    database_close(db);
}

const struct golden_database *golden_source_database(struct golden_source *s,
                                                     const struct golden_question *q)
{
    for (uint32_t i = 0; i < s->n_databases; i++)
        if (str_eq(s->databases[i].db, q->db) && str_eq(s->databases[i].dataset, q->dataset))
            return &s->databases[i];
    ARENA_PUSH(&s->arena, s->databases, s->n_databases);
    struct golden_database *g = &s->databases[s->n_databases++];
    *g = (struct golden_database){.dataset = q->dataset, .db = q->db};
    open_database(s, g);
    return g;
}

void golden_source_open(struct golden_source *s)
{
    struct err e;
    *s = (struct golden_source){0};
    assert_int_equal(lexicon_load(&s->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(lexicon_load(&s->keyword_lexicon, &KEYWORD_LEXICON, NULL, &e), OK);
}

void golden_source_release(struct golden_source *s)
{
    for (uint32_t i = 0; i < s->n_databases; i++) {
        keyword_index_free(s->databases[i].keyword);
        if (s->databases[i].made)
            fixture_remove(s->databases[i].made);
    }
    lexicon_release(&s->keyword_lexicon);
    lexicon_release(&s->lexicon);
    arena_release(&s->arena);
}
