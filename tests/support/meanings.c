/* meanings.c: parsing and resolving before the meaning is built. */
#include "meanings.h"

#include "sql/parse.h"
#include "unit.h"

const struct meaning *read_meaning(struct arena *a, const struct schema *s, const char *sql)
{
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    struct meaning *meaning = ARENA_NEW(a, struct meaning);
    const struct resolved_query query = {s, stmt, resolution};
    struct err e;
    assert_int_equal(sql_parse(a, str_from(sql), stmt, &e), OK);
    assert_int_equal(sql_resolve(a, s, stmt, resolution, &e), OK);
    *meaning = meaning_of(a, &query);
    return meaning;
}
