/* generate_manifest.c: telling what a suite was made of and what came of it. */
#include "base/file.h"
#include "base/path.h"
#include "cli/command.h"
#include "cli/generate_job.h"

#include <stdio.h>
#include <stdlib.h>

static void put_rejections(struct json_writer *w, const struct relation_tally *t)
{
    json_key(w, STR("rejected"));
    json_object_open(w);
    for (int i = 0; i < PROOF_OUTCOMES; i++)
        if (i != PROOF_PROVED && t->rejected[i]) {
            json_key(w, str_from(proof_outcome_name((enum proof_outcome)i)));
            json_put_int(w, (int64_t)t->rejected[i]);
        }
    json_object_close(w);
}

static void put_refusals(struct json_writer *w, const struct refusal_tally *t)
{
    json_key(w, STR("refused"));
    json_object_open(w);
    for (int i = 0; i < REFUSALS; i++)
        if (t->counts[i]) {
            json_key(w, str_from(refusal_name((enum refusal)i)));
            json_put_int(w, (int64_t)t->counts[i]);
        }
    json_object_close(w);
}

static void put_tally(struct json_writer *w, const struct relation *r,
                      const struct relation_tally *t)
{
    json_key(w, str_from(r->id));
    json_object_open(w);
    json_key(w, STR("name"));
    json_put_str(w, str_from(r->name));
    json_key(w, STR("applicable"));
    json_put_int(w, (int64_t)t->applicable);
    json_key(w, STR("generated"));
    json_put_int(w, (int64_t)t->generated);
    json_key(w, STR("proved"));
    json_put_int(w, (int64_t)t->proved);
    put_refusals(w, &t->refused);
    put_rejections(w, t);
    json_object_close(w);
}

static void put_export(struct json_writer *w, const struct spider_export *x)
{
    json_key(w, STR("spider_export"));
    json_object_open(w);
    json_key(w, STR("cases"));
    json_put_int(w, (int64_t)x->cases);
    json_key(w, STR("left_out"));
    json_put_int(w, (int64_t)x->left_out);
    json_object_close(w);
}

static void put_databases(struct json_writer *w, const char *path)
{
    json_key(w, STR("databases"));
    if (path)
        json_put_str(w, str_from(path));
    else
        json_put_null(w);
}

/* Size and time of a file stand for its content. */
static enum status add_file(struct digester *d, const char *path, struct err *e)
{
    struct path_info file = {.kind = PATH_ABSENT};
    char text[100] = "";
    enum status status = path ? path_look(path, &file, e) : OK;
    if (file.kind != PATH_ABSENT)
        snprintf(text, sizeof text, "%llu %lld %ld", (unsigned long long)file.size,
                 (long long)file.written.tv_sec, file.written.tv_nsec);
    digest_add(d, str_from(path ? path : ""));
    digest_add(d, str_from(text));
    return status;
}

/* Seeds of one database stand together, mostly; its file need not be looked at for each. */
static enum status add_seeds(struct digester *d, const struct dataset *dataset, struct err *e)
{
    const char *latest = NULL;
    enum status status = OK;
    for (uint32_t i = 0; i < dataset->n_seeds && status == OK; i++) {
        const struct seed *s = &dataset->seeds[i];
        digest_add(d, s->question);
        digest_add(d, s->query);
        digest_add(d, s->reads);
        if (s->database.ptr && (!latest || strcmp(latest, s->database.ptr) != 0))
            status = add_file(d, latest = s->database.ptr, e);
    }
    return status;
}

static void add_lexicon(struct digester *d, const struct lexicon *l)
{
    for (uint32_t t = 0; t < l->n_tables; t++)
        for (uint32_t r = 0; r < l->tables[t].n_rows; r++)
            for (uint32_t f = 0; f < l->tables[t].rows[r].n_fields; f++)
                digest_add(d, l->tables[t].rows[r].fields[f]);
}

static enum status add_options(struct digester *d, const struct generate *g, struct err *e)
{
    const struct generate_args *a = &g->args;
    char text[200];
    snprintf(text, sizeof text, "%s %u %u %d %d %d %g %d %s", TEQL_VERSION, a->max_per_seed,
             a->seed, a->databases, a->export, a->no_proof, a->min_weight,
             wordnet_present(&g->knowledge.wordnet), a->shard ? a->shard : "1/1");
    digest_add(d, str_from(text));
    for (uint32_t i = 0; i < g->rules.n_relations; i++)
        digest_add(d, str_from(g->rules.relations[i]->id));
    enum status status = add_file(d, a->wordnet, e);
    return status ? status : add_file(d, a->conceptnet, e);
}

static enum status find_key(struct generate *g, struct err *e)
{
    struct digester d;
    uint64_t schemas = dataset_digest(&g->dataset);
    digest_begin(&d);
    digest_add(&d, (struct str){(const char *)&schemas, sizeof schemas});
    enum status status = add_seeds(&d, &g->dataset, e);
    add_lexicon(&d, &g->lexicon);
    if (status == OK)
        status = add_options(&d, g, e);
    digest_hex(digest_end(&d), g->key);
    return status;
}

static enum status find_originals(struct generate *g, struct err *e)
{
    char *path;
    enum status status =
        file_absolute(arena_printf(&g->arena, "%s/database", g->args.data).ptr, &path, e);
    g->originals = path ? arena_str(&g->arena, str_from(path)).ptr : NULL;
    free(path);
    return status;
}

enum status generate_find_inputs(struct generate *g, struct err *e)
{
    enum status status = find_key(g, e);
    return status ? status : find_originals(g, e);
}

void generate_put_manifest(struct json_writer *w, const struct generate *g)
{
    char digest[17];
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)dataset_digest(&g->dataset));
    json_object_open(w);
    json_key(w, STR("version"));
    json_put_int(w, 1);
    json_key(w, STR("input"));
    json_put_str(w, str_from(digest));
    json_key(w, STR("key"));
    json_put_str(w, str_from(g->key));
    json_key(w, STR("random_seed"));
    json_put_int(w, g->args.seed);
    json_key(w, STR("max_per_seed"));
    json_put_int(w, g->args.max_per_seed);
    json_key(w, STR("shard"));
    json_put_str(w, str_from(g->args.shard ? g->args.shard : "1/1"));
    json_key(w, STR("proof"));
    json_put_bool(w, !g->args.no_proof);
    put_databases(w, g->originals);
    json_key(w, STR("seeds"));
    json_put_int(w, (int64_t)g->seeds);
    json_key(w, STR("gold_faults"));
    json_put_int(w, (int64_t)g->faults);
    if (g->rules.export_spider)
        put_export(w, &g->spider);
    json_key(w, STR("relations"));
    json_object_open(w);
    for (uint32_t i = 0; i < g->rules.n_relations; i++)
        put_tally(w, g->rules.relations[i], &g->tallies[i]);
    json_object_close(w);
    json_object_close(w);
    json_line_end(w);
}

void generate_print(const struct generate *g)
{
    uint64_t generated = 0, kept = 0;
    printf("%-4s %-24s %10s %10s %10s %10s\n", "id", "relation", "seeds", "generated",
           g->args.no_proof ? "unproved" : "proved", "rejected");
    for (uint32_t i = 0; i < g->rules.n_relations; i++) {
        const struct relation *r = g->rules.relations[i];
        const struct relation_tally *t = &g->tallies[i];
        uint64_t good = g->args.no_proof ? t->generated : t->proved;
        printf("%-4s %-24s %10llu %10llu %10llu %10llu\n", r->id, r->name,
               (unsigned long long)t->applicable, (unsigned long long)t->generated,
               (unsigned long long)good, (unsigned long long)(t->generated - good));
        generated += t->generated;
        kept += good;
    }
    printf("%-4s %-24s %10llu %10llu %10llu %10llu\n", "", "all", (unsigned long long)g->seeds,
           (unsigned long long)generated, (unsigned long long)kept,
           (unsigned long long)(generated - kept));
}
