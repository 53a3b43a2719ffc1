/* ask_settings.c: from settings of users to options of systems. */
#include "system/ask_settings.h"

#include "base/workers.h"

const struct ask_settings ask_settings_default = {
    .system = {.retries = SYSTEM_USUAL, .prompt_rows = SYSTEM_USUAL}};

bool named_model_given(const struct named_model *m)
{
    return m->address || m->model || m->key_env || server_options_given(&m->server);
}

enum status named_model_check(const struct named_model *m, bool more, const char *options,
                              struct err *e)
{
    if (!m->address && (more || named_model_given(m)))
        return err_set(e, E_USAGE, "no language model: name its server with %s", options);
    return OK;
}

uint32_t ask_workers(const struct ask_settings *s)
{
    return s->system.workers ? s->system.workers : workers_available();
}

static void set_unless_given(uint32_t *field, uint32_t usual)
{
    if (*field == 0)
        *field = usual;
}

struct system_options ask_system_options(const struct ask_settings *s, const atomic_int *stop)
{
    const struct system_options usual = system_options_default();
    struct system_options o = s->system;
    o.workers = ask_workers(s);
    set_unless_given(&o.in_flight, usual.in_flight);
    set_unless_given(&o.timeout_ms, usual.timeout_ms);
    set_unless_given(&o.concurrency, usual.concurrency);
    set_unless_given(&o.max_tokens, usual.max_tokens);
    set_unless_given(&o.backoff_ms, usual.backoff_ms);
    if (s->no_temperature)
        o.temperature = -1;
    if (o.watch)
        o.watch->max = o.max_requests;
    o.stop = stop;
    return o;
}
