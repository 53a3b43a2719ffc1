/* fuzz_diagnosis.c: two queries, with a line break between them, are diagnosed whatever they are,
 * and the diagnosis agrees with strict comparison. */
#include "diagnosis/diagnosis.h"
#include "diagnosis/strict_match.h"
#include "input.h"
#include "migration/migration.h"

enum { MAX_LINE = 1 << 16 };

/* singer (id, name, country, age, boss_id), concert (id, title, year), sings (singer_id,
 * concert_id) */
static const struct str TABLES = STR_INIT(
    "[{\"db_id\": \"music\", \"table_names\": [\"singer\", \"concert\", \"sings\"],"
    "\"table_names_original\": [\"singer\", \"concert\", \"sings\"],"
    "\"column_names\": [[-1, \"*\"], [0, \"id\"], [0, \"name\"], [0, \"country\"], [0, \"age\"],"
    "[0, \"boss id\"], [1, \"id\"], [1, \"title\"], [1, \"year\"], [2, \"singer id\"], [2, "
    "\"concert id\"]],"
    "\"column_names_original\": [[-1, \"*\"], [0, \"id\"], [0, \"name\"], [0, \"country\"], [0, "
    "\"age\"],"
    "[0, \"boss_id\"], [1, \"id\"], [1, \"title\"], [1, \"year\"], [2, \"singer_id\"], [2, "
    "\"concert_id\"]],"
    "\"column_types\": [\"text\", \"number\", \"text\", \"text\", \"number\", \"number\", "
    "\"number\", \"text\","
    "\"number\", \"number\", \"number\"],"
    "\"primary_keys\": [1, 6], \"foreign_keys\": [[5, 1], [9, 1], [10, 6]]}]");

static void check_items(const struct diagnosis *d)
{
    require((d->type == ERROR_NONE) == (d->n_items == 0));
    require((d->type == ERROR_OTHERS) == (d->kind != ERROR_KIND_NONE));
    require(d->n_items <= DIAGNOSIS_MAX_ITEMS);
    for (uint32_t i = 0; i < d->n_items; i++) {
        const struct difference *item = &d->items[i];
        require(item->kinds != 0 && item->clause < N_CLAUSES);
        require(item->before.len + item->after.len > 0);
    }
}

static void check_pair(struct arena *a, const struct diagnosis_side *x,
                       const struct diagnosis_side *y)
{
    struct diagnosis there, back;
    struct err e;
    diagnose(a, x, y, &there);
    diagnose(a, y, x, &back);
    check_items(&there);
    check_items(&back);
    require((there.type == ERROR_NONE) == (back.type == ERROR_NONE));
    if (strict_consistent(a, x, y, &e) == STRICT_EQUAL)
        require(there.type == ERROR_NONE);
}

static void check_migrated(struct arena *a, const struct schema *old, struct str before,
                           struct str after)
{
    static const uint32_t order[] = {4, 3, 2, 1, 0};
    struct schema new;
    struct lineage lineage;
    const struct migration *m = migration_reorder_columns(a, old, 0, order);
    migration_schema(a, m, STR("new"), &new, NULL);
    lineage_init(a, m, &lineage);
    const struct diagnosis_side x = {before, old, NULL}, y = {after, &new, &lineage};
    check_pair(a, &x, &y);
}

/* Then `*` stands for other columns, so queries that strict comparison finds equal may differ. */
static void check_shortened(struct arena *a, const struct schema *old, struct str before,
                            struct str after)
{
    struct schema new;
    struct lineage lineage;
    struct diagnosis d;
    const struct migration *m = migration_drop_column(a, old, 3);
    migration_schema(a, m, STR("new"), &new, NULL);
    lineage_init(a, m, &lineage);
    const struct diagnosis_side x = {before, old, NULL}, y = {after, &new, &lineage};
    diagnose(a, &x, &y, &d);
    check_items(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct schema_set schemas;
    struct err e;
    struct diagnosis same;
    struct str text = {(const char *)data, size};
    size_t end = str_find(text, STR("\n"), 0);
    require(schema_set_parse(&a, TABLES, &schemas, &e) == OK);
    const struct schema *s = schemas.schemas;
    const struct diagnosis_side x = {str_slice(text, 0, end), s, NULL};
    const struct diagnosis_side y = {str_slice(text, end < size ? end + 1 : end, size), s, NULL};
    check_pair(&a, &x, &y);
    check_migrated(&a, s, x.sql, y.sql);
    check_shortened(&a, s, x.sql, y.sql);
    diagnose(&a, &x, &x, &same);
    require(same.type == ERROR_NONE);
    arena_release(&a);
    return 0;
}
