/* test_grammar_pairs.c: the pairs of a database: how many there are, each once, each read back. */
#include "spoken.h"
#include "unit.h"

#include "base/buf.h"
#include "base/file.h"
#include "engine/database.h"
#include "fixture.h"
#include "grammar/parse_back.h"

static const char office[] =
    "CREATE TABLE dept(dept_id INTEGER PRIMARY KEY, dept_name TEXT, budget INTEGER);"
    "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INTEGER, salary INTEGER,"
    " born TEXT, dept_id INTEGER REFERENCES dept(dept_id));"
    "INSERT INTO dept VALUES(1, 'Sales', 20), (2, 'Law', 30), (3, 'Arts', 40);"
    "INSERT INTO people VALUES(1, 'Anna', 31, 100, '1990-02-03', 1),"
    " (2, 'Robert', 42, 200, '1985-02-01', 2), (3, 'Cleo', 42, NULL, '1985-11-30', 1);";

static struct spoken s;

static int set_up(void **state)
{
    (void)state;
    spoken_open(&s, office);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    spoken_close(&s);
    return 0;
}

/* Pairs of the first element of a grammar */

static struct derivations pairs_of(const struct grammar *g)
{
    uint32_t r = 0;
    while (g->rules[r].is_phrase)
        r++;
    return derivations_of(&s.arena, g, &g->rules[r], &s.world);
}

static uint64_t count_of(const char *text)
{
    struct grammar *g = ARENA_NEW(&s.arena, struct grammar);
    *g = spoken_grammar(&s.arena, text);
    return pairs_of(g).count;
}

static void check_parsed(const struct grammar *g, const struct derivation *d, struct str query)
{
    for (uint32_t k = 0; k < d->rule->n_asks; k++) {
        struct str question = derivation_question(&s.arena, &s.world, d, k);
        struct parsed_back p = parse_back(&s.arena, g, &s.world, question);
        if (p.count != 1 || !str_eq(p.queries[0], query))
            fail_msg("%.*s: %u queries, not %.*s", STR_ARG(question), p.count, STR_ARG(query));
        assert_false(p.gave_up);
    }
}

/* All pairs: different ones, and their number is the count; by table, as `before` says. */
static void check_each_once(const struct grammar *g, const struct derivations *all)
{
    struct name_map seen;
    name_map_init_exact(&seen, &s.arena, (uint32_t)all->count);
    for (uint64_t i = 0; i < all->count; i++) {
        struct derivation d = derivation_get(&s.arena, all, i);
        struct str query = derivation_query(&s.arena, &s.world, &d);
        struct str question = derivation_question(&s.arena, &s.world, &d, 0);
        struct str pair = arena_printf(&s.arena, "%.*s|%.*s", STR_ARG(question), STR_ARG(query));
        if (name_map_get(&seen, pair) != NAME_NONE)
            fail_msg("twice: %.*s", STR_ARG(pair));
        name_map_put(&seen, &s.arena, pair, 1);
        for (uint32_t k = 0; k < all->n_first; k++)
            if (i >= all->before[k] && i < all->before[k + 1])
                assert_int_equal(d.lets[0].id, all->first[k]);
        check_parsed(g, &d, query);
    }
}

/* Every pair of the shipped grammar runs, is made once, and is read back as its own query only. */
static void test_shipped(void **state)
{
    (void)state;
    struct grammar g = spoken_shipped(&s.arena);
    struct database *db;
    struct err e;
    uint64_t elements = 0;
    assert_int_equal(database_open(s.path, &db, &e), OK);
    for (uint32_t r = 0; r < g.count; r++) {
        struct derivations all = derivations_of(&s.arena, &g, &g.rules[r], &s.world);
        if (g.rules[r].is_phrase)
            continue;
        assert_false(all.gave_up);
        elements += all.count > 0;
        check_each_once(&g, &all);
        for (uint64_t i = 0; i < all.count; i += 7) {
            struct derivation d = derivation_get(&s.arena, &all, i);
            (void)fixture_query(&s.arena, s.path, derivation_query(&s.arena, &s.world, &d).ptr);
        }
    }
    database_close(db);
    assert_true(elements > 55);
}

/* Counts */

static const uint32_t *columns_of(uint32_t t, uint32_t *n)
{
    *n = s.schema.tables[t].n_columns;
    return s.schema.tables[t].columns;
}

static uint64_t values_of(uint32_t column)
{
    return s.world.known[column].n_said;
}

/* Three different columns, values of two of them: counted with plain loops. */
static uint64_t count_by_loops(void)
{
    uint64_t n = 0;
    for (uint32_t t = 0; t < s.schema.n_tables; t++) {
        uint32_t k;
        const uint32_t *c = columns_of(t, &k);
        for (uint32_t x = 0; x < k; x++)
            for (uint32_t y = 0; y < k; y++)
                for (uint32_t z = 0; z < k; z++)
                    if (x != y && x != z && y != z)
                        n += values_of(c[y]) * values_of(c[z]);
    }
    return n;
}

#define T     "element X\nlet t is a table\n"
#define TEXTS "ask {a} {b} {v} {c} {w} {t}\nsql {t}.{a}, {b} = {v}, {c} = {w}\n"

/* In any order, and so for each quick way of counting. */
static void test_counts(void **state)
{
    (void)state;
    static const char *const orders[] = {
        T "let a is a column of t\nlet b is a column of t other than a\nlet v is a value of b\n"
          "let c is a column of t other than a, b\nlet w is a value of c\n" TEXTS,
        T "let b is a column of t\nlet v is a value of b\nlet c is a column of t other than b\n"
          "let w is a value of c\nlet a is a column of t other than b, c\n" TEXTS,
        T "let c is a column of t\nlet b is a column of t other than c\n"
          "let a is a column of t other than c, b\nlet v is a value of b\n"
          "let w is a value of c\n" TEXTS,
    };
    uint64_t expected = count_by_loops();
    assert_true(expected > 100);
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        struct grammar g = spoken_grammar(&s.arena, orders[i]);
        struct derivations all = pairs_of(&g);
        assert_int_equal(all.count, expected);
        check_each_once(&g, &all);
    }
}

/* Others that may be one column are left out once. */
static void test_counts_of_others(void **state)
{
    (void)state;
    struct grammar g =
        spoken_grammar(&s.arena, T "let a is a column of t\nlet b is a column of t\n"
                                   "let c is a column of t other than a, b\nlet w is a value of c\n"
                                   "ask {a} {b} {c} {w} {t}\nsql {t}.{a}, {b}, {c} = {w}\n");
    uint64_t expected = 0;
    for (uint32_t t = 0; t < s.schema.n_tables; t++) {
        uint32_t k;
        const uint32_t *c = columns_of(t, &k);
        for (uint32_t x = 0; x < k; x++)
            for (uint32_t y = 0; y < k; y++)
                for (uint32_t z = 0; z < k; z++)
                    expected += x != z && y != z ? values_of(c[z]) : 0;
    }
    struct derivations all = pairs_of(&g);
    assert_int_equal(all.count, expected);
    check_each_once(&g, &all);
}

static void test_few_counts(void **state)
{
    (void)state;
    assert_int_equal(count_of(T "ask {t}\nsql {t}\n"), 2);
    assert_int_equal(count_of("element X\nask a\nsql b\n"), 1);
    assert_int_equal(count_of(T "let c is a column of t\nask {c} {t}\nsql {c}\n"), 9);
    assert_int_equal(count_of(T "let c is a key column of t\nask {c} {t}\nsql {c}\n"), 3);
    assert_int_equal(count_of(T "let c is an amount column of t\nask {c} {t}\nsql {c}\n"), 3);
    assert_int_equal(count_of(T "let c is a text column of t\nask {c} {t}\nsql {c}\n"), 2);
    assert_int_equal(count_of(T "let c is a date column of t\nask {c} {t}\nsql {c}\n"), 1);
    assert_int_equal(count_of(T "let c is a name column of t\nask {c} {t}\nsql {c}\n"), 2);
    assert_int_equal(count_of(T "let c is a column of t with nulls\nask {c} {t}\nsql {c}\n"), 1);
    assert_int_equal(count_of(T "let c is a column of t without nulls\nask {c} {t}\nsql {c}\n"), 8);
    assert_int_equal(count_of(T "let c is a column of t with repeats\nask {c} {t}\nsql {c}\n"), 2);
    /* 3 and 6 columns: all sets of one to three */
    assert_int_equal(count_of(T "let c is 1..3 columns of t\nask {c} {t}\nsql {c}\n"), 7 + 41);
    assert_int_equal(count_of(T "let n is 2..5\nask {n} {t}\nsql {n}\n"), 8);
    /* of people: two years, two months */
    assert_int_equal(count_of(T "let c is a date column of t\nlet y is the year of c\n"
                                "ask {c} {y} {t}\nsql {y}\n"),
                     2);
    assert_int_equal(count_of(T "let c is a date column of t\nlet y is the month of c\n"
                                "ask {c} {y} {t}\nsql {y}\n"),
                     2);
    /* budget: 20 < 30 < 40 */
    assert_int_equal(count_of(T
                              "let c is a number column of t with 3 values\nlet v is a value of c\n"
                              "let w is a value of c above v\nask {c} {v} {w} {t}\nsql {w}\n"),
                     3);
    assert_int_equal(count_of(T
                              "let c is a number column of t with 3 values\nlet v is a value of c\n"
                              "let w is a value of c other than v\n"
                              "let x is a value of c below v other than w\n"
                              "ask {c} {v} {w} {x} {t}\nsql {w}\n"),
                     3);
    assert_int_equal(count_of(T "let l is a link from t\nask {t} {l}\nsql {l}\n"), 1);
    assert_int_equal(count_of(T "let l is a link to t\nask {t} {l}\nsql {l}\n"), 1);
}

/* Phrases within phrases */

static const char conditions[] = "phrase CONDITION of table t\n"
                                 "let c is a column of t\nlet v is a value of c\n"
                                 "ask {c} is {v}\nsql {c} = {v}\n"
                                 "phrase CONDITION of table t\n"
                                 "let c is a column of t\nlet v is a value of c\n"
                                 "let more is CONDITION of t\n"
                                 "ask {c} is {v} and {more}\nsql {c} = {v} AND {more}\n"
                                 "element X\nlet t is a table\nlet x is CONDITION of t\n"
                                 "ask {t} with {x}\nsql SELECT * FROM {t} WHERE {x}\n";

static void test_recursion(void **state)
{
    (void)state;
    struct grammar g = spoken_grammar(&s.arena, conditions);
    struct derivations all = pairs_of(&g);
    uint64_t expected = 0;
    for (uint32_t t = 0; t < s.schema.n_tables; t++) {
        uint32_t k;
        const uint32_t *c = columns_of(t, &k);
        uint64_t n = 0, power = 1;
        for (uint32_t i = 0; i < k; i++)
            n += values_of(c[i]);
        for (int depth = 1; depth <= DERIVATION_DEPTH; depth++)
            expected += power *= n;
    }
    assert_int_equal(all.count, expected);
    for (uint64_t i = 0; i < all.count; i += all.count / 50) {
        struct derivation d = derivation_get(&s.arena, &all, i);
        check_parsed(&g, &d, derivation_query(&s.arena, &s.world, &d));
    }
}

/* A phrase that never ends makes nothing; one with too many ways is given up. */
static void test_endless(void **state)
{
    (void)state;
    assert_int_equal(count_of("phrase P\nlet p is P\nask x {p}\nsql {p}\n"
                              "element X\nlet p is P\nask {p}\nsql {p}\n"),
                     0);
    struct buf b = {0};
    for (int i = 0; i < 50; i++) {
        buf_put(&b, STR("phrase P\n"));
        for (int c = 'a'; c < 'm'; c++)
            buf_printf(&b, "let %c is P\n", c);
        buf_put(&b, STR("ask {a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}\nsql {a}\n"));
    }
    buf_put(&b, STR("phrase P\nask x\nsql x\nelement X\nlet p is P\nask {p}\nsql {p}\n"));
    struct grammar g = spoken_grammar(&s.arena, arena_str(&s.arena, buf_str(&b)).ptr);
    struct derivations all = pairs_of(&g);
    assert_true(all.gave_up);
    assert_int_equal(all.count, 0);
    assert_true(parse_back(&s.arena, &g, &s.world, STR("xxxxxxxxxxxxxxxxxxxxxxxxxxxx")).gave_up);
    buf_release(&b);
}

/* How many queries a question has */
static uint32_t queries_of(const struct grammar *g, const char *text)
{
    return parse_back(&s.arena, g, &s.world, str_from(text)).count;
}

/* What is said */

static const char *question(const char *grammar)
{
    struct grammar *g = ARENA_NEW(&s.arena, struct grammar);
    *g = spoken_grammar(&s.arena, grammar);
    struct derivations all = pairs_of(g);
    assert_true(all.count > 0);
    struct derivation d = derivation_get(&s.arena, &all, all.count - 1);
    return derivation_question(&s.arena, &s.world, &d, 0).ptr;
}

static void test_said(void **state)
{
    (void)state;
    assert_string_equal(question(T "ask {t}: {t+}\nsql {t}\n"), "person: people");
    assert_string_equal(question(T "let l is a link from t\nask {t} {l+} {l.near} {l.far}\n"
                                   "sql {l}\n"),
                        "person departments department id id");
    assert_string_equal(question(T "let c is 3 columns of t\nask {c}\nsql {t}\n"),
                        "salary, born and department id");
    assert_string_equal(question(T "let c is 3 columns of t\npaper {c}\nsql {t}\n"),
                        "salary, born, department id");
    assert_string_equal(question(T "let n is 2..3\nask {n}\nsql {t}\n"), "three");
    assert_string_equal(question(T "let c is a date column of t\nlet m is the month of c\n"
                                   "ask {c} {m}\nsql {m}\n"),
                        "born November");
}

/* A phrase is said in the paper's words within the paper's, and in ours by turns within ours. */
static void test_wordings(void **state)
{
    (void)state;
    static const char *const expected[] = {"one sort", "two type", "three kind", "four type"};
    struct grammar g = spoken_grammar(
        &s.arena, "phrase P\npaper sort\nask kind\nask type\nsql 1\n"
                  "element X\nlet p is P\npaper one {p}\nask two {p}\nask three {p}\n"
                  "ask four {p}\nsql {p}\n");
    struct derivations all = pairs_of(&g);
    struct derivation d = derivation_get(&s.arena, &all, 0);
    for (uint32_t k = 0; k < 4; k++)
        assert_string_equal(derivation_question(&s.arena, &s.world, &d, k).ptr, expected[k]);
    check_parsed(&g, &d, STR("1"));
}

static const struct spoken_name *column_name(const char *table, const char *column)
{
    return &s.world.columns[spoken_column_id(&s, table, column)];
}

static void test_names(void **state)
{
    (void)state;
    spoken_close(&s);
    spoken_open(
        &s, "CREATE TABLE department(department_name TEXT, dept_budget INT, Elimination_ID INT,"
            " Num_Employees INT, credits INT, date_of_birth TEXT, is_open INT, paid_yn INT,"
            " author_or_editor TEXT, date_to TEXT, department TEXT, speed_knots INT);"
            "INSERT INTO department(department_name) VALUES('x');"
            "CREATE TABLE club(club_name TEXT, name TEXT, Name_ TEXT, injured INT, founded INT);"
            "INSERT INTO club VALUES('x', 'y', 'z', 3, 1999);"
            "CREATE TABLE singer_in_concert(x INT); CREATE TABLE has_pet(x INT);"
            "CREATE TABLE staff(x INT); CREATE TABLE Ref_Template_Types(x INT);"
            "CREATE TABLE cars_data(x INT); CREATE TABLE cars(x INT);"
            "CREATE TABLE customers_policies(x INT); CREATE TABLE person(x INT);");
    spoken_check_column(&s, "department", "department_name", "name");
    spoken_check_column(&s, "department", "dept_budget", "budget");
    spoken_check_column(&s, "department", "Elimination_ID", "elimination id");
    spoken_check_column(&s, "department", "Num_Employees", "number of employees");
    spoken_check_column(&s, "department", "credits", "number of credits");
    spoken_check_column(&s, "department", "speed_knots", "speed in knots");
    spoken_check_column(&s, "department", "is_open", "\"is open\" value");
    spoken_check_column(&s, "department", "paid_yn", "\"paid yn\" value");
    spoken_check_column(&s, "department", "author_or_editor", "\"author or editor\" value");
    spoken_check_column(&s, "department", "date_to", "\"date to\" value");
    spoken_check_column(&s, "club", "club_name", "club name"); /* there is a name without it */
    spoken_check_column(&s, "club", "name", "");               /* said like the next one */
    spoken_check_column(&s, "club", "Name_", "");
    spoken_check_column(&s, "club", "injured", "number injured");
    spoken_check_column(&s, "club", "founded", "year founded");
    assert_true(str_eq(column_name("department", "date_of_birth")->many, STR("dates of birth")));
    spoken_check_table(&s, "singer_in_concert", "\"singer in concert\" record",
                       "\"singer in concert\" records");
    spoken_check_table(&s, "has_pet", "\"has pet\" record", "\"has pet\" records");
    spoken_check_table(&s, "staff", "staff member", "staff members");
    spoken_check_table(&s, "Ref_Template_Types", "template type", "template types");
    spoken_check_table(&s, "customers_policies", "customer policy", "customer policies");
    spoken_check_table(&s, "person", "person", "people");
    /* Two tables that would both be cars keep their whole names. */
    spoken_check_table(&s, "cars", "car", "cars");
    spoken_check_table(&s, "cars_data", "car record", "car records");
}

/* Values */

static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool quoted;
    } texts[] = {{"Sales", false},         {"sold out", true},  {"New York", false},
                 {"Law, and order", true}, {"4.3", false},      {"2024-12-31", false},
                 {"Who?", true},           {"Zürich", false},   {"VMV-6", false},
                 {"O'Brien", true},        {"in_stock", false}, {"unknown", true},
                 {"Missing", true},        {"NULL", true},      {"and", true}};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const struct content_value v = {.text = str_from(texts[i].text)};
        if (world_quotes(&v) != texts[i].quoted)
            fail_msg("%s", texts[i].text);
    }
}

static const char quoted[] =
    T "let c is a column of t\nlet v is a value of c\nask {t} whose {c} is {v}\n"
      "paper {t} when {c} equals {v}\nsql SELECT * FROM {t} WHERE {c} = {v}\n";

/* Values that cannot be said are left out; the others are read back, quoted or not. */
static void test_hostile_values(void **state)
{
    (void)state;
    spoken_close(&s);
    spoken_open(&s, "CREATE TABLE t(n TEXT);"
                    "INSERT INTO t VALUES(''), (' '), ('a\"b'), ('a' || char(10) || 'b'), ('{c}'),"
                    " (x'ff'), (printf('%.100c', 'x')), ('–'), (' x'),"
                    " ('it''s'), ('a and b'), ('plain'), ('plain and simple'), (NULL);");
    struct grammar g = spoken_grammar(&s.arena, quoted);
    struct derivations all = pairs_of(&g);
    assert_int_equal(all.count, 4);
    check_each_once(&g, &all);
    struct derivation d = derivation_get(&s.arena, &all, 1);
    assert_string_equal(derivation_query(&s.arena, &s.world, &d).ptr,
                        "SELECT * FROM t WHERE n = 'it''s'");
    assert_int_equal(queries_of(&g, "t whose n is \"a and b\""), 1);
    assert_int_equal(queries_of(&g, "t whose n is a and b"), 0); /* it would be misread */
    assert_int_equal(queries_of(&g, "t when n equals a and b"), 1);
    assert_int_equal(queries_of(&g, "t whose n is \"plain\""), 0);
    assert_int_equal(queries_of(&g, "t whose n is \"a and b"), 0);
}

/* At most WORLD_VALUES_MAX, from the first to the last. */
static void test_many_values(void **state)
{
    (void)state;
    spoken_close(&s);
    spoken_open(&s, "CREATE TABLE t(n INT); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1"
                    " FROM c WHERE x < 1000) INSERT INTO t SELECT x FROM c;");
    const struct known_column *c = &s.world.known[spoken_column_id(&s, "t", "n")];
    assert_int_equal(c->n_said, WORLD_VALUES_MAX);
    assert_int_equal(c->n_values, 1000);
    assert_string_equal(c->values[0]->text.ptr, "1");
    for (uint32_t i = 1; i < c->n_said; i++)
        assert_true(c->values[i] - c->values[i - 1] >= 31 && c->values[i] - c->values[i - 1] <= 32);
    struct grammar g = spoken_grammar(&s.arena, quoted);
    struct derivations all = pairs_of(&g);
    check_each_once(&g, &all);
}

/* More sets of columns than can be numbered: each number is still a set, in order. */
static void test_many_columns(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {
        0, 1, 1999, 2000, 1000000000, UINT64_MAX / 3, UINT64_MAX / 2, UINT64_MAX - 1};
    struct buf b = {0};
    buf_put(&b, STR("CREATE TABLE t("));
    for (int i = 0; i < 2000; i++)
        buf_printf(&b, "%sq%c%c%c INT", i ? "," : "", 'a' + i / 676, 'a' + i / 26 % 26,
                   'a' + i % 26);
    buf_put(&b, STR(")"));
    spoken_close(&s);
    buf_putc(&b, '\0');
    spoken_open(&s, buf_str(&b).ptr);
    buf_release(&b);
    struct grammar g =
        spoken_grammar(&s.arena, T "let cs is 1..8 columns of t\nask {cs}\nsql {cs}\n");
    struct derivations all = pairs_of(&g);
    assert_true(all.count == UINT64_MAX);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        struct derivation d = derivation_get(&s.arena, &all, numbers[i]);
        const struct grammar_bound *set = &d.lets[1];
        assert_true(set->n_columns >= 1 && set->n_columns <= 8);
        for (uint32_t k = 1; k < set->n_columns; k++)
            assert_true(set->columns[k] > set->columns[k - 1]);
        assert_int_equal(derivation_columns(&d), set->n_columns);
    }
}

/* Names */

static void test_hostile_names(void **state)
{
    (void)state;
    spoken_close(&s);
    spoken_open(&s,
                "CREATE TABLE \"{t}\"(\"{c}\" INT, \" \" INT, \"\" INT, \"1\" INT, \"a\"\"b\" INT,"
                " \"select\" INT, \"x\ny\" INT);"
                "INSERT INTO \"{t}\" VALUES(1, 2, 3, 4, 5, 6, 7);"
                "CREATE TABLE \" \"(a INT); CREATE TABLE \"%s\"(\"%n\" INT);"
                "CREATE TABLE \"two words\"(\"and\" TEXT, \"of\" TEXT);");
    struct grammar g = spoken_shipped(&s.arena);
    for (uint32_t r = 0; r < g.count; r++)
        if (!g.rules[r].is_phrase) {
            struct derivations all = derivations_of(&s.arena, &g, &g.rules[r], &s.world);
            for (uint64_t i = 0; i < all.count; i += 1 + all.count / 100) {
                struct derivation d = derivation_get(&s.arena, &all, i);
                struct str query = derivation_query(&s.arena, &s.world, &d);
                (void)fixture_query(&s.arena, s.path, query.ptr);
                check_parsed(&g, &d, query);
            }
        }
}

static void test_nothing(void **state)
{
    (void)state;
    const struct content_source *with_rows = s.world.content;
    struct schema empty = {.n_columns = 1, .columns = s.schema.columns};
    struct grammar g = spoken_shipped(&s.arena);
    for (int content = 0; content < 2; content++) {
        struct grammar_world w = {.schema = &empty, .content = content ? with_rows : NULL};
        world_learn(&s.arena, &s.knowledge, &w);
        for (uint32_t r = 0; r < g.count; r++)
            if (!g.rules[r].is_phrase)
                assert_int_equal(derivations_of(&s.arena, &g, &g.rules[r], &w).count, 0);
        assert_int_equal(parse_back(&s.arena, &g, &w, STR("Count the people.")).count, 0);
        assert_int_equal(parse_back(&s.arena, &g, &w, STR("")).count, 0);
    }
    /* Without rows there are pairs, but none with a value. */
    struct grammar_world w = {.schema = &s.schema};
    world_learn(&s.arena, &s.knowledge, &w);
    struct grammar plain = spoken_grammar(&s.arena, T "ask {t}\nsql {t}\n");
    struct grammar value = spoken_grammar(&s.arena, quoted);
    assert_int_equal(derivations_of(&s.arena, &plain, &plain.rules[0], &w).count, 2);
    assert_int_equal(derivations_of(&s.arena, &value, &value.rules[0], &w).count, 0);
}

/* Ambiguous ones */

static void test_ambiguous(void **state)
{
    (void)state;
    struct grammar g = spoken_grammar(
        &s.arena, T "let c is a column of t\nask the {c}\nsql SELECT {c} FROM {t}\n"
                    "element Y\nlet t is a table\nask all {t+}\nsql SELECT * FROM {t}\n"
                    "element Z\nlet t is a table\nask all {t+}\nsql SELECT 1 FROM {t}\n");
    assert_int_equal(queries_of(&g, "the age"), 1);
    assert_int_equal(queries_of(&g, "the name"), 2); /* of departments, of people */
    assert_int_equal(queries_of(&g, "all people"), 2);
    assert_int_equal(queries_of(&g, "all persons"), 0);
    assert_int_equal(queries_of(&g, "the age "), 0);
}

/* Tables said alike are told apart by their columns, or not at all. */
static void test_said_alike(void **state)
{
    (void)state;
    spoken_close(&s);
    spoken_open(&s, "CREATE TABLE dog(name TEXT, age INT); CREATE TABLE dogs(name TEXT, size INT);"
                    "CREATE TABLE cat(first_name TEXT, firstName_ TEXT, age INT);");
    struct grammar g =
        spoken_grammar(&s.arena, T "let c is a column of t\nask the {c} of the {t+}\n"
                                   "sql SELECT {c} FROM {t}\n");
    assert_int_equal(queries_of(&g, "the name of the dogs"), 2);
    assert_int_equal(queries_of(&g, "the size of the dogs"), 1);
    assert_int_equal(queries_of(&g, "the first name of the cats"), 0);
    assert_int_equal(queries_of(&g, "the age of the cats"), 1);
}

/* Links */

static const char *const links = "element X\nlet t is a table\nlet l is a link from t\n"
                                 "ask {t} {l}\nsql SELECT 1 FROM {t} JOIN {l} ON {l.on}\n";

static void check_link(const char *sql, const char *query, bool found)
{
    spoken_close(&s);
    spoken_open(&s, sql);
    struct grammar g = spoken_grammar(&s.arena, links);
    struct derivations all = pairs_of(&g);
    assert_int_equal(all.count, query ? 1 : 0);
    if (!query)
        return;
    struct derivation d = derivation_get(&s.arena, &all, 0);
    assert_string_equal(derivation_query(&s.arena, &s.world, &d).ptr, query);
    assert_int_equal(derivation_found_link(&s.world, &d), found);
}

#define SHOPS "CREATE TABLE shop(shop_id INT, name TEXT); INSERT INTO shop VALUES(1,'a'),(2,'b');"

static void test_links(void **state)
{
    (void)state;
    const char *joined = "SELECT 1 FROM sale JOIN shop ON sale.shop_id = shop.shop_id";
    check_link("CREATE TABLE shop(shop_id INTEGER PRIMARY KEY, name TEXT);"
               "CREATE TABLE sale(shop_id INT REFERENCES shop(shop_id), sum INT);",
               joined, false);
    check_link(SHOPS "CREATE TABLE sale(shop_id INT, sum INT); INSERT INTO sale VALUES(2, 3);",
               joined, true);
    /* The table's own "id" */
    check_link("CREATE TABLE shop(id INT, name TEXT); INSERT INTO shop VALUES(1,'a');"
               "CREATE TABLE sale(shop_id INT, sum INT); INSERT INTO sale VALUES(1, 3);",
               "SELECT 1 FROM sale JOIN shop ON sale.shop_id = shop.id", true);
    /* A value that no shop has; no rows; shops that are not told apart */
    check_link(SHOPS "CREATE TABLE sale(shop_id INT, sum INT); INSERT INTO sale VALUES(9, 3);",
               NULL, false);
    check_link(SHOPS "CREATE TABLE sale(shop_id INT, sum INT);", NULL, false);
    check_link(SHOPS "INSERT INTO shop VALUES(1, 'c'); CREATE TABLE sale(shop_id INT, sum INT);"
                     "INSERT INTO sale VALUES(1, 3);",
               NULL, false);
    /* Two keys to the same table are not told apart by its name. */
    check_link("CREATE TABLE team(id INTEGER PRIMARY KEY);"
               "CREATE TABLE game(home INT REFERENCES team(id), guest INT REFERENCES team(id));",
               NULL, false);
    /* A key of two columns is one link, with both in its condition. */
    check_link("CREATE TABLE seat(hall INT, number INT, PRIMARY KEY(hall, number));"
               "CREATE TABLE ticket(hall INT, seat INT, FOREIGN KEY(hall, seat)"
               " REFERENCES seat(hall, number));",
               "SELECT 1 FROM ticket JOIN seat ON ticket.hall = seat.hall AND"
               " ticket.seat = seat.number",
               false);
}

/* docs/reference/canonical.md: its database, its rules, and the pairs that it shows of them. */

struct docs_block {
    struct str kind, text;
};

/* The next block between lines of three backquotes; kind.ptr NULL at the end. */
static struct docs_block next_block(struct str *rest)
{
    struct docs_block out = {0};
    while (rest->ptr) {
        struct str line = str_split(rest, '\n');
        if (!str_starts(line, STR("```")))
            continue;
        out.kind = str_slice(line, 3, line.len);
        const char *start = rest->ptr;
        do
            line = str_split(rest, '\n');
        while (rest->ptr && !str_starts(line, STR("```")));
        out.text = (struct str){start, (size_t)(line.ptr - start)};
        return out;
    }
    return out;
}

static uint32_t check_shown(const struct grammar *g, struct str pairs)
{
    uint32_t n = 0;
    for (struct str rest = pairs; rest.len > 0; n++) {
        struct str wanted = str_split(&rest, '\n');
        struct str query = str_trim(str_split(&rest, '\n'));
        struct parsed_back p = parse_back(&s.arena, g, &s.world, wanted);
        if (p.count != 1 || !str_eq(p.queries[0], query))
            fail_msg("not made: %.*s", STR_ARG(wanted));
    }
    return n;
}

static void test_docs(void **state)
{
    (void)state;
    struct arena a = {0};
    struct str text;
    struct err e;
    struct grammar g = {0};
    uint32_t shown = 0;
    assert_int_equal(
        file_read(&a, TEQL_SOURCE_DIR "/docs/reference/canonical.md", 1 << 20, &text, &e), OK);
    for (struct docs_block b; (b = next_block(&text)).kind.ptr;) {
        if (str_eq(b.kind, STR("sql"))) {
            spoken_close(&s);
            spoken_open(&s, arena_str(&a, b.text).ptr);
        } else if (str_eq(b.kind, STR("grammar")))
            g = spoken_grammar(&a, arena_str(&a, b.text).ptr);
        else if (str_eq(b.kind, STR("pairs")))
            shown += check_shown(&g, b.text);
    }
    assert_int_equal(shown, 8);
    arena_release(&a);
}

/* Numbers that say how much, when, or which in a series; and those with the same measure. */
static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        uint64_t pairs;
    } rules[] = {{"let c is a number column of t\nask {c}\nsql {c}\n", 6},
                 {"let c is an amount column of t\nask {c}\nsql {c}\n", 4},
                 {"let c is a year column of t\nask {c}\nsql {c}\n", 1},
                 {"let c is an ordinal column of t\nask {c}\nsql {c}\n", 1},
                 {"let c is an amount column of t\nlet d is an amount column of t measured as c"
                  " other than c\nask {c} {d}\nsql {c} - {d}\n",
                  2}};
    spoken_close(&s);
    spoken_open(&s, "CREATE TABLE fight(winner_age INT, loser_age INT, height INT, prize REAL,"
                    " season_year INT, rank INT, phone_number INT);"
                    "INSERT INTO fight VALUES(30, 40, 180, 1938.0, 2001, 1, 5);");
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        struct str text = arena_printf(&s.arena, "%s%s", T, rules[i].rule);
        struct grammar g = spoken_grammar(&s.arena, text.ptr);
        struct derivations all = pairs_of(&g);
        if (all.count != rules[i].pairs)
            fail_msg("%llu pairs of %s", (unsigned long long)all.count, rules[i].rule);
        check_each_once(&g, &all);
    }
}

/* "values of height"; a whole number is said without its .0, and finds the row. */
static void test_forms(void **state)
{
    (void)state;
    spoken_close(&s);
    spoken_open(&s, "CREATE TABLE fight(prize REAL); INSERT INTO fight VALUES(1938.0);");
    struct grammar g = spoken_grammar(
        &s.arena, T "let c is a column of t\nlet v is a value of c\n"
                    "ask Which {c.values} are {v}?\nsql SELECT {c} FROM {t} WHERE {c} = {v}\n");
    struct derivations all = pairs_of(&g);
    assert_int_equal(all.count, 1);
    check_each_once(&g, &all);
    struct derivation d = derivation_get(&s.arena, &all, 0);
    assert_string_equal(derivation_question(&s.arena, &s.world, &d, 0).ptr,
                        "Which values of prize are 1938?");
    assert_string_equal(derivation_query(&s.arena, &s.world, &d).ptr,
                        "SELECT prize FROM fight WHERE prize = 1938");
}

#define PAIR_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(test_counts_of_others),
        PAIR_TEST(test_shipped),
        PAIR_TEST(test_counts),
        PAIR_TEST(test_few_counts),
        PAIR_TEST(test_recursion),
        PAIR_TEST(test_endless),
        PAIR_TEST(test_said),
        PAIR_TEST(test_wordings),
        PAIR_TEST(test_names),
        PAIR_TEST(test_values),
        PAIR_TEST(test_hostile_values),
        PAIR_TEST(test_many_values),
        PAIR_TEST(test_hostile_names),
        PAIR_TEST(test_many_columns),
        PAIR_TEST(test_nothing),
        PAIR_TEST(test_ambiguous),
        PAIR_TEST(test_said_alike),
        PAIR_TEST(test_links),
        PAIR_TEST(test_docs),
        PAIR_TEST(test_numbers),
        PAIR_TEST(test_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
