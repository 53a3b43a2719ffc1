/* effort.c: percentiles and sums. */
#include "report/effort.h"

#include "report/interval.h"

#include <math.h>
#include <stdlib.h>

static const double SHARES[] = {0.5, 0.95};

static void add_time(struct effort_sums *e, double ms)
{
    if (!isfinite(ms) || ms <= 0)
        return;
    if (e->effort.timed == e->room) {
        e->room = e->room ? 2 * e->room : 1024;
        e->times = mem_resize_array(e->times, e->room, sizeof *e->times);
    }
    e->times[e->effort.timed++] = ms;
}

static void add_answer(struct effort_sums *e, double ms, struct answer_tokens t)
{
    add_time(e, ms);
    e->effort.counted += t.prompt || t.completion;
    answer_tokens_add(&e->effort.tokens, t);
}

/* The smallest of the sorted times that this share of them does not exceed. */
static double time_within(const double *times, uint64_t n, double share)
{
    return n ? times[(uint64_t)ceil(share * (double)n) - 1] : 0;
}

void effort_add(struct effort_sums *e, const struct scores *batch)
{
    for (uint32_t i = 0; i < batch->n_seeds; i++)
        add_answer(e, batch->seeds[i].ms, batch->seeds[i].tokens);
    for (uint32_t i = 0; i < batch->n_cases; i++)
        add_answer(e, batch->cases[i].ms, batch->cases[i].tokens);
}

struct effort effort_end(struct effort_sums *e)
{
    struct effort sums = e->effort;
    sort_doubles(e->times, (size_t)sums.timed);
    sums.median_ms = time_within(e->times, sums.timed, SHARES[0]);
    sums.most_ms = time_within(e->times, sums.timed, SHARES[1]);
    free(e->times);
    *e = (struct effort_sums){0};
    return sums;
}

static void put_time(struct json_writer *w, double share, double ms)
{
    json_object_open(w);
    json_key_double(w, "share", share);
    json_key_double(w, "ms", ms);
    json_object_close(w);
}

void effort_json(struct json_writer *w, const struct effort *e)
{
    json_object_open(w);
    json_key_count(w, "timed", e->timed);
    json_key_array(w, "within");
    if (e->timed) {
        put_time(w, SHARES[0], e->median_ms);
        put_time(w, SHARES[1], e->most_ms);
    }
    json_array_close(w);
    json_key_count(w, "counted", e->counted);
    json_key_count(w, "prompt_tokens", e->tokens.prompt);
    json_key_count(w, "completion_tokens", e->tokens.completion);
    if (e->tokens.reasoning > 0)
        json_key_count(w, "reasoning_tokens", e->tokens.reasoning);
    json_object_close(w);
}
