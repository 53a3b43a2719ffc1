/* replay.c: answers of a file, as the system under test.
 *
 * JSON lines {"id","sql","error","repeat"} are found by id and repeat, in any order; of several the
 * last counts. Any other file is one SQL per line, up to the first tab, in the order of the
 * requests. It must have as many lines as there are requests: otherwise they would go to the wrong
 * requests. */
#include "base/file.h"
#include "base/path.h"
#include "record/prediction_form.h"
#include "system/kind.h"
#include "system/line_map.h"
#include "system/reply_json.h"

#include <stdlib.h>

struct replay {
    const char *path;
    struct system_options options;
    bool json;
};

struct replay_run {
    const struct replay *replay;
    const struct ask_source *source;
    struct line_reader lines;
    struct line_map map; /* of JSON lines */
    struct arena scratch;
    uint32_t asked;
};

static struct digest replay_key(struct str id, uint32_t repeat)
{
    struct digester d;
    digest_begin(&d);
    digest_add(&d, id);
    digest_add(&d, (struct str){(const char *)&repeat, sizeof repeat});
    return digest_end(&d);
}

/* Returns what is wrong with the line, or NULL. */
static const char *read_prediction(struct arena *a, struct str line, struct answer *out)
{
    struct json_value object;
    bool whole = reply_json_read(line, a, &object);
    struct json_reader json = json_reader_of(a, object.raw);
    *out = (struct answer){.final = true, .attempts = 1};
    const char *bad = record_get(&json, &ANSWER_RECORD, out);
    if (!whole)
        return "prediction is not JSON";
    if (!out->id.ptr)
        return "prediction without 'id'";
    return bad ? arena_printf(a, "'%s' has a value it cannot have", bad).ptr : NULL;
}

static enum status map_prediction(struct replay_run *r, struct str line, uint64_t at, struct err *e)
{
    struct answer answer;
    if (str_trim(line).len == 0)
        return OK;
    const char *problem = read_prediction(&r->scratch, line, &answer);
    if (problem) {
        err_at(e, E_SYNTAX, r->lines.line, 0, "%s", problem);
        return err_in_file(e, r->replay->path);
    }
    line_map_put(&r->map, replay_key(answer.id, answer.repeat),
                 (struct line_place){at, (uint32_t)line.len});
    return OK;
}

static enum status map_predictions(struct replay_run *r, struct err *e)
{
    struct str line;
    for (;;) {
        TRY(line_reader_next(&r->lines, &line, e));
        if (!line.ptr)
            return OK;
        TRY(map_prediction(r, line, r->lines.place, e));
        arena_clear(&r->scratch);
    }
}

static enum status answer_from_json(struct replay_run *r, const struct ask_request *request,
                                    struct answer *reply, struct err *e)
{
    struct line_place place = line_map_get(&r->map, replay_key(request->id, request->repeat));
    if (!place.len) {
        reply->error = STR("no prediction");
        return OK;
    }
    struct str line;
    TRY(line_map_read(r->lines.fd, r->replay->path, place, &r->scratch, &line, e));
    (void)read_prediction(&r->scratch, line, reply); /* map_prediction has checked it */
    if (reply->error.ptr)
        reply->sql = STR_NONE;
    else if (!reply->sql.ptr)
        reply->error = STR("no SQL in the prediction");
    return OK;
}

static enum status answer_from_line(struct replay_run *r, struct answer *reply, struct err *e)
{
    struct str line;
    TRY(line_reader_next(&r->lines, &line, e));
    if (!line.ptr) {
        err_set(e, E_INPUT, "%u lines for more requests than that", r->asked);
        return err_in_file(e, r->replay->path);
    }
    reply->sql = str_trim(str_slice(line, 0, str_find(line, STR("\t"), 0)));
    if (reply->sql.len == 0)
        *reply = (struct answer){.error = STR("empty prediction"), .final = true};
    return OK;
}

/* If lines are left, lines and requests do not belong together. */
static enum status check_rest(struct replay_run *r, struct err *e)
{
    struct str line;
    do {
        TRY(line_reader_next(&r->lines, &line, e));
        if (!line.ptr)
            return OK;
    } while (str_trim(line).len == 0);
    err_set(e, E_INPUT, "more lines than the %u requests", r->asked);
    return err_in_file(e, r->replay->path);
}

static enum status answer_all(struct replay_run *r, struct err *e)
{
    const struct ask_source *source = r->source;
    struct ask_request request;
    while (source->next(source->ctx, &request) == ASK_THIS) { /* none is under way */
        struct answer reply = {.final = true, .attempts = 1};
        TRY(r->replay->json ? answer_from_json(r, &request, &reply, e)
                            : answer_from_line(r, &reply, e));
        TRY(system_hand_in(source, &request, reply, e));
        arena_clear(&r->scratch);
        if (system_stopped(&r->replay->options))
            return err_set(e, E_SYSTEM, "interrupted");
        if (++r->asked % 4096 == 0 && source->tick)
            source->tick(source->ctx);
    }
    return r->replay->json ? OK : check_rest(r, e);
}

static enum status replay_run(void *self, const struct ask_source *source, struct err *e)
{
    const struct replay *replay = self;
    struct replay_run r = {.replay = replay, .source = source};
    TRY(line_reader_open(&r.lines, replay->path, e));
    enum status status = replay->json ? map_predictions(&r, e) : OK;
    if (status == OK)
        status = answer_all(&r, e);
    line_reader_close(&r.lines);
    line_map_release(&r.map);
    arena_release(&r.scratch);
    return status;
}

/* Does the first line that is not blank begin an object? An object with all predictions, over many
 * lines, is refused. */
static enum status find_format(struct replay *r, struct err *e)
{
    struct line_reader lines;
    struct prediction_form form = {0};
    struct str line;
    enum status status;
    TRY(line_reader_open(&lines, r->path, e));
    do {
        bool first = form.n_lines == 0;
        status = line_reader_next(&lines, &line, e);
        if (status == OK && line.ptr)
            status = prediction_form_look(&form, line, lines.line, e);
        if (status == OK && first && form.n_lines > 0)
            r->json = str_trim(line).ptr[0] == '{';
    } while (status == OK && line.ptr && form.n_lines < 2);
    line_reader_close(&lines);
    if (status && form.n_lines > 0)
        err_in_file(e, r->path);
    return status;
}

static enum status replay_open(const char *spec, const char *rest,
                               const struct system_options *options, void **out, struct err *e)
{
    (void)spec;
    struct path_info file;
    TRY(path_look(rest, &file, e));
    if (file.kind != PATH_FILE)
        return err_set(e, E_USAGE, "no file '%s' to replay", rest);
    struct replay *r = mem_alloc(sizeof *r);
    *r = (struct replay){.path = rest, .options = *options};
    enum status status = find_format(r, e);
    if (status)
        free(r);
    else
        *out = r;
    return status;
}

static void replay_describe(const void *self, struct json_writer *w)
{
    const struct replay *r = self;
    json_key_str(w, "replay", str_from(r->path));
}

const struct system_kind REPLAY_KIND = {
    .prefix = "replay:",
    .open = replay_open,
    .free = free,
    .run = replay_run,
    .describe = replay_describe,
};
