/* completion.h: what bash needs to complete commands, options and their values. */
#ifndef TEQL_CLI_COMPLETION_H
#define TEQL_CLI_COMPLETION_H

#include <stdio.h>

/* Write a script to be sourced: the tables of commands and options as shell functions, then
 * data/completion.bash, which knows how to use them. */
void completion_write(FILE *out);

#endif
