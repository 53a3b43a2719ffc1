/* make_suite.c: choosing relations and seeds, and writing what they yield. */
#include "pipeline/make_suite.h"

#include "base/file.h"
#include "engine/database_files.h"
#include "pipeline/manifest.h"
#include "suite/suite_writer.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_PER_SEED = 1000 };

const struct suite_options suite_options_default = {.max_per_seed = 10, .seed = 1};

/* Relations */

static enum status unknown_relation(struct str id, struct err *e)
{
    struct arena a = {0};
    struct str known = STR("");
    for (const struct relation *const *r = RELATIONS; *r; r++)
        known = arena_printf(&a, "%.*s %s", STR_ARG(known), (*r)->id);
    err_set(e, E_USAGE, "unknown relation '%.*s'; there are:%.*s", STR_ARG(id), STR_ARG(known));
    arena_release(&a);
    return E_USAGE;
}

static void add_relation(struct suite_made *m, const struct relation *r)
{
    for (uint32_t i = 0; i < m->n_relations; i++)
        if (m->relations[i] == r)
            return;
    ARENA_PUSH(&m->arena, m->relations, m->n_relations);
    m->relations[m->n_relations++] = r;
}

/* All relations of a family, or of every family where `family` is NULL. False where there is none.
 */
static bool add_family(struct suite_made *m, const char *family)
{
    for (const struct relation *const *p = RELATIONS; *p; p++)
        if (!family || strcmp((*p)->family, family) == 0)
            add_relation(m, *p);
    return m->n_relations > 0;
}

static enum status choose_relations(struct suite_made *m, const char *list, struct err *e)
{
    if (add_family(m, list && strcmp(list, "all") == 0 ? NULL : list))
        return OK;
    for (struct str rest = str_from(list); rest.ptr;) {
        struct str id = str_trim(str_split(&rest, ','));
        const struct relation *r = relation_find(id);
        if (!r)
            return unknown_relation(id, e);
        add_relation(m, r);
    }
    return OK;
}

/* Shards */

struct shard {
    unsigned i, n;
};

static enum status read_shard(const char *text, struct shard *out, struct err *e)
{
    char rest;
    *out = (struct shard){1, 1};
    if (text &&
        (sscanf(text, "%u/%u%c", &out->i, &out->n, &rest) != 2 || out->i < 1 || out->i > out->n))
        return err_set(e, E_USAGE, "--shard takes I/N with I from 1 to N, not '%s'", text);
    return OK;
}

enum status suite_options_check(const struct suite_options *o, struct err *e)
{
    struct suite_made m = {0};
    struct shard shard;
    if (o->max_per_seed > MAX_PER_SEED)
        return err_set(e, E_USAGE, "--max-per-seed takes at most %d", MAX_PER_SEED);
    enum status status = choose_relations(&m, o->relations, e);
    arena_release(&m.arena);
    return status ? status : read_shard(o->shard, &shard, e);
}

/* Seeds of the dataset, from the first to before the end. */
struct seed_range {
    uint32_t first, end;
};

/* Shard i of n holds the seeds from (i-1)·k/n to i·k/n. */
static enum status choose_seeds(const struct suite_order *order, struct seed_range *out,
                                struct err *e)
{
    uint64_t k = order->dataset->n_seeds;
    struct shard s;
    enum status status = read_shard(order->options->shard, &s, e);
    if (status == OK)
        *out = (struct seed_range){(uint32_t)(k * (s.i - 1) / s.n), (uint32_t)(k * s.i / s.n)};
    return status;
}

/* Making */

struct making_suite {
    const struct suite_order *order;
    const struct listener *listener;
    struct suite_made *made;
    struct suite_writer writer;
    struct str first_fault;
};

static enum status take_seed(void *ctx, const struct made_seed *s, struct err *e)
{
    struct making_suite *g = ctx;
    struct suite_made *m = g->made;
    m->seeds++;
    m->faults += s->fault.len > 0;
    if (s->fault.len)
        listener_notice(g->listener, "seed %u has no cases, its query cannot be used: %.*s",
                        s->seed.number, STR_ARG(s->fault));
    if (s->fault.len && m->faults == 1)
        g->first_fault = arena_str(&m->arena, s->fault);
    for (uint32_t i = 0; i < m->n_relations; i++)
        relation_tally_add(&m->tallies[i], &s->tallies[i]);
    return suite_writer_add(&g->writer, &s->seed, s->cases, s->n_cases, e);
}

static enum status generate(struct making_suite *g, struct err *e)
{
    const struct suite_options *o = g->order->options;
    struct suite_made *m = g->made;
    struct seed_range range;
    const struct generate_rules rules = {.relations = m->relations,
                                         .n_relations = m->n_relations,
                                         .max_per_seed = o->max_per_seed,
                                         .random_seed = o->seed,
                                         .no_proof = o->no_proof,
                                         .lexicon = &g->order->words->lexicon,
                                         .knowledge = &g->order->words->knowledge,
                                         .workers = o->workers,
                                         .stop = g->listener->stop};
    enum status status = choose_seeds(g->order, &range, e);
    if (status == OK)
        status = generate_cases(&rules, &g->order->dataset->seeds[range.first],
                                range.end - range.first, take_seed, g, e);
    if (status == OK && m->seeds > 0 && m->faults == m->seeds)
        status = err_set(e, E_INPUT, "no query of the %llu seeds can be used; the first: %.*s",
                         (unsigned long long)m->seeds, STR_ARG(g->first_fault));
    return status;
}

static enum status commit(struct making_suite *g, struct err *e)
{
    const struct spider_export *x = &g->writer.spider;
    struct suite_made *m = g->made;
    struct buf manifest = {0};
    struct json_writer w = json_writer_to(&manifest);
    m->exported = x->cases + x->pending.count;
    m->left_out = x->left_out;
    manifest_put(&w, g->order, m);
    enum status status = suite_writer_commit(&g->writer, buf_str(&manifest), e);
    buf_release(&manifest);
    return status;
}

static enum status write_suite(struct making_suite *g, struct err *e)
{
    const struct suite_order *order = g->order;
    struct suite kept;
    const struct suite_extras extras = {.databases = order->options->databases == DATABASES_COPY,
                                        .spider = order->options->export == EXPORT_SPIDER,
                                        .keep = order->keep ? &kept : NULL};
    enum status status = suite_writer_open(&g->writer, order->out, &extras, e);
    if (status)
        return status;
    suite_begin(&kept, order->out, g->made->originals);
    status = generate(g, e);
    if (status == OK)
        status = commit(g, e);
    suite_writer_discard(&g->writer);
    if (status == OK && order->keep)
        *order->keep = kept;
    else
        suite_close(&kept);
    return status;
}

/* Is the suite there as it would be made? Another one is removed. */
static enum status find_suite(const struct suite_order *order, struct suite_made *m, struct err *e)
{
    struct str key = manifest_key_at(&m->arena, order->out);
    m->reused = key.ptr && str_eq(key, str_from(m->key));
    return key.ptr && !m->reused ? out_folder_remove(order->out, e) : OK;
}

static enum status find_originals(const struct suite_order *order, struct suite_made *m,
                                  struct err *e)
{
    char *path;
    enum status status = file_absolute(databases_path(&m->arena, order->data).ptr, &path, e);
    m->originals = path ? arena_str(&m->arena, str_from(path)).ptr : NULL;
    free(path);
    return status;
}

static enum status make(struct making_suite *g, struct err *e)
{
    const struct suite_order *order = g->order;
    struct suite_made *m = g->made;
    enum status status = order->seeds_only ? OK : choose_relations(m, order->options->relations, e);
    m->tallies = arena_zalloc(&m->arena, (m->n_relations + 1) * sizeof *m->tallies);
    if (status == OK)
        status = manifest_find_key(order, m, e);
    if (status == OK)
        status = find_originals(order, m, e);
    if (status == OK && order->reuse)
        status = find_suite(order, m, e);
    return status || m->reused ? status : write_suite(g, e);
}

enum status suite_make(const struct suite_order *order, const struct listener *listener,
                       struct suite_made *out, struct err *e)
{
    struct making_suite g = {.order = order, .listener = listener, .made = out};
    *out = (struct suite_made){0};
    enum status status = make(&g, e);
    if (status)
        suite_made_release(out);
    return status;
}

void suite_made_release(struct suite_made *m)
{
    arena_release(&m->arena);
    *m = (struct suite_made){0};
}
