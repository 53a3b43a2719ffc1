/* generate_suite.c: a dataset turned into a suite.
 *
 * Each seed is one job; its lines are written in the order of the seeds. What a seed yields depends
 * on the seed, the options and nothing else, so the suite is the same for any number of workers,
 * and the cases of shards, one after another, are the cases of the whole. */
#include "base/file.h"
#include "base/json_reader.h"
#include "cli/data_folder.h"
#include "cli/generate_job.h"
#include "cli/interrupt.h"
#include "engine/pending.h"
#include "relation/migration_json.h"
#include "relation/schema_words.h"
#include "schema/schema_json.h"
#include "verify/database_copy.h"

#include <stdio.h>
#include <stdlib.h>

enum { MANIFEST_MAX = 1 << 20, MAX_WORKERS = 256, MAX_PER_SEED = 1000 };

#define DATABASE_MAX ((size_t)1 << 33) /* bytes of a database that is copied */

const struct generate_args generate_defaults = {.max_per_seed = 10, .seed = 1, .min_weight = 1};

/* Arguments */

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

static enum status add_relation(struct generate_rules *r, struct str id, struct err *e)
{
    const struct relation *relation = relation_find(id);
    if (!relation)
        return unknown_relation(id, e);
    for (uint32_t i = 0; i < r->n_relations; i++)
        if (r->relations[i] == relation)
            return OK;
    r->relations[r->n_relations++] = relation;
    return OK;
}

/* All relations of a family, or of every family where `family` is NULL. False where there is none.
 */
static bool add_family(struct generate_rules *r, const char *family)
{
    for (const struct relation *const *p = RELATIONS; *p; p++)
        if (!family || strcmp((*p)->family, family) == 0)
            r->relations[r->n_relations++] = *p;
    return r->n_relations > 0;
}

static enum status choose_relations(struct generate_rules *r, const char *list, struct err *e)
{
    enum status status = OK;
    if (add_family(r, list && strcmp(list, "all") == 0 ? NULL : list))
        return OK;
    for (struct str rest = str_from(list); rest.ptr && status == OK;)
        status = add_relation(r, str_trim(str_split(&rest, ',')), e);
    return status;
}

/* Shard i of n holds the seeds from (i-1)·k/n to i·k/n. */
static enum status choose_shard(struct generate *g, struct err *e)
{
    uint64_t k = g->dataset.n_seeds;
    unsigned i = 1, n = 1;
    char rest;
    if (g->args.shard && (sscanf(g->args.shard, "%u/%u%c", &i, &n, &rest) != 2 || i < 1 || i > n))
        return err_set(e, E_USAGE, "--shard takes I/N with I from 1 to N, not '%s'", g->args.shard);
    g->first = (uint32_t)(k * (i - 1) / n);
    g->end = (uint32_t)(k * i / n);
    return OK;
}

static enum status check_args(struct generate *g, struct err *e)
{
    struct generate_args *a = &g->args;
    if (!a->data || !a->out)
        return err_set(e, E_USAGE, "--data and --out are needed");
    if (a->max_per_seed > MAX_PER_SEED)
        return err_set(e, E_USAGE, "--max-per-seed takes at most %d", MAX_PER_SEED);
    if (a->workers > MAX_WORKERS)
        return err_set(e, E_USAGE, "--jobs takes at most %d", MAX_WORKERS);
    a->workers = a->workers ? a->workers : workers_available();
    g->rules = (struct generate_rules){.max_per_seed = a->max_per_seed,
                                       .random_seed = a->seed,
                                       .lexicon = &g->lexicon,
                                       .knowledge = &g->knowledge,
                                       .export_spider = a->export == EXPORT_SPIDER,
                                       .stop = interrupt_flag()};
    return a->seeds_only ? OK : choose_relations(&g->rules, a->relations, e);
}

/* Working */

static void seed_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct generate *g = ctx;
    generate_seed(&g->rules, g->provers[worker], &g->dataset.seeds[g->batch + job],
                  &g->outputs[job]);
}

static void add_tally(struct relation_tally *to, const struct relation_tally *from)
{
    to->applicable += from->applicable;
    to->generated += from->generated;
    to->proved += from->proved;
    for (int i = 0; i < PROOF_OUTCOMES; i++)
        to->rejected[i] += from->rejected[i];
    for (int i = 0; i < REFUSALS; i++)
        to->refused.counts[i] += from->refused.counts[i];
}

/* A database that did not change is copied as it is. */
static enum status copy_file(const char *from, const char *to, struct err *e)
{
    struct arena a = {0};
    struct str bytes;
    enum status status = database_settled(from, e);
    if (status == OK)
        status = file_read(&a, from, DATABASE_MAX, &bytes, e);
    if (status == OK)
        status = file_write(to, bytes, e);
    arena_release(&a);
    return status;
}

static enum status write_database(struct generate *g, const struct seed *seed,
                                  const struct schema_use *use, struct err *e)
{
    if (g->args.databases == DATABASES_NONE || !seed->database.ptr)
        return OK;
    struct arena a = {0};
    struct str path;
    enum status status = suite_writer_database(&g->suite, &a, use->db_id, &path, e);
    if (status == OK)
        status = use->migration ? database_copy(seed->database.ptr, use->migration, path.ptr, e)
                                : copy_file(seed->database.ptr, path.ptr, e);
    arena_release(&a);
    return status;
}

static enum status export_schema(struct generate *g, const struct seed *seed,
                                 const struct schema_use *use, struct err *e)
{
    struct arena a = {0};
    struct schema schema = *seed->schema;
    if (use->migration)
        migration_schema(&a, use->migration, use->db_id, &schema, NULL);
    enum status status = spider_export_schema(&g->spider, &schema, e);
    arena_release(&a);
    return status;
}

static enum status write_schemas(struct generate *g, const struct seed *seed, struct seed_output *o,
                                 struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < o->n_schemas && status == OK; i++) {
        const struct schema_use *use = &o->schemas[i];
        if (suite_writer_has(&g->suite, use->db_id))
            continue;
        struct buf text;
        buf_init(&text, 1 << 30);
        struct json_writer json = json_writer_to(&text);
        if (use->migration)
            migration_json(&json, use->migration, use->db_id);
        else
            schema_json(&json, seed->schema);
        status = suite_writer_schema(&g->suite, use->db_id, buf_str(&text), e);
        buf_release(&text);
        if (status == OK)
            status = write_database(g, seed, use, e);
        if (status == OK && g->rules.export_spider)
            status = export_schema(g, seed, use, e);
    }
    return status;
}

static enum status finish_seed(struct generate *g, const struct seed *seed, struct seed_output *o,
                               struct err *e)
{
    if (o->status) {
        *e = o->err;
        return o->status;
    }
    if (o->seed.overflow || o->cases.overflow)
        return err_set(e, E_LIMIT, "too many cases for seed %u", seed->number);
    g->seeds++;
    g->faults += o->fault.len > 0;
    if (o->fault.len)
        fprintf(stderr, "notice: seed %u has no cases, its query cannot be used: %.*s\n",
                seed->number, STR_ARG(o->fault));
    if (o->fault.len && g->faults == 1)
        snprintf(g->first_fault, sizeof g->first_fault, "%.*s", STR_ARG(o->fault));
    for (uint32_t i = 0; i < g->rules.n_relations; i++)
        add_tally(&g->tallies[i], &o->tallies[i]);
    enum status status = suite_writer_seeds(&g->suite, buf_str(&o->seed), e);
    if (status == OK)
        status = suite_writer_cases(&g->suite, buf_str(&o->cases), e);
    if (status == OK && g->rules.export_spider)
        status = spider_export_cases(&g->spider, &o->spider, e);
    return status ? status : write_schemas(g, seed, o, e);
}

static enum status run_batches(struct generate *g, struct err *e)
{
    enum status status = OK;
    for (g->batch = g->first; g->batch < g->end && status == OK; g->batch += SEEDS_PER_BATCH) {
        uint32_t n = g->end - g->batch < SEEDS_PER_BATCH ? g->end - g->batch : SEEDS_PER_BATCH;
        workers_start(g->workers, n, seed_job, g);
        workers_wait(g->workers);
        status = interrupt_check(e);
        for (uint32_t i = 0; i < n && status == OK; i++)
            status = finish_seed(g, &g->dataset.seeds[g->batch + i], &g->outputs[i], e);
    }
    return status;
}

static void start_workers(struct generate *g)
{
    g->workers = workers_new(g->args.workers);
    g->provers = mem_resize_array(NULL, g->args.workers, sizeof *g->provers);
    for (uint32_t i = 0; i < g->args.workers; i++)
        g->provers[i] = g->args.no_proof ? NULL : prover_new(&proof_defaults, g->args.workers);
    for (int i = 0; i < SEEDS_PER_BATCH; i++)
        seed_output_init(&g->outputs[i]);
}

static void stop_workers(struct generate *g)
{
    workers_free(g->workers);
    for (uint32_t i = 0; i < g->args.workers; i++)
        prover_free(g->provers[i]);
    free(g->provers);
    for (int i = 0; i < SEEDS_PER_BATCH; i++)
        seed_output_release(&g->outputs[i]);
}

static void tell_left_out(const struct generate *g)
{
    if (g->spider.left_out)
        fprintf(stderr,
                "notice: left out of spider/dev.json, for want of a gold query in Spider's "
                "grammar: %llu cases\n",
                (unsigned long long)g->spider.left_out);
}

static enum status commit(struct generate *g, struct err *e)
{
    struct buf manifest;
    buf_init(&manifest, MANIFEST_MAX);
    struct json_writer w = json_writer_to(&manifest);
    generate_put_manifest(&w, g);
    enum status status = suite_writer_commit(&g->suite, buf_str(&manifest), e);
    buf_release(&manifest);
    return status;
}

static enum status write_suite(struct generate *g, struct err *e)
{
    start_workers(g);
    enum status status = run_batches(g, e);
    stop_workers(g);
    if (status == OK && g->seeds > 0 && g->faults == g->seeds)
        status = err_set(e, E_INPUT, "no query of the %llu seeds can be used; the first: %s",
                         (unsigned long long)g->seeds, g->first_fault);
    if (status == OK && g->rules.export_spider)
        status = spider_export_commit(&g->spider, e);
    return status;
}

/* The key in the manifest of the suite at `path`; ptr NULL where there is no suite. */
static struct str key_at(struct arena *a, const char *path)
{
    struct str text;
    struct err e;
    if (file_read(a, arena_printf(a, "%s/manifest.json", path).ptr, MANIFEST_MAX, &text, &e) != OK)
        return (struct str){NULL, 0};
    struct json_value manifest = {JSON_KIND_OBJECT, text};
    struct str key = json_text(a, json_member(a, manifest, STR("key")));
    return key.ptr ? key : STR("");
}

/* Is the suite there as it would be made? Another one is removed. */
static enum status find_suite(struct generate *g, struct err *e)
{
    struct str key = key_at(&g->arena, g->args.out);
    g->reused = key.ptr && str_eq(key, str_from(g->key));
    return key.ptr && !g->reused ? out_folder_remove(g->args.out, e) : OK;
}

static enum status make_suite(struct generate *g, struct err *e)
{
    interrupt_watch();
    enum status status = generate_find_inputs(g, e);
    if (status == OK && g->args.reuse)
        status = find_suite(g, e);
    if (status || g->reused)
        return status;
    status = suite_writer_open(&g->suite, g->args.out, e);
    if (status)
        return status;
    if (g->rules.export_spider)
        status = spider_export_open(&g->spider, &g->suite, e);
    if (status == OK)
        status = write_suite(g, e);
    if (status == OK) {
        status = commit(g, e);
    } else {
        spider_export_discard(&g->spider);
        suite_writer_discard(&g->suite);
    }
    if (status == OK && !g->args.quiet)
        generate_print(g);
    if (status == OK)
        tell_left_out(g);
    return status;
}

/* Without WordNet the built-in lists do; a folder that was named must have it. */
static enum status check_wordnet(const struct generate *g, struct err *e)
{
    if (wordnet_present(&g->knowledge.wordnet))
        return OK;
    if (g->args.wordnet) {
        err_set(e, E_INPUT, "no WordNet files here");
        err_in_file(e, g->args.wordnet);
        return E_INPUT;
    }
    fputs("notice: WordNet is not installed (wordnet-base): synonyms come from the built-in "
          "lists only\n",
          stderr);
    return OK;
}

static enum status learn_and_make(struct generate *g, struct err *e)
{
    const struct knowledge_sources sources = {g->args.wordnet, g->args.conceptnet,
                                              g->args.min_weight};
    enum status status = knowledge_load(&g->knowledge, &g->lexicon, &sources, e);
    if (status)
        return status;
    status = check_wordnet(g, e);
    if (status == OK) {
        knowledge_learn(&g->knowledge, &g->dataset.schemas);
        status = make_suite(g, e);
    }
    knowledge_release(&g->knowledge);
    return status;
}

static enum status load_and_make(struct generate *g, struct err *e)
{
    enum status status = data_folder(&g->arena, g->args.data, &g->args.data, e);
    if (status == OK)
        status = dataset_load(&g->dataset, g->args.data, g->args.questions, e);
    if (status)
        return status;
    status = choose_shard(g, e);
    if (status == OK && g->args.reads)
        status = dataset_load_reads(&g->dataset, g->args.reads, e);
    if (status == OK)
        status = lexicon_load(&g->lexicon, g->args.lexicon, e);
    if (status == OK) {
        status = learn_and_make(g, e);
        lexicon_release(&g->lexicon);
    }
    dataset_release(&g->dataset);
    return status;
}

enum status generate_suite(const struct generate_args *args, bool *reused, struct err *e)
{
    struct generate *g = mem_alloc(sizeof *g);
    memset(g, 0, sizeof *g);
    g->args = *args;
    enum status status = check_args(g, e);
    if (status == OK)
        status = load_and_make(g, e);
    if (reused)
        *reused = g->reused;
    arena_release(&g->arena);
    free(g);
    return status;
}
