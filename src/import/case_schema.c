/* case_schema.c: finding out how the schema of a case comes from that of its seed. */
#include "import/case_schema.h"

#include "diagnosis/strict_match.h"
#include "engine/database_files.h"
#include "migration/migration.h"

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

/* Its own database: where the set has them, or where the dataset has its. */
static enum status find_database(struct case_schemas *s, struct case_schema *c, struct err *e)
{
    const char *const places[] = {c->list->databases, s->dataset->databases, s->dataset->beside};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(places) && status == OK && !c->database.ptr; i++)
        if (places[i])
            status = database_find(&s->arena, str_from(places[i]), c->published, &c->database, e);
    return status;
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

static enum status add(struct case_schemas *s, const struct pair_list *list,
                       const struct question_pair *pair, const struct seed *seed,
                       struct case_schema **out, struct err *e)
{
    struct case_schema *c = ARENA_NEW(&s->arena, struct case_schema);
    struct str id = pair->after.db_id;
    const struct schema *after = schema_set_find(&list->schemas, id);
    *c = (struct case_schema){
        .list = list, .set = pair->set, .published = id, .before = seed->schema, .db_id = id};
    c->after = after ? after : schema_set_find(&s->dataset->schemas, id);
    if (!c->after)
        return err_at(e, E_INPUT, pair->line, 0,
                      "unknown db_id '%.*s': neither the set's tables.json nor the dataset has it",
                      STR_ARG(id));
    enum status status = find_database(s, c, e);
    if (status)
        return status;
    if (!c->database.ptr)
        find_migration(s, c);
    ARENA_PUSH(&s->arena, s->items, s->count);
    s->items[s->count++] = *out = c;
    return OK;
}

/* A set calls one schema the same; but it may come from more than one. */
static struct str key_of(struct arena *a, const struct pair_list *list,
                         const struct question_pair *pair, const struct seed *seed)
{
    return arena_printf(a, "%p %p %.*s", (const void *)list, (const void *)seed->schema,
                        STR_ARG(pair->after.db_id));
}

enum status case_schemas_find(struct case_schemas *s, const struct pair_list *list,
                              const struct question_pair *pair, const struct seed *seed,
                              struct case_schema **out, struct err *e)
{
    *out = NULL;
    if (str_eq(pair->after.db_id, seed->db_id))
        return OK;
    struct str key = key_of(&s->arena, list, pair, seed);
    uint32_t at = name_map_get(&s->places, key);
    if (at != NAME_NONE) {
        *out = s->items[at];
        return OK;
    }
    name_map_put(&s->places, &s->arena, key, s->count);
    return add(s, list, pair, seed, out, e);
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

/* Without a database of its name, the schema's tells the set too: two sets may call different
 * schemas the same. */
static void name_by_set(struct arena *a, struct case_schema *c)
{
    struct schema *named = ARENA_NEW(a, struct schema);
    *named = *c->after;
    c->db_id = arena_printf(a, "%.*s.%.*s", STR_ARG(c->published), STR_ARG(c->set));
    named->db_id = c->db_id;
    c->after = named;
}

void case_schemas_settle(struct case_schemas *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        struct case_schema *c = s->items[i];
        if (c->carried <= c->not_carried)
            c->migration = NULL;
        if (!c->migration && !c->database.ptr)
            name_by_set(&s->arena, c);
    }
}
