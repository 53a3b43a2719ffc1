/* case_schema.c: finding out what turns the schema of a seed into that of its case. */
#include "import/case_schema.h"

#include "diagnosis/strict_match.h"
#include "engine/database_files.h"
#include "migration/migration.h"
#include "schema/schema_json.h"

void case_schemas_begin(struct case_schemas *s, const struct dataset *d)
{
    *s = (struct case_schemas){.dataset = d};
    name_map_init_exact(&s->places, &s->arena, 64);
}

void case_schemas_release(struct case_schemas *s)
{
    arena_release(&s->arena);
    *s = (struct case_schemas){0};
}

/* Its own database, among those of the set and those of the dataset. */
static enum status find_database(struct case_schemas *s, struct case_schema *c, struct err *e)
{
    const char *const places[] = {c->list->databases, s->dataset->databases, s->dataset->beside};
    for (size_t i = 0; i < COUNT_OF(places) && !c->database.ptr; i++)
        if (places[i])
            TRY(database_find(&s->arena, str_from(places[i]), c->published, &c->database, e));
    return OK;
}

static void find_migration(struct case_schemas *s, struct case_schema *c)
{
    c->migration = migration_rename_all(&s->arena, c->before, c->after);
    if (!c->migration)
        c->migration = migration_extend(&s->arena, c->before, c->after);
    if (!c->migration)
        return;
    lineage_init(&s->arena, c->migration, &c->lineage);
    c->db_id = migration_db_id(&s->arena, c->migration, c->set);
}

static enum status add_schema(struct case_schemas *s, const struct pair_list *list,
                              const struct question_pair *pair, const struct seed *seed,
                              struct case_schema **out, struct err *e)
{
    struct case_schema *c = ARENA_NEW(&s->arena, struct case_schema);
    struct str id = pair->after.db_id;
    *c = (struct case_schema){.list = list,
                              .set = pair->set,
                              .published = id,
                              .before = seed->schema,
                              .after = schema_set_find(&list->schemas, id),
                              .db_id = id};
    if (!c->after)
        c->after = schema_set_find(&s->dataset->schemas, id);
    if (!c->after)
        return err_at(e, E_INPUT, pair->line, 0,
                      "unknown db_id '%.*s': neither the set's tables.json nor the dataset has it",
                      STR_ARG(id));
    TRY(find_database(s, c, e));
    if (!c->database.ptr)
        find_migration(s, c);
    *out = c;
    ARENA_ADD(&s->arena, s->items, s->count, c);
    return OK;
}

enum status case_schemas_find(struct case_schemas *s, const struct pair_list *list,
                              const struct question_pair *pair, const struct seed *seed,
                              struct case_schema **out, struct err *e)
{
    *out = NULL;
    if (str_eq(pair->after.db_id, seed->db_id))
        return OK;
    /* A db_id means one schema in a set, but it may come from several. */
    struct str key = arena_printf(&s->arena, "%p %p %.*s", (const void *)list,
                                  (const void *)seed->schema, STR_ARG(pair->after.db_id));
    uint32_t at = name_map_get(&s->places, key);
    if (at != NAME_NONE) {
        *out = s->items[at];
        return OK;
    }
    name_map_put(&s->places, &s->arena, key, s->count);
    return add_schema(s, list, pair, seed, out, e);
}

bool case_schema_carries(struct case_schema *c, struct str query, struct str published)
{
    struct arena a = {0};
    struct err e;
    if (!c->migration)
        return false;
    const struct diagnosis_side before = {query, c->before, NULL};
    const struct diagnosis_side after = {published, c->after, &c->lineage};
    bool carried = strict_consistent(&a, &before, &after, &e) == STRICT_EQUAL;
    c->carried += carried;
    c->not_carried += !carried;
    arena_release(&a);
    return carried;
}

/* If no database has its name, the name of the schema says the set too: two sets may use one db_id
 * for different schemas. */
static void name_schema_by_set(struct arena *a, struct case_schema *c)
{
    struct schema *named = ARENA_NEW(a, struct schema);
    c->db_id = arena_printf(a, "%.*s.%.*s", STR_ARG(c->published), STR_ARG(c->set));
    *named = *c->after;
    named->db_id = c->db_id;
    c->after = named;
}

static bool is_same_schema(const struct schema *a, const struct schema *b)
{
    struct buf x = {0}, y = {0};
    struct json_writer to_x = json_writer_to(&x), to_y = json_writer_to(&y);
    schema_json(&to_x, a);
    schema_json(&to_y, b);
    bool same = str_eq(buf_str(&x), buf_str(&y));
    buf_release(&x);
    buf_release(&y);
    return same;
}

/* Two schemas with one db_id would be mixed up in the suite. */
static enum status check_names(const struct case_schemas *s, struct err *e)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const struct case_schema *c = s->items[i];
        for (uint32_t j = 0; j < i && !c->migration; j++) {
            const struct case_schema *d = s->items[j];
            if (!d->migration && str_eq(c->db_id, d->db_id) && !is_same_schema(d->after, c->after))
                return err_set(e, E_INPUT,
                               "two sets have schemas '%.*s' that differ: import them apart",
                               STR_ARG(c->db_id));
        }
    }
    return OK;
}

enum status case_schemas_settle(struct case_schemas *s, struct err *e)
{
    for (uint32_t i = 0; i < s->count; i++) {
        struct case_schema *c = s->items[i];
        if (c->carried <= c->not_carried)
            c->migration = NULL;
        if (!c->migration && !c->database.ptr)
            name_schema_by_set(&s->arena, c);
    }
    return check_names(s, e);
}

enum status case_schemas_databases(const struct case_schemas *s, const char **out, struct err *e)
{
    *out = s->dataset->beside;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct case_schema *c = s->items[i];
        const char *own = c->list->databases;
        if (!c->database.ptr || !own || !str_starts(c->database, str_from(own)))
            continue;
        if (*out && strcmp(*out, own) != 0)
            return err_set(e, E_INPUT,
                           "two sets with databases of their own: import them apart (%s, %s)", *out,
                           own);
        *out = own;
    }
    return OK;
}
