/* test_sql_quote.c: SQLite reads back the names that are written into SQL. */
#include "unit.h"

#include "sql/quote.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static void put_formatted(struct buf *out, const char *format, struct str name,
                          void (*put)(struct buf *, struct str))
{
    for (const char *p = format; *p; p++)
        if (*p == '?')
            put(out, name);
        else
            buf_putc(out, *p);
}

/* Make a table and a column of this name and read it, each time as the name is written by `put`. */
static void check_read_back(const char *name, void (*put)(struct buf *, struct str))
{
    static const char *const formats[] = {
        "CREATE TABLE ? (? INTEGER, x)",
        "SELECT ?.?, count(?) FROM ? JOIN (SELECT ? AS y FROM ?) ON y = ? GROUP BY ? ORDER BY ? "
        "DESC",
    };
    sqlite3 *db;
    sqlite3_stmt *query = NULL;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct buf sql;
        sql = (struct buf){0};
        put_formatted(&sql, formats[i], str_from(name), put);
        if (sqlite3_prepare_v2(db, sql.ptr, (int)sql.len, &query, NULL) != SQLITE_OK)
            fail_msg("%.*s: %s", STR_ARG(buf_str(&sql)), sqlite3_errmsg(db));
        sqlite3_step(query);
        assert_string_equal(i ? sqlite3_column_origin_name(query, 0) : name, name);
        sqlite3_finalize(query);
        buf_release(&sql);
    }
    sqlite3_close(db);
}

static bool is_left_plain(const char *name)
{
    struct buf out;
    out = (struct buf){0};
    sql_put_plain_name(&out, str_from(name));
    bool plain = str_eq(buf_str(&out), str_from(name));
    buf_release(&out);
    return plain;
}

static void test_key_words(void **state)
{
    (void)state;
    for (int i = 0; i < sqlite3_keyword_count(); i++) {
        const char *word;
        int len;
        char name[32];
        sqlite3_keyword_name(i, &word, &len);
        snprintf(name, sizeof name, "%.*s", len, word);
        check_read_back(name, sql_put_name);
        check_read_back(name, sql_put_plain_name);
    }
}

static void test_odd_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "my name", "2nd", "a\"b", "\"a\"", "[a]",   "`a`",  "'a'",  "a.b",  "a--b",
        "a;b",     "-",   "%",    "a b\"", "x'00'", "_x",   "$x",   "a$",   "été",
        "1",       "1e5", "?1",   ":a",    "@a",    "a/*b", "true", "null", "rowid",
    };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        check_read_back(names[i], sql_put_name);
        check_read_back(names[i], sql_put_plain_name);
    }
}

static void test_plain_names_stay(void **state)
{
    (void)state;
    static const char *const plain[] = {"name", "Stu_ID", "_x", "x2", "été", "a$"};
    static const char *const quoted[] = {"order", "GROUP", "my name", "2nd", "", "[a]", "a--b"};
    for (size_t i = 0; i < COUNT_OF(plain); i++)
        assert_true(is_left_plain(plain[i]));
    for (size_t i = 0; i < COUNT_OF(quoted); i++)
        assert_false(is_left_plain(quoted[i]));
}

static void test_texts(void **state)
{
    (void)state;
    struct buf out;
    out = (struct buf){0};
    sql_put_text(&out, str_from("it's 'so'"));
    assert_true(str_eq(buf_str(&out), STR("'it''s ''so'''")));
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key_words),
        cmocka_unit_test(test_odd_names),
        cmocka_unit_test(test_plain_names_stay),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
