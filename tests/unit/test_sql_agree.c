/* test_sql_agree.c: on generated texts, teql accepts exactly what SQLite accepts. */
#include "sql/lex.h"
#include "sql/parse.h"
#include "sql_check.h"
#include "sql_generate.h"
#include "sqlite_version.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_TEXT = 1 << 20 };

/* Texts that teql rejects and SQLite accepts, by a part of teql's message. */
static const struct {
    const char *message, *reason;
} differences[] = {
    {"near 'WITH'",
     "WITH as a column, without quotes: within brackets SQLite takes it for the beginning of a "
     "query, so an expression that begins with it could never be bracketed"},
};

struct fixture {
    sqlite3 *db;
    struct buf text, printed;
    struct arena arena;
    uint32_t taken, read, rejected; /* texts by outcome: prepared, read by both, rejected by both */
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    assert_int_equal(sqlite3_open(":memory:", &f->db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(f->db, generate_schema, NULL, NULL, NULL), SQLITE_OK);
    f->text = (struct buf){0};
    f->printed = (struct buf){0};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    print_message("%u prepared, %u read by both, %u rejected by both\n", f->taken, f->read,
                  f->rejected);
    arena_release(&f->arena);
    buf_release(&f->text);
    buf_release(&f->printed);
    sqlite3_close(f->db);
    free(f);
    return 0;
}

static bool is_known_difference(const char *message)
{
    for (size_t i = 0; i < COUNT_OF(differences); i++) {
        if (strstr(message, differences[i].message))
            return true;
    }
    return false;
}

static void check_tree(struct fixture *f, struct str text, const struct sql_stmt *stmt)
{
    const char *problem = check_round_trip(&f->arena, stmt, &f->printed);
    if (!problem)
        problem = check_walk(&f->arena, stmt);
    if (problem)
        fail_msg("%s\n%.*s\n%.*s", problem, STR_ARG(text), STR_ARG(buf_str(&f->printed)));
}

static void check_agreement(struct fixture *f, struct str text)
{
    struct sql_stmt stmt;
    struct err e = {0};
    arena_clear(&f->arena);
    enum sqlite_verdict verdict = sqlite_judge(f->db, text);
    const char *message = sqlite3_errmsg(f->db);
    bool ok = sql_parse(&f->arena, text, &stmt, &e) == OK;
    bool expected = verdict == SQLITE_TAKES || verdict == SQLITE_REFUSES;
    if (ok)
        check_tree(f, text, &stmt);
    if (ok != expected && verdict != SQLITE_STOPS && !is_known_difference(e.msg))
        fail_msg("sqlite: %s; teql: %s\n%.*s", message, ok ? "ok" : e.msg, STR_ARG(text));
    f->taken += verdict == SQLITE_TAKES;
    f->read += ok && expected;
    f->rejected += !ok && !expected;
}

static void test_generated(void **state)
{
    needs_sqlite_3_40();
    struct fixture *f = *state;
    static struct generator g;
    g.state = 20240229;
    for (int i = 0; i < 30000; i++) {
        generate_query(&g, 4);
        generate_text(&g, &f->text);
        check_agreement(f, buf_str(&f->text));
    }
}

static void test_damaged(void **state)
{
    needs_sqlite_3_40();
    struct fixture *f = *state;
    static struct generator g;
    g.state = 31337;
    for (int i = 0; i < 60000; i++) {
        generate_query(&g, 2);
        for (uint32_t n = 1 + generate_below(&g, 2); n; n--)
            generate_damage(&g);
        generate_text(&g, &f->text);
        check_agreement(f, buf_str(&f->text));
    }
}

static const char *const places[] = {
    "SELECT %s",
    "SELECT %s FROM t1",
    "SELECT 1 %s",
    "SELECT 1 AS %s",
    "SELECT %s(1)",
    "SELECT %s(*)",
    "SELECT %s.a FROM t1",
    "SELECT t1.%s FROM t1",
    "SELECT main.%s.a",
    "SELECT %s.* FROM t1",
    "SELECT (%s)",
    "SELECT (%s.a)",
    "SELECT (%s(1))",
    "SELECT f(%s)",
    "SELECT -%s",
    "SELECT NOT %s",
    "SELECT 1 + %s",
    "SELECT %s + 1",
    "SELECT a %s b FROM t1",
    "SELECT a NOT %s b FROM t1",
    "SELECT a %s FROM t1",
    "SELECT a IS %s FROM t1",
    "SELECT CAST(1 AS %s)",
    "SELECT CAST(1 AS %s x)",
    "SELECT 1 COLLATE %s",
    "SELECT CASE %s WHEN 1 THEN 2 END",
    "SELECT CASE WHEN 1 THEN %s END",
    "SELECT CASE WHEN 1 THEN 2 ELSE %s END",
    "SELECT CASE WHEN 1 THEN %s ELSE 1 END",
    "SELECT 1 IN %s",
    "SELECT 1 IN %s(1)",
    "SELECT 1 IN (%s)",
    "SELECT 1 IN main.%s",
    "SELECT a BETWEEN %s AND 2 FROM t1",
    "SELECT a LIKE %s FROM t1",
    "SELECT a LIKE b ESCAPE %s FROM t1",
    "SELECT EXISTS (%s 1)",
    "SELECT * FROM %s",
    "SELECT * FROM main.%s",
    "SELECT * FROM %s.t1",
    "SELECT * FROM t1 %s",
    "SELECT * FROM t1 AS %s",
    "SELECT * FROM (%s)",
    "SELECT * FROM (t1) %s",
    "SELECT * FROM (SELECT 1) %s",
    "SELECT * FROM %s(1)",
    "SELECT * FROM json_each(1) %s",
    "SELECT * FROM t1, %s",
    "SELECT * FROM t1 JOIN %s",
    "SELECT * FROM t1 %s JOIN t2",
    "SELECT * FROM t1 NATURAL %s JOIN t2",
    "SELECT * FROM t1 LEFT %s JOIN t2",
    "SELECT * FROM t1 JOIN t2 %s (a)",
    "SELECT * FROM t1 JOIN t2 USING (%s)",
    "SELECT * FROM t1 JOIN t2 ON %s",
    "SELECT * FROM t1 %s t2",
    "SELECT * FROM t1 %s 1",
    "SELECT * FROM t1 %s BY a",
    "SELECT * FROM t1 INDEXED %s i1",
    "SELECT * FROM t1 INDEXED BY %s",
    "SELECT * FROM t1 NOT %s",
    "SELECT * FROM t1 WHERE %s",
    "SELECT * FROM t1 GROUP BY %s",
    "SELECT * FROM t1 GROUP BY a HAVING %s",
    "SELECT * FROM t1 ORDER BY %s",
    "SELECT * FROM t1 ORDER BY a %s",
    "SELECT * FROM t1 ORDER BY a NULLS %s",
    "SELECT * FROM t1 ORDER BY a DESC %s LAST",
    "SELECT * FROM t1 LIMIT %s",
    "SELECT * FROM t1 LIMIT 1 %s 2",
    "SELECT 1 %s SELECT 2",
    "SELECT 1 UNION %s SELECT 2",
    "WITH %s AS (SELECT 1) SELECT 1",
    "WITH RECURSIVE %s AS (SELECT 1) SELECT 1",
    "WITH x(%s) AS (SELECT 1) SELECT 1",
    "WITH x AS %s (SELECT 1) SELECT 1",
    "WITH x AS NOT %s (SELECT 1) SELECT 1",
    "%s SELECT 1",
    "%s (1)",
    "SELECT %s a FROM t1",
    "SELECT count(%s a) FROM t1",
    "SELECT count(*) %s FROM t1",
    "SELECT count(*) %s w FROM t1",
    "SELECT count(*) %s (WHERE a) FROM t1",
    "SELECT count(*) %s () FROM t1",
    "SELECT count(*) OVER %s FROM t1",
    "SELECT count(*) OVER (%s) FROM t1",
    "SELECT count(*) OVER (%s BY a) FROM t1",
    "SELECT count(*) OVER (x %s BY a) FROM t1",
    "SELECT count(*) OVER (%s ORDER BY a) FROM t1",
    "SELECT count(*) OVER (ORDER BY a %s CURRENT ROW) FROM t1",
    "SELECT count(*) OVER (ORDER BY a ROWS %s PRECEDING) FROM t1",
    "SELECT count(*) OVER (ORDER BY a ROWS (%s) PRECEDING) FROM t1",
    "SELECT count(*) OVER (ORDER BY a ROWS %s ROW) FROM t1",
    "SELECT count(*) OVER (ORDER BY a ROWS 1 %s) FROM t1",
    "SELECT count(*) OVER (ORDER BY a ROWS BETWEEN %s AND 1 FOLLOWING) FROM t1",
    "SELECT count(*) OVER (ORDER BY a ROWS BETWEEN 1 PRECEDING AND %s FOLLOWING) FROM t1",
    "SELECT count(*) OVER (ORDER BY a ROWS 1 PRECEDING EXCLUDE %s) FROM t1",
    "SELECT count(*) OVER (ORDER BY a ROWS 1 PRECEDING EXCLUDE NO %s) FROM t1",
    "SELECT 1 FROM t1 %s w AS ()",
    "SELECT 1 FROM t1 WINDOW %s AS ()",
    "SELECT 1 FROM t1 WINDOW w AS (%s)",
    "SELECT 1 FROM t1 x %s y AS ()",
};

/* Every key word in every kind of place. */
static void test_keywords(void **state)
{
    needs_sqlite_3_40();
    struct fixture *f = *state;
    for (int k = 0; k < sqlite3_keyword_count(); k++) {
        const char *word;
        int length;
        assert_int_equal(sqlite3_keyword_name(k, &word, &length), SQLITE_OK);
        for (size_t i = 0; i < COUNT_OF(places); i++) {
            struct str place = str_from(places[i]);
            size_t at = str_find(place, STR("%s"), 0);
            buf_clear(&f->text);
            buf_put(&f->text, str_slice(place, 0, at));
            buf_put(&f->text, (struct str){word, (size_t)length});
            buf_put(&f->text, str_slice(place, at + 2, place.len));
            check_agreement(f, buf_str(&f->text));
        }
    }
}

/* The list of key words is SQLite's. */
static void test_keyword_list(void **state)
{
    int known = 0;
    (void)state;
#define LETTER(name, c)
#define KEYWORD(word, use)                                                                         \
    known++;                                                                                       \
    assert_true(sqlite3_keyword_check(#word, sizeof #word - 1));
#include "sql/keyword.def"
#undef LETTER
#undef KEYWORD
    assert_int_equal(known, sqlite3_keyword_count());
}

/* Bytes that matter to the lexer. */
static const char *const pieces[] = {"'",        "\"",
                                     "`",        "[",
                                     "]",        "x",
                                     "0",        "e",
                                     "E5",       ".",
                                     "-",        "+",
                                     ">",        "<",
                                     "=",        "|",
                                     "!",        "/",
                                     "*",        "\n",
                                     " ",        "\v",
                                     "$",        ":",
                                     "@",        "#",
                                     "?",        "(",
                                     ")",        "&",
                                     "~",        "%",
                                     ",",        "\xEF\xBB\xBF",
                                     "\xC3\xA9", "\xFF",
                                     "_",        "0x1",
                                     "x'",       ";",
                                     "1"};

/* All combinations of three. */
static void test_tokens(void **state)
{
    needs_sqlite_3_40();
    enum { N = COUNT_OF(pieces) };
    struct fixture *f = *state;
    for (uint32_t i = 0; i < N * N * N; i++) {
        buf_clear(&f->text);
        buf_put(&f->text, STR("SELECT "));
        buf_put(&f->text, str_from(pieces[i % N]));
        buf_put(&f->text, str_from(pieces[i / N % N]));
        buf_put(&f->text, str_from(pieces[i / N / N]));
        check_agreement(f, buf_str(&f->text));
        buf_put(&f->text, STR(" 1"));
        check_agreement(f, buf_str(&f->text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_generated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_damaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keywords, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tokens, set_up, tear_down),
        cmocka_unit_test(test_keyword_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
