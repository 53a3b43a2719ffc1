/* teql.c: find the command, run it, say what went wrong. */
#include "cli/command.h"

#include "base/nearest.h"
#include "cli/help.h"
#include "cli/listen.h"
#include "engine/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

static enum exit_code exit_code_of(enum status status)
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
    case E_PAUSED:
        return EXIT_PAUSED;
    case E_HOST:
    case E_INTERRUPTED:
        break;
    }
    return EXIT_INTERNAL;
}

/* write(2) needs no memory, and nothing half-written is in place. */
static void end_without_memory(void)
{
    static const char TEXT[] = "teql: out of memory\n";
    (void)!write(STDERR_FILENO, TEXT, sizeof TEXT - 1);
    _Exit(EXIT_INTERNAL);
}

const struct command *command_find(const char *name)
{
    const struct command *c = COMMANDS;
    while (c->name && strcmp(c->name, name) != 0)
        c++;
    return c->name ? c : NULL;
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

enum status flush_output(struct err *e)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return OK;
    return err_set(e, E_IO, "cannot write standard output");
}

/* Report what went wrong, if anything; the exit code. */
static int finish_command(enum status status, struct err *e)
{
    if (status == OK)
        status = flush_output(e);
    if (status) {
        (void)fflush(stdout); /* what was done comes before what failed */
        char text[600];
        err_format(e, text, sizeof text);
        fprintf(stderr, "teql: %s\n", text);
        if (e->shown[0])
            fprintf(stderr, "%s\n", e->shown);
    }
    return (int)exit_code_of(status);
}

static int run_command(const struct command *c, int argc, char **argv)
{
    struct err e;
    enum status status = OK;
    int at = 1;
    while (at < argc && !is_help(argv[at]))
        at++;
    if (at < argc)
        help_print_command(c);
    else
        status = c->run(argc, argv, &e);
    int code = finish_command(status, &e);
    if (status == E_USAGE)
        fprintf(stderr, "try 'teql %s --help'\n", c->name);
    if (status == E_INTERRUPTED)
        interrupt_end();
    return code;
}

static int print_version(void)
{
    struct err e;
    puts("teql " TEQL_VERSION);
    return finish_command(OK, &e);
}

static int report_unknown_command(const char *name)
{
    struct nearest near = nearest_to(str_from(name));
    for (const struct command *c = COMMANDS; c->name; c++)
        nearest_offer(&near, str_from(c->name));
    struct str meant = nearest_name(&near);
    static const char *const VERSION[] = {"version", "-V", "-v", "-version"};
    for (size_t i = 0; i < COUNT_OF(VERSION); i++)
        if (strcmp(name, VERSION[i]) == 0)
            meant = STR("--version");
    fprintf(stderr, "teql: unknown command '%s'", name);
    if (meant.ptr)
        fprintf(stderr, "; did you mean '%.*s'?", STR_ARG(meant));
    fputs("\ntry 'teql --help'\n", stderr);
    return EXIT_USAGE;
}

/* A file that is opened as number 0, 1 or 2 would receive what is meant for the terminal. So these
 * numbers are taken before, by files that cannot be used: output that goes nowhere is a failure. */
static void fill_standard_files(void)
{
    static const int WRONG_WAY[] = {
        [STDIN_FILENO] = O_WRONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", WRONG_WAY[fd]);
}

/* A file that grows past the user's limit is a write that fails, not a sudden end. */
static void ignore_file_limit(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGXFSZ, &ignore, NULL);
}

/* A part of a mapped file (base/mapped_file.h) that is read is no longer there. Any other cause
 * comes again at once, and then ends the process as usual. */
static void report_lost_file(int number, siginfo_t *cause, void *context)
{
    static const char TEXT[] =
        "teql: a file was made shorter while it was read, or its disk failed\n";
    (void)number;
    (void)context;
    if (cause->si_code != BUS_ADRERR)
        return;
    (void)!write(STDERR_FILENO, TEXT, sizeof TEXT - 1);
    _Exit(EXIT_INTERNAL);
}

static void watch_mapped_files(void)
{
    struct sigaction action = {.sa_sigaction = report_lost_file,
                               .sa_flags = SA_SIGINFO | (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

int teql_main(int argc, char **argv)
{
    fill_standard_files();
    ignore_file_limit();
    watch_mapped_files();
    mem_on_exhausted(end_without_memory);
    engine_init(ENGINE_HEAP_PER_THREAD);
    if (argc < 2) {
        help_print(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0)
        return print_version();
    const struct command *c = command_find(is_help(argv[1]) ? "help" : argv[1]);
    return c ? run_command(c, argc - 1, argv + 1) : report_unknown_command(argv[1]);
}
