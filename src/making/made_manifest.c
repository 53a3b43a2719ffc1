/* made_manifest.c: what goes into the manifest. */
#include "making/made_manifest.h"

#include "making/suite_key.h"

static struct str model_name(const struct suite_options *o)
{
    if (!suite_options_rate(o))
        return STR_NONE;
    return o->language_model ? str_from(o->language_model) : STR("built-in");
}

static void add_relations(struct arena *a, struct manifest *to, const struct made_suite *m)
{
    to->relations = ARENA_ARRAY(a, struct manifest_relation, m->n_relations);
    to->n_relations = m->n_relations;
    for (uint32_t i = 0; i < m->n_relations; i++)
        to->relations[i] = (struct manifest_relation){.id = str_from(m->relations[i]->id),
                                                      .name = str_from(m->relations[i]->name),
                                                      .tally = m->tallies[i]};
}

static struct manifest manifest_of(const struct suite_job *job, const struct made_suite *m)
{
    const struct suite_options o = suite_effective_options(job, m);
    return (struct manifest){.maker = MADE_BY_GENERATE,
                             .version = 1,
                             .input = dataset_digest(job->dataset),
                             .key = str_from(m->key),
                             .sources = m->sources,
                             .random_seed = o.random_seed,
                             .max_per_seed = o.max_per_seed,
                             .max_changes = o.relation.max_changes,
                             .limit = o.limit,
                             .sample_rows = job->dataset->sample_rows,
                             .shard = o.shard,
                             .part = m->part,
                             .proof = !o.no_proof,
                             .proved_on_rows = o.proved_on_rows,
                             .databases = str_from(m->originals),
                             .more_databases = str_from(m->more),
                             .min_fluency_ratio = o.min_fluency_ratio,
                             .language_model = model_name(&o),
                             .seeds = m->seeds,
                             .gold_faults = m->faults};
}

void made_manifest_put(struct json_writer *w, const struct suite_job *job,
                       const struct made_suite *m)
{
    struct arena a = {0};
    struct buf canonical = {0};
    struct manifest it = manifest_of(job, m);
    struct manifest_export spider = {m->exported, m->left_out};
    struct manifest_paraphraser paraphraser;
    struct manifest_synonyms synonyms;
    if (job->options->export == EXPORT_SPIDER)
        it.spider = &spider;
    if (job->paraphraser) {
        paraphraser.settings = paraphraser_describe(job->paraphraser);
        memcpy(paraphraser.kinds, m->paraphrased.kinds, sizeof paraphraser.kinds);
        it.paraphraser = &paraphraser;
    }
    if (job->synonyms) {
        synonyms = (struct manifest_synonyms){synonym_asker_describe(job->synonyms), m->told.first};
        it.synonyms = &synonyms;
    }
    if (job->canonical) {
        struct json_writer inner = json_writer_to(&canonical);
        canonical_json(&inner, job->canonical);
        it.canonical = buf_str(&canonical);
    }
    add_relations(&a, &it, m);
    manifest_put(w, &it);
    buf_release(&canonical);
    arena_release(&a);
}
