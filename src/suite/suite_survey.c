/* suite_survey.c: counting cases, numbering databases, and taking a shard. */
#include "suite/suite_survey.h"

#include "suite/work.h"

#include <stdlib.h>

static void make_seed_room(struct suite_outline *o, uint32_t seeds)
{
    o->seeds = mem_resize_array(o->seeds, (size_t)seeds + 1, sizeof *o->seeds);
}

void suite_outline_init(struct suite_outline *o)
{
    *o = (struct suite_outline){.seeds = NULL};
    name_map_init_exact(&o->by_name, &o->arena, 64);
    make_seed_room(o, 0);
    o->seeds[0] = (struct outline_seed){0, 0, 0};
}

void suite_outline_release(struct suite_outline *o)
{
    free(o->seeds);
    arena_release(&o->arena);
    *o = (struct suite_outline){.seeds = NULL};
}

static uint32_t database_number(struct suite_outline *o, struct str db_id)
{
    uint32_t known = name_map_get(&o->by_name, db_id);
    if (known != NAME_NONE)
        return known;
    ARENA_PUSH(&o->arena, o->databases, o->n_databases);
    o->databases[o->n_databases] = arena_str(&o->arena, db_id);
    name_map_put(&o->by_name, &o->arena, o->databases[o->n_databases], o->n_databases);
    return o->n_databases++;
}

void suite_outline_add(struct suite_outline *o, const struct suite *batch,
                       const struct schema_entries *schemas)
{
    make_seed_room(o, o->n_seeds + batch->n_seeds);
    for (uint32_t i = 0, c = 0; i < batch->n_seeds; i++) {
        struct str db_id = batch->seeds[i].db_id;
        uint32_t first = c;
        while (c < batch->n_cases && batch->cases[c].seed == i)
            c++;
        o->seeds[o->n_seeds++] = (struct outline_seed){
            o->n_cases + first, database_number(o, db_id),
            schemas ? schema_entries_size(schemas, db_id, batch->cases + first, batch->cases + c)
                    : 0};
    }
    o->n_cases += batch->n_cases;
    o->seeds[o->n_seeds] = (struct outline_seed){o->n_cases, 0, 0};
}

void suite_outline_narrow(struct suite_outline *o, struct place_range seeds)
{
    uint32_t first = o->seeds[seeds.first].first_case, end = o->seeds[seeds.end].first_case;
    o->n_seeds = seeds.end - seeds.first;
    o->n_cases = end - first;
    memmove(o->seeds, o->seeds + seeds.first, ((size_t)o->n_seeds + 1) * sizeof *o->seeds);
    for (uint32_t i = 0; i <= o->n_seeds; i++)
        o->seeds[i].first_case -= first;
    make_seed_room(o, o->n_seeds);
}

bool suite_outline_has_cases(const struct suite_outline *o, uint32_t seed)
{
    return o->seeds[seed].first_case < o->seeds[seed + 1].first_case;
}

void suite_outline_databases(const struct suite_outline *o, const struct suite *head,
                             struct suite *out)
{
    bool *seen = mem_resize_array(NULL, (size_t)o->n_databases + 1, sizeof *seen);
    memset(seen, 0, o->n_databases * sizeof *seen);
    *out = *head;
    out->arena = (struct arena){0};
    out->n_seeds = out->n_cases = 0;
    out->seeds = ARENA_ARRAY(&out->arena, struct seed, (size_t)o->n_databases + 1);
    for (uint32_t i = 0; i < o->n_seeds; i++) {
        uint32_t database = o->seeds[i].database;
        if (!seen[database])
            out->seeds[out->n_seeds++] =
                (struct seed){.number = database, .db_id = o->databases[database]};
        seen[database] = true;
    }
    free(seen);
}

/* The whole suite */

struct surveying {
    struct suite_survey *survey;
    suite_visit *visit; /* NULL for none */
    void *ctx;
};

static enum status outline_batch(void *ctx, struct suite *batch, struct err *e)
{
    struct surveying *s = ctx;
    suite_outline_add(&s->survey->outline, batch, &s->survey->reader.schemas);
    return s->visit ? s->visit(s->ctx, batch, e) : OK;
}

enum status suite_survey_open(struct suite_survey *s, const char *dir, suite_visit *visit,
                              void *ctx, struct err *e)
{
    struct surveying surveying = {s, visit, ctx};
    *s = (struct suite_survey){.seeds_before = 0};
    TRY(suite_reader_open(&s->reader, dir, e));
    suite_outline_init(&s->outline);
    enum status status = suite_reader_survey(&s->reader, outline_batch, &surveying, e);
    if (status)
        suite_survey_close(s);
    return status;
}

void suite_survey_close(struct suite_survey *s)
{
    suite_outline_release(&s->outline);
    suite_reader_close(&s->reader);
}

enum status suite_survey_take_shard(struct suite_survey *s, struct shard shard, const char *db,
                                    struct part *out, struct err *e)
{
    struct arena a = {0};
    struct suite *head = &s->reader.head;
    const uint64_t *work = NULL;
    bool cuts = part_is_whole(&head->part) && !shard_is_whole(shard);
    enum status status = cuts ? suite_work(&a, head, &s->outline, db, &work, e) : OK;
    if (status == OK)
        status = suite_cut(head, shard, work, out, e);
    arena_release(&a);
    if (status || !cuts)
        return status;
    suite_outline_narrow(&s->outline, out->seeds);
    s->seeds_before = out->seeds.first;
    return OK;
}

void suite_survey_databases(const struct suite_survey *s, struct suite *out)
{
    suite_outline_databases(&s->outline, &s->reader.head, out);
    schema_entries_add_needed(&s->reader.schemas, out);
}
