/* command.c: a program that reads and writes lines of JSON, as the system under test. */
#include "base/digest.h"
#include "base/file.h"
#include "base/path.h"
#include "system/command_line.h"
#include "system/kind.h"
#include "system/process_pool.h"

#include <stdlib.h>

enum { USUAL_RETRIES = 2, MAX_TASKS = 1 << 16, CONTENT_MAX_BYTES = 1 << 20 };

struct command_system {
    struct arena arena;
    struct command_line line;
    struct system_options options;
    struct process_pool *pool; /* NULL before the first run */
};

static enum status command_run(void *self, const struct ask_source *source, struct err *e)
{
    struct command_system *c = self;
    if (!c->pool)
        c->pool = process_pool_new(&c->line, &c->options);
    return process_pool_run(c->pool, source, e);
}

static enum status command_end(void *self, struct err *e)
{
    struct command_system *c = self;
    return c->pool ? process_pool_end(c->pool, e) : OK;
}

static void command_free(void *self)
{
    struct command_system *c = self;
    if (c->pool)
        process_pool_free(c->pool);
    arena_release(&c->arena);
    free(c);
}

static enum status command_open(const char *spec, const char *rest,
                                const struct system_options *options, void **out, struct err *e)
{
    (void)spec;
    if (options->workers > MAX_TASKS / options->in_flight)
        return err_set(e, E_USAGE, "more than %d requests at a time", MAX_TASKS);
    struct command_system *c = mem_alloc(sizeof *c);
    *c = (struct command_system){.options = *options};
    if (c->options.retries == SYSTEM_USUAL)
        c->options.retries = USUAL_RETRIES;
    enum status status = command_line_read(&c->line, &c->arena, str_from(rest), e);
    if (status)
        command_free(c);
    else
        *out = c;
    return status;
}

/* A program that was edited is another program, one that was only copied is not: its content
 * counts. Large files, which are models rather than programs, are known by their size and time. */
static void describe_file(struct json_writer *w, const char *path)
{
    struct path_info info;
    struct arena a = {0};
    struct str text;
    struct err e;
    char hex[DIGEST_HEX + 1];
    if (path_look(path, &info, &e) != OK || info.kind != PATH_FILE)
        return;
    json_array_open(w);
    json_put_str(w, str_from(path));
    json_put_int(w, (int64_t)info.size);
    if (info.size <= CONTENT_MAX_BYTES && file_read(&a, path, CONTENT_MAX_BYTES, &text, &e) == OK) {
        digest_hex(digest_of(text), hex);
        json_put_str(w, str_from(hex));
    } else {
        json_put_int(w, (int64_t)info.written.tv_sec);
        json_put_int(w, (int64_t)info.written.tv_nsec);
    }
    json_array_close(w);
    arena_release(&a);
}

static void command_describe(const void *self, struct json_writer *w)
{
    const struct command_system *c = self;
    json_key_array(w, "command");
    for (uint32_t i = 0; i < c->line.count; i++)
        json_put_str(w, str_from(c->line.words[i]));
    json_array_close(w);
    json_key_array(w, "files");
    describe_file(w, c->line.program);
    for (uint32_t i = 1; i < c->line.count; i++)
        describe_file(w, c->line.words[i]);
    json_array_close(w);
}

const struct system_kind COMMAND_KIND = {
    .prefix = "command:",
    .costly = true,
    .open = command_open,
    .free = command_free,
    .run = command_run,
    .end = command_end,
    .describe = command_describe,
};
