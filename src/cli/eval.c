/* eval.c: `teql eval`, the official Spider scores.
 *
 * Pairs go through in batches: while the workers score one batch, this thread reads the next, and
 * the scores are added up in the order of the files. So memory stays the same however long the
 * files are, and the output is the same for any number of workers. */
#include "base/path.h"
#include "base/printable.h"
#include "base/workers.h"
#include "cli/command.h"
#include "cli/eval_pair.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Comparing is cheap, so a job holds many pairs; one executed query may take as long as a thousand
 * others, so there it holds few, but enough that the questions of one gold query share its answer.
 */
enum {
    PAIRS_PER_BATCH = 2048,
    BYTES_PER_BATCH = 8 << 20, /* of text: a few very long lines make a batch too */
    PAIRS_PER_MATCH_JOB = 32,
    PAIRS_PER_EXEC_JOB = 4,
    JOBS_PER_BATCH = PAIRS_PER_BATCH / PAIRS_PER_EXEC_JOB,
    JOB_OUTPUT_MAX = 64 << 20
};

enum eval_type { ETYPE_ALL, ETYPE_EXEC, ETYPE_MATCH };

struct eval_args {
    const char *gold, *pred, *table, *db, *json;
    int etype, mode;
    bool plug_value, keep_distinct, progress_bar, texts;
    uint32_t deadline_ms, workers;
};

#define FIELD(name) offsetof(struct eval_args, name)

static const struct option OPTIONS[] = {
    {"gold", 0, OPTION_TEXT, FIELD(gold), "FILE", NULL,
     "gold queries, SQL<TAB>db_id on each line (- is standard input)"},
    {"pred", 0, OPTION_TEXT, FIELD(pred), "FILE", NULL,
     "predicted queries, one on each line (- is standard input)"},
    {"table", 0, OPTION_TEXT, FIELD(table), "FILE", NULL,
     "tables.json; execution alone does without"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL, "databases, DIR/db_id/*.sqlite"},
    {"etype", 0, OPTION_CHOICE, FIELD(etype), "all|exec|match", "all|exec|match",
     "what to score (default: exec)"},
    {"mode", 0, OPTION_CHOICE, FIELD(mode), "tse|spider|strict", "tse|spider|strict",
     "whose rules: test-suite-sql-eval's (default), spider's, or strict ones"},
    {"plug_value", 0, OPTION_FLAG, FIELD(plug_value), NULL, NULL,
     "also try the gold's values in the prediction"},
    {"keep_distinct", 0, OPTION_FLAG, FIELD(keep_distinct), NULL, NULL,
     "execute DISTINCT instead of removing it"},
    {"deadline", 0, OPTION_SECONDS, FIELD(deadline_ms), "SECONDS", NULL,
     "time for one query, and for all tries of --plug_value together (default: 30)"},
    {"json", 0, OPTION_TEXT, FIELD(json), "FILE", NULL,
     "write one JSON object per pair (- is standard output; the table then goes to standard "
     "error)"},
    {"texts", 0, OPTION_FLAG, FIELD(texts), NULL, NULL, "--json: with both queries, as they stand"},
    {"progress_bar_for_each_datapoint", 0, OPTION_FLAG, FIELD(progress_bar), NULL, NULL,
     "taken for the official script's sake; does nothing"},
    {"jobs", 'j', OPTION_WORKERS, FIELD(workers), "N", NULL,
     "worker threads (default: one per processor)"},
};

const struct option_list eval_options = {.items = OPTIONS,
                                         .count = sizeof OPTIONS / sizeof *OPTIONS};

/* What the jobs of one batch write: JSON lines, and notes about gold queries at fault. */
struct job_output {
    struct buf json, notes;
    struct err failure; /* of the first pair that ends the run; its code is OK where none does */
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

struct eval {
    struct eval_args args;
    struct eval_rules rules;
    struct databases databases;
    struct pair_reader reader;
    struct workers *workers;
    struct eval_scratch *scratch; /* one per worker */
    struct batch *batch;          /* the one being scored */
    uint32_t pairs_per_job;
    struct out_file json;
    struct spider_scores scores;
    uint32_t faults, late; /* golds that cannot be scored; of these, those that took too long */
    bool interaction_open, exec_so_far, exact_so_far;
};

/* Output over input would destroy it. */
static enum status check_output(const struct eval_args *a, struct err *e)
{
    const char *const inputs[] = {a->gold, a->pred, a->table};
    struct path_info out, in;
    enum status status = path_look(a->json, &out, e);
    if (status || out.kind != PATH_FILE)
        return status;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs && status == OK; i++) {
        if (!inputs[i])
            continue;
        status = path_look(inputs[i], &in, e);
        if (status == OK && in.device == out.device && in.node == out.node)
            status = err_set(e, E_USAGE, "--json would overwrite '%s'", inputs[i]);
    }
    return status;
}

static enum status check_args(struct eval_args *a, struct err *e)
{
    if (!a->gold || !a->pred)
        return err_set(e, E_USAGE, "--gold and --pred are needed");
    if (!a->table && !a->db)
        return err_set(e, E_USAGE, "--table or --db is needed");
    if (a->etype != ETYPE_MATCH && !a->db)
        return err_set(e, E_USAGE, "execution needs --db (or use --etype match)");
    if (a->etype != ETYPE_EXEC && !a->table)
        return err_set(e, E_USAGE, "exact match needs --table (or use --etype exec)");
    if ((a->etype == ETYPE_MATCH || a->mode == EVAL_SPIDER) && (a->plug_value || a->keep_distinct))
        return err_set(e, E_USAGE,
                       "--plug_value and --keep_distinct are about execution by the rules "
                       "of test-suite-sql-eval");
    if (a->texts && !a->json)
        return err_set(e, E_USAGE, "--texts is about --json");
    return a->json ? check_output(a, e) : OK;
}

static struct eval_rules rules_of(const struct eval_args *a)
{
    struct eval_rules r = {
        .mode = (enum eval_mode)a->mode, .execution = execution_defaults, .texts = a->texts};
    r.measures = (a->etype != ETYPE_MATCH ? MEASURE_EXEC : 0u) |
                 (a->etype != ETYPE_EXEC ? MEASURE_EXACT : 0u);
    r.execution.rule = a->mode == EVAL_SPIDER ? EXECUTION_SPIDER : EXECUTION_TSE;
    r.execution.plug_value = a->plug_value;
    r.execution.keep_distinct = a->keep_distinct || a->mode == EVAL_STRICT;
    r.execution.deadline_ms = a->deadline_ms;
    return r;
}

/* Jobs */

static void score_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct eval *v = ctx;
    struct batch *b = v->batch;
    struct job_output *output = &b->output[job];
    struct json_writer json = json_writer_to(&output->json);
    buf_clear(&output->json);
    buf_clear(&output->notes);
    output->failure.code = OK;
    uint32_t first = job * v->pairs_per_job, end = first + v->pairs_per_job;
    for (uint32_t i = first; i < end && i < b->n_pairs; i++) {
        struct eval_outcome *o = &b->outcomes[i];
        eval_pair(&v->rules, &v->scratch[worker], &b->pairs[i], o, v->args.json ? &json : NULL);
        if (o->gold_fault.len)
            buf_printf(&output->notes, "%s:%u: %.*s\n", v->args.gold, b->pairs[i].line,
                       STR_ARG(o->gold_fault));
        if (o->failure && output->failure.code == OK) {
            err_set(&output->failure, o->failure, "%.*s", STR_ARG(o->gold_fault));
            err_in_file(&output->failure, b->pairs[i].database->folder.ptr);
        }
    }
    if (output->notes.len)
        printable_text(output->notes.ptr, output->notes.len);
}

static void start_batch(struct eval *v, struct batch *b)
{
    v->batch = b;
    workers_start(v->workers, (b->n_pairs + v->pairs_per_job - 1) / v->pairs_per_job, score_job, v);
}

/* Adding up */

static void end_interaction(struct eval *v)
{
    spider_scores_end_interaction(&v->scores, v->exec_so_far, v->exact_so_far);
    v->exec_so_far = v->exact_so_far = true;
    v->interaction_open = false;
}

static void add_outcome(struct eval *v, const struct eval_outcome *o)
{
    const struct pair_score *p = &o->score;
    v->interaction_open = true;
    v->faults += o->gold_fault.len > 0;
    v->late += o->gold_late;
    if (!p->exec_scored && !p->exact_scored)
        return;
    spider_scores_add(&v->scores, p);
    v->exec_so_far = v->exec_so_far && (p->exec || !p->exec_scored);
    v->exact_so_far = v->exact_so_far && (p->match.exact || !p->exact_scored);
}

static enum status write_output(struct eval *v, struct batch *b, struct err *e)
{
    for (uint32_t job = 0; job * v->pairs_per_job < b->n_pairs; job++) {
        struct job_output *o = &b->output[job];
        if (o->notes.len)
            fwrite(o->notes.ptr, 1, o->notes.len, stderr);
        if (!buf_whole(&o->json))
            return err_set(e, E_LIMIT, "more than %d bytes of JSON for %u pairs", JOB_OUTPUT_MAX,
                           v->pairs_per_job);
        enum status status = v->args.json ? out_file_write(&v->json, buf_str(&o->json), e) : OK;
        if (status)
            return status;
    }
    return OK;
}

static enum status finish_batch(struct eval *v, struct batch *b, struct err *e)
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

/* Reading */

static enum status read_batch(struct eval *v, struct batch *b, bool *at_end, struct err *e)
{
    arena_rewind(&b->arena, (struct arena_mark){0});
    b->n_pairs = b->leading_ends = 0;
    size_t bytes = 0;
    while (b->n_pairs < PAIRS_PER_BATCH && bytes < BYTES_PER_BATCH) {
        enum pair_event event;
        enum status status =
            pair_reader_next(&v->reader, &b->arena, &event, &b->pairs[b->n_pairs], e);
        if (status)
            return status;
        if (event == PAIR_FILE_END) {
            *at_end = true;
            return OK;
        }
        if (event == PAIR) {
            bytes += b->pairs[b->n_pairs].gold.len + b->pairs[b->n_pairs].pred.len;
            b->ends[b->n_pairs++] = 0;
        }
        if (event == PAIR_INTERACTION_END &&
            v->args.mode != EVAL_SPIDER) /* whose script knows no interactions */
            (*(b->n_pairs ? &b->ends[b->n_pairs - 1] : &b->leading_ends))++;
    }
    return OK;
}

static enum status run_batches(struct eval *v, struct batch *two, struct err *e)
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

static enum status score_all(struct eval *v, struct err *e)
{
    struct batch *two = mem_resize_array(NULL, 2, sizeof *two);
    memset(two, 0, 2 * sizeof *two);
    for (int i = 0; i < 2 * JOBS_PER_BATCH; i++) {
        struct job_output *o = &two[i / JOBS_PER_BATCH].output[i % JOBS_PER_BATCH];
        buf_limit(&o->json, JOB_OUTPUT_MAX);
    }
    enum status status = run_batches(v, two, e);
    for (int i = 0; i < 2 * JOBS_PER_BATCH; i++) {
        buf_release(&two[i / JOBS_PER_BATCH].output[i % JOBS_PER_BATCH].json);
        buf_release(&two[i / JOBS_PER_BATCH].output[i % JOBS_PER_BATCH].notes);
    }
    arena_release(&two[0].arena);
    arena_release(&two[1].arena);
    free(two);
    return status;
}

static void start_workers(struct eval *v)
{
    bool executes = v->rules.measures & MEASURE_EXEC;
    v->pairs_per_job = executes ? PAIRS_PER_EXEC_JOB : PAIRS_PER_MATCH_JOB;
    v->workers = workers_new(v->args.workers);
    v->scratch = mem_resize_array(NULL, v->args.workers, sizeof *v->scratch);
    for (uint32_t i = 0; i < v->args.workers; i++)
        v->scratch[i] = (struct eval_scratch){
            .context =
                executes ? execution_context_new(&v->rules.execution, v->args.workers) : NULL};
}

static void stop_workers(struct eval *v)
{
    workers_free(v->workers);
    for (uint32_t i = 0; i < v->args.workers; i++) {
        eval_scratch_release(&v->scratch[i]);
        execution_context_free(v->scratch[i].context);
    }
    free(v->scratch);
}

/* Lines of JSON on standard output are for programs: then the table has no place there. */
static enum status print_scores(const struct eval *v, struct err *e)
{
    bool apart = v->args.json && strcmp(v->args.json, "-") == 0;
    spider_scores_print(apart ? stderr : stdout, &v->scores, v->rules.measures,
                        v->scores.interactions > 1, v->args.mode != EVAL_STRICT);
    enum status status = flush_output(e); /* before the note, where both go to one place */
    if (v->faults)
        fprintf(stderr, "%u gold quer%s at fault, left out of the scores\n", v->faults,
                v->faults == 1 ? "y" : "ies");
    if (v->late)
        fprintf(stderr, "%u of them took longer than %g s, which --deadline changes\n", v->late,
                v->args.deadline_ms / 1e3);
    return status;
}

static enum status run_on_files(struct eval *v, struct err *e)
{
    enum status status = v->args.json ? out_file_open(&v->json, v->args.json, e) : OK;
    if (status)
        return status;
    start_workers(v);
    status = score_all(v, e);
    stop_workers(v);
    if (status == OK && v->reader.count == 0) {
        status = err_set(e, E_INPUT, "no gold queries");
        err_in_file(e, v->args.gold);
    }
    if (status == OK && v->interaction_open)
        end_interaction(v);
    if (status == OK)
        status = print_scores(v, e);
    if (status == OK && v->args.json)
        return out_file_commit(&v->json, e);
    if (v->args.json)
        out_file_discard(&v->json);
    return status;
}

enum status eval_run(int argc, char **argv, struct err *e)
{
    struct eval v = {.args = {.etype = ETYPE_EXEC, .deadline_ms = 30000},
                     .exec_so_far = true,
                     .exact_so_far = true};
    enum status status = options_parse(&eval_options, argc, argv, &v.args, e);
    if (status == OK)
        status = check_args(&v.args, e);
    if (status)
        return status;
    v.rules = rules_of(&v.args);
    status =
        databases_init(&v.databases, v.args.table, v.args.db, v.rules.measures & MEASURE_EXEC, e);
    if (status)
        return status;
    status = pair_reader_open(&v.reader, v.args.gold, v.args.pred, &v.databases, e);
    if (status == OK) {
        status = run_on_files(&v, e);
        pair_reader_close(&v.reader);
    }
    databases_release(&v.databases);
    return status;
}
