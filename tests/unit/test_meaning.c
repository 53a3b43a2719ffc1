/* test_meaning.c: the tree of what a query asks for. */
#include "unit.h"

#include "base/buf.h"
#include "meanings.h"

static struct world {
    struct arena arena;
    struct schema_set schemas;
} world;

static const char tables_json[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"singer\",\"song\"],"
    "\"table_names\":[\"singer\",\"song\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"age\"],"
    "[0,\"country\"],[1,\"id\"],[1,\"singer_id\"],[1,\"title\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"age\"],[0,\"country\"],"
    "[1,\"id\"],[1,\"singer id\"],[1,\"title\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"text\",\"number\",\"number\","
    "\"text\"],\"primary_keys\":[1,5],\"foreign_keys\":[[6,1]]}]";

static int open_world(void **state)
{
    struct err e;
    *state = &world;
    return schema_set_parse(&world.arena, STR(tables_json), &world.schemas, &e) != OK;
}

static int close_world(void **state)
{
    arena_release(&((struct world *)*state)->arena);
    return 0;
}

/* "kind" of the node, or what it holds; "~" before what nobody says; its children in brackets. */
static void put_node(struct buf *b, const struct meaning *m, uint32_t i)
{
    const struct meaning_node *n = &m->nodes[i];
    const struct schema *s = &world.schemas.schemas[0];
    struct str name = meaning_kind_name(n->kind);
    if (n->kind == MEANING_COLUMN)
        name = s->columns[n->column].name;
    else if (n->kind == MEANING_OF && n->table != SCHEMA_NONE)
        name = s->tables[n->table].name;
    else if (n->kind == MEANING_VALUE || n->kind == MEANING_COMPARED || n->kind == MEANING_CALL)
        name = n->text;
    bool leaf = n->kind == MEANING_COLUMN || n->kind == MEANING_VALUE;
    buf_put(b, leaf && n->part == MEANING_NONE ? STR("~") : STR(""));
    buf_put(b, name);
    if (n->part != MEANING_NONE && m->parts.items[n->part].kind == PART_KEYWORD)
        buf_printf(b, ":%.*s", STR_ARG(query_keyword_name(m->parts.items[n->part].keyword)));
    for (uint32_t k = meaning_first(m, i), first = k; k != MEANING_NONE; k = meaning_next(m, k)) {
        assert_int_equal(m->nodes[k].parent, i);
        buf_put(b, k == first ? STR("(") : STR(" "));
        put_node(b, m, k);
    }
    if (meaning_first(m, i) != MEANING_NONE)
        buf_putc(b, ')');
}

static void expect(const char *sql, const char *expected)
{
    struct buf b = {0};
    const struct meaning *m = read_meaning(&world.arena, &world.schemas.schemas[0], sql);
    assert_int_equal(m->nodes[0].end, m->count);
    put_node(&b, m, 0);
    assert_string_equal(buf_keep(&b, &world.arena).ptr, expected);
}

static void test_clauses(void **state)
{
    (void)state;
    expect("SELECT name FROM singer WHERE age > 20 ORDER BY name LIMIT 3",
           "question(asked(name) singer where(>:gt(age 20)) order:least(name) limit(3))");
    expect("SELECT name FROM singer ORDER BY age DESC LIMIT 1",
           "question(asked(name) singer order:most(age) limit(~1))");
    expect("SELECT country, count(*) FROM singer GROUP BY country HAVING count(*) >= 2",
           "question(asked(country) asked(count:count) singer each:each(~country) "
           "having(>=:ge(count 2)))");
    expect("SELECT DISTINCT country FROM singer",
           "question(distinct:distinct asked(country) singer)");
    expect("SELECT count(DISTINCT country) FROM singer",
           "question(asked(count:count(distinct:distinct country)) singer)");
    expect("SELECT * FROM singer", "question(asked singer)");
}

static void test_joins_are_not_said(void **state)
{
    (void)state;
    expect("SELECT title FROM song JOIN singer ON song.singer_id = singer.id WHERE age = 20",
           "question(asked(title) song singer where(=(age 20)))");
    expect("SELECT title FROM song, singer WHERE song.singer_id = singer.id",
           "question(asked(title) song singer)");
    expect("SELECT title FROM song, singer WHERE song.singer_id = singer.id AND age = 20",
           "question(asked(title) song singer where(=(age 20)))");
}

static void test_conditions(void **state)
{
    (void)state;
    expect("SELECT name FROM singer WHERE age > 20 AND (country = 'France' OR country = 'Japan') "
           "AND name LIKE '%a%'",
           "question(asked(name) singer where(all(>:gt(age 20) any(=(country France) "
           "=(country Japan)) like:like(name a))))");
    expect("SELECT name FROM singer WHERE age NOT BETWEEN 20 AND 30",
           "question(asked(name) singer where(not:not(between:between(age 20 30))))");
    expect("SELECT name FROM singer WHERE country IN ('France', 'Japan')",
           "question(asked(name) singer where(among(country France Japan)))");
    expect("SELECT name FROM singer WHERE country IS NULL",
           "question(asked(name) singer where(missing(country)))");
    expect("SELECT name FROM singer WHERE country IS NOT NULL",
           "question(asked(name) singer where(not:ne(missing(country))))");
    expect("SELECT name FROM singer WHERE NOT age > 20",
           "question(asked(name) singer where(not:not(>:gt(age 20))))");
}

/* A key that tables are joined by is not said, whichever way the query joins them. */
static void test_queries_within(void **state)
{
    (void)state;
    expect("SELECT name FROM singer WHERE id NOT IN (SELECT singer_id FROM song WHERE title = 'x')",
           "question(asked(name) singer where(not:not(among(~id question(song "
           "where(=(title x)))))))");
    expect("SELECT name FROM singer WHERE age > (SELECT avg(age) FROM singer)",
           "question(asked(name) singer where(>:gt(age question(asked(avg:avg(age)) singer))))");
    expect("SELECT country FROM singer WHERE age > 40 INTERSECT "
           "SELECT country FROM singer WHERE age < 30",
           "question(asked(country) singer where(>:gt(age 40)) also:intersect(singer "
           "where(<:lt(age 30))))");
    expect("SELECT name FROM singer WHERE EXISTS (SELECT * FROM song WHERE singer_id = singer.id)",
           "question(asked(name) singer where(exists(question(asked song))))");
    expect("WITH old AS (SELECT * FROM singer WHERE age > 60) SELECT name FROM old",
           "question(of(question(singer where(>:gt(age 60)))) asked(name) of)");
}

/* A part that stands twice is one part of two nodes. */
static void test_parts_are_shared(void **state)
{
    (void)state;
    const struct meaning *m = read_meaning(&world.arena, &world.schemas.schemas[0],
                                           "SELECT name FROM singer WHERE age = 20 OR age = 30");
    uint32_t ages = 0;
    for (uint32_t i = 0; i < m->count; i++)
        if (m->nodes[i].kind == MEANING_COLUMN && m->nodes[i].column == 3) {
            assert_int_equal(m->nodes[i].part, 1);
            ages++;
        }
    assert_int_equal(ages, 2);
    assert_int_equal(m->parts.count, 4);
    assert_int_equal(m->parts.n_results, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clauses),          cmocka_unit_test(test_joins_are_not_said),
        cmocka_unit_test(test_conditions),       cmocka_unit_test(test_queries_within),
        cmocka_unit_test(test_parts_are_shared),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
