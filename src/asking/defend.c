/* defend.c: the schemas of a suite under other names, each made once. */
#include "asking/defend.h"

#include "defence/shown_schema.h"
#include "migration/evidence.h"
#include "schema/schema_json.h"

#include <stdlib.h>

/* A schema of the suite with its names. */
struct defended_schema {
    const struct suite_schema *schema;
    struct annotated_schema annotated;
    struct annotation_index index;
    bool named; /* there are names for it */
};

/* A schema that systems were shown. */
struct defence_shown {
    struct suite_schema schema; /* as one of the suite */
    struct shown_schema names;
};

struct defence {
    struct arena arena;
    const struct defence_names *names;
    struct suite *suite;
    struct name_map by_db_id; /* of the suite's schemas → defended … */
    struct defended_schema **defended;
    uint32_t n_defended;
    struct name_map shown_by_db_id; /* … and of those that were shown */
    struct defence_shown **shown;
    uint32_t n_shown;
};

/* Opening */

enum status defence_databases(struct suite *suite, struct arena *a, struct schema_list *out,
                              struct err *e)
{
    enum status status = OK;
    *out = (struct schema_list){ARENA_ARRAY(a, const struct schema *, (size_t)suite->n_seeds + 1),
                                suite->n_seeds};
    for (uint32_t i = 0; i < suite->n_seeds && status == OK; i++) {
        const struct suite_schema *s;
        status = suite_schema(suite, suite->seeds[i].db_id, &s, e);
        if (status == OK)
            out->items[i] = s->schema;
    }
    return status;
}

struct defence *defence_open(const struct defence_names *names, struct suite *suite)
{
    if (!names)
        return NULL;
    struct defence *d = mem_alloc(sizeof *d);
    *d = (struct defence){.names = names, .suite = suite};
    name_map_init_exact(&d->by_db_id, &d->arena, suite->n_schemas);
    name_map_init_exact(&d->shown_by_db_id, &d->arena, suite->n_schemas);
    return d;
}

void defence_free(struct defence *d)
{
    if (!d)
        return;
    arena_release(&d->arena);
    free(d);
}

/* Names */

/* Which items of the original those of a changed schema are; NULL if nothing changed. */
static const struct item_origins *origins_of(struct arena *a, const struct suite_schema *s)
{
    struct schema changed;
    struct item_origins *o = ARENA_NEW(a, struct item_origins);
    const struct migration *m = s->migration;
    if (!m)
        return NULL;
    uint32_t *tables = ARENA_ARRAY(a, uint32_t, (size_t)m->n_tables + 1);
    for (uint32_t t = 0; t < m->n_tables; t++)
        tables[t] = m->tables[t].split ? SCHEMA_NONE : m->tables[t].base;
    *o = (struct item_origins){.old = m->old, .tables = tables};
    migration_schema(a, m, s->db_id, &changed, &o->columns);
    return o;
}

static enum status make_defended(struct defence *d, struct str db_id, struct str seed_db_id,
                                 struct defended_schema **out, struct err *e)
{
    const struct suite_schema *seed;
    struct annotated_schema names;
    struct defended_schema *x = ARENA_NEW(&d->arena, struct defended_schema);
    TRY(suite_schema(d->suite, db_id, &x->schema, e));
    TRY(suite_schema(d->suite, seed_db_id, &seed, e));
    x->named = defence_names_find(d->names, seed->schema, &d->arena, &names);
    if (x->named) {
        x->annotated =
            annotated_over(&d->arena, &names, x->schema->schema, origins_of(&d->arena, x->schema));
        annotation_index_build(&x->index, &d->arena, &d->names->lexicon,
                               &d->names->knowledge.wordnet, &x->annotated);
    }
    *out = x;
    return OK;
}

static enum status find_defended(struct defence *d, struct str db_id, struct str seed_db_id,
                                 struct defended_schema **out, struct err *e)
{
    uint32_t known = name_map_get(&d->by_db_id, db_id);
    if (known != NAME_NONE) {
        *out = d->defended[known];
        return OK;
    }
    enum status status = make_defended(d, db_id, seed_db_id, out, e);
    if (status == OK) {
        ARENA_PUSH(&d->arena, d->defended, d->n_defended);
        d->defended[d->n_defended] = *out;
        name_map_put(&d->by_db_id, &d->arena, (*out)->schema->db_id, d->n_defended++);
    }
    return status;
}

/* Requests */

/* The shown schema as one of the suite: the same original, another migration. */
static struct suite_schema as_suite_schema(struct arena *a, const struct suite_schema *hidden,
                                           const struct shown_schema *s)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    schema_json(&w, s->schema);
    struct str plain = arena_str(a, buf_str(&text));
    buf_release(&text);
    return (struct suite_schema){.db_id = s->schema->db_id,
                                 .plain = plain,
                                 .schema = s->schema,
                                 .origin = hidden->origin ? hidden->origin : hidden,
                                 .migration = s->from,
                                 .complete = true};
}

static const struct defence_shown *find_shown(const struct defence *d, struct str db_id)
{
    uint32_t known = d ? name_map_get(&d->shown_by_db_id, db_id) : NAME_NONE;
    return known == NAME_NONE ? NULL : d->shown[known];
}

/* The shown schema with these names; NULL if no name differs. Each is made once, since systems
 * remember what they know of a schema. */
static const struct defence_shown *show_schema(struct defence *d, const struct defended_schema *x,
                                               const struct selection *selected)
{
    struct arena_mark mark = arena_mark(&d->arena);
    struct shown_schema names;
    const struct defence_shown *known = NULL;
    bool differs =
        shown_schema_make(&d->arena, &x->annotated, selected, x->schema->migration, &names);
    if (differs)
        known = find_shown(d, names.schema->db_id);
    if (!differs || known) {
        arena_rewind(&d->arena, mark);
        return known;
    }
    struct defence_shown *s = ARENA_NEW(&d->arena, struct defence_shown);
    *s = (struct defence_shown){as_suite_schema(&d->arena, x->schema, &names), names};
    ARENA_PUSH(&d->arena, d->shown, d->n_shown);
    d->shown[d->n_shown] = s;
    name_map_put(&d->shown_by_db_id, &d->arena, s->schema.db_id, d->n_shown++);
    return s;
}

enum status defence_request(struct defence *d, struct ask_request *r, struct arena *a,
                            struct err *e)
{
    struct defended_schema *x;
    if (!d)
        return OK;
    const struct seed *seed = &d->suite->seeds[r->seed];
    enum status status = find_defended(d, r->db_id, seed->db_id, &x, e);
    if (status || !x->named)
        return status;
    struct selection selected = selection_of(a, &x->index, r->question);
    const struct defence_shown *s = show_schema(d, x, &selected);
    if (s) {
        r->db_id = s->schema.db_id;
        r->schema = s->schema.schema;
        r->schema_json = s->schema.plain;
        r->evidence = evidence_over(a, seed->evidence, s->schema.migration);
    }
    return OK;
}

const struct suite_schema *defence_schema(const struct defence *d, struct str db_id)
{
    const struct defence_shown *s = find_shown(d, db_id);
    return s ? &s->schema : NULL;
}

void defence_answer(const struct defence *d, const struct ask_request *r, struct arena *a,
                    struct answer *answer)
{
    const struct defence_shown *s = find_shown(d, r->db_id);
    if (!s || !answer->sql.ptr)
        return;
    struct answer_back rewritten = shown_answer(a, &s->names, answer->sql);
    answer->sql = rewritten.sql;
    if (!rewritten.sql.ptr)
        answer->error = rewritten.problem;
}
