/* teql.c: find the command, run it, say what went wrong. */
#include "cli/command.h"

#include "cli/help.h"
#include "cli/interrupt.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const struct command COMMANDS[] = {
#define COMMAND(id, name, summary, usage) {name, summary, usage, &id##_options, id##_run},
#include "cli/command.def"
#undef COMMAND
    {NULL, NULL, NULL, NULL, NULL},
};

const struct exit_meaning EXIT_MEANINGS[] = {
#define EXIT_CODE(id, number, meaning) {EXIT_##id, meaning},
#include "cli/exit_code.def"
#undef EXIT_CODE
    {EXIT_FINE, NULL},
};

static int exit_code(enum status status)
{
    switch (status) {
    case OK:
        return EXIT_FINE;
    case E_USAGE:
        return EXIT_USAGE;
    case E_SYNTAX:
    case E_SCHEMA:
    case E_INPUT:
    case E_LIMIT:
    case E_IO:
        return EXIT_BAD_INPUT;
    case E_DB:
    case E_SYSTEM:
        return EXIT_DATABASE;
    case E_THRESHOLD:
        return EXIT_THRESHOLD;
    case E_INTERRUPTED:
        break;
    }
    return EXIT_INTERNAL;
}

/* Memory has run out: write(2) needs none, and nothing half-written is in place. */
static void out_of_memory(void)
{
    static const char TEXT[] = "teql: out of memory\n";
    (void)!write(STDERR_FILENO, TEXT, sizeof TEXT - 1);
    _Exit(EXIT_INTERNAL);
}

const struct command *command_find(const char *name)
{
    for (const struct command *c = COMMANDS; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static bool asks_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

enum status flush_output(struct err *e)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return OK;
    return err_set(e, E_IO, "cannot write standard output");
}

static int run_command(const struct command *c, int argc, char **argv)
{
    struct err e;
    enum status status = OK;
    if (asks_help(argc, argv))
        help_print_command(c);
    else
        status = c->run(argc, argv, &e);
    if (status == OK)
        status = flush_output(&e);
    if (status) {
        fflush(stdout); /* what was done comes before what failed */
        char text[600];
        err_format(&e, text, sizeof text);
        fprintf(stderr, "teql: %s\n", text);
        if (status == E_USAGE)
            fprintf(stderr, "try 'teql %s --help'\n", c->name);
    }
    if (status == E_INTERRUPTED)
        interrupt_end();
    return exit_code(status);
}

static int unknown_command(const char *name)
{
    fprintf(stderr, "teql: unknown command '%s'\ntry 'teql --help'\n", name);
    return EXIT_USAGE;
}

/* A file that is opened as number 0, 1 or 2 would receive what is meant for the terminal. */
static void fill_standard_files(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}

/* 'teql --help' is 'teql help'. */
static const char *command_name(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ? "help" : word;
}

int teql_main(int argc, char **argv)
{
    fill_standard_files();
    mem_on_exhausted(out_of_memory);
    if (argc < 2) {
        help_print(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("teql " TEQL_VERSION);
        return EXIT_FINE;
    }
    const struct command *c = command_find(command_name(argv[1]));
    return c ? run_command(c, argc - 1, argv + 1) : unknown_command(argv[1]);
}
