/* fuzz_tables_json.c: any bytes as tables.json. What is accepted must be safe to use. */
#include "input.h"
#include "spider/exact_match.h"

#include <assert.h>

static void use(struct arena *a, const struct schema *s)
{
    struct exact_keys keys;
    exact_keys_init(a, s, &keys);
    for (uint32_t c = 1; c < s->n_columns; c++) {
        assert(s->columns[c].table < s->n_tables);
        assert(keys.merged[c] < s->n_columns && keys.name[c] < s->n_columns);
    }
    for (uint32_t t = 0; t < s->n_tables; t++)
        assert(schema_find_table(s, s->tables[t].name) != SCHEMA_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct schema_set set;
    struct err e;
    if (schema_set_parse(&a, (struct str){(const char *)data, size}, &set, &e) == OK)
        for (uint32_t i = 0; i < set.count; i++)
            use(&a, &set.schemas[i]);
    arena_release(&a);
    return 0;
}
