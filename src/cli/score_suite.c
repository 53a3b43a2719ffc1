/* score_suite.c: scoring seed by seed, on all workers, in the order of the suite. */
#include "base/file.h"
#include "base/workers.h"
#include "cli/interrupt.h"
#include "cli/score.h"
#include "engine/engine.h"
#include "relation/relation.h"

#include <stdlib.h>

enum { SEEDS_PER_BATCH = 64, TEXT_MAX_BYTES = 1 << 30 };

/* Limits of one answer, as for a proof. */
enum { MAX_ROWS = 1000000, MAX_BYTES = 64 << 20 };

struct scoring {
    const struct score_request *request;
    struct score_rules rules;
    struct suite_databases *databases;
    struct workers *workers;
    struct scorer **scorers;
    uint32_t *first; /* the first case of each seed, and the end of all */
    uint32_t batch;
    struct seed_verdict verdicts[SEEDS_PER_BATCH];
    struct arena arenas[SEEDS_PER_BATCH];
    struct out_file json;
    struct buf seeds, cases; /* JSON lines */
    struct robustness *sums;
    uint64_t written;
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

static void seed_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct scoring *s = ctx;
    uint32_t seed = s->batch + job;
    arena_rewind(&s->arenas[job], (struct arena_mark){0});
    scorer_seed(s->scorers[worker], seed, s->first[seed], s->first[seed + 1], &s->arenas[job],
                &s->verdicts[job]);
}

/* Telling */

static void put_truth(struct json_writer *w, const char *name, enum truth t)
{
    json_key(w, str_from(name));
    if (t == UNKNOWN)
        json_put_null(w);
    else
        json_put_bool(w, t == YES);
}

static void put_right(struct json_writer *w, const struct truths *right, struct str message)
{
    put_truth(w, "right_exact", right->exact);
    put_truth(w, "right_execution", right->execution);
    if (message.len) {
        json_key(w, STR("message"));
        json_put_str(w, message);
    }
}

static void put_seed(struct scoring *s, uint32_t seed, const struct seed_verdict *v)
{
    struct json_writer w = json_writer_to(&s->seeds);
    buf_put(&s->seeds, seed ? STR(",\n") : STR("\n"));
    json_object_open(&w);
    json_key(&w, STR("seed"));
    json_put_int(&w, s->rules.suite->seeds[seed].number);
    put_right(&w, &v->right, v->message);
    json_object_close(&w);
}

static void put_case(struct scoring *s, const struct suite_case *c, const struct case_verdict *v)
{
    struct json_writer w = json_writer_to(&s->cases);
    buf_put(&s->cases, s->written++ ? STR(",\n") : STR("\n"));
    json_object_open(&w);
    json_key(&w, STR("id"));
    json_put_str(&w, c->id);
    json_key(&w, STR("relation"));
    json_put_str(&w, c->relation);
    json_key(&w, STR("cause"));
    json_put_str(&w, str_from(cause_name(v->cause)));
    put_truth(&w, "consistent_exact", v->consistent.exact);
    put_truth(&w, "consistent_execution", v->consistent.execution);
    put_right(&w, &v->right, v->message);
    json_object_close(&w);
}

static enum status finish_seed(struct scoring *s, uint32_t seed, const struct seed_verdict *v,
                               struct err *e)
{
    robustness_add_seed(s->sums, v);
    put_seed(s, seed, v);
    for (uint32_t i = 0; i < v->n_cases; i++) {
        const struct suite_case *c = &s->rules.suite->cases[s->first[seed] + i];
        if (!robustness_add_case(s->sums, c->relation, &v->cases[i]))
            return err_set(e, E_LIMIT, "more than %d relations", ROBUSTNESS_MAX_RELATIONS);
        put_case(s, c, &v->cases[i]);
    }
    return OK;
}

static enum status run_batches(struct scoring *s, struct err *e)
{
    uint32_t n_seeds = s->rules.suite->n_seeds;
    enum status status = OK;
    for (s->batch = 0; s->batch < n_seeds && status == OK; s->batch += SEEDS_PER_BATCH) {
        uint32_t n = n_seeds - s->batch < SEEDS_PER_BATCH ? n_seeds - s->batch : SEEDS_PER_BATCH;
        workers_start(s->workers, n, seed_job, s);
        workers_wait(s->workers);
        status = interrupt_check(e);
        for (uint32_t i = 0; i < n && status == OK; i++)
            status = finish_seed(s, s->batch + i, &s->verdicts[i], e);
    }
    return status;
}

/* {"version":1,"by":…,"summary":{…},"seeds":[…],"cases":[…]}, a line for each seed and case. */
static enum status write_json(struct scoring *s, struct err *e)
{
    struct buf head;
    buf_init(&head, TEXT_MAX_BYTES);
    struct json_writer w = json_writer_to(&head);
    json_object_open(&w);
    json_key(&w, STR("version"));
    json_put_int(&w, 1);
    json_key(&w, STR("by"));
    json_put_str(&w, s->rules.by == SCORE_BY_EXACT ? STR("exact") : STR("execution"));
    json_key(&w, STR("summary"));
    robustness_json(&w, s->sums);
    buf_put(&head, STR(",\n\"seeds\":["));
    const struct str parts[] = {buf_str(&head), buf_str(&s->seeds), STR("\n],\n\"cases\":["),
                                buf_str(&s->cases), STR("\n]}\n")};
    enum status status = s->seeds.overflow || s->cases.overflow
                             ? err_set(e, E_LIMIT, "too many verdicts")
                             : out_file_open(&s->json, s->request->json, e);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && status == OK; i++)
        status = out_file_write(&s->json, parts[i], e);
    if (status == OK)
        status = out_file_commit(&s->json, e);
    out_file_discard(&s->json);
    buf_release(&head);
    return status;
}

static void start(struct scoring *s)
{
    const struct score_request *q = s->request;
    engine_init(ENGINE_HEAP_PER_THREAD);
    s->databases = suite_databases_new(q->suite, q->db, q->workers);
    s->rules = (struct score_rules){.suite = q->suite,
                                    .predictions = q->predictions,
                                    .databases = s->databases,
                                    .by = q->by,
                                    .deadline_ms = q->deadline_ms,
                                    .max_rows = MAX_ROWS,
                                    .max_bytes = MAX_BYTES};
    s->first = find_first_cases(q->suite);
    s->workers = workers_new(q->workers);
    s->scorers = mem_resize_array(NULL, q->workers, sizeof *s->scorers);
    for (uint32_t i = 0; i < q->workers; i++)
        s->scorers[i] = scorer_new(&s->rules, i);
    buf_init(&s->seeds, TEXT_MAX_BYTES);
    buf_init(&s->cases, TEXT_MAX_BYTES);
}

static void stop(struct scoring *s)
{
    workers_free(s->workers);
    for (uint32_t i = 0; i < s->request->workers; i++)
        scorer_free(s->scorers[i]);
    free(s->scorers);
    free(s->first);
    for (int i = 0; i < SEEDS_PER_BATCH; i++)
        arena_release(&s->arenas[i]);
    buf_release(&s->seeds);
    buf_release(&s->cases);
    suite_databases_free(s->databases);
}

enum status score_suite(const struct score_request *request, struct robustness *out, struct err *e)
{
    enum status status = make_schemas(request->suite, e);
    if (status)
        return status;
    struct scoring *s = mem_alloc(sizeof *s);
    memset(s, 0, sizeof *s);
    memset(out, 0, sizeof *out);
    s->request = request;
    s->sums = out;
    s->json.fd = -1;
    for (const struct relation *const *r = RELATIONS; *r; r++)
        robustness_expect(out, str_from((*r)->id));
    start(s);
    status = run_batches(s, e);
    if (status == OK && request->json)
        status = write_json(s, e);
    stop(s);
    free(s);
    return status;
}
