/* help.c: `teql help`, and the pages that are made of the same tables: manual and completion.
 *
 * A topic is a command, "relations", a family of them, or one. */
#include "cli/help.h"

#include "cli/completion.h"
#include "cli/man_page.h"
#include "cli/relation_help.h"

#include <stddef.h>

struct help_args {
    struct operands topics;
    bool man, completion;
};

#define FIELD(name) offsetof(struct help_args, name)

static const struct option OPTIONS[] = {
    {"man", 0, OPTION_FLAG, FIELD(man), NULL, NULL, "print the manual page, for man"},
    {"completion", 0, OPTION_FLAG, FIELD(completion), NULL, NULL, "print the completion for bash"},
};

const struct option_list help_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(topics), true};

void help_print(FILE *out)
{
    fputs("teql tests text-to-SQL systems\n\nusage: teql COMMAND [OPTIONS]\n\n", out);
    for (const struct command *c = COMMANDS; c->name; c++)
        fprintf(out, "  %-10s %s\n", c->name, c->summary);
    fputs("\n'teql help COMMAND' lists the options of a command, 'teql --version' tells the "
          "version\n'teql help " RELATIONS_TOPIC
          "' lists the relations, 'teql help PI' describes one"
          "\n\nexit codes:\n",
          out);
    for (const struct exit_meaning *m = EXIT_MEANINGS; m->text; m++)
        fprintf(out, "  %-3d  %s\n", (int)m->code, m->text);
}

void help_print_command(const struct command *c)
{
    printf("teql %s: %s\n\nusage: teql %s %s\n\n", c->name, c->summary, c->name, c->usage);
    options_help(c->options);
}

static enum status unknown_topic(struct str topic, struct err *e)
{
    struct nearest near = nearest_to(topic);
    for (const struct command *c = COMMANDS; c->name; c++)
        nearest_offer(&near, str_from(c->name));
    relation_help_offer(&near);
    struct str meant = nearest_name(&near);
    return err_set(e, E_USAGE, "unknown command or relation '%.*s'%s%.*s%s", STR_ARG(topic),
                   meant.ptr ? "; did you mean '" : "", STR_ARG(meant), meant.ptr ? "'?" : "");
}

static enum status help_of(const char *topic, struct err *e)
{
    const struct command *c = command_find(topic);
    const struct relation *r = relation_help_find(str_from(topic));
    const char *family = relation_family(str_from(topic));
    if (c)
        help_print_command(c);
    else if (strcmp(topic, RELATIONS_TOPIC) == 0 || family)
        relation_help_list(stdout, family);
    else if (r)
        relation_help_print(stdout, r);
    else
        return unknown_topic(str_from(topic), e);
    return OK;
}

static void write_pages(const struct help_args *args)
{
    if (args->man)
        man_page_write(stdout);
    if (args->completion)
        completion_write(stdout);
    if (!args->man && !args->completion && args->topics.count == 0)
        help_print(stdout);
}

enum status help_run(int argc, char **argv, struct err *e)
{
    struct help_args args = {0};
    enum status status = options_parse(&help_options, argc, argv, &args, e);
    for (uint32_t i = 0; i < args.topics.count && status == OK; i++)
        status = help_of(args.topics.items[i], e);
    if (status == OK)
        write_pages(&args);
    return status;
}
