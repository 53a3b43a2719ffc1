/* test_sql_names.c: on random queries full of names, teql accepts what SQLite accepts, and finds
 * the same columns. */
#include "sql_generate.h"
#include "sql_names.h"
#include "sql_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#ifdef __SANITIZE_ADDRESS__
enum { N_QUERIES = 40000 };
#else
enum { N_QUERIES = 200000 };
#endif

/* Of this many queries at most one may be of those that differ for a reason. */
enum { MAX_TEXT = 1 << 20, MIN_AGREED = 5000 };

/* Differences on purpose: the messages, a part of the text, and the reason. SQLite finds some
 * mistakes only when it makes the program that runs the query, and misses them in what its
 * optimiser removed; teql does not optimise. */
static const struct {
    const char *problem, *text, *reason;
} differences[] = {
    {"SQLite: ok; teql: sub-select returns", "EXISTS", "no results are computed for EXISTS"},
    {"SQLite: ok; teql: sub-select returns", "(SELECT",
     "results that nobody uses are not computed"},
    {"SQLite: ok; teql: sub-select returns", " AS (", "results that nobody uses are not computed"},
    {"SQLite: ok; teql: sub-select returns", "ORDER BY", "a single row is not sorted"},
    {"SQLite: ok; teql: row value misused", "ORDER", "a single row is not sorted"},
    {"SQLite: ok; teql: row value misused", "EXISTS", "no results are computed for EXISTS"},
    {"SQLite: ok; teql: misuse of aggregate: ", "EXISTS", "no results are computed for EXISTS"},
    {"SQLite: ok; teql: misuse of aggregate: ", " OR ", "what is ORed with 1 is not computed"},
    {"SQLite: ok; teql: ON clause references tables to its right", "(SELECT",
     "a derived table that was merged into the query around it is no longer to the right"},
    {"SQLite: ok; teql: ON clause references tables to its right", "EXISTS",
     "no results are computed for EXISTS"},
    {"SQLite: ON clause references tables to its right", "(SELECT",
     "a RIGHT or FULL join of a derived table that was merged takes part in the query around it"},
    {"teql: no such index: i1", "INDEXED", "a schema knows no indexes"},
    {"teql: syntax error near 'WITH'", "WITH", "the parser does not take WITH for a name"},
    {"SQLite: no such table", "WINDOW",
     "SQLite looks for the tables of a window that nothing uses, though not for its columns"},
    {"is not a function; teql: ok", "WINDOW", "the same"},
    {"SQLite: no tables specified; teql: ok", "WINDOW", "the same"},
    {"SQLite: no query solution", "json_each",
     "a function in FROM needs an argument from a table that an outer join keeps behind it"},
    {"SQLite: no such column", "COLLATE nocase",
     "with COLLATE in its ORDER BY, SQLite takes a compound's last GROUP BY and HAVING for those "
     "of "
     "the whole compound"},
    {"SQLite: misuse of aggregate: ", " OVER ",
     "SQLite computes windows in a query of their own, and loses sight of an aggregate in a "
     "subquery "
     "that belongs to the query around it"},
    {"SQLite: misuse of aggregate: ", "json_each(",
     "the argument of a function in FROM of a derived table may not be an aggregate of the query "
     "around it"},
    {"GROUP BY term out of range", " OVER ",
     "SQLite resolves a query with windows twice, and the second time takes a result that is a "
     "number "
     "for the position of one"},
    {"only teql reads", "1 COLLATE nocase",
     "with COLLATE in its ORDER BY, SQLite takes a compound's last GROUP BY for that of the whole"},
};

static bool is_explained(const char *problem, struct str text)
{
    for (size_t i = 0; i < COUNT_OF(differences); i++)
        if (strstr(problem, differences[i].problem) &&
            str_find(text, str_from(differences[i].text), 0) < text.len)
            return true;
    return false;
}

struct fixture {
    struct arena arena;
    struct schema schema;
    struct oracle oracle;
    struct buf text;
    sqlite3 *db;
    uint32_t n_different, n_explained;
};

static void open_fixture(struct fixture *f, const char *sql)
{
    *f = (struct fixture){.db = NULL};
    f->db = oracle_database(&f->arena, sql, &f->schema);
    oracle_init(&f->oracle, f->db, &f->schema);
    f->text = (struct buf){0};
}

static void compare(struct fixture *f, uint64_t number)
{
    const char *problem = oracle_compare(&f->oracle, buf_str(&f->text));
    if (!problem)
        return;
    if (is_explained(problem, buf_str(&f->text))) {
        f->n_explained++;
        return;
    }
    print_error("%llu: %s\n    %.*s\n", (unsigned long long)number, problem,
                STR_ARG(buf_str(&f->text)));
    f->n_different++;
}

static void close_fixture(struct fixture *f, uint32_t max_explained)
{
    print_message("%u taken by both, %u refused by both, %u tables that SQLite does not run, "
                  "%u explained\n",
                  f->oracle.n_taken, f->oracle.n_refused, f->oracle.n_unseen, f->n_explained);
    oracle_release(&f->oracle);
    buf_release(&f->text);
    arena_release(&f->arena);
    sqlite3_close(f->db);
    assert_int_equal(f->n_different, 0);
    assert_true(f->n_explained <= max_explained);
}

/* Where to start, for longer runs. */
static uint64_t first_query(void)
{
    const char *first = getenv("TEQL_FIRST_QUERY");
    return first ? strtoull(first, NULL, 10) : 0;
}

/* Names that mostly mean something. */
static void test_names(void **state)
{
    (void)state;
    struct fixture f;
    uint64_t start = first_query();
    open_fixture(&f, names_schema);
    for (uint64_t i = start; i < start + N_QUERIES; i++) {
        names_query(&f.text, i);
        compare(&f, i);
    }
    close_fixture(&f, N_QUERIES / MIN_AGREED);
}

/* Every form of the grammar, though most make no sense. */
static void test_forms(void **state)
{
    (void)state;
    struct fixture f;
    static struct generator g;
    g.state = 20230405 + first_query();
    open_fixture(&f, generate_schema);
    for (uint32_t i = 0; i < N_QUERIES; i++) {
        generate_query(&g, 1 + i % 3);
        generate_text(&g, &f.text);
        compare(&f, i);
    }
    close_fixture(&f, N_QUERIES / 100); /* nearly all for INDEXED BY */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_forms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
