/* help.h: what the program says of itself: help, the manual page, and completion. */
#ifndef TEQL_CLI_HELP_H
#define TEQL_CLI_HELP_H

#include "cli/command.h"

#include <stdio.h>

/* The word that 'teql help' takes for all relations. */
#define RELATIONS_TOPIC "relations"

/* The word that it takes for the lists of words, alone or before a word. */
#define WORDS_TOPIC "words"

/* What the lists of words are. */
void help_explain_words(void);

/* What is known of a word or phrase, and from where. `lists` and `wordnet` are folders, or NULL. */
MUST_USE enum status help_explain_word(struct str word, const char *lists, const char *wordnet,
                                       struct err *e);

/* The commands and the exit codes. */
void help_print(FILE *out);

/* The usage and the options of one command, on standard output. */
void help_print_command(const struct command *c);

/* A text that is part of the program; the name must be one of src/CMakeLists.txt. */
struct str help_text(const char *name);

/* The manual page, for section 1, with the macros of man(7). Commands, options and exit codes come
 * from the tables that --help shows; the rest is docs/man.txt. */
void man_page_write(FILE *out);

/* Write `text` so that roff shows it as it is: no line of it is a request, and nothing in it an
 * escape. It may hold newlines. The output is ASCII: other characters are written by code point.
 * Must start at the beginning of a line or after text. */
void roff_text(FILE *out, struct str text);

/* A script that bash sources to complete commands, options and their values: the tables of the
 * program as shell functions, then data/completion.bash, which uses them. */
void completion_write(FILE *out);

#endif
