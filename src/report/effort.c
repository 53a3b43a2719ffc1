/* effort.c: percentiles and sums. */
#include "report/effort.h"

#include <math.h>
#include <stdlib.h>

static const double SHARES[] = {0.5, 0.95};

/* Beyond that, JSON has no number for it. */
static uint64_t bounded_sum(uint64_t x, uint64_t y)
{
    return x > (uint64_t)INT64_MAX - y ? (uint64_t)INT64_MAX : x + y;
}

static void add(struct effort *e, double *times, double ms, struct answer_tokens t)
{
    if (isfinite(ms) && ms > 0)
        times[e->timed++] = ms;
    e->counted += t.prompt || t.completion;
    e->tokens.prompt = bounded_sum(e->tokens.prompt, t.prompt);
    e->tokens.completion = bounded_sum(e->tokens.completion, t.completion);
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The smallest of the sorted times that so great a share of them does not exceed. */
static double time_within(const double *times, uint64_t n, double share)
{
    return n ? times[(uint64_t)ceil(share * (double)n) - 1] : 0;
}

struct effort effort_of(const struct scores *s)
{
    struct effort e = {0};
    double *times = mem_resize_array(NULL, (size_t)s->n_seeds + s->n_cases + 1, sizeof *times);
    for (uint32_t i = 0; i < s->n_seeds; i++)
        add(&e, times, s->seeds[i].ms, s->seeds[i].tokens);
    for (uint32_t i = 0; i < s->n_cases; i++)
        add(&e, times, s->cases[i].ms, s->cases[i].tokens);
    qsort(times, e.timed, sizeof *times, compare_times);
    e.median_ms = time_within(times, e.timed, SHARES[0]);
    e.most_ms = time_within(times, e.timed, SHARES[1]);
    free(times);
    return e;
}

static void put_count(struct json_writer *w, struct str name, uint64_t n)
{
    json_key(w, name);
    json_put_int(w, (int64_t)n);
}

static void put_time(struct json_writer *w, double share, double ms)
{
    json_object_open(w);
    json_key(w, STR("share"));
    json_put_double(w, share);
    json_key(w, STR("ms"));
    json_put_double(w, ms);
    json_object_close(w);
}

void effort_json(struct json_writer *w, const struct effort *e)
{
    json_object_open(w);
    put_count(w, STR("timed"), e->timed);
    json_key(w, STR("within"));
    json_array_open(w);
    if (e->timed) {
        put_time(w, SHARES[0], e->median_ms);
        put_time(w, SHARES[1], e->most_ms);
    }
    json_array_close(w);
    put_count(w, STR("counted"), e->counted);
    put_count(w, STR("prompt_tokens"), e->tokens.prompt);
    put_count(w, STR("completion_tokens"), e->tokens.completion);
    json_object_close(w);
}
