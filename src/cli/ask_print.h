/* ask_print.h: what became of asking, for `teql ask` and `teql test`. */
#ifndef TEQL_CLI_ASK_PRINT_H
#define TEQL_CLI_ASK_PRINT_H

#include "asking/ask.h"

/* Tell it on standard output; `path` is where the answers are. */
void ask_print(const char *path, const struct ask_outcome *o);

/* The same for tokens alone, where any were counted; `indent` stands before them. */
void tokens_tell(const char *indent, const struct answer_tokens *t);

#endif
