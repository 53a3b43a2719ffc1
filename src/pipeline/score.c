/* score.c: scoring all seeds, on all workers.
 *
 * Each seed, with its cases, is a job that writes to its own places; so the scores are the same for
 * any number of workers, as far as the answers are the same whenever they run. */
#include "pipeline/score.h"

#include "base/file.h"
#include "base/recipe.h"
#include "base/stage_progress.h"
#include "base/version.h"
#include "base/workers.h"
#include "record/manifest.h"
#include "relation/relation.h"
#include "suite/about.h"
#include "suite/suite_part.h"
#include "suite/suite_reader.h"
#include "suite/suite_store.h"

#include <assert.h>
#include <stdlib.h>

#define PREDICTIONS_MAX                                                                            \
    SIZE_AT_MOST(UINT64_C(1) << 32) /* bytes of a file whose digest nobody wrote down */

/* Limits of one answer, as for a proof. */
enum { MAX_ROWS = 1000000, MAX_BYTES = 64 << 20 };

struct scoring {
    const struct score_job *job;
    const struct listener *listener;
    struct score_rules rules;
    struct store *databases;
    struct workers *workers;
    struct scorer **scorers;
    uint32_t *first; /* the first case of each seed, and the end of all */
    struct scores *out;
};

/* Workers must find every schema made. */
static enum status make_schemas(struct suite *s, struct err *e)
{
    const struct suite_schema *schema;
    enum status status = OK;
    for (uint32_t i = 0; i < s->n_schemas && status == OK; i++)
        status = suite_schema(s, s->schemas[i].db_id, &schema, e);
    return status;
}

static uint32_t *find_first_cases(const struct suite *s)
{
    uint32_t *first = mem_resize_array(NULL, (size_t)s->n_seeds + 1, sizeof *first);
    for (uint32_t seed = 0, c = 0; seed <= s->n_seeds; seed++) {
        while (c < s->n_cases && s->cases[c].seed < seed)
            c++;
        first[seed] = c;
    }
    return first;
}

/* A run that was told to stop comes to its end quickly. */
static bool goes_on(void *ctx)
{
    const struct scoring *s = ctx;
    stage_progress_add(s->job->progress, 1);
    return !*s->listener->stop;
}

static void seed_job(void *ctx, uint32_t worker, uint32_t seed)
{
    struct scoring *s = ctx;
    if (!*s->listener->stop)
        scorer_seed(s->scorers[worker], seed, s->first[seed], s->first[seed + 1],
                    &s->out->seeds[seed], &s->out->cases[s->first[seed]]);
}

static enum status find_path(struct arena *a, const char *path, struct str *out, struct err *e)
{
    const char *absolute;
    enum status status = file_absolute_in(a, path, &absolute, e);
    *out = absolute ? str_from(absolute) : arena_str(a, str_from(path));
    return status;
}

static enum status find_suite(struct scores *s, const char *dir, const struct reviewed *reviewed,
                              struct err *e)
{
    TRY(find_path(&s->arena, dir, &s->suite, e));
    return manifest_options(&s->arena, dir, reviewed, &s->suite_options, e);
}

static enum status find_predictions(struct scores *s, const char *path, struct err *e)
{
    TRY(find_path(&s->arena, path, &s->predictions, e));
    return about_read(&s->arena, path, &s->asked, e);
}

/* What the scores are of: the suite, the answers, and who gave them. */
static enum status find_origins(const struct score_job *o, struct scores *out, struct err *e)
{
    enum status status = find_suite(out, o->suite->dir, &o->suite->reviewed, e);
    if (status == OK)
        status = find_predictions(out, o->predictions_path, e);
    if (!o->system)
        out->system = out->asked.system;
    return status;
}

enum status score_find_origins(struct scores *s, const char *suite, const char *predictions,
                               struct err *e)
{
    struct suite_reader whole;
    enum status status = suite ? suite_reader_open(&whole, suite, e) : OK;
    if (status == OK && suite) {
        status = suite_reader_survey(&whole, NULL, NULL, e);
        if (status == OK)
            status = find_suite(s, suite, &whole.head.reviewed, e);
        suite_reader_close(&whole);
    }
    return status || !predictions ? status : find_predictions(s, predictions, e);
}

static const char *const MEASURES[] = {"execution", "exact", "strict"};

/* Parts */

/* What tells these answers from others. */
static enum status identify_answers(const struct score_job *o, struct scores *out,
                                    struct str *digest, struct err *e)
{
    struct arena a = {0};
    struct str text;
    char hex[DIGEST_HEX + 1];
    *digest = out->asked.answers;
    if (digest->len > 0)
        return OK;
    enum status status = file_read(&a, o->predictions_path, PREDICTIONS_MAX, &text, e);
    if (status == OK) {
        digest_hex(digest_of(text), hex);
        *digest = arena_str(&out->arena, str_from(hex));
    }
    arena_release(&a);
    return status;
}

/* The shard of the suite, scored with all predictions. */
static enum status take_shard(const struct score_job *o, const uint64_t *work, struct scores *out,
                              struct part *part, struct err *e)
{
    struct str answers;
    enum status status = suite_cut(o->suite, o->shard, work, part, e);
    if (status || part_is_whole(part))
        return status;
    status = identify_answers(o, out, &answers, e);
    if (status == OK)
        *part = part_of_next(&out->arena, part, answers);
    return status;
}

/* The seeds that a part of the predictions is about. */
static enum status take_answered(const struct score_job *o, const struct part *asked,
                                 struct part *part, struct err *e)
{
    struct place_range seeds = asked->seeds;
    bool own = !part_is_whole(&o->suite->part);
    bool has_them = !asked->choice.made && seeds.end <= o->suite->n_seeds;
    *part = *asked;
    if (!shard_is_whole(o->shard) && !shard_eq(o->shard, asked->shard))
        err_set(e, E_USAGE, "these predictions are the part %u/%u, not %u/%u", asked->shard.number,
                asked->shard.count, o->shard.number, o->shard.count);
    else if (own ? !shard_eq(o->suite->part.shard, asked->shard) : !has_them)
        err_set(e, E_INPUT, "these predictions are a part of those to another suite");
    else
        return OK;
    err_in_file(e, o->predictions_path);
    return e->code;
}

static struct str how_scored(const struct score_job *o, struct arena *a)
{
    struct recipe r;
    recipe_begin(&r, "part of scores");
    recipe_add(&r, "version", STR(TEQL_VERSION));
    score_options_add(&r, &o->options);
    return recipe_key(&r, a);
}

/* Which part of the scores they are: with all that the whole depends on. A suite that is a part
 * itself has no seeds but those. */
static enum status take_part(const struct score_job *o, const uint64_t *work, struct scores *out,
                             struct place_range *seeds, struct err *e)
{
    struct part part;
    const struct part *asked = &out->asked.part;
    enum status status = part_is_whole(asked) ? take_shard(o, work, out, &part, e)
                                              : take_answered(o, asked, &part, e);
    if (status == OK && part_is_whole(&o->suite->part) && !part_is_whole(&part))
        *seeds = part.seeds;
    if (status)
        return status;
    out->part = part_of_next(&out->arena, &part, how_scored(o, &out->arena));
    if (!part_is_whole(&out->part))
        out->how = str_from(o->how ? o->how : "");
    return OK;
}

enum status score_head(const struct score_job *o, const uint64_t *work, struct scores *out,
                       struct place_range *seeds, struct err *e)
{
    *out = (struct scores){.by = str_from(MEASURES[o->options.by]),
                           .system = str_from(o->system ? o->system : ""),
                           .key = str_from(o->key ? o->key : ""),
                           .teql = STR(TEQL_VERSION)};
    *seeds = (struct place_range){0, o->suite->n_seeds};
    enum status status = o->predictions_path ? find_origins(o, out, e) : OK;
    if (status == OK && o->predictions_path)
        status = take_part(o, work, out, seeds, e);
    if (status)
        scores_release(out);
    return status;
}

static void start(struct scoring *s)
{
    const struct score_job *o = s->job;
    s->databases = suite_store_new(o->suite, o->db, o->workers);
    s->rules = (struct score_rules){.suite = o->suite,
                                    .predictions = o->predictions,
                                    .databases = s->databases,
                                    .options = o->options,
                                    .max_rows = MAX_ROWS,
                                    .max_bytes = MAX_BYTES,
                                    .scored = goes_on,
                                    .ctx = s};
    s->first = find_first_cases(o->suite);
    s->workers = workers_new(o->workers);
    s->scorers = mem_resize_array(NULL, o->workers, sizeof *s->scorers);
    for (uint32_t i = 0; i < o->workers; i++)
        s->scorers[i] = scorer_new(&s->rules, i);
}

/* The texts of the verdicts become the scores'. */
static enum status stop(struct scoring *s, bool *ran, struct err *e)
{
    enum status status = listener_check(s->listener, e);
    workers_free(s->workers);
    for (uint32_t i = 0; i < s->job->workers; i++) {
        if (status == OK)
            status = scorer_status(s->scorers[i], e);
        *ran = *ran || scorer_found_database(s->scorers[i]);
        scorer_free(s->scorers[i], &s->out->arena);
    }
    free(s->scorers);
    free(s->first);
    store_free(s->databases);
    return status;
}

void score_tell_edits(const struct score_job *o, const struct listener *listener,
                      const struct scores *head)
{
    const struct provenance *asked = &head->asked;
    if (asked->teql.len && !str_eq(asked->reviewed.edits, o->suite->reviewed.edits))
        listener_notice(listener, "questions of the suite were edited since these answers were "
                                  "given; ask again to have them answered as they are now");
}

/* Where there was no database at all, it was exact set match that decided. */
void score_settle(const struct score_job *o, const struct listener *listener, bool answered,
                  bool ran, struct scores *out)
{
    if (o->options.by != SCORE_BY_EXECUTION || ran)
        return;
    out->by = str_from(MEASURES[SCORE_BY_EXACT]);
    if (answered && !o->options.no_execution)
        listener_notice(listener, "no database was found to run the answers on; judged by exact "
                                  "set match");
}

enum status score_verdicts(const struct score_job *job, const struct listener *listener,
                           struct scores *out, bool *ran, struct err *e)
{
    struct scoring s = {.job = job, .listener = listener, .out = out};
    TRY(make_schemas(job->suite, e));
    out->n_seeds = job->suite->n_seeds;
    out->n_cases = job->suite->n_cases;
    out->seeds = ARENA_ARRAY(&out->arena, struct seed_verdict, out->n_seeds);
    out->cases = ARENA_ARRAY(&out->arena, struct verdict, out->n_cases);
    start(&s);
    workers_start(s.workers, job->suite->n_seeds, seed_job, &s);
    workers_wait(s.workers);
    return stop(&s, ran, e);
}

enum status score_suite(const struct score_job *job, const struct listener *listener,
                        struct scores *out, struct err *e)
{
    bool ran = false, answered = false;
    struct place_range seeds;
    assert(!job->predictions_path && shard_is_whole(job->shard));
    TRY(score_head(job, NULL, out, &seeds, e));
    enum status status = score_verdicts(job, listener, out, &ran, e);
    if (status) {
        scores_release(out);
        return status;
    }
    for (uint32_t i = 0; i < out->n_seeds && !answered; i++)
        answered = out->seeds[i].answered;
    score_settle(job, listener, answered, ran, out);
    return OK;
}

const char *const *score_relations(struct arena *a)
{
    uint32_t n = 0;
    while (RELATIONS[n])
        n++;
    const char **job = ARENA_ARRAY(a, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        job[i] = RELATIONS[i]->id;
    job[n] = NULL;
    return job;
}

void score_sums(struct arena *a, const struct scores *s, struct robustness *out)
{
    robustness_of(a, s, score_relations(a), out);
}

static enum status write_scores(struct scores_writer *w, const struct scores *head,
                                const struct robustness *sums, struct out_file *f, struct err *e)
{
    struct buf summary = {0};
    struct json_writer json = json_writer_to(&summary);
    robustness_json(&json, sums);
    enum status status = scores_writer_finish(w, head, buf_str(&summary), f, e);
    buf_release(&summary);
    return status;
}

enum status score_write(struct scores_writer *w, const struct scores *head,
                        const struct robustness *sums, const char *path, struct out_file *out,
                        struct err *e)
{
    TRY(out_file_open(out, path, e));
    enum status status = write_scores(w, head, sums, out, e);
    if (status)
        out_file_discard(out);
    return status;
}
