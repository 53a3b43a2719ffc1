/* describe.c: from the files beside the original to the columns of a schema. */
#include "asking/describe.h"

#include "dataset/descriptions.h"
#include "suite/suite_store.h"

/* `lineage` says which column each one was; NULL where nothing changed. */
static void put_lines(struct buf *out, const struct schema *s, const struct str *texts,
                      const uint32_t *lineage)
{
    for (uint32_t c = 1; c < s->n_columns; c++) {
        uint32_t old = lineage ? lineage[c] : c;
        if (old != SCHEMA_NONE && texts[old].ptr)
            buf_printf(out, "-- %.*s.%.*s: %.*s\n", STR_ARG(s->tables[s->columns[c].table].name),
                       STR_ARG(s->columns[c].name), STR_ARG(texts[old]));
    }
}

static enum status put_schema(struct arena *a, const struct suite_schema *schema,
                              struct str database, struct buf *out, struct err *e)
{
    const struct schema *old = schema->origin ? schema->origin->schema : schema->schema;
    const uint32_t *lineage = NULL;
    struct schema changed;
    struct str *texts;
    enum status status = descriptions_read(a, old, database.ptr, &texts, e);
    if (status)
        return status;
    if (schema->migration)
        migration_schema(a, schema->migration, schema->db_id, &changed, &lineage);
    put_lines(out, lineage ? &changed : old, texts, lineage);
    return OK;
}

enum status describe_columns(const struct suite *s, const char *dir,
                             const struct suite_schema *schema, struct buf *out, struct err *e)
{
    struct arena a = {0};
    struct str database;
    enum status status =
        suite_original(&a, s, dir, suite_schema_database(schema).origin, &database, e);
    if (status == OK && database.ptr)
        status = put_schema(&a, schema, database, out, e);
    arena_release(&a);
    return status;
}
