/* ask.c: `teql ask`, a system's answers to the questions of a suite. */
#include "asking/ask.h"

#include "base/file.h"
#include "base/path.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "cli/missing.h"
#include "cli/plan_print.h"

#include <stddef.h>
#include <stdio.h>

struct ask_args {
    const char *suite, *system, *out;
    struct ask_settings settings;
};

#define FIELD(name) offsetof(struct ask_args, name)

static const struct option OPTIONS[] = {
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL, "the suite folder"},
    {"system", 0, OPTION_SYSTEM, FIELD(system), "SPEC", NULL,
     "command:PROGRAM ARGS…, http(s)://host/v1, replay:FILE or builtin:NAME"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "the predictions, as JSON lines"},
    {"shard", 0, OPTION_SHARD, FIELD(settings.system.shard), "I/N", NULL,
     "only the I-th of N parts; teql merge joins them (default: as Slurm and others say)"},
#define SETTING(name) (FIELD(settings) + offsetof(struct ask_settings, name))
#include "cli/ask_options.def"
#undef SETTING
};

const struct option_list ask_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

void tokens_tell(const char *indent, const struct answer_tokens *t)
{
    if (t->prompt || t->completion)
        printf("%s%llu tokens in prompts, %llu in replies", indent, (unsigned long long)t->prompt,
               (unsigned long long)t->completion);
    if (t->reasoning)
        printf(", %llu of these to reason", (unsigned long long)t->reasoning);
    if (t->prompt || t->completion)
        putchar('\n');
}

void ask_print(const char *path, const struct ask_outcome *o)
{
    printf("answers   %s: %llu asked, %llu known, %llu without SQL\n", path,
           (unsigned long long)o->asked, (unsigned long long)o->known,
           (unsigned long long)o->errors);
    if (o->cut_off)
        printf("          %llu from replies that were cut off; their first whole query is used\n",
               (unsigned long long)o->cut_off);
    if (o->cut_short)
        printf("          %llu replies were cut off before they had a whole query: give the model "
               "more "
               "room with --max-tokens\n",
               (unsigned long long)o->cut_short);
    if (o->missing)
        printf("          %llu not asked, since %s\n", (unsigned long long)o->missing,
               o->paused ? "--max-requests was reached" : "the system failed");
    if (o->asked && o->ms > 0)
        printf("          %.1f ms a question\n", o->ms / (double)o->asked);
    tokens_tell("          ", &o->tokens);
}

/* Where answers are kept: beside the predictions, unless a file was named; NULL for nowhere. A link
 * in the place of our own choice is not followed. */
static enum status find_cache(const struct ask_args *a, struct arena *arena, const char **out,
                              struct err *e)
{
    *out = a->settings.no_cache ? NULL : a->settings.cache;
    if (a->settings.no_cache || *out)
        return OK;
    *out = arena_printf(arena, "%s.cache", a->out).ptr;
    return file_expect_no_link(*out, e);
}

/* Where a command's standard error goes: beside the predictions too, unless a file was named. There
 * is no beside where these go into a pipe or a device. */
static enum status find_log(struct ask_args *a, struct arena *arena, struct err *e)
{
    struct path_info out;
    enum status status = path_look(a->out, &out, e);
    if (status || a->settings.system.log || out.kind == PATH_OTHER)
        return status;
    a->settings.system.log = arena_printf(arena, "%s.log", a->out).ptr;
    return file_expect_no_link(a->settings.system.log, e);
}

static enum status plan(const struct ask_job *job, const struct listener *listener, struct err *e)
{
    struct ask_plan plan;
    enum status status = ask_plan(job, listener, &plan, e);
    if (status == OK)
        plan_print(&plan);
    return status;
}

static enum status ask(struct ask_args *a, struct suite_survey *files, const char *cache,
                       struct err *e)
{
    struct part part;
    const struct ask_job job = {.suite = &files->reader.head,
                                .files = files,
                                .part = &part,
                                .system = a->system,
                                .settings = &a->settings,
                                .cache = cache};
    struct listener listener = listen_and_ask(a->settings.quiet, a->settings.yes);
    struct asking *asking;
    interrupt_watch();
    enum status status =
        suite_survey_take_shard(files, a->settings.system.shard, a->settings.db, &part, e);
    if (status == OK)
        status = missing_tell_suite(files, a->settings.db, &listener, e);
    if (status)
        return status;
    a->settings.system.shard = part.shard;
    if (a->settings.dry_run)
        return plan(&job, &listener, e);
    status = ask_suite(&job, &listener, &asking, e);
    if (!asking)
        return status;
    struct err writing;
    enum status written = asking_write(asking, a->out, &writing);
    if (written == OK)
        ask_print(a->out, asking_outcome(asking));
    else if (status == OK)
        *e = writing;
    asking_free(asking);
    return status ? status : written;
}

/* Nothing but names that are made needs words. */
static enum status check_words(const struct ask_settings *s, struct err *e)
{
    bool named = s->vectors || s->synonyms || s->synonyms_model || s->synonyms_key_env ||
                 server_options_given(&s->synonyms_server);
    if (named && !defence_is_automatic(s))
        return err_set(e, E_USAGE, "--vectors and --synonyms are for --defence auto here");
    return OK;
}

enum status ask_run(int argc, char **argv, struct err *e)
{
    struct ask_args args = {.settings = ask_settings_default};
    struct request_watch watch = {0};
    struct arena arena = {0};
    struct suite_survey files;
    const char *cache;
    args.settings.system.watch = &watch;
    enum status status = options_parse(&ask_options, argc, argv, &args, e);
    if (status == OK && (!args.suite || !args.system || !args.out))
        status = err_set(e, E_USAGE, "--suite, --system and --out are needed");
    if (status == OK)
        status = check_words(&args.settings, e);
    if (status == OK)
        status = find_cache(&args, &arena, &cache, e);
    if (status == OK)
        status = find_log(&args, &arena, e);
    if (status == OK)
        status = suite_survey_open(&files, args.suite, NULL, NULL, e);
    if (status == OK) {
        status = ask(&args, &files, cache, e);
        suite_survey_close(&files);
    }
    arena_release(&arena);
    return status;
}
