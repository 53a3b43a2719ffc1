/* test_answer_back.c: answers with the shown names, rewritten with the hidden ones.
 *
 * The hidden names of the shop are chosen to cause conflicts: columns of three tables have the same
 * hidden name, and columns that share a shown name have different ones. A query that runs on the
 * shown database must give the same rows on the real one; a query that does not run there must not
 * run here. */
#include "fixture.h"
#include "told_back.h"
#include "unit.h"

#include "base/rng.h"
#include "defence/shown_schema.h"
#include "store/database_copy.h"

#include <stdlib.h>

static const char SHOP[] =
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, age INTEGER);"
    "CREATE TABLE product (pid INTEGER PRIMARY KEY, name TEXT, city TEXT, price REAL);"
    "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER, product_id INTEGER,"
    " quantity INTEGER, bought_on TEXT);"
    "INSERT INTO customer VALUES (1, 'Ada', 'Lisbon', 36), (2, 'Boris', 'Oslo', 52),"
    " (3, 'Chidi', 'Lagos', 29), (4, 'Emre', 'Izmir', 41), (5, 'city', 'name', 30);"
    "INSERT INTO product VALUES (1, 'lamp', 'Lagos', 24.5), (2, 'desk', 'Lisbon', 180),"
    " (4, 'Ada', 'Izmir', 36), (5, 'city', 'city', 3);"
    "INSERT INTO purchase VALUES (1, 1, 2, 1, 'Lisbon'), (2, 1, 1, 3, '2024-02-11'),"
    " (3, 2, 5, 2, 'Lagos'), (4, 4, 4, 36, 'Oslo');";

/* The shown names of tables and columns, by id; NULL: their own. */
static const char *const TABLES[] = {"patron", "article", "deal"};
static const char *const COLUMNS[] = {NULL,        NULL,         "label",  "residence", "seniority",
                                      NULL,        "caption",    "origin", "seniority", NULL,
                                      "patron id", "article id", "bulk",   "residence"};

struct shop {
    struct arena arena;
    const char *path, *copy;
    struct schema schema;
    struct shown_schema shown;
    struct database *real, *seen;
};

static struct str *selected(struct arena *a, const char *const *names, size_t n)
{
    struct str *list = arena_zalloc(a, (n + 1) * sizeof *list);
    for (size_t i = 0; i < n; i++)
        if (names[i])
            list[i] = str_from(names[i]);
    return list;
}

static int set_up(void **state)
{
    struct shop *s = calloc(1, sizeof *s);
    struct err e;
    assert_non_null(s);
    *state = s;
    s->path = fixture_create(&s->arena, SHOP);
    assert_int_equal(schema_from_database(&s->arena, s->path, STR("shop"), &s->schema, &e), OK);
    assert_int_equal(s->schema.n_tables, COUNT_OF(TABLES));
    assert_int_equal(s->schema.n_columns, COUNT_OF(COLUMNS));
    struct annotated_schema plain = annotated_plain(&s->arena, &s->schema);
    struct selection names = {selected(&s->arena, TABLES, COUNT_OF(TABLES)),
                              selected(&s->arena, COLUMNS, COUNT_OF(COLUMNS)), true};
    assert_true(shown_schema_make(&s->arena, &plain, &names, NULL, &s->shown));
    s->copy = fixture_copy_path(&s->arena);
    assert_int_equal(database_copy(s->path, s->shown.from, s->copy, NULL, &e), OK);
    assert_int_equal(database_open(s->copy, &s->seen, &e), OK);
    assert_int_equal(database_open(s->path, &s->real, &e), OK);
    return 0;
}

static int tear_down(void **state)
{
    struct shop *s = *state;
    database_close(s->seen);
    database_close(s->real);
    fixture_copy_remove(s->copy);
    fixture_remove(s->path);
    arena_release(&s->arena);
    free(s);
    return 0;
}

/* What is said, and what it is told as. */
static void test_told(void **state)
{
    static const char *const PAIRS[][2] = {
        /* columns that have one hidden name */
        {"SELECT label, caption FROM patron JOIN article ON id = pid",
         "SELECT customer.name, product.name FROM customer JOIN product ON id = pid"},
        {"SELECT label FROM patron WHERE EXISTS (SELECT 1 FROM article WHERE caption = label)",
         "SELECT customer.name FROM customer WHERE EXISTS (SELECT 1 FROM product WHERE "
         "product.name = customer.name)"},
        {"SELECT label FROM patron WHERE id IN (SELECT pid FROM article WHERE label = 'Ada')",
         "SELECT customer.name FROM customer WHERE id IN (SELECT pid FROM product WHERE "
         "customer.name = 'Ada')"},
        {"SELECT label FROM patron UNION SELECT caption FROM article ORDER BY caption",
         "SELECT name FROM customer UNION SELECT name FROM product ORDER BY name"},
        {"SELECT * FROM patron JOIN article ON id = pid ORDER BY caption",
         "SELECT * FROM customer JOIN product ON id = pid ORDER BY product.name"},
        /* a string that is a hidden name */
        {"SELECT label FROM patron WHERE label = \"city\"",
         "SELECT name FROM customer WHERE name = 'city'"},
        {"SELECT label FROM patron WHERE label IN (\"name\", \"Ada\")",
         "SELECT name FROM customer WHERE name IN ('name', 'Ada')"},
        /* joins by name */
        {"SELECT count(*) FROM patron NATURAL JOIN deal",
         "SELECT count(*) FROM customer JOIN purchase ON customer.id = purchase.id AND "
         "customer.city = purchase.bought_on"},
        {"SELECT * FROM patron AS p NATURAL LEFT JOIN deal",
         "SELECT p.*, purchase.customer_id, purchase.product_id, purchase.quantity FROM customer "
         "AS "
         "p LEFT JOIN purchase ON p.id = purchase.id AND p.city = purchase.bought_on"},
        {"SELECT label FROM patron JOIN article USING (seniority)",
         "SELECT customer.name FROM customer JOIN product ON customer.age = product.price"},
        {"SELECT label FROM patron JOIN deal USING (id)",
         "SELECT name FROM customer JOIN purchase USING (id)"},
        {"SELECT count(*) FROM patron NATURAL JOIN (SELECT seniority, caption FROM article)",
         "SELECT count(*) FROM customer JOIN (SELECT product.price, product.name FROM product) AS "
         "t1 "
         "ON customer.age = t1.price"},
        {"SELECT count(*) FROM patron NATURAL JOIN (SELECT caption FROM article)",
         "SELECT count(*) FROM customer JOIN (SELECT product.name FROM product)"},
        {"SELECT count(*) FROM (SELECT id, label FROM patron) NATURAL JOIN (SELECT pid AS id, "
         "caption FROM article)",
         "SELECT count(*) FROM (SELECT customer.id, customer.name FROM customer) JOIN (SELECT pid "
         "AS id, product.name FROM product) USING (id)"},
        /* aliases, CTEs and results that are called like something hidden */
        {"SELECT product.label FROM patron AS product WHERE EXISTS (SELECT 1 FROM article WHERE "
         "article.pid = product.id AND caption <> product.label)",
         "SELECT product1.name FROM customer AS product1 WHERE EXISTS (SELECT 1 FROM product WHERE "
         "product.pid = product1.id AND product.name <> product1.name)"},
        {"WITH customer AS (SELECT * FROM patron WHERE seniority > 30) SELECT label FROM customer",
         "WITH customer1 AS (SELECT * FROM customer WHERE customer.age > 30) SELECT customer1.name "
         "FROM customer1"},
        {"SELECT label city FROM patron WHERE city = 'Ada'",
         "SELECT name city1 FROM customer WHERE city1 = 'Ada'"},
        {"SELECT length(residence) AS city FROM patron ORDER BY residence",
         "SELECT length(customer.city) AS city FROM customer ORDER BY customer.city"},
        {"SELECT label FROM patron, (SELECT caption AS name FROM article) WHERE label = name",
         "SELECT customer.name FROM customer, (SELECT product.name AS name FROM product) AS t1 "
         "WHERE customer.name = t1.name"},
        /* results of one name */
        {"SELECT caption FROM (SELECT label, caption FROM patron JOIN article ON id = pid)",
         "SELECT caption FROM (SELECT customer.name AS label, product.name AS caption FROM "
         "customer "
         "JOIN product ON id = pid)"},
        {"SELECT x.caption FROM (SELECT * FROM patron JOIN article ON id = pid) AS x",
         "SELECT x.caption FROM (SELECT customer.id, customer.name AS label, customer.city AS "
         "residence, customer.age AS seniority, product.pid, product.name AS caption, product.city "
         "AS origin, product.price AS seniority FROM customer JOIN product ON customer.id = "
         "product.pid) AS x"},
        /* two items of one name */
        {"SELECT x.label FROM patron AS x WHERE EXISTS (SELECT x.caption FROM article AS x WHERE "
         "x.residence = 'Oslo')",
         "SELECT t1.name FROM customer AS t1 WHERE EXISTS (SELECT t2.name FROM product AS t2 WHERE "
         "t1.city = 'Oslo')"},
        /* nothing in the way */
        {"SELECT T1.label FROM patron AS T1 JOIN deal AS T2 ON T1.id = T2.patron_id",
         "SELECT T1.name FROM customer AS T1 JOIN purchase AS T2 ON T1.id = T2.customer_id"},
    };
    struct shop *s = *state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        struct str sql = str_from(PAIRS[i][0]);
        struct answer_back told = shown_answer(&s->arena, &s->shown, sql);
        if (!told.sql.ptr)
            fail_msg("%s: %.*s", PAIRS[i][0], STR_ARG(told.problem));
        assert_string_equal(told.sql.ptr, PAIRS[i][1]);
        if (!told_back_same(&s->arena, s->seen, s->real, &s->shown, sql))
            fail_msg("%s does not run", PAIRS[i][0]);
    }
}

/* No answer, and why. */
static void test_untold(void **state)
{
    static const char *const PAIRS[][2] = {
        {"SELECT name FROM customer", "no such table: customer"},
        {"SELECT label FROM customer", "no such table: customer"},
        {"SELECT label, age FROM patron", "no such column: age"},
        {"SELECT label FROM patron WHERE residence IN (SELECT city FROM article)",
         "no such column: city"},
        {"SELECT id FROM patron, deal", "ambiguous column name: id"},
        {"SELECT residence FROM patron NATURAL FULL JOIN deal", "RIGHT or FULL"},
    };
    struct shop *s = *state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        struct answer_back told = shown_answer(&s->arena, &s->shown, str_from(PAIRS[i][0]));
        if (told.sql.ptr)
            fail_msg("%s: %.*s", PAIRS[i][0], STR_ARG(told.sql));
        if (!strstr(told.problem.ptr, PAIRS[i][1]))
            fail_msg("%s: %.*s", PAIRS[i][0], STR_ARG(told.problem));
    }
}

/* Random queries. Names are taken from the shown and from the hidden ones, so that some do not fit
 * the shown database at all. */

struct writer {
    struct rng rng;
    struct buf text;
    uint32_t depth;
};

#define PICK(w, list) (list)[rng_below(&(w)->rng, COUNT_OF(list))]

static bool chance(struct writer *w, uint32_t percent)
{
    return rng_below(&w->rng, 100) < percent;
}

static void put(struct writer *w, const char *text)
{
    buf_put(&w->text, str_from(text));
}

static void write_query(struct writer *w);

static void write_column(struct writer *w)
{
    static const char *const NAMES[] = {
        "label", "label",     "residence",  "residence", "seniority", "caption", "origin", "id",
        "pid",   "patron_id", "article_id", "bulk",      "name",      "city",    "age"};
    static const char *const ITEMS[] = {"patron.", "article.",  "deal.",
                                        "x.",      "customer.", "product."};
    if (chance(w, 30))
        put(w, PICK(w, ITEMS));
    put(w, PICK(w, NAMES));
}

static void write_value(struct writer *w)
{
    static const char *const VALUES[] = {"'Ada'",    "'Lisbon'", "\"city\"",
                                         "\"name\"", "30",       "\"Oslo\""};
    if (chance(w, 50) || w->depth > 2) {
        chance(w, 60) ? write_column(w) : put(w, PICK(w, VALUES));
        return;
    }
    put(w, "(");
    write_query(w);
    put(w, ")");
}

static void write_condition(struct writer *w)
{
    static const char *const BETWEEN[] = {" = ", " <> ", " > ", " IN (", " IN ("};
    if (chance(w, 20) && w->depth < 3) {
        put(w, "EXISTS (");
        write_query(w);
        put(w, ")");
        return;
    }
    const char *operator= PICK(w, BETWEEN);
    write_column(w);
    put(w, operator);
    write_value(w);
    put(w, strchr(operator, '(') ? ")" : "");
}

static void write_item(struct writer *w)
{
    static const char *const TABLE[] = {"patron", "patron", "article", "deal", "customer"};
    static const char *const ALIAS[] = {" AS x", " AS customer", " AS product", " label",
                                        " AS patron"};
    if (chance(w, 15) && w->depth < 2) {
        put(w, "(");
        write_query(w);
        put(w, ")");
    } else {
        put(w, chance(w, 95) ? PICK(w, TABLE) : "purchase");
    }
    if (chance(w, 25))
        put(w, PICK(w, ALIAS));
}

static void write_from(struct writer *w)
{
    static const char *const JOIN[] = {
        ", ", " JOIN ", " NATURAL JOIN ", " NATURAL LEFT JOIN ", " LEFT JOIN ", " JOIN "};
    static const char *const USED[] = {" USING (seniority)", " USING (id)", " USING (residence)"};
    put(w, " FROM ");
    write_item(w);
    for (uint32_t n = chance(w, 55) ? 0 : chance(w, 75) ? 1 : 2; n > 0; n--) {
        const char *join = PICK(w, JOIN);
        put(w, join);
        write_item(w);
        if (strstr(join, "NATURAL") || chance(w, 40))
            continue;
        if (chance(w, 40)) {
            put(w, PICK(w, USED));
        } else if (!strchr(join, ',')) {
            put(w, " ON ");
            write_condition(w);
        }
    }
}

static void write_results(struct writer *w, uint32_t n)
{
    static const char *const ALIAS[] = {" AS city", " AS label", " AS name", " AS age", " AS z"};
    for (uint32_t i = 0; i < n; i++) {
        put(w, i > 0 ? ", " : "");
        if (chance(w, 10))
            put(w, chance(w, 70) ? "*" : "patron.*");
        else if (chance(w, 12))
            put(w, "count(*)");
        else
            write_column(w);
        if (w->text.ptr[w->text.len - 1] != '*' && chance(w, 25))
            put(w, PICK(w, ALIAS));
    }
}

static void write_core(struct writer *w, uint32_t n_results)
{
    put(w, chance(w, 15) ? "SELECT DISTINCT " : "SELECT ");
    write_results(w, n_results);
    write_from(w);
    if (chance(w, 50)) {
        put(w, " WHERE ");
        write_condition(w);
    }
    if (chance(w, 15)) {
        put(w, " GROUP BY ");
        write_column(w);
    }
}

static void write_query(struct writer *w)
{
    uint32_t n = chance(w, 60) ? 1 : 2;
    w->depth++;
    write_core(w, n);
    if (chance(w, 8)) {
        put(w, " UNION ");
        write_core(w, n);
    }
    if (chance(w, 25)) {
        put(w, " ORDER BY ");
        write_column(w);
    }
    w->depth--;
}

static void write_statement(struct writer *w)
{
    static const char *const CTE[] = {"customer", "product", "x", "patron"};
    if (chance(w, 10)) {
        put(w, "WITH ");
        put(w, PICK(w, CTE));
        put(w, " AS (");
        write_query(w);
        put(w, ") ");
    }
    write_query(w);
}

static void test_random(void **state)
{
    enum { VALID = 600, MOST = 60000 };
    struct shop *s = *state;
    struct arena scratch = {0};
    uint32_t valid = 0, tried = 0;
    struct writer w = {0};
    for (; valid < VALID && tried < MOST; tried++) {
        w.rng = rng_stream(1, STR("answers"), tried);
        buf_clear(&w.text);
        write_statement(&w);
        valid += told_back_same(&scratch, s->seen, s->real, &s->shown, buf_str(&w.text));
        arena_clear(&scratch);
    }
    buf_release(&w.text);
    arena_release(&scratch);
    assert_int_equal(valid, VALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_untold, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_random, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
