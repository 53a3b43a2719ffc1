/* help.c: `teql help`, and the pages that are made of the same tables: manual and completion. */
#include "cli/help.h"

#include "cli/completion.h"
#include "cli/man_page.h"

#include <stddef.h>

struct help_args {
    struct operands commands;
    bool man, completion;
};

#define FIELD(name) offsetof(struct help_args, name)

static const struct option OPTIONS[] = {
    {"man", 0, OPTION_FLAG, FIELD(man), NULL, NULL, "print the manual page, for man"},
    {"completion", 0, OPTION_FLAG, FIELD(completion), NULL, NULL, "print the completion for bash"},
};

const struct option_list help_options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS, FIELD(commands),
                                         true};

void help_print(FILE *out)
{
    fputs("teql tests text-to-SQL systems\n\nusage: teql COMMAND [OPTIONS]\n\n", out);
    for (const struct command *c = COMMANDS; c->name; c++)
        fprintf(out, "  %-10s %s\n", c->name, c->summary);
    fputs("\n'teql help COMMAND' lists the options of a command, 'teql --version' tells the "
          "version\n\nexit codes:\n",
          out);
    for (const struct exit_meaning *m = EXIT_MEANINGS; m->text; m++)
        fprintf(out, "  %d  %s\n", (int)m->code, m->text);
}

void help_print_command(const struct command *c)
{
    printf("teql %s: %s\n\nusage: teql %s %s\n\n", c->name, c->summary, c->name, c->usage);
    options_help(c->options);
}

static enum status help_of(const char *name, struct err *e)
{
    const struct command *c = command_find(name);
    if (!c)
        return err_set(e, E_USAGE, "unknown command '%s'", name);
    help_print_command(c);
    return OK;
}

static void write_pages(const struct help_args *args)
{
    if (args->man)
        man_page_write(stdout);
    if (args->completion)
        completion_write(stdout);
    if (!args->man && !args->completion && args->commands.count == 0)
        help_print(stdout);
}

enum status help_run(int argc, char **argv, struct err *e)
{
    struct help_args args = {0};
    enum status status = options_parse(&help_options, argc, argv, &args, e);
    for (uint32_t i = 0; i < args.commands.count && status == OK; i++)
        status = help_of(args.commands.items[i], e);
    if (status == OK)
        write_pages(&args);
    return status;
}
