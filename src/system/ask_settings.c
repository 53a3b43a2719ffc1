/* ask_settings.c: from settings of users to options of systems. */
#include "system/ask_settings.h"

#include "base/workers.h"

const struct ask_settings ask_settings_default = {.retries = SYSTEM_USUAL,
                                                  .prompt_rows = SYSTEM_USUAL};

uint32_t ask_workers(const struct ask_settings *s)
{
    return s->workers ? s->workers : workers_available();
}

struct system_options ask_system_options(const struct ask_settings *s, const atomic_int *stop)
{
    struct system_options o = system_options_default();
    o.workers = ask_workers(s);
    o.in_flight = s->in_flight ? s->in_flight : o.in_flight;
    o.timeout_ms = s->timeout_ms ? s->timeout_ms : o.timeout_ms;
    o.retries = s->retries;
    o.log = s->log;
    o.concurrency = s->concurrency ? s->concurrency : o.concurrency;
    o.rate = s->rate;
    o.shard = s->shard;
    o.model = s->model;
    o.key_env = s->key_env;
    o.server = s->server;
    o.ca_file = s->ca_file;
    o.connect = s->connect;
    o.template_path = s->prompt;
    o.prompt_rows = s->prompt_rows;
    o.watch = s->watch;
    if (s->watch)
        s->watch->max = s->max_requests;
    o.temperature = s->no_temperature ? -1 : s->temperature;
    o.max_tokens = s->max_tokens ? s->max_tokens : o.max_tokens;
    o.has_seed = s->sampling_seed > 0;
    o.seed = s->sampling_seed;
    o.stop = stop;
    return o;
}
