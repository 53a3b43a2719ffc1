/* evaluate.c: read pairs, score them and add up, batch by batch. */
#include "evaluate/evaluate.h"

#include "base/printable.h"
#include "base/workers.h"

#include <stdlib.h>

/* Comparing is cheap, so a job has many pairs. But one executed query may take as long as a
 * thousand others, so there a job has few pairs: just enough for questions of one gold to share its
 * answer. */
enum {
    PAIRS_PER_BATCH = 2048,
    BYTES_PER_BATCH = 8 << 20, /* of text: a few very long lines make a batch too */
    PAIRS_PER_MATCH_JOB = 32,
    PAIRS_PER_EXEC_JOB = 4,
    JOBS_PER_BATCH = PAIRS_PER_BATCH / PAIRS_PER_EXEC_JOB,
    JOB_OUTPUT_MAX = 64 << 20
};

/* What the jobs of one batch write: JSON lines, and notes about gold queries at fault. */
struct job_output {
    struct buf json, notes;
    struct err failure; /* of the first pair that ends the run; its code is OK if none does */
};

struct batch {
    struct arena arena; /* the texts */
    struct pair pairs[PAIRS_PER_BATCH];
    struct eval_outcome outcomes[PAIRS_PER_BATCH];
    uint32_t ends[PAIRS_PER_BATCH]; /* how many interactions end after this pair */
    uint32_t n_pairs;
    uint32_t leading_ends; /* interactions that end before the first pair */
    struct job_output output[JOBS_PER_BATCH];
};

struct evaluating {
    const struct evaluation_job *job;
    struct evaluation *out;
    struct workers *workers;
    struct eval_scratch *scratch; /* one per worker */
    struct batch *batch;          /* the one being scored */
    uint32_t pairs_per_job;
    bool interaction_open, exec_so_far, exact_so_far;
};

/* Lines of the two files, read together */

enum status pair_reader_open(struct pair_reader *r, const char *gold, const char *pred,
                             struct databases *databases, struct err *e)
{
    *r = (struct pair_reader){.databases = databases};
    enum status status = line_reader_open(&r->gold, gold, e);
    if (status == OK)
        status = line_reader_open(&r->pred, pred, e);
    if (status)
        pair_reader_close(r);
    return status;
}

void pair_reader_close(struct pair_reader *r)
{
    line_reader_close(&r->gold);
    line_reader_close(&r->pred);
}

static enum status input_error(const struct line_reader *r, struct err *e, const char *problem)
{
    err_at(e, E_INPUT, r->line, 0, "%s", problem);
    err_in_file(e, r->path);
    return E_INPUT;
}

/* Only blank lines may follow the end of the other file. */
static enum status expect_end_of_file(struct line_reader *r, struct str line, const char *problem,
                                      struct err *e)
{
    while (line.ptr) {
        if (str_trim(line).len > 0)
            return input_error(r, e, problem);
        TRY(line_reader_next(r, &line, e));
    }
    return OK;
}

static enum status split_gold(struct pair_reader *r, struct str line, struct pair *out,
                              struct err *e)
{
    size_t tab = str_after_last(line, '\t');
    if (tab == 0)
        return input_error(&r->gold, e, "no tab between SQL and db_id");
    out->gold = str_trim(str_slice(line, 0, tab - 1));
    enum status status =
        databases_get(r->databases, str_slice(line, tab, line.len), &out->database, e);
    if (status && !e->file[0]) {
        e->line = r->gold.line;
        err_in_file(e, r->gold.path);
    }
    return status;
}

static enum status fill_pair(struct pair_reader *r, struct arena *a, struct str gold,
                             struct str pred, struct pair *out, struct err *e)
{
    *out = (struct pair){.index = r->count++, .line = r->gold.line, .turn = r->turn++};
    out->pred = arena_str(a, str_slice(pred, 0, str_find(pred, STR("\t"), 0)));
    return split_gold(r, arena_str(a, gold), out, e);
}

/* Predictions of another form would all be wrong, and nobody would know why. */
static enum status check_prediction_form(struct pair_reader *r, struct str pred, struct err *e)
{
    if (r->form.n_lines == 0 && str_starts(pred, STR("{\"id\":")))
        return input_error(&r->pred, e,
                           "JSON lines, as 'teql ask' writes them; wanted is one query on each "
                           "line: jq -r '.sql//\"\"' FILE makes them");
    return prediction_form_look(&r->form, pred, r->pred.line, e) ? err_in_file(e, r->pred.path)
                                                                 : OK;
}

/* The next pair, with its texts in `a`. At the end of an interaction it has no database. */
static enum status next_pair(struct pair_reader *r, struct arena *a, struct pair *out, bool *at_end,
                             struct err *e)
{
    struct str gold, pred;
    *out = (struct pair){0};
    TRY(line_reader_next(&r->gold, &gold, e));
    TRY(line_reader_next(&r->pred, &pred, e));
    if (pred.ptr)
        TRY(check_prediction_form(r, str_trim(pred), e));
    *at_end = !gold.ptr || !pred.ptr;
    if (!gold.ptr)
        return expect_end_of_file(&r->pred, pred, "more predictions than gold queries", e);
    gold = str_trim(gold);
    if (!pred.ptr)
        return expect_end_of_file(&r->gold, gold, "fewer predictions than gold queries", e);
    pred = str_trim(pred);
    if (gold.len > 0)
        return fill_pair(r, a, gold, pred, out, e);
    r->turn = 0;
    return pred.len == 0 ? OK : input_error(&r->pred, e, "a prediction for a blank gold line");
}

/* Jobs */

static void score_pairs(void *ctx, uint32_t worker, uint32_t job)
{
    struct evaluating *v = ctx;
    struct batch *b = v->batch;
    struct job_output *output = &b->output[job];
    struct json_writer json = json_writer_to(&output->json);
    buf_clear(&output->json);
    buf_clear(&output->notes);
    output->failure.code = OK;
    uint32_t first = job * v->pairs_per_job, end = first + v->pairs_per_job;
    for (uint32_t i = first; i < end && i < b->n_pairs; i++) {
        struct eval_outcome *o = &b->outcomes[i];
        eval_pair(v->job->rules, &v->scratch[worker], &b->pairs[i], o, v->job->json ? &json : NULL);
        if (o->gold_fault.len)
            buf_printf(&output->notes, "%s:%u: %.*s\n", v->job->reader->gold.path, b->pairs[i].line,
                       STR_ARG(o->gold_fault));
        if (o->failure && output->failure.code == OK) {
            err_set(&output->failure, o->failure, "%.*s", STR_ARG(o->failure_message));
            err_in_file(&output->failure, o->failed_file.ptr);
        }
    }
    if (output->notes.len)
        printable_text(output->notes.ptr, output->notes.len);
}

static void start_batch(struct evaluating *v, struct batch *b)
{
    v->batch = b;
    workers_start(v->workers, (b->n_pairs + v->pairs_per_job - 1) / v->pairs_per_job, score_pairs,
                  v);
}

/* Adding up */

static void end_interaction(struct evaluating *v)
{
    spider_scores_end_interaction(&v->out->scores, v->exec_so_far, v->exact_so_far);
    v->exec_so_far = v->exact_so_far = true;
    v->interaction_open = false;
}

static void add_outcome(struct evaluating *v, const struct eval_outcome *o)
{
    const struct pair_score *p = &o->score;
    v->interaction_open = true;
    v->out->faults += o->gold_fault.len > 0;
    v->out->late += o->gold_late;
    if (!p->exec_scored && !p->exact_scored)
        return;
    spider_scores_add(&v->out->scores, p);
    v->exec_so_far = v->exec_so_far && (p->exec || !p->exec_scored);
    v->exact_so_far = v->exact_so_far && (p->match.exact || !p->exact_scored);
}

static enum status write_output(struct evaluating *v, struct batch *b, struct err *e)
{
    for (uint32_t job = 0; job * v->pairs_per_job < b->n_pairs; job++) {
        struct job_output *o = &b->output[job];
        if (o->notes.len)
            v->job->note(buf_str(&o->notes));
        if (!buf_whole(&o->json))
            return err_set(e, E_LIMIT, "more than %d bytes of JSON for %u pairs", JOB_OUTPUT_MAX,
                           v->pairs_per_job);
        if (v->job->json)
            TRY(out_file_write(v->job->json, buf_str(&o->json), e));
    }
    return OK;
}

static enum status finish_batch(struct evaluating *v, struct batch *b, struct err *e)
{
    workers_wait(v->workers);
    for (uint32_t i = 0; i < b->leading_ends; i++)
        end_interaction(v);
    for (uint32_t i = 0; i < b->n_pairs; i++) {
        if (b->outcomes[i].failure) {
            *e = b->output[i / v->pairs_per_job].failure;
            return e->code;
        }
        add_outcome(v, &b->outcomes[i]);
        for (uint32_t n = 0; n < b->ends[i]; n++)
            end_interaction(v);
    }
    return write_output(v, b, e);
}

/* Batches */

/* In EVAL_SPIDER there are no interactions: its script does not know them. */
static enum status read_batch(struct evaluating *v, struct batch *b, bool *at_end, struct err *e)
{
    arena_clear(&b->arena);
    b->n_pairs = b->leading_ends = 0;
    size_t bytes = 0;
    while (!*at_end && b->n_pairs < PAIRS_PER_BATCH && bytes < BYTES_PER_BATCH) {
        struct pair *p = &b->pairs[b->n_pairs];
        TRY(next_pair(v->job->reader, &b->arena, p, at_end, e));
        bytes += p->gold.len + p->pred.len;
        if (p->database)
            b->ends[b->n_pairs++] = 0;
        else if (!*at_end && v->job->rules->mode != EVAL_SPIDER)
            (*(b->n_pairs ? &b->ends[b->n_pairs - 1] : &b->leading_ends))++;
    }
    return OK;
}

static enum status score_batches(struct evaluating *v, struct batch *two, struct err *e)
{
    bool at_end = false;
    enum status status = read_batch(v, &two[0], &at_end, e);
    for (int i = 0; status == OK; i ^= 1) {
        start_batch(v, &two[i]);
        bool last = at_end;
        struct err read_err;
        enum status read_status = last ? OK : read_batch(v, &two[i ^ 1], &at_end, &read_err);
        status = finish_batch(v, &two[i], e);
        if (status == OK && read_status)
            *e = read_err;
        status = status ? status : read_status;
        if (last)
            break;
    }
    return status;
}

static enum status score_pair_files(struct evaluating *v, struct err *e)
{
    struct batch *two = mem_resize_array(NULL, 2, sizeof *two);
    memset(two, 0, 2 * sizeof *two);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < JOBS_PER_BATCH; i++)
            buf_limit(&two[k].output[i].json, JOB_OUTPUT_MAX);
    enum status status = score_batches(v, two, e);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < JOBS_PER_BATCH; i++) {
            buf_release(&two[k].output[i].json);
            buf_release(&two[k].output[i].notes);
        }
        arena_release(&two[k].arena);
    }
    free(two);
    return status;
}

static void start_pair_workers(struct evaluating *v)
{
    bool executes = v->job->rules->measures & MEASURE_EXEC;
    v->pairs_per_job = executes ? PAIRS_PER_EXEC_JOB : PAIRS_PER_MATCH_JOB;
    v->workers = workers_new(v->job->workers);
    v->scratch = mem_resize_array(NULL, v->job->workers, sizeof *v->scratch);
    for (uint32_t i = 0; i < v->job->workers; i++)
        v->scratch[i] = (struct eval_scratch){
            .context = executes ? execution_context_new(&v->job->rules->execution, v->job->workers)
                                : NULL};
}

static void stop_pair_workers(struct evaluating *v)
{
    workers_free(v->workers);
    for (uint32_t i = 0; i < v->job->workers; i++) {
        arena_release(&v->scratch[i].arena);
        arena_release(&v->scratch[i].gold.arena);
        execution_context_free(v->scratch[i].context);
    }
    free(v->scratch);
}

enum status evaluate(const struct evaluation_job *job, struct evaluation *out, struct err *e)
{
    struct evaluating v = {.job = job, .out = out, .exec_so_far = true, .exact_so_far = true};
    *out = (struct evaluation){0};
    start_pair_workers(&v);
    enum status status = score_pair_files(&v, e);
    stop_pair_workers(&v);
    if (status == OK && job->reader->count == 0) {
        status = err_set(e, E_INPUT, "no gold queries");
        err_in_file(e, job->reader->gold.path);
    }
    if (status == OK && v.interaction_open)
        end_interaction(&v);
    return status;
}
