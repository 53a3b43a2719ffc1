/* suite_seeds.c: making a dataset of the seeds of a suite. */
#include "making/suite_seeds.h"

#include "suite/suite_store.h"

/* Add what the database says of the schema. If it cannot be read, the schema stays as the suite has
 * it. */
static enum status complete_schema(struct dataset *d, const char *database, struct schema *schema,
                                   struct err *e)
{
    enum status status = database ? schema_ask_database(&d->arena, database, schema, e) : OK;
    return status == E_DB ? OK : status;
}

/* The schemas of the seeds, each once. */
static enum status add_schemas(struct dataset *d, struct suite *s, const char *db, struct err *e)
{
    struct arena *a = &d->arena;
    d->schemas.schemas = arena_zalloc(a, (s->n_schemas + 1) * sizeof *d->schemas.schemas);
    d->subjects = arena_zalloc(a, (s->n_schemas + 1) * sizeof *d->subjects);
    for (uint32_t i = 0; i < s->n_seeds; i++) {
        const struct suite_schema *own;
        struct str path;
        if (schema_set_find(&d->schemas, s->seeds[i].db_id))
            continue;
        TRY(suite_schema(s, s->seeds[i].db_id, &own, e));
        TRY(suite_original(a, s, db, s->seeds[i].db_id, &path, e));
        struct schema *schema = &d->schemas.schemas[d->schemas.count++];
        *schema = *own->schema;
        d->subjects[d->n_subjects++] = (struct dataset_subject){schema, path};
        TRY(complete_schema(d, path.ptr, schema, e));
    }
    return OK;
}

static void add_seeds(struct dataset *d, const struct suite *s)
{
    d->seeds = ARENA_ARRAY(&d->arena, struct seed, s->n_seeds);
    d->n_seeds = s->n_seeds;
    for (uint32_t i = 0; i < s->n_seeds; i++) {
        struct seed *seed = &d->seeds[i];
        *seed = s->seeds[i];
        seed->schema = schema_set_find(&d->schemas, seed->db_id);
        for (uint32_t k = 0; k < d->n_subjects; k++)
            if (d->subjects[k].schema == seed->schema)
                seed->database = d->subjects[k].database;
    }
}

/* The suite is held as a whole: the dataset has all its seeds, as views of its files. */
enum status suite_seeds_load(struct dataset *d, const char *dir, const char *db, struct err *e)
{
    struct suite s;
    *d = (struct dataset){0};
    TRY(suite_open(&s, dir, e));
    d->databases = db ? db : s.databases;
    d->beside = s.more_databases;
    enum status status = add_schemas(d, &s, db, e);
    if (status == OK)
        add_seeds(d, &s);
    suite_close_into(&s, &d->arena); /* texts of the seeds are in the suite */
    return status;
}
