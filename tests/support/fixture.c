/* fixture.c: making and comparing small databases. */
#include "fixture.h"
#include "sure.h"

#include "sql/quote.h"
#include "store/database_copy.h"
#include "store/store.h"
#include "verify/rows_equal.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char fixture_sql[] =
    "CREATE TABLE country (code TEXT PRIMARY KEY, countryName TEXT NOT NULL, area REAL);"
    "CREATE TABLE city (city_id INTEGER PRIMARY KEY, city_name TEXT COLLATE NOCASE,"
    "  country_code TEXT REFERENCES country(code), population INT, mayor TEXT UNIQUE);"
    "CREATE TABLE visit (city_id INTEGER, day TEXT, guests INT, mood TEXT,"
    "  PRIMARY KEY (city_id, day), FOREIGN KEY (city_id) REFERENCES city(city_id));"
    "CREATE TABLE kind (tag TEXT, meaning TEXT);"
    "CREATE TABLE letter (number INT PRIMARY KEY, tag TEXT, weight REAL, reply_to INT,"
    "  FOREIGN KEY (reply_to) REFERENCES letter(number));"
    "INSERT INTO country VALUES ('FR','France',551.5),('PT','Portugal',92),('IS','Iceland',NULL);"
    "INSERT INTO city VALUES (7,'Lyon','FR',500000,'A'),(3,'lyon','FR',900,NULL),"
    "  (5,'Porto','PT',230000,'B'),(9,'Nowhere',NULL,NULL,'C'),(2,'Paris','FR',2100000,NULL);"
    "INSERT INTO visit VALUES (7,'mon',3,'good'),(7,'tue',3,NULL),(5,'mon',8,'good'),"
    "  (2,'sun',1,'Good');"
    "INSERT INTO kind VALUES ('a','air'),('a','again'),('b','boat');"
    "INSERT INTO letter VALUES (1,'a',1.5,NULL),(2,'b',2,1),(3,'a',NULL,1),(4,NULL,2,3);";

const char *fixture_create(struct arena *a, const char *sql)
{
    char *path = (char *)arena_str(a, STR("/tmp/teql-fixture-XXXXXX")).ptr;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return path;
}

void fixture_remove(const char *path)
{
    assert_int_equal(unlink(path), 0);
}

const char *fixture_copy_path(struct arena *a)
{
    char *folder = (char *)arena_str(a, STR("/tmp/teql-copy-XXXXXX")).ptr;
    assert_non_null(mkdtemp(folder));
    return arena_printf(a, "%s/copy", folder).ptr;
}

void fixture_copy_remove(const char *path)
{
    char folder[100];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    (void)unlink(path); /* it may not exist */
    assert_int_equal(rmdir(folder), 0);
}

static struct query_limits generous(void)
{
    return (struct query_limits){
        .deadline = deadline_after_ms(20000), .max_rows = 1000000, .max_bytes = 64 << 20};
}

static struct rows rows_of(struct arena *a, struct database *d, struct str sql)
{
    struct query_limits limits = generous();
    struct query_result r;
    sure_query(d, sql, &limits, a, &r);
    if (r.outcome != QUERY_ROWS)
        fail_msg("%.*s: %.*s", STR_ARG(sql), STR_ARG(r.message));
    return r.rows;
}

struct rows fixture_query(struct arena *a, const char *path, const char *sql)
{
    struct database *d;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    struct rows rows = rows_of(a, d, str_from(sql));
    database_close(d);
    return rows;
}

struct database *fixture_views(const char *path, const struct migration *m)
{
    struct database *d;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    if (database_show(d, m, &e) != OK)
        fail_msg("%s", e.msg);
    return d;
}

static int count_row(void *count, int n, char **values, char **names)
{
    (void)n;
    (void)values;
    (void)names;
    ++*(int *)count;
    return 0;
}

/* How many rows violate a foreign key; -1 if a key makes no sense to SQLite. */
static int violations(const char *path)
{
    sqlite3 *db;
    int count = 0;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    if (sqlite3_exec(db, "PRAGMA foreign_key_check", count_row, &count, NULL) != SQLITE_OK)
        count = -1;
    sqlite3_close(db);
    return count;
}

/* SELECT of all columns of new table `t`, by name. */
static struct str select_all(struct arena *a, const struct migration *m,
                             const struct migration_table *t)
{
    struct buf sql;
    sql = (struct buf){0};
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_put(&sql, i ? STR(", x.") : STR("SELECT x."));
        sql_put_name(&sql, migration_column_of(m, t, i).name);
    }
    buf_put(&sql, STR(" FROM "));
    sql_put_name(&sql, t->name);
    buf_put(&sql, STR(" AS x"));
    struct str text = arena_str(a, buf_str(&sql));
    buf_release(&sql);
    return text;
}

static const char *compare_rows(struct arena *a, struct database *views, struct database *copy,
                                const struct migration *m)
{
    for (uint32_t t = 0; t < m->n_tables; t++) {
        if (str_starts(m->tables[t].name, STR("sqlite_")))
            continue;
        struct str sql = select_all(a, m, &m->tables[t]);
        struct rows seen = rows_of(a, views, sql), copied = rows_of(a, copy, sql);
        struct str name = m->tables[t].name;
        if (!rows_equal(&seen, &copied, false, a))
            return arena_printf(a, "rows of %.*s differ", STR_ARG(name)).ptr;
    }
    return NULL;
}

const char *fixture_compare(struct arena *a, const char *original, const struct migration *m,
                            struct str query)
{
    const char *path = fixture_copy_path(a);
    struct database *copy, *views = fixture_views(original, m);
    struct err e;
    if (database_copy(original, m, path, NULL, &e) != OK) {
        database_close(views);
        fixture_copy_remove(path);
        return arena_printf(a, "%s", e.msg).ptr;
    }
    assert_int_equal(database_open(path, &copy, &e), OK);
    const char *problem = compare_rows(a, views, copy, m);
    struct rows seen = rows_of(a, views, query), copied = rows_of(a, copy, query);
    if (!problem && !rows_equal(&seen, &copied, false, a))
        problem = "answers differ";
    database_close(copy);
    database_close(views);
    int before = violations(original), after = violations(path);
    if (!problem && before == 0 && after != 0)
        problem = arena_printf(a, "%d foreign keys are violated", after).ptr;
    fixture_copy_remove(path);
    return problem;
}
