/* fuzz_names.c: lines of any bytes as the names of a database: its table, and the table's columns.
 * After a form feed any bytes as a question about it, for builtin:keyword. A name survives all that
 * is done with it: quoting, reading by SQLite and by teql, words and conventions, changed schemas
 * and their copies, questions about it, and being shown. */
#include "base/utf8.h"
#include "engine/database.h"
#include "input.h"
#include "lexicon/name_style.h"
#include "migration_check.h"
#include "nlidb/keyword.h"
#include "schema/schema_json.h"
#include "sql/parse.h"
#include "sql/quote.h"
#include "sql/resolve.h"
#include "store/database_copy.h"
#include "store/store.h"
#include "system/prompt.h"
#include "system/table_text.h"

#include <sqlite3.h>

enum { MAX_NAMES = 6, MAX_NAME = 200, MAX_TEXT = 1 << 20, DEADLINE_MS = 1000 };

typedef void put_name(struct buf *out, struct str name);

/* The names in the lines, without those that no database can have, and without the word that
 * bypasses views (engine/sqlite/walls.c). */
struct names {
    struct str items[MAX_NAMES];
    uint32_t count;
};

/* Does a word of it begin with "main"? That of "domain" does not. */
static bool has_main(struct str name)
{
    const struct str word = STR("main");
    for (size_t at = 0; at + word.len <= name.len; at++) {
        char before = ascii_lower(at > 0 ? name.ptr[at - 1] : ' ');
        if ((before < 'a' || before > 'z') &&
            str_eq_nocase(str_slice(name, at, at + word.len), word))
            return true;
    }
    return false;
}

static bool is_taken(const struct names *n, struct str name)
{
    for (uint32_t i = 1; i < n->count; i++)
        if (str_eq_nocase(n->items[i], name))
            return true;
    return false;
}

static struct names read_names(struct str text)
{
    struct names n = {.count = 0};
    while (text.ptr && n.count < MAX_NAMES) {
        struct str name = str_split(&text, '\n');
        bool possible = name.len > 0 && name.len < MAX_NAME && !memchr(name.ptr, '\0', name.len);
        if (n.count == 0 &&
            str_cmp_nocase(str_slice(name, 0, name.len < 7 ? name.len : 7), STR("sqlite_")) == 0)
            possible = false;
        if (possible && !has_main(name) && !is_taken(&n, name))
            n.items[n.count++] = name;
    }
    return n;
}

static const char *create_sql(struct arena *a, const struct names *n, put_name *put)
{
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, STR("CREATE TABLE "));
    put(&sql, n->items[0]);
    for (uint32_t i = 1; i < n->count; i++) {
        buf_put(&sql, i == 1 ? STR("(") : STR(", "));
        put(&sql, n->items[i]);
        buf_put(&sql, i == 1 ? STR(" INTEGER PRIMARY KEY") : STR(" TEXT"));
    }
    buf_put(&sql, STR("); INSERT INTO "));
    sql_put_name(&sql, n->items[0]);
    buf_put(&sql, STR(" VALUES(1"));
    for (uint32_t i = 2; i < n->count; i++) {
        buf_put(&sql, STR(", "));
        sql_put_text(&sql, n->items[i]);
    }
    buf_put(&sql, STR(")"));
    const char *text = arena_str(a, buf_str(&sql)).ptr;
    buf_release(&sql);
    return text;
}

static struct query_result run(struct arena *a, struct database *d, struct str sql)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(DEADLINE_MS), .max_rows = 100, .max_bytes = MAX_TEXT};
    struct query_result result;
    struct err e;
    require(database_query(d, sql, &limits, a, &result, &e) == OK);
    return result;
}

/* A query that is written with the names reads the columns that are meant, to SQLite and to teql.
 */
static void check_query(struct arena *a, const struct schema *s, struct database *d, put_name *put)
{
    struct sql_stmt stmt;
    struct sql_resolution r;
    struct buf sql;
    struct err e;
    const struct schema_table *t = &s->tables[0];
    sql = (struct buf){0};
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_put(&sql, i ? STR(", ") : STR("SELECT "));
        put(&sql, t->name);
        buf_put(&sql, STR("."));
        put(&sql, s->columns[t->columns[i]].name);
    }
    buf_put(&sql, STR(" FROM "));
    put(&sql, t->name);
    require(run(a, d, buf_str(&sql)).outcome == QUERY_ROWS);
    require(sql_parse(a, buf_str(&sql), &stmt, &e) == OK);
    require(sql_resolve(a, s, &stmt, &r, &e) == OK);
    for (uint32_t i = 0; i < t->n_columns; i++)
        require(r.bindings[i].kind == SQL_BOUND_COLUMN && r.bindings[i].column == t->columns[i]);
    buf_release(&sql);
}

/* Text comes back unchanged, except for bytes that are not UTF-8. */
static void check_text(struct arena *a, struct database *d, struct str text)
{
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, STR("SELECT "));
    sql_put_text(&sql, text);
    struct query_result result = run(a, d, buf_str(&sql));
    buf_release(&sql);
    require(result.outcome == QUERY_ROWS);
    const struct value *v = rows_at(&result.rows, 0, 0);
    require(v->type == VALUE_TEXT);
    require(result.rows.invalid_text || str_eq(value_bytes(v), text));
}

static void check_words(struct arena *a, struct str name)
{
    struct name_words w = name_split(a, name);
    size_t end = 0;
    for (uint32_t i = 0; i < w.count; i++) {
        require(w.items[i].start >= end && w.items[i].end > w.items[i].start);
        end = w.items[i].end;
        struct str replaced = name_replace(a, &w, i, i + 1, STR("new word"));
        require(replaced.len >= name.len - (end - w.items[i].start));
    }
    require(end <= name.len);
    name_join(a, name_style_of(a, name), name_in_words(a, name));
    struct err e;
    err_set(&e, E_INPUT, "'%.*s'", STR_ARG(name));
    require_plain(str_from(e.msg));
}

/* A prompt's CREATE TABLE is one. */
static void check_table_text(const struct schema *s, struct database *d)
{
    struct database *made;
    struct buf out = {0};
    struct err e;
    table_text_create(&out, s, 0);
    require(database_open_memory(buf_str(&out), &made, &e) == OK);
    database_close(made);
    require(table_text_rows(&out, s, 0, d, PROMPT_ROWS, &e) == OK);
    buf_release(&out);
}

static void check_changed(struct arena *a, const char *path, struct database *d,
                          const struct migration *m)
{
    const char *copy_path = input_path(a, "copy.sqlite");
    struct database *copy;
    struct schema new;
    struct err e;
    check_migration(a, m, STR("new"));
    migration_schema(a, m, STR("new"), &new, NULL);
    require(database_show(d, m, &e) == OK);
    check_query(a, &new, d, sql_put_name);
    require(database_drop_views(d, &e) == OK);
    require(database_copy(path, m, copy_path, NULL, &e) == OK);
    require(database_open(copy_path, &copy, &e) == OK);
    check_query(a, &new, copy, sql_put_name);
    database_close(copy);
}

/* Changed schemas are kept as JSON, which can only have names in UTF-8. */
static void check_changes(struct arena *a, const char *path, const struct schema *s,
                          struct database *d, const struct names *n)
{
    const struct schema_table *t = &s->tables[0];
    uint32_t last = t->columns[t->n_columns - 1];
    const struct str added = STR("added");
    for (uint32_t i = 0; i < n->count; i++)
        if (!utf8_valid(n->items[i]))
            return;
    const struct migration_insertion insertion = {.at = 1,
                                                  .name = added,
                                                  .natural = added,
                                                  .type = SCHEMA_TEXT,
                                                  .values = {n->items, n->count, 0, 0}};
    const struct migration_split split = {.column = last,
                                          .table = STR("split off"),
                                          .table_natural = added,
                                          .key = added,
                                          .key_natural = added,
                                          .reference = STR("new reference"),
                                          .reference_natural = added};
    check_changed(a, path, d, migration_rename_column(a, s, last, STR("x \"y\""), added));
    if (!is_taken(n, added))
        check_changed(a, path, d, migration_insert_column(a, s, &insertion));
    if (t->n_columns > 1 && !str_eq_nocase(t->name, split.table) && !is_taken(n, split.reference) &&
        !str_eq_nocase(s->columns[last].name, added))
        check_changed(a, path, d, migration_split_column(a, s, &split));
}

static void check_question(struct arena *a, const struct schema *s, struct database *d,
                           struct str question)
{
    static struct lexicon lexicon;
    struct err e;
    if (!lexicon.tables)
        require(lexicon_load(&lexicon, &KEYWORD_LEXICON, NULL, &e) == OK);
    struct keyword_index *index;
    require(keyword_index_new(&lexicon, s, d, &index, &e) == OK);
    struct str sql = keyword_answer(index, question, a).sql;
    if (sql.ptr)
        require(run(a, d, sql).outcome == QUERY_ROWS);
    keyword_index_free(index);
}

static void check_database(struct arena *a, const struct names *n, struct str question)
{
    const char *path = input_database(a, "names.sqlite", create_sql(a, n, sql_put_plain_name));
    struct schema s;
    struct database *d;
    struct err e;
    require(schema_from_database(a, path, STR("names"), &s, &e) == OK);
    for (uint32_t i = 0; i < n->count; i++)
        if (!utf8_valid(n->items[i]))
            return; /* the schema has other names, which no query can use */
    require(s.n_tables == 1 && s.n_columns == n->count);
    require(str_eq(s.tables[0].name, n->items[0]));
    for (uint32_t i = 1; i < n->count; i++)
        require(str_eq(s.columns[s.tables[0].columns[i - 1]].name, n->items[i]));
    require(database_open(path, &d, &e) == OK);
    check_query(a, &s, d, sql_put_name);
    check_query(a, &s, d, sql_put_plain_name);
    check_table_text(&s, d);
    for (uint32_t i = 0; i < n->count; i++) {
        check_text(a, d, n->items[i]);
        check_words(a, n->items[i]);
    }
    if (question.len > 0) /* an index takes longer than all the rest */
        check_question(a, &s, d, question);
    check_changes(a, path, &s, d, n);
    database_close(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct str rest = {(const char *)data, size};
    struct names n = read_names(input_part(&rest));
    if (n.count > 1)
        check_database(&a, &n, input_part(&rest));
    arena_release(&a);
    return 0;
}
