/* reviewed_suite.c: over the towns of fixture.h. */
#include "reviewed_suite.h"

#include "fixture.h"
#include "schema_seeds.h"
#include "suite_files.h"
#include "unit.h"

#include "base/file.h"
#include "base/folder.h"

#include <stdlib.h>
#include <unistd.h>

static const char SEEDS[] =
    "{\"seed\":4,\"db_id\":\"towns\",\"question\":\"Which cities are there?\",\"query\":\"SELECT "
    "name FROM city\",\"hardness\":\"easy\"}\n"
    "{\"seed\":9,\"db_id\":\"towns\",\"question\":\"How many cities has Caf\xC3\xA9land?\","
    "\"query\":\"SELECT count(*) FROM city\",\"hardness\":\"easy\"}\n";

static const char LAST_CASES[] =
    "{\"id\":\"9-CRm-0\",\"seed\":9,\"family\":\"mt-teql\",\"relation\":\"CRm\",\"db_id\":"
    "\"towns.CRm.0\",\"question\":\"How many cities has Caf\xC3\xA9land?\",\"query\":\"SELECT "
    "count(*) FROM city\",\"expect\":\"same\",\"change\":{\"removed\":\"city.mayor\"}}\n"
    "{\"id\":\"9-CM-1\",\"seed\":9,\"family\":\"f\",\"relation\":\"CM\",\"db_id\":\"towns\","
    "\"question\":\"How many \\u001b[2Jbig cities has Caf\xC3\xA9land?\",\"query\":\"SELECT "
    "count(*) FROM city WHERE size > 9\",\"expect\":\"changed\",\"change\":{\"added\":\"big\"}}\n";

static struct str cases(struct arena *a)
{
    struct buf text = {0};
    for (int i = 0; i < REVIEWED_CASES - 2; i++)
        buf_printf(&text,
                   "{\"id\":\"4-PI-%d\",\"seed\":4,\"family\":\"mt-teql\",\"relation\":\"PI\","
                   "\"db_id\":\"towns\",\"question\":\"Number %d: which cities are there?\","
                   "\"query\":\"SELECT name FROM city\",\"expect\":\"same\",\"change\":"
                   "{\"prefix\":\"Number %d:\"},\"proof\":{\"by\":\"construction\",\"rows\":3}}\n",
                   i, i, i);
    buf_put(&text, str_from(LAST_CASES));
    struct str copy = arena_str(a, buf_str(&text));
    buf_release(&text);
    return copy;
}

int reviewed_suite_set_up(void **state)
{
    static struct reviewed_suite s;
    struct schema schema;
    struct err e;
    s = (struct reviewed_suite){0};
    const char *database = fixture_create(&s.arena, fixture_sql);
    assert_int_equal(schema_from_database(&s.arena, database, STR("towns"), &schema, &e), OK);
    unlink(database);
    char *dir = (char *)arena_str(&s.arena, STR("/tmp/teql-review-XXXXXX")).ptr;
    assert_non_null(mkdtemp(dir));
    struct suite_files files = {
        .seeds = str_from(SEEDS),
        .cases = cases(&s.arena),
        .manifest = STR("{\"version\":1,\"seeds\":2,\"proof\":true,\"relations\":"
                        "{\"PI\":{\"proved\":4},\"CRm\":{\"proved\":1},\"CM\":{\"proved\":1}}}")};
    suite_files_schema(&files, &schema, STR("towns"), NULL);
    suite_files_schema(
        &files, &schema, STR("towns.CRm.0"),
        migration_drop_column(&s.arena, &schema, column_named(&schema, "city.mayor")));
    s.dir = arena_printf(&s.arena, "%s/suite", dir).ptr;
    s.reviews = arena_printf(&s.arena, "%s/reviews.jsonl", s.dir).ptr;
    suite_files_write(&files, s.dir);
    *state = &s;
    return 0;
}

int reviewed_suite_tear_down(void **state)
{
    struct reviewed_suite *s = *state;
    char *dir = folder_of(s->dir);
    folder_remove(dir);
    free(dir);
    arena_release(&s->arena);
    return 0;
}

void reviewed_suite_write(struct reviewed_suite *s, struct str text)
{
    struct err e;
    assert_int_equal(file_write(s->reviews, text, &e), OK);
}

struct str reviewed_suite_text(struct reviewed_suite *s)
{
    struct str text = STR("");
    struct err e;
    if (access(s->reviews, F_OK) == 0)
        assert_int_equal(file_read(&s->arena, s->reviews, 1 << 20, &text, &e), OK);
    return text;
}
