/* score.c: scoring all seeds, on all workers.
 *
 * Each seed, with its cases, is a job that writes to its own places. So the scores are the same for
 * any number of workers, if the answers are the same whenever they run. Files are read twice: to
 * check them and to know what they have, and to score them. */
#include "pipeline/score.h"

#include "base/recipe.h"
#include "base/stage_progress.h"
#include "base/version.h"
#include "base/workers.h"
#include "record/manifest.h"
#include "relation/relation.h"
#include "suite/about.h"
#include "suite/suite.h"
#include "suite/suite_store.h"
#include "suite/work.h"

#include <assert.h>
#include <stdlib.h>

/* Bytes of predictions whose digest was not written down. */
#define PREDICTIONS_MAX SIZE_AT_MOST(UINT64_C(1) << 32)

/* Limits of one answer, as for a proof. */
enum { MAX_ROWS = 1000000, MAX_BYTES = 64 << 20 };

static const char *const MEASURES[] = {"execution", "exact", "strict"};

/* What the scores are of: the suite, the answers, and the system that gave them */

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

enum status score_find_origins(struct scores *s, const char *suite, const char *predictions,
                               struct err *e)
{
    struct suite_survey whole;
    if (suite) {
        TRY(suite_survey_open(&whole, suite, NULL, NULL, e));
        enum status status = find_suite(s, suite, &whole.reader.head.reviewed, e);
        suite_survey_close(&whole);
        TRY(status);
    }
    return predictions ? find_predictions(s, predictions, e) : OK;
}

/* The digest of the answers. */
static enum status identify_answers(const struct score_job *job, struct scores *out,
                                    struct str *digest, struct err *e)
{
    struct arena a = {0};
    struct str text;
    char hex[DIGEST_HEX + 1];
    *digest = out->asked.answers;
    if (digest->len > 0)
        return OK;
    enum status status = file_read(&a, job->predictions_path, PREDICTIONS_MAX, &text, e);
    if (status == OK) {
        digest_hex(digest_of(text), hex);
        *digest = arena_str(&out->arena, str_from(hex));
    }
    arena_release(&a);
    return status;
}

/* The shard of the suite, scored with all predictions. */
static enum status find_shard(const struct score_job *job, const uint64_t *work, struct scores *out,
                              struct part *part, struct err *e)
{
    struct str answers;
    TRY(suite_cut(job->suite, job->shard, work, part, e));
    if (part_is_whole(part))
        return OK;
    TRY(identify_answers(job, out, &answers, e));
    *part = part_of_next(&out->arena, part, answers);
    return OK;
}

/* The seeds that a part of the predictions is about. */
static enum status find_answered(const struct score_job *job, const struct part *asked,
                                 struct part *part, struct err *e)
{
    struct place_range seeds = asked->seeds;
    bool own = !part_is_whole(&job->suite->part);
    bool has_them = !asked->choice.made && seeds.end <= job->suite->n_seeds;
    *part = *asked;
    if (!shard_is_whole(job->shard) && !shard_eq(job->shard, asked->shard))
        err_set(e, E_USAGE, "these predictions are the part %u/%u, not %u/%u", asked->shard.number,
                asked->shard.count, job->shard.number, job->shard.count);
    else if (own ? !shard_eq(job->suite->part.shard, asked->shard) : !has_them)
        err_set(e, E_INPUT, "these predictions are a part of those to another suite");
    else
        return OK;
    return err_in_file(e, job->predictions_path);
}

static struct str how_judged(const struct score_job *job, struct arena *a)
{
    struct recipe r;
    recipe_begin(&r, "part of scores");
    recipe_add(&r, "version", STR(TEQL_VERSION));
    score_options_add(&r, &job->options);
    return recipe_key(&r, a);
}

/* Find out which part of the scores they are, and the key of the whole. `*seeds` becomes the range
 * of the part, unless the suite is itself that part. */
static enum status find_part(const struct score_job *job, const uint64_t *work, struct scores *out,
                             struct place_range *seeds, struct err *e)
{
    struct part part;
    const struct part *asked = &out->asked.part;
    TRY(part_is_whole(asked) ? find_shard(job, work, out, &part, e)
                             : find_answered(job, asked, &part, e));
    if (part_is_whole(&job->suite->part) && !part_is_whole(&part))
        *seeds = part.seeds;
    out->part = part_of_next(&out->arena, &part, how_judged(job, &out->arena));
    if (!part_is_whole(&out->part))
        out->how = str_from(job->how ? job->how : "");
    return OK;
}

static enum status find_head(const struct score_job *job, const uint64_t *work, struct scores *out,
                             struct place_range *seeds, struct err *e)
{
    TRY(find_suite(out, job->suite->dir, &job->suite->reviewed, e));
    TRY(find_predictions(out, job->predictions_path, e));
    if (!job->system)
        out->system = out->asked.system;
    return find_part(job, work, out, seeds, e);
}

/* All but the verdicts, and the seeds to score. The suite may be a head, without seeds and cases;
 * `work` is that of its seeds. */
static enum status score_head(const struct score_job *job, const uint64_t *work, struct scores *out,
                              struct place_range *seeds, struct err *e)
{
    *out = (struct scores){.by = str_from(MEASURES[job->options.by]),
                           .system = str_from(job->system ? job->system : ""),
                           .key = str_from(job->key ? job->key : ""),
                           .teql = STR(TEQL_VERSION)};
    *seeds = (struct place_range){0, job->suite->n_seeds};
    enum status status = job->predictions_path ? find_head(job, work, out, seeds, e) : OK;
    if (status)
        scores_release(out);
    return status;
}

/* Verdicts */

/* What scoring came upon, in all batches: a database, and an answer to a seed. */
struct scoring_found {
    bool database, answer;
};

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

/* Workers need every schema made. */
static enum status make_schemas(struct suite *s, struct err *e)
{
    const struct suite_schema *schema;
    for (uint32_t i = 0; i < s->n_schemas; i++)
        TRY(suite_schema(s, s->schemas[i].db_id, &schema, e));
    return OK;
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

/* False if the run is to stop. */
static bool note_scored(void *ctx)
{
    const struct scoring *s = ctx;
    stage_progress_add(s->job->progress, 1);
    return !*s->listener->stop;
}

static void score_seed(void *ctx, uint32_t worker, uint32_t seed)
{
    struct scoring *s = ctx;
    if (!*s->listener->stop)
        scorer_seed(s->scorers[worker], seed, s->first[seed], s->first[seed + 1],
                    &s->out->seeds[seed], &s->out->cases[s->first[seed]]);
}

static void start_scorers(struct scoring *s)
{
    const struct score_job *job = s->job;
    s->databases = suite_store_new(job->suite, job->db, job->workers);
    s->rules = (struct score_rules){.suite = job->suite,
                                    .predictions = job->predictions,
                                    .databases = s->databases,
                                    .options = job->options,
                                    .max_rows = MAX_ROWS,
                                    .max_bytes = MAX_BYTES,
                                    .scored = note_scored,
                                    .ctx = s};
    s->first = find_first_cases(job->suite);
    s->workers = workers_new(job->workers);
    s->scorers = mem_resize_array(NULL, job->workers, sizeof *s->scorers);
    for (uint32_t i = 0; i < job->workers; i++)
        s->scorers[i] = scorer_new(&s->rules, i);
}

/* The texts of the verdicts move to the scores. */
static enum status stop_scorers(struct scoring *s, struct scoring_found *found, struct err *e)
{
    enum status status = listener_check(s->listener, e);
    workers_free(s->workers);
    for (uint32_t i = 0; i < s->job->workers; i++) {
        if (status == OK)
            status = scorer_status(s->scorers[i], e);
        found->database = found->database || scorer_found_database(s->scorers[i]);
        scorer_free(s->scorers[i], &s->out->arena);
    }
    free(s->scorers);
    free(s->first);
    store_free(s->databases);
    return status;
}

static enum status score_verdicts(const struct score_job *job, const struct listener *listener,
                                  struct scores *out, struct scoring_found *found, struct err *e)
{
    struct scoring s = {.job = job, .listener = listener, .out = out};
    TRY(make_schemas(job->suite, e));
    out->n_seeds = job->suite->n_seeds;
    out->n_cases = job->suite->n_cases;
    out->seeds = ARENA_ARRAY(&out->arena, struct seed_verdict, out->n_seeds);
    out->cases = ARENA_ARRAY(&out->arena, struct verdict, out->n_cases);
    start_scorers(&s);
    workers_start(s.workers, out->n_seeds, score_seed, &s);
    workers_wait(s.workers);
    TRY(stop_scorers(&s, found, e));
    for (uint32_t i = 0; i < out->n_seeds && !found->answer; i++)
        found->answer = out->seeds[i].answered;
    return OK;
}

/* Without any database, exact set match has decided. */
static void settle_measure(const struct score_job *job, const struct listener *listener,
                           struct scoring_found found, struct scores *out)
{
    if (job->options.by != SCORE_BY_EXECUTION || found.database)
        return;
    out->by = str_from(MEASURES[SCORE_BY_EXACT]);
    if (found.answer && !job->options.no_execution)
        listener_notice(listener, "no database was found to run the answers on; judged by exact "
                                  "set match");
}

enum status score_suite(const struct score_job *job, const struct listener *listener,
                        struct scores *out, struct err *e)
{
    struct scoring_found found = {0};
    struct place_range seeds;
    assert(!job->predictions_path && shard_is_whole(job->shard));
    TRY(score_head(job, NULL, out, &seeds, e));
    enum status status = score_verdicts(job, listener, out, &found, e);
    if (status)
        scores_release(out);
    else
        settle_measure(job, listener, found, out);
    return status;
}

const char *const *score_relations(struct arena *a)
{
    uint32_t n = 0;
    while (RELATIONS[n])
        n++;
    const char **ids = ARENA_ARRAY(a, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        ids[i] = RELATIONS[i]->id;
    ids[n] = NULL;
    return ids;
}

void score_sums(struct arena *a, const struct scores *s, struct robustness *out)
{
    robustness_of(a, s, score_relations(a), out);
}

enum status score_write(struct scores_writer *w, const struct scores *head,
                        const struct robustness *sums, const char *path, struct out_file *out,
                        struct err *e)
{
    struct buf summary = {0};
    struct json_writer json = json_writer_to(&summary);
    TRY(out_file_open(out, path, e));
    robustness_json(&json, sums);
    enum status status = scores_writer_finish(w, head, buf_str(&summary), out, e);
    buf_release(&summary);
    if (status)
        out_file_discard(out);
    return status;
}

/* Files */

static enum status note_batch(void *predictions, struct suite *batch, struct err *e)
{
    (void)e;
    prediction_index_note(predictions, batch);
    return OK;
}

enum status scored_files_open(struct scored_files *f, const char *suite, const char *predictions,
                              struct shard shard, const char *db, struct err *e)
{
    *f = (struct scored_files){.suite = &f->own};
    bool read = prediction_index_open(&f->predictions, predictions, &f->predictions_problem) == OK;
    if (read)
        f->predictions_problem.code = OK;
    enum status status =
        suite_survey_open(&f->own, suite, read ? note_batch : NULL, &f->predictions, e);
    if (status) {
        prediction_index_close(&f->predictions);
        return status;
    }
    if (!shard_is_whole(shard))
        status = suite_work(&f->arena, &f->own.reader.head, &f->own.outline, db, &f->work, e);
    if (status)
        scored_files_close(f);
    return status;
}

enum status scored_files_open_made(struct scored_files *f, struct suite_survey *suite,
                                   const char *predictions, struct err *e)
{
    *f = (struct scored_files){.suite = suite};
    return prediction_index_open(&f->predictions, predictions, e);
}

enum status scored_files_check(struct scored_files *f, struct err *e)
{
    if (f->predictions_problem.code) {
        *e = f->predictions_problem;
        return e->code;
    }
    return prediction_index_check(&f->predictions, &f->suite->reader.head, e);
}

void scored_files_close(struct scored_files *f)
{
    prediction_index_close(&f->predictions);
    if (f->suite == &f->own)
        suite_survey_close(&f->own);
    arena_release(&f->arena);
}

struct file_scoring {
    const struct scored_files *files;
    struct score_job job;
    const struct listener *listener;
    struct scores head;
    struct scores_writer *writer; /* NULL if nothing is written */
    struct robustness_sums sums;
    struct scoring_found found;
};

static enum status score_batch(void *ctx, struct suite *batch, struct err *e)
{
    struct file_scoring *s = ctx;
    struct predictions predictions;
    struct score_job job = s->job;
    TRY(prediction_index_read(&s->files->predictions, batch, s->files->suite->reader.head.n_seeds,
                              &predictions, e));
    struct scores verdicts = {.by = s->head.by};
    job.suite = batch;
    job.predictions = &predictions;
    enum status status = score_verdicts(&job, s->listener, &verdicts, &s->found, e);
    if (status == OK)
        robustness_add(&s->sums, &verdicts);
    if (status == OK && s->writer)
        status = scores_writer_add(s->writer, &verdicts, e);
    scores_release(&verdicts);
    predictions_release(&predictions);
    return status;
}

static enum status score_batches(struct file_scoring *s, struct place_range seeds,
                                 struct robustness *sums, struct err *e)
{
    TRY(suite_reader_visit(&s->files->suite->reader, seeds, score_batch, s, e));
    settle_measure(&s->job, s->listener, s->found, &s->head);
    robustness_end(&s->sums, s->head.by, sums);
    return OK;
}

static enum status score_to_file(struct file_scoring *s, struct place_range seeds, const char *path,
                                 struct robustness *sums, struct out_file *file, struct err *e)
{
    struct scores_writer writer;
    TRY(scores_writer_open(&writer, path, e));
    s->writer = &writer;
    enum status status = score_batches(s, seeds, sums, e);
    if (status == OK)
        status = score_write(&writer, &s->head, sums, path, file, e);
    scores_writer_close(&writer);
    return status;
}

/* Seeds and cases of the range; 0 if the survey does not have all of them. */
static uint64_t count_scored(const struct suite_survey *s, struct place_range seeds)
{
    const struct suite_outline *o = &s->outline;
    if (seeds.first < s->seeds_before || seeds.end - s->seeds_before > o->n_seeds)
        return 0;
    uint32_t first = seeds.first - s->seeds_before, end = seeds.end - s->seeds_before;
    return (uint64_t)(end - first) + o->seeds[end].first_case - o->seeds[first].first_case;
}

/* Answers to questions that were edited since are answers to other questions. */
static void note_edits(const struct file_scoring *s)
{
    const struct provenance *asked = &s->head.asked;
    if (asked->teql.len && !str_eq(asked->reviewed.edits, s->job.suite->reviewed.edits))
        listener_notice(s->listener, "questions of the suite were edited since these answers were "
                                     "given; ask again to have them answered as they are now");
}

enum status score_files(struct scored_files *f, const struct score_job *job, const char *out,
                        const struct listener *listener, struct arena *a, struct robustness *sums,
                        struct out_file *file, struct err *e)
{
    struct place_range seeds;
    struct stage_progress progress;
    struct file_scoring s = {.files = f, .job = *job, .listener = listener};
    TRY(score_head(job, f->work, &s.head, &seeds, e));
    note_edits(&s);
    s.job.progress = &progress;
    stage_progress_begin(&progress, listener, "scored", count_scored(f->suite, seeds));
    robustness_begin(&s.sums, a, score_relations(a));
    enum status status =
        out ? score_to_file(&s, seeds, out, sums, file, e) : score_batches(&s, seeds, sums, e);
    stage_progress_end(&progress);
    (void)effort_end(&s.sums.effort); /* of a run that failed */
    scores_release(&s.head);
    return status;
}
