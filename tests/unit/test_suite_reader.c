/* test_suite_reader.c: suites read in batches, and where batches end. */
#include "unit.h"

#include "base/file.h"
#include "suite/suite_reader.h"
#include "suite_files.h"

#include <stdlib.h>
#include <unistd.h>

#define SEED(number, db) "{\"seed\":" #number ",\"db_id\":\"" db "\",\"question\":\"q\"}\n"
#define CASE(seed, k, db)                                                                          \
    "{\"id\":\"" #seed "-X-" #k "\",\"seed\":" #seed ",\"relation\":\"X\",\"db_id\":\"" db         \
    "\",\"question\":\"q\"}\n"

static const char SEEDS[] = SEED(1, "a") SEED(4, "b") SEED(6, "a") SEED(7, "a");
static const char CASES[] =
    CASE(1, 0, "a") CASE(1, 1, "a") CASE(1, 2, "a") CASE(6, 0, "a.X.0") CASE(7, 0, "a");

struct opened {
    struct arena arena;
    const char *dir;
    struct suite_reader reader;
    struct err err;
};

static void open_suite(struct opened *o, const char *seeds, const char *cases)
{
    *o = (struct opened){.dir = NULL};
    char *base = (char *)arena_str(&o->arena, STR("/tmp/teql-reader-XXXXXX")).ptr;
    assert_non_null(mkdtemp(base));
    o->dir = base;
    struct suite_files files = {
        .manifest = STR("{\"version\":1}"), .seeds = str_from(seeds), .cases = str_from(cases)};
    suite_files_write(&files, arena_printf(&o->arena, "%s/suite", base).ptr);
    assert_int_equal(file_write(arena_printf(&o->arena, "%s/suite/tables.json", base).ptr,
                                STR("[{\"db_id\":\"a\"},{\"db_id\":\"b\"},{\"db_id\":\"c\"},"
                                    "{\"db_id\":\"a.X.0\",\"migration\":{\"of\":\"c\"}}]"),
                                &o->err),
                     OK);
    assert_int_equal(
        suite_reader_open(&o->reader, arena_printf(&o->arena, "%s/suite", base).ptr, &o->err), OK);
}

static void close_suite(struct opened *o)
{
    suite_reader_close(&o->reader);
    assert_int_equal(system(arena_printf(&o->arena, "rm -r %s", o->dir).ptr), 0);
    arena_release(&o->arena);
}

struct expected_part {
    uint32_t seeds, cases, seeds_before, cases_before;
    const char *schemas; /* with blanks between them */
};

static void expect_part(struct opened *o, const struct suite_bounds *bounds,
                        const struct expected_part *x)
{
    struct suite part;
    struct str names = STR("");
    assert_int_equal(suite_reader_next(&o->reader, bounds, &part, &o->err), OK);
    assert_int_equal(part.n_seeds, x->seeds);
    assert_int_equal(part.n_cases, x->cases);
    assert_int_equal(part.seeds_before, x->seeds_before);
    assert_int_equal(part.cases_before, x->cases_before);
    schema_entries_add_needed(&o->reader.schemas, &part);
    for (uint32_t i = 0; i < part.n_schemas; i++)
        names = arena_printf(&o->arena, "%.*s%s%.*s", STR_ARG(names), i ? " " : "",
                             STR_ARG(part.schemas[i].db_id));
    assert_true(str_eq(names, str_from(x->schemas)));
    for (uint32_t i = 0; i < part.n_cases; i++)
        assert_int_equal(part.seeds[part.cases[i].seed].number, part.cases[i].seed_number);
    suite_close(&part);
}

/* A batch may pass the bound by all cases of its last seed. A seed without cases is in a batch too.
 * A schema is in each batch that needs it, with the schema that it was made from. */
static void test_borders(void **state)
{
    (void)state;
    static const struct suite_bounds TWO = {.cases = 2, .seeds = 2, .last_number = UINT32_MAX};
    static const struct expected_part PARTS[] = {
        {1, 3, 0, 0, "a"}, {2, 1, 1, 3, "a a.X.0 b c"}, {1, 1, 3, 4, "a"}, {0, 0, 4, 5, ""}};
    struct opened o;
    open_suite(&o, SEEDS, CASES);
    for (size_t i = 0; i < COUNT_OF(PARTS); i++)
        expect_part(&o, &TWO, &PARTS[i]);
    close_suite(&o);
}

/* Seeds by their places, in any order, with their cases and without. */
static void test_parts_by_place(void **state)
{
    (void)state;
    static const struct {
        struct place_range seeds;
        bool seeds_only;
        uint32_t first_number, cases, cases_before;
    } PARTS[] = {
        {{2, 4}, false, 6, 2, 3}, {{0, 1}, true, 1, 0, 0},  {{1, 3}, true, 4, 0, 0},
        {{3, 4}, false, 7, 1, 4}, {{0, 2}, false, 1, 3, 0}, {{2, 3}, false, 6, 1, 3},
    };
    struct opened o;
    open_suite(&o, SEEDS, CASES);
    assert_int_equal(suite_reader_survey(&o.reader, NULL, NULL, &o.err), OK);
    for (size_t i = 0; i < COUNT_OF(PARTS); i++) {
        struct suite part;
        struct place_range seeds = PARTS[i].seeds;
        assert_int_equal(suite_reader_batch(&o.reader, seeds, PARTS[i].seeds_only, &part, &o.err),
                         OK);
        assert_int_equal(part.n_seeds, seeds.end - seeds.first);
        assert_int_equal(part.seeds[0].number, PARTS[i].first_number);
        assert_int_equal(part.n_cases, PARTS[i].cases);
        assert_int_equal(part.cases_before, PARTS[i].cases_before);
        if (part.n_cases)
            assert_int_equal(part.seeds[part.cases[0].seed].number, part.cases[0].seed_number);
        suite_close(&part);
    }
    close_suite(&o);
}

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        const char *seeds, *cases, *message;
        uint32_t line;
    } FAULTS[] = {
        {SEEDS, CASE(6, 0, "a") CASE(1, 0, "a"), "cases are not in the order of the seeds", 2},
        {SEEDS, CASE(1, 0, "a") CASE(5, 0, "a"), "a case of a seed that is not in seeds.jsonl", 2},
        {SEED(4, "a") SEED(1, "a"), "", "seeds are not in order", 2},
    };
    for (size_t i = 0; i < COUNT_OF(FAULTS); i++) {
        struct opened o;
        open_suite(&o, FAULTS[i].seeds, FAULTS[i].cases);
        assert_int_equal(suite_reader_survey(&o.reader, NULL, NULL, &o.err), E_INPUT);
        assert_string_equal(o.err.msg, FAULTS[i].message);
        assert_int_equal(o.err.line, FAULTS[i].line);
        close_suite(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_borders),
                                       cmocka_unit_test(test_parts_by_place),
                                       cmocka_unit_test(test_faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
