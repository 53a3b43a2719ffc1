/* make_suite.c: choosing seeds, making their cases and writing both. */
#include "making/make_suite.h"

#include "base/file.h"
#include "base/notice_pile.h"
#include "base/number.h"
#include "base/stage_progress.h"
#include "dataset/draw_seeds.h"
#include "making/suite_key.h"
#include "store/copy_losses.h"
#include "suite/reviews.h"
#include "suite/suite_writer.h"
#include "suite/work.h"
#include "verify/stored_otherwise.h"

#include <assert.h>
#include <stdio.h>

bool suite_wants_canonical(const struct dataset *d, const struct suite_options *o)
{
    return o->chosen.canonical || d->n_seeds == 0;
}

enum status suite_canonical_seeds(struct dataset *d, const struct suite_options *o,
                                  const struct vocabulary *words, const struct listener *listener,
                                  struct canonical *out, struct err *e)
{
    const struct canonical_job job = {.options = &o->canonical,
                                      .words = &words->knowledge,
                                      .random_seed = o->random_seed,
                                      .workers = o->workers,
                                      .no_proof = o->no_proof};
    return canonical_seeds(d, &job, listener, out, e);
}

/* Shards */

/* The seeds of the shard: a range of those that are drawn. */
static enum status choose_seeds(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    const struct suite_options *o = job->options;
    struct seed_list all = draw_seeds(&m->arena, job->dataset, o->limit, o->random_seed);
    struct recipe r;
    const uint64_t *work = NULL;
    if (!shard_is_whole(o->shard))
        TRY((job->proof_is_all ? seeds_proof_work : seeds_work)(&m->arena, all.items, all.count,
                                                                &work, e));
    recipe_begin(&r, "part of a suite");
    recipe_add(&r, "suite", str_from(m->key));
    m->part = part_cut(&m->arena, &r, o->shard, work, all.count);
    m->drawn = (struct seed_list){all.items + m->part.seeds.first,
                                  m->part.seeds.end - m->part.seeds.first};
    return OK;
}

/* Making */

struct making_suite {
    const struct suite_job *job;
    const struct listener *listener;
    struct made_suite *made;
    struct suite_writer writer;
    struct str first_fault, not_copied;
    struct notice_pile faults;    /* by seed */
    struct relation_tally all;    /* of all relations */
    uint64_t cases, golds, reads; /* seeds with a gold, and with a query that stands in for it */
};

/* The gold query of a seed cannot be used. */
static void note_fault(struct making_suite *making, const struct seed *s, struct str fault)
{
    char name[16];
    snprintf(name, sizeof name, "%u", s->number);
    notice_pile_add(&making->faults, str_from(name), s->line, fault);
    if (making->made->faults++ == 0)
        making->first_fault = arena_str(&making->made->arena, fault);
}

static void report_faults(struct making_suite *making)
{
    const struct notice_wording wording = {
        "seed", "seeds", "has no cases, its query cannot be used",
        "have no cases, their queries cannot be used", making->job->dataset->questions};
    notice_pile_tell(&making->faults, &wording, making->listener);
}

static enum status add_made_seed(void *ctx, const struct made_seed *s, struct err *e)
{
    struct making_suite *making = ctx;
    struct made_suite *m = making->made;
    m->seeds++;
    making->cases += s->n_cases;
    making->golds += s->seed.query.ptr != NULL;
    making->reads += s->seed.reads.ptr != NULL;
    if (s->fault.len)
        note_fault(making, &s->seed, s->fault);
    if (s->not_copied.len && !making->not_copied.len)
        making->not_copied = arena_str(&m->arena, s->not_copied);
    for (uint32_t i = 0; i < m->n_relations; i++) {
        relation_tally_add(&m->tallies[i], &s->tallies[i]);
        relation_tally_add(&making->all, &s->tallies[i]);
    }
    return suite_writer_add(&making->writer, &s->seed, s->cases, s->n_cases, e);
}

/* Report cases of which the proof shows little. */
static void report_on_empty(const struct making_suite *making)
{
    if (making->all.on_empty)
        listener_notice(making->listener,
                        "proved on empty answers: %llu of %llu cases; their queries find no rows, "
                        "before and after (--proved-on-rows leaves them out)",
                        (unsigned long long)making->all.on_empty,
                        (unsigned long long)making->all.proved);
}

/* A suite without cases tests nothing: few users want that. */
static void report_no_cases(const struct making_suite *making)
{
    if (making->all.generated)
        listener_notice(making->listener,
                        "no cases: none of %llu could be proved; manifest.json "
                        "counts the reasons",
                        (unsigned long long)making->all.generated);
    else if (making->golds || making->reads)
        listener_notice(making->listener,
                        "no cases: these relations find nothing to change in these seeds");
    else
        listener_notice(making->listener,
                        "no cases: the questions have no gold queries, which these relations go "
                        "by; --reads names a file with a system's to go by");
}

static void report_untried_for(const struct making_suite *making, enum untried reason,
                               const char *why, const char *advice)
{
    unsigned long long n = making->all.untried[reason];
    if (n)
        listener_notice(making->listener,
                        "%llu proved case%s not tried with the rows stored in another order, since "
                        "%s: an answer may be left to chance%s",
                        n, n == 1 ? " was" : "s were", why, advice);
}

/* A proof that leaves something out should say so. */
static void report_untried(const struct making_suite *making)
{
    char large[80], broken[200];
    snprintf(large, sizeof large, "the database has more than %d MB", STORED_OTHERWISE_BYTES >> 20);
    snprintf(broken, sizeof broken, "the database cannot be copied (%.*s)",
             STR_ARG(making->not_copied));
    report_untried_for(making, UNTRIED_LARGE, large, "; --sample-rows tries a part of the rows");
    report_untried_for(making, UNTRIED_SLOW, "that takes too long", "");
    report_untried_for(making, UNTRIED_NOT_COPIED, broken, "");
}

/* If no query can be used, the data is wrong. A shard cannot say so: others may have queries that
 * can be used, and its part is needed to join theirs. */
static enum status report_cases(const struct making_suite *making, struct err *e)
{
    const struct made_suite *m = making->made;
    unsigned long long n = m->seeds;
    bool useless = n > 0 && m->faults == n;
    if (useless && shard_is_whole(making->job->options->shard))
        return err_set(e, E_INPUT, "no query of the %llu seed%s can be used; the first: %.*s", n,
                       plural(n), STR_ARG(making->first_fault));
    if (useless)
        listener_notice(making->listener,
                        "no cases: no query of this shard's %llu seed%s can be used", n, plural(n));
    else if (m->n_relations > 0 && n > 0 && making->cases == 0)
        report_no_cases(making);
    report_on_empty(making);
    return OK;
}

/* The manifest */

static struct str rating_model(const struct suite_options *o)
{
    if (!suite_options_rate(o))
        return STR_NONE;
    return o->language_model ? str_from(o->language_model) : STR("built-in");
}

static void add_manifest_relations(struct arena *a, struct manifest *to, const struct made_suite *m)
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
                             .strength = (enum strength)o.relation.strength,
                             .limit = o.limit,
                             .sample_rows = job->dataset->sample_rows,
                             .shard = o.shard,
                             .part = m->part,
                             .proof = !o.no_proof,
                             .proved_on_rows = o.proved_on_rows,
                             .databases = str_from(m->originals),
                             .more_databases = str_from(m->more),
                             .min_fluency_ratio = o.min_fluency_ratio,
                             .language_model = rating_model(&o),
                             .seeds = m->seeds,
                             .gold_faults = m->faults};
}

static void put_manifest(struct json_writer *w, const struct suite_job *job,
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
        synonyms =
            (struct manifest_synonyms){synonym_asker_describe(job->synonyms), m->asked.first};
        it.synonyms = &synonyms;
    }
    if (job->canonical) {
        struct json_writer inner = json_writer_to(&canonical);
        canonical_json(&inner, job->canonical);
        it.canonical = buf_str(&canonical);
    }
    add_manifest_relations(&a, &it, m);
    manifest_put(w, &it);
    buf_release(&canonical);
    arena_release(&a);
}

/* Have the questions reworded by a language model; NULL if there is none. */
static enum status reword_seeds(struct making_suite *making, const struct seed_list *seeds,
                                const struct paraphrases **out, struct err *e)
{
    const struct suite_job *job = making->job;
    struct made_suite *m = making->made;
    struct paraphrase_job paraphrases = {.seeds = seeds->items,
                                         .n_seeds = seeds->count,
                                         .lexicon = &job->words->lexicon,
                                         .knowledge = &job->words->knowledge,
                                         .cache = job->paraphrases};
    *out = NULL;
    if (!job->paraphraser || !suite_options_kinds(job->options, paraphrases.kinds))
        return OK;
    return paraphraser_run(job->paraphraser, &paraphrases, making->listener, &m->arena, out,
                           &m->paraphrased, e);
}

/* Ask a language model, if there is one, for synonyms of the words of the seeds. They live in
 * `words`. */
static enum status ask_synonyms(struct making_suite *making, const struct seed_list *seeds,
                                struct asked_words *words, struct word_domains *domains,
                                struct err *e)
{
    const struct suite_job *job = making->job;
    const struct made_suite *made = making->made;
    if (!job->synonyms || !relations_need_domain(made->relations, made->n_relations))
        return OK;
    const struct seed_list before = {seeds->items - made->part.seeds.first, made->part.seeds.first};
    TRY(asked_words_add_seeds(words, job->dataset, &before, seeds, making->listener, e));
    TRY(synonym_asker_run(job->synonyms, words, job->synonym_cache, making->listener,
                          &making->made->asked, e));
    asked_words_tell(words, domains, job->dataset);
    return OK;
}

static enum status make_cases(struct making_suite *making, struct case_rules *with, struct err *e)
{
    const struct seed_list seeds = making->made->drawn;
    struct generate_rules rules = with->rules;
    struct stage_progress progress;
    struct asked_words words;
    asked_words_init(&words, rules.lexicon, rules.knowledge);
    enum status status = reword_seeds(making, &seeds, &rules.paraphrases, e);
    if (status == OK)
        status = ask_synonyms(making, &seeds, &words, &with->domains, e);
    if (status == OK) {
        stage_progress_begin(&progress, making->listener, "made cases of", seeds.count);
        rules.progress = &progress;
        status = generate_cases(&rules, seeds.items, seeds.count, add_made_seed, making, e);
        stage_progress_end(&progress);
    }
    report_faults(making);
    asked_words_release(&words);
    TRY(status);
    report_untried(making);
    return report_cases(making, e);
}

static enum status commit_suite(struct making_suite *making, struct err *e)
{
    const struct spider_export *x = &making->writer.spider;
    struct made_suite *m = making->made;
    struct buf manifest = {0};
    struct json_writer w = json_writer_to(&manifest);
    m->exported = x->cases + x->pending.count;
    m->left_out = x->left_out;
    put_manifest(&w, making->job, m);
    copy_notice_tell(&making->writer.schemas.losses, making->listener);
    enum status status = suite_writer_commit(&making->writer, buf_str(&manifest), e);
    buf_release(&manifest);
    return status;
}

static enum status write_suite(struct making_suite *making, struct err *e)
{
    const struct suite_job *job = making->job;
    const struct suite_extras extras = {.databases = job->options->databases == DATABASES_COPY,
                                        .spider = job->options->export == EXPORT_SPIDER};
    struct case_rules rules;
    TRY(suite_writer_open(&making->writer, job->out, &extras, e));
    enum status status =
        case_rules_open(&rules, job->dataset, job->words, job->options, making->listener, e);
    if (status == OK) {
        rules.rules.n_relations = making->made->n_relations;
        status = make_cases(making, &rules, e);
        case_rules_close(&rules);
    }
    if (status == OK)
        status = commit_suite(making, e);
    suite_writer_discard(&making->writer);
    return status;
}

/* Remove a suite that was made in another way, as `differs` says (suite_sources_differ). E_INPUT if
 * it was reviewed: people spent hours on that. */
static enum status remove_suite(const char *path, const char *differs, struct err *e)
{
    bool reviewed;
    TRY(reviews_there(path, &reviewed, e));
    if (!reviewed)
        return out_folder_remove(path, e);
    err_set(e, E_INPUT,
            "this suite was made %s, and was reviewed: "
            "name another folder, or remove its " REVIEWS_FILE,
            differs);
    return err_in_file(e, path);
}

enum status suite_remove(const char *path, struct err *e)
{
    struct arena a = {0};
    struct manifest ignored;
    bool there = manifest_find(&a, path, &ignored) != MANIFEST_ABSENT;
    arena_release(&a);
    return there ? remove_suite(path, "with other options", e) : OK;
}

/* Is there a suite as it would be made? Another one is removed, unless the job spares it. A suite
 * of this key whose manifest is doubtful is not another: its reader says what is wrong. */
static enum status find_suite(struct making_suite *making, struct err *e)
{
    const struct suite_job *job = making->job;
    struct made_suite *m = making->made;
    struct manifest made;
    enum manifest_state state = manifest_find(&m->arena, job->out, &made);
    if (state == MANIFEST_ABSENT)
        return OK;
    m->reused = str_eq(made.key, str_from(m->key)) &&
                (state == MANIFEST_DOUBTFUL || part_eq(&made.part, &m->part));
    m->spared = !m->reused && job->spare;
    if (m->reused)
        return OK;
    m->differs = suite_sources_differ(&m->arena, &made.sources, &m->sources);
    if (m->spared)
        return OK;
    TRY(remove_suite(job->out, m->differs, e));
    listener_notice(making->listener, "%s was made %s, and is replaced", job->out, m->differs);
    return OK;
}

static enum status get_suite(struct making_suite *making, struct err *e)
{
    const struct suite_job *job = making->job;
    const struct relation_choice *chosen = &job->options->chosen;
    struct made_suite *m = making->made;
    assert(job->seeds_only || chosen->count > 0 || chosen->canonical);
    m->relations = chosen->items;
    m->n_relations = job->seeds_only ? 0 : chosen->count;
    m->tallies = arena_zalloc(&m->arena, (m->n_relations + 1) * sizeof *m->tallies);
    TRY(suite_key_find(job, m, e));
    TRY(choose_seeds(job, m, e));
    /* The paths are absolute: `ask` may run in another folder. */
    TRY(file_absolute_in(&m->arena, job->dataset->databases, &m->originals, e));
    TRY(file_absolute_in(&m->arena, job->dataset->beside, &m->more, e));
    if (job->reuse)
        TRY(find_suite(making, e));
    return m->reused || m->spared ? OK : write_suite(making, e);
}

enum status suite_make(const struct suite_job *job, const struct listener *listener,
                       struct made_suite *out, struct err *e)
{
    struct making_suite making = {.job = job, .listener = listener, .made = out};
    *out = (struct made_suite){0};
    enum status status = get_suite(&making, e);
    if (status)
        made_suite_release(out);
    return status;
}

void made_suite_release(struct made_suite *m)
{
    arena_release(&m->arena);
    *m = (struct made_suite){0};
}
