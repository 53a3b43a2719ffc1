/* ask.c: `teql ask`, a system's answers to the questions of a suite. */
#include "asking/ask.h"

#include "base/file.h"
#include "base/path.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"

#include <stddef.h>
#include <stdio.h>

struct ask_args {
    const char *suite, *system, *out;
    struct ask_settings settings;
};

#define FIELD(name)   offsetof(struct ask_args, name)
#define SETTING(name) FIELD(settings.name)

static const struct option OPTIONS[] = {
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL, "the suite folder"},
    {"system", 0, OPTION_SYSTEM, FIELD(system), "SPEC", NULL,
     "command:PROGRAM ARGS…, http(s)://host/v1, replay:FILE or builtin:NAME"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "the predictions, as JSON lines"},
    {"shard", 0, OPTION_SHARD, FIELD(settings.system.shard), "I/N", NULL,
     "only the I-th of N parts; teql merge joins them (default: as Slurm and others say)"},
#include "cli/ask_options.def"
};

const struct option_list ask_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* A command's standard error goes into a file beside the predictions, unless one was named. If
 * these go into a pipe or a device, there is no such file. A link is not followed there. */
static enum status find_ask_log(struct ask_args *a, struct arena *arena, struct err *e)
{
    struct path_info out;
    TRY(path_look(a->out, &out, e));
    if (a->settings.system.log || out.kind == PATH_OTHER)
        return OK;
    a->settings.system.log = arena_printf(arena, "%s.log", a->out).ptr;
    return file_expect_no_link(a->settings.system.log, e);
}

static enum status plan_asking(const struct ask_job *job, const struct listener *listener,
                               struct err *e)
{
    struct ask_plan plan;
    TRY(ask_plan(job, listener, &plan, e));
    plan_print(&plan);
    return OK;
}

/* Write what was answered, also if asking ended with the failure `asked`. */
static enum status write_answers(struct asking *asking, const char *out, enum status asked,
                                 struct err *e)
{
    struct err writing;
    enum status written = asking_write(asking, out, &writing);
    if (written == OK)
        ask_print(out, asking_outcome(asking));
    else if (asked == OK)
        *e = writing;
    asking_free(asking);
    return asked ? asked : written;
}

static enum status ask_files(struct ask_args *a, struct suite_survey *files, const char *cache,
                             struct err *e)
{
    struct part part;
    struct ask_settings *settings = &a->settings;
    const struct ask_job job = {.suite = &files->reader.head,
                                .files = files,
                                .part = &part,
                                .system = a->system,
                                .settings = settings,
                                .cache = cache};
    struct listener listener = listen_and_ask(settings->quiet, settings->yes);
    struct asking *asking;
    interrupt_watch();
    TRY(suite_survey_take_shard(files, settings->system.shard, settings->db, &part, e));
    TRY(data_check_suite(files, settings->db, &listener, e));
    settings->system.shard = part.shard;
    if (settings->dry_run)
        return plan_asking(&job, &listener, e);
    enum status status = ask_suite(&job, &listener, &asking, e);
    return asking ? write_answers(asking, a->out, status, e) : status;
}

/* Words are needed only to make names. */
static enum status check_ask_words(const struct ask_settings *s, struct err *e)
{
    if ((s->vectors || named_model_given(&s->synonyms)) && !defence_is_automatic(s))
        return err_set(e, E_USAGE, "--vectors and --synonyms are for --defence auto here");
    return OK;
}

static enum status ask_suite_at(struct ask_args *a, struct arena *arena, struct err *e)
{
    struct suite_survey files;
    const char *cache;
    TRY(model_cache_beside(&a->settings, a->out, arena, &cache, e));
    TRY(find_ask_log(a, arena, e));
    TRY(suite_survey_open(&files, a->suite, NULL, NULL, e));
    enum status status = ask_files(a, &files, cache, e);
    suite_survey_close(&files);
    return status;
}

enum status ask_run(int argc, char **argv, struct err *e)
{
    struct ask_args args = {.settings = ask_settings_default};
    struct request_watch watch = {0};
    struct arena arena = {0};
    args.settings.system.watch = &watch;
    TRY(options_parse(&ask_options, argc, argv, &args, e));
    if (!args.suite || !args.system || !args.out)
        return err_set(e, E_USAGE, "--suite, --system and --out are needed");
    TRY(check_ask_words(&args.settings, e));
    enum status status = ask_suite_at(&args, &arena, e);
    arena_release(&arena);
    return status;
}
