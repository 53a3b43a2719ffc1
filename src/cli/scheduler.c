/* scheduler.c: the variables of each scheduler. */
#include "cli/scheduler.h"

#include <inttypes.h>

static const char SHARDS[] = "TEQL_SHARDS";

/* The variables, and what was wrong with the first of them that cannot be used. */
struct variables {
    char *(*get)(const char *name);
    struct err *err;
    enum status status;
};

static bool variable_is_set(const struct variables *v, const char *name)
{
    const char *text = v->get(name);
    return text && *text;
}

/* A whole number below 2³²-1; `otherwise` if the variable is not set. */
static uint64_t number_in_variable(struct variables *v, const char *name, uint64_t otherwise)
{
    const char *text = v->get(name);
    uint64_t n = 0;
    if (!text || !*text)
        return otherwise;
    for (const char *c = text; *c && v->status == OK; c++) {
        n = 10 * n + (uint64_t)(*c - '0');
        if (!ascii_digit(*c) || n >= UINT32_MAX)
            v->status = err_set(v->err, E_USAGE,
                                "%s is not a whole number that makes sense: '%s'; --shard I/N "
                                "says which shard is meant",
                                name, text);
    }
    return n;
}

/* `number` is from 1. */
static void set_shard_number(struct variables *v, uint64_t number, uint64_t count,
                             struct scheduled *out)
{
    if (v->status == OK && (number < 1 || number > count))
        v->status =
            err_set(v->err, E_USAGE,
                    "%s=%s is not one of %" PRIu64 " shards; --shard I/N says which is meant",
                    out->variable, v->get(out->variable), count);
    out->shard = (struct shard){(uint32_t)number, (uint32_t)count};
}

/* An array from MIN in steps, without gaps. If only some shards are run again, it has gaps or
 * begins later, and Slurm counts only those. */
static void find_slurm_array(struct variables *v, uint64_t id, struct scheduled *out)
{
    uint64_t min = number_in_variable(v, "SLURM_ARRAY_TASK_MIN", 1);
    uint64_t count = number_in_variable(v, "SLURM_ARRAY_TASK_COUNT", 0);
    uint64_t step = number_in_variable(v, "SLURM_ARRAY_TASK_STEP", 1);
    uint64_t max =
        number_in_variable(v, "SLURM_ARRAY_TASK_MAX", count ? min + (count - 1) * step : 0);
    if (v->status)
        return;
    bool regular = count > 0 && step > 0 && max == min + (count - 1) * step && id >= min &&
                   (id - min) % step == 0;
    bool rerun = count == 1 && min > 1;
    if (!regular || rerun)
        v->status = err_set(v->err, E_USAGE,
                            "Slurm's array does not say how many shards there are: set %s, and "
                            "number the tasks from 1; or say --shard I/N",
                            SHARDS);
    else
        set_shard_number(v, (id - min) / step + 1, count, out);
    if (min > 1)
        out->hint = "if this is a part of an array that is run again, set TEQL_SHARDS";
}

static void find_slurm(struct variables *v, struct scheduled *out)
{
    uint64_t id = number_in_variable(v, out->variable, 0);
    if (variable_is_set(v, SHARDS))
        set_shard_number(v, id, number_in_variable(v, SHARDS, 0), out);
    else
        find_slurm_array(v, id, out);
}

/* Every pod of an indexed job has a number, also if the job is not about shards. */
static void find_kubernetes(struct variables *v, struct scheduled *out)
{
    if (variable_is_set(v, SHARDS))
        set_shard_number(v, number_in_variable(v, out->variable, 0) + 1,
                         number_in_variable(v, SHARDS, 0), out);
}

static void find_aws(struct variables *v, struct scheduled *out)
{
    uint64_t count = number_in_variable(v, "AWS_BATCH_JOB_ARRAY_SIZE", 0);
    if (count == 0)
        count = number_in_variable(v, SHARDS, 0);
    if (count > 0)
        set_shard_number(v, number_in_variable(v, out->variable, 0) + 1, count, out);
    else
        out->hint = "AWS_BATCH_JOB_ARRAY_INDEX is set, and nothing says how many shards there are, "
                    "so this is the whole: set TEQL_SHARDS, or say --shard I/N";
}

static const struct {
    const char *variable; /* set in its jobs */
    void (*find)(struct variables *v, struct scheduled *out);
} SCHEDULERS[] = {{"SLURM_ARRAY_TASK_ID", find_slurm},
                  {"JOB_COMPLETION_INDEX", find_kubernetes},
                  {"AWS_BATCH_JOB_ARRAY_INDEX", find_aws}};

enum status scheduler_ask(char *(*get)(const char *name), struct scheduled *out, struct err *e)
{
    struct variables v = {.get = get, .err = e};
    *out = (struct scheduled){.variable = NULL};
    for (size_t i = 0; i < COUNT_OF(SCHEDULERS) && !out->variable; i++)
        if (variable_is_set(&v, SCHEDULERS[i].variable)) {
            out->variable = SCHEDULERS[i].variable;
            SCHEDULERS[i].find(&v, out);
        }
    return v.status;
}
