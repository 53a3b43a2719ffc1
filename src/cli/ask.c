/* ask.c: `teql ask`, a system's answers to the questions of a suite. */
#include "cli/ask.h"

#include "cli/command.h"
#include "cli/interrupt.h"

#include <stddef.h>
#include <stdio.h>

struct ask_args {
    const char *suite, *system, *out;
    struct ask_settings settings;
};

#define FIELD(name) offsetof(struct ask_args, name)

static const struct option OPTIONS[] = {
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL, "the suite folder"},
    {"system", 0, OPTION_TEXT, FIELD(system), "SPEC", NULL,
     "command:PROGRAM ARGS…, http(s)://host/v1, replay:FILE or builtin:NAME"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "the predictions, as JSON lines"},
#define SETTING(name) (FIELD(settings) + offsetof(struct ask_settings, name))
#include "cli/ask_options.def"
#undef SETTING
};

const struct option_list ask_options = {.items = OPTIONS,
                                        .count = sizeof OPTIONS / sizeof *OPTIONS};

void ask_tell(const struct ask_outcome *o)
{
    printf("%llu asked, %llu known, %llu without SQL\n", (unsigned long long)o->asked,
           (unsigned long long)o->known, (unsigned long long)o->errors);
    if (o->asked && o->ms > 0)
        printf("          %.1f ms a question\n", o->ms / (double)o->asked);
    if (o->prompt_tokens || o->completion_tokens)
        printf("          %llu tokens in prompts, %llu in replies\n",
               (unsigned long long)o->prompt_tokens, (unsigned long long)o->completion_tokens);
}

enum status ask_run(int argc, char **argv, struct err *e)
{
    struct ask_args args = {.settings = ask_settings_default};
    struct suite suite;
    enum status status = options_parse(&ask_options, argc, argv, &args, e);
    if (status == OK && (!args.suite || !args.system || !args.out))
        status = err_set(e, E_USAGE, "--suite, --system and --out are needed");
    if (status == OK)
        status = suite_open(&suite, args.suite, e);
    if (status)
        return status;
    interrupt_watch();
    struct ask_outcome outcome;
    const struct ask_job job = {
        .suite = &suite, .system = args.system, .out = args.out, .settings = &args.settings};
    status = ask_suite(&job, &outcome, e);
    if (status == OK) {
        printf("answers   %s: ", args.out);
        ask_tell(&outcome);
    }
    suite_close(&suite);
    return status;
}
