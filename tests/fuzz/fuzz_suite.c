/* fuzz_suite.c: four texts, with form feeds between them, as manifest.json, tables.json,
 * seeds.jsonl and cases.jsonl of a suite. Whatever is accepted can be walked through to the end. */
#include "input.h"
#include "migration_check.h"
#include "suite/suite.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const FILES[] = {"manifest.json", "tables.json", "seeds.jsonl",
                                        "cases.jsonl"};
    struct arena a = {0};
    struct str rest = {(const char *)data, size};
    struct suite s;
    struct err e;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        input_file(&a, FILES[i], input_part(&rest));
    if (suite_open(&s, input_folder(), &e) == OK) {
        check_suite(&a, &s);
        suite_close(&s);
    }
    arena_release(&a);
    return 0;
}
