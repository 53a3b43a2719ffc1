/* help.h: what the program says of itself. */
#ifndef TEQL_CLI_HELP_H
#define TEQL_CLI_HELP_H

#include "cli/command.h"

#include <stdio.h>

/* The commands and the exit codes. */
void help_print(FILE *out);

/* The usage and the options of one command, on standard output. */
void help_print_command(const struct command *c);

#endif
