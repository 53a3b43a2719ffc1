/* asking.c: questions in, answers noted. */
#include "asking.h"

#include "base/json_writer.h"
#include "schema/schema_json.h"
#include "unit.h"

#include <errno.h>
#include <sys/wait.h>
#include <time.h>

static enum ask_next next(void *ctx, struct ask_request *out)
{
    struct asking *a = ctx;
    uint32_t repeats = a->repeats ? a->repeats : 1;
    a->calls++;
    if (a->next == a->count * repeats)
        return ASK_NO_MORE;
    bool later = a->one_by_one && a->next >= a->one_by_one;
    if (later && a->under_way > 0)
        return ASK_LATER;
    uint32_t number = a->next++;
    *out = (struct ask_request){
        .number = number,
        .repeat = number % repeats,
        .seed = number / repeats,
        .id = arena_printf(&a->arena, "q%u", number / repeats),
        .db_id = a->schema->db_id,
        .question = str_from(a->questions[number / repeats]),
        .evidence = str_from(a->evidence),
        .schema = a->schema,
        .schema_json = a->schema_json,
    };
    if (++a->under_way > a->most_under_way)
        a->most_under_way = a->under_way;
    if (later && a->under_way > a->most_later)
        a->most_later = a->under_way;
    return ASK_THIS;
}

static struct str copy(struct arena *a, struct str s)
{
    return s.ptr ? arena_str(a, s) : s;
}

static enum status done(void *ctx, const struct ask_request *r, const struct answer *reply,
                        struct err *e)
{
    struct asking *a = ctx;
    struct asked *asked = &a->asked[r->number];
    *asked = (struct asked){
        .sql = copy(&a->arena, reply->sql),
        .error = copy(&a->arena, reply->error),
        .done = true,
        .final = reply->final,
        .times = asked->times + 1,
        .attempts = reply->attempts,
        .ms = reply->ms,
        .prompt_tokens = reply->tokens.prompt,
        .completion_tokens = reply->tokens.completion,
    };
    a->under_way--;
    a->n_done++;
    if (a->on_done)
        a->on_done(a);
    if (a->n_done == a->fail_at)
        return err_set(e, E_IO, "no room for answers");
    return OK;
}

static enum status path(void *ctx, const struct ask_request *r, const char **out, struct err *e)
{
    (void)r;
    (void)e;
    const struct asking *a = ctx;
    struct timespec making = {a->path_ms / 1000, a->path_ms % 1000 * 1000000L};
    nanosleep(&making, NULL);
    *out = a->path;
    return OK;
}

static struct database *database(void *ctx, uint32_t worker, const struct ask_request *r)
{
    (void)worker;
    (void)r;
    return ((struct asking *)ctx)->database;
}

static void tick(void *ctx)
{
    ((struct asking *)ctx)->ticks++;
}

static void load_schema(struct asking *a)
{
    struct schema_set *set = ARENA_NEW(&a->arena, struct schema_set);
    struct buf text;
    text = (struct buf){0};
    struct json_writer w = json_writer_to(&text);
    assert_int_equal(
        schema_set_load(&a->arena, TEQL_SOURCE_DIR "/examples/shop/tables.json", set, &a->e), OK);
    schema_json(&w, &set->schemas[0]);
    a->schema = &set->schemas[0];
    a->schema_json = arena_str(&a->arena, buf_str(&text));
    buf_release(&text);
}

void asking_init(struct asking *a, const char *const *questions, uint32_t count)
{
    memset(a, 0, sizeof *a);
    a->questions = questions;
    a->count = count;
    a->source = (struct ask_source){
        .ctx = a, .next = next, .done = done, .path = path, .database = database, .tick = tick};
    load_schema(a);
}

void asking_release(struct asking *a)
{
    arena_release(&a->arena);
}

enum status asking_run(struct asking *a, const char *spec, const struct system_options *options)
{
    struct system *s;
    enum status status = system_open(spec, options, &s, &a->e);
    if (status)
        return status;
    status = system_run(s, &a->source, &a->e);
    if (status == OK)
        status = system_end(s, &a->e);
    system_free(s);
    return status;
}

int asking_children(void)
{
    siginfo_t info = {0};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD)
        return 0;
    return 1;
}
