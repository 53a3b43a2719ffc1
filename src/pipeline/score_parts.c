/* score_parts.c: the suite is read twice: to check it and to know what is in it, and to score it.
 */
#include "pipeline/score_parts.h"

#include "base/stage_progress.h"
#include "suite/work.h"

/* Looking through */

static enum status note_part(void *predictions, struct suite *part, struct err *e)
{
    (void)e;
    prediction_index_note(predictions, part);
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
        suite_survey_open(&f->own, suite, read ? note_part : NULL, &f->predictions, e);
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

/* Scoring */

struct parts_scoring {
    const struct scored_files *files;
    const struct score_job *job;
    const struct listener *listener;
    struct scores head;
    const char *out;              /* path; NULL for none */
    struct out_file *file;        /* what is written for that */
    struct scores_writer *writer; /* NULL where nothing is written */
    struct robustness_sums sums;
    bool ran, answered;
};

static enum status take_verdicts(struct parts_scoring *s, const struct scores *part, struct err *e)
{
    for (uint32_t i = 0; i < part->n_seeds && !s->answered; i++)
        s->answered = part->seeds[i].answered;
    robustness_add(&s->sums, part);
    return s->writer ? scores_writer_add(s->writer, part, e) : OK;
}

static enum status score_part(void *ctx, struct suite *part, struct err *e)
{
    struct parts_scoring *s = ctx;
    struct predictions predictions;
    struct score_job job = *s->job;
    TRY(prediction_index_read(&s->files->predictions, part, s->files->suite->reader.head.n_seeds,
                              &predictions, e));
    struct scores verdicts = {.by = s->head.by};
    job.suite = part;
    job.predictions = &predictions;
    enum status status = score_verdicts(&job, s->listener, &verdicts, &s->ran, e);
    if (status == OK)
        status = take_verdicts(s, &verdicts, e);
    scores_release(&verdicts);
    predictions_release(&predictions);
    return status;
}

static enum status score_all(struct parts_scoring *s, struct suite_reader *reader,
                             struct place_range seeds, struct robustness *sums, struct err *e)
{
    TRY(suite_reader_visit(reader, seeds, score_part, s, e));
    score_settle(s->job, s->listener, s->answered, s->ran, &s->head);
    robustness_end(&s->sums, s->head.by, sums);
    return s->writer ? score_write(s->writer, &s->head, sums, s->out, s->file, e) : OK;
}

static enum status score_to_file(struct parts_scoring *s, struct suite_reader *reader,
                                 struct place_range seeds, struct robustness *sums, struct err *e)
{
    struct scores_writer writer;
    TRY(scores_writer_open(&writer, s->out, e));
    s->writer = &writer;
    enum status status = score_all(s, reader, seeds, sums, e);
    scores_writer_close(&writer);
    return status;
}

/* Seeds and cases of the range; 0 where the survey has not all of them. */
static uint64_t count_scored(const struct suite_survey *s, struct place_range seeds)
{
    const struct suite_outline *o = &s->outline;
    if (seeds.first < s->seeds_before || seeds.end - s->seeds_before > o->n_seeds)
        return 0;
    uint32_t first = seeds.first - s->seeds_before, end = seeds.end - s->seeds_before;
    return (uint64_t)(end - first) + o->seeds[end].first_case - o->seeds[first].first_case;
}

enum status score_beside(struct scored_files *f, const struct score_job *job, const char *out,
                         const struct listener *listener, struct arena *a, struct robustness *sums,
                         struct out_file *file, struct err *e)
{
    struct place_range seeds;
    struct stage_progress progress;
    struct score_job shown = *job;
    struct parts_scoring s = {
        .files = f, .job = &shown, .listener = listener, .out = out, .file = file};
    TRY(score_head(job, f->work, &s.head, &seeds, e));
    score_tell_edits(job, listener, &s.head);
    shown.progress = &progress;
    stage_progress_begin(&progress, listener, "scored", count_scored(f->suite, seeds));
    robustness_begin(&s.sums, a, score_relations(a));
    enum status status = out ? score_to_file(&s, &f->suite->reader, seeds, sums, e)
                             : score_all(&s, &f->suite->reader, seeds, sums, e);
    stage_progress_end(&progress);
    (void)effort_end(&s.sums.effort); /* of a run that failed */
    scores_release(&s.head);
    return status;
}

enum status score_in_parts(struct scored_files *f, const struct score_job *job, const char *out,
                           const struct listener *listener, struct arena *a,
                           struct robustness *sums, struct err *e)
{
    struct out_file file;
    enum status status = score_beside(f, job, out, listener, a, sums, &file, e);
    return status == OK && out ? out_file_commit(&file, e) : status;
}
