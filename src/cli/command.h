/* command.h: the commands of the program. */
#ifndef TEQL_CLI_COMMAND_H
#define TEQL_CLI_COMMAND_H

#include "base/version.h"
#include "cli/option.h"

/* Exit codes, as documented for users. */
enum exit_code {
#define EXIT_CODE(id, number, meaning) EXIT_##id = (number),
#include "cli/exit_code.def"
#undef EXIT_CODE
};

struct exit_meaning {
    enum exit_code code;
    const char *text;
};

/* All of them, ended by one whose text is NULL. */
extern const struct exit_meaning EXIT_MEANINGS[];

struct command {
    const char *name, *summary, *usage;
    const struct option_list *options;
    /* argv[0] is the name of the command. What the user asked for goes to standard output. */
    enum status (*run)(int argc, char **argv, struct err *e);
};

#define COMMAND(id, name, summary, usage)                                                          \
    extern const struct option_list id##_options;                                                  \
    enum status id##_run(int argc, char **argv, struct err *e);
#include "cli/command.def"
#undef COMMAND

/* All commands, ended by one whose name is NULL. */
extern const struct command COMMANDS[];

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);

/* Output that could not be written is a failure, even if all else went well. */
MUST_USE enum status flush_output(struct err *e);

/* The whole program. Returns its exit code. */
int teql_main(int argc, char **argv);

#endif
