/* fuzz_suite.c: four texts, with form feeds between them, as manifest.json, tables.json,
 * seeds.jsonl and cases.jsonl of a suite. An accepted suite can be read to the end, as a
 * whole and seed by seed. */
#include "input.h"
#include "migration_check.h"
#include "suite/suite_reader.h"

/* What systems are shown of a schema is the schema. */
static void check_entry(struct arena *a, struct suite *s, const struct suite_schema *schema)
{
    struct schema again;
    struct err e;
    struct str entry = suite_schema_plain(s, schema);
    require_json(entry);
    require(schema_parse(a, entry, &again, &e) == OK);
    require(again.n_tables == schema->schema->n_tables);
    require(again.n_columns == schema->schema->n_columns);
}

static void check_schema(struct arena *a, struct suite *s, struct str db_id)
{
    const struct suite_schema *schema;
    struct err e;
    if (suite_schema(s, db_id, &schema, &e))
        return;
    require(schema->schema && !schema->origin == !schema->migration);
    check_entry(a, s, schema);
    if (schema->migration)
        check_migration(a, schema->migration, db_id);
}

static void check_suite(struct arena *a, struct suite *s)
{
    for (uint32_t i = 0; i < s->n_seeds; i++) {
        require(suite_find_seed(s, s->seeds[i].number) == i);
        check_schema(a, s, s->seeds[i].db_id);
    }
    for (uint32_t i = 0; i < s->n_cases; i++) {
        const struct test_case *c = &s->cases[i];
        require(c->seed < s->n_seeds && c->naturalness <= 1);
        if (c->change.ptr)
            require_json(c->change);
        check_schema(a, s, c->db_id);
    }
}

/* A batch for each seed, with its schemas. */
static void check_part(struct arena *a, const struct suite_reader *r, struct suite *part,
                       const struct suite *whole)
{
    require(part->n_seeds == 1);
    require(part->seeds[0].number == whole->seeds[part->seeds_before].number);
    for (uint32_t i = 0; i < part->n_cases; i++)
        require(str_eq(part->cases[i].id, whole->cases[part->cases_before + i].id));
    schema_entries_add_needed(&r->schemas, part);
    check_suite(a, part);
}

static void check_parts(struct arena *a, const struct suite *whole)
{
    const struct suite_bounds one = {.cases = UINT32_MAX, .seeds = 1, .last_number = UINT32_MAX};
    struct suite_reader r;
    struct suite part;
    struct err e;
    require(suite_reader_open(&r, input_folder(), &e) == OK);
    require(suite_reader_survey(&r, NULL, NULL, &e) == OK);
    require(r.head.n_seeds == whole->n_seeds && r.head.n_cases == whole->n_cases);
    for (uint32_t i = 0; i < whole->n_seeds; i++) {
        require(suite_reader_next(&r, &one, &part, &e) == OK);
        check_part(a, &r, &part, whole);
        suite_close(&part);
    }
    require(r.cases_read == whole->n_cases);
    suite_reader_close(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const FILES[] = {"manifest.json", "tables.json", "seeds.jsonl",
                                        "cases.jsonl"};
    struct arena a = {0};
    struct str rest = {(const char *)data, size};
    struct suite s;
    struct err e;
    for (size_t i = 0; i < COUNT_OF(FILES); i++)
        input_file(&a, FILES[i], input_part(&rest));
    if (suite_open(&s, input_folder(), &e) == OK) {
        check_suite(&a, &s);
        check_parts(&a, &s);
        suite_close(&s);
    }
    arena_release(&a);
    return 0;
}
