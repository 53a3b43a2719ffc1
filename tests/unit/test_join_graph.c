/* test_join_graph.c: how tables are linked if no foreign key says so. */
#include "unit.h"

#include "nlidb/join_graph.h"

/* The number of edges between two tables with these columns; `primary` are those that are keys. */
static uint32_t edges_of(const char *columns, const char *primary)
{
    struct arena a = {0};
    struct schema s;
    struct err e;
    struct join_graph g;
    struct str text = arena_printf(&a,
                                   "{\"db_id\":\"x\",\"table_names_original\":[\"t\",\"u\"],"
                                   "\"column_names_original\":[[-1,\"*\"],%s],"
                                   "\"primary_keys\":[%s],\"foreign_keys\":[]}",
                                   columns, primary);
    assert_int_equal(schema_parse(&a, text, &s, &e), OK);
    join_graph_build(&g, &a, &s);
    uint32_t n = g.n_edges;
    arena_release(&a);
    return n;
}

/* One edge between two tables is enough, whichever of them has the key. */
static void test_guessed_once(void **state)
{
    (void)state;
    assert_int_equal(edges_of("[0,\"isbn\"],[1,\"isbn\"]", "1"), 1);
    assert_int_equal(edges_of("[0,\"isbn\"],[1,\"isbn\"]", "1,2"), 1);
    assert_int_equal(edges_of("[0,\"isbn\"],[0,\"shop\"],[1,\"isbn\"],[1,\"shop\"]", "1,2"), 1);
    assert_int_equal(edges_of("[0,\"id\"],[1,\"id\"]", "1"), 0); /* says nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_guessed_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
