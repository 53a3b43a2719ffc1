/* review_terminal.h: a review on a terminal. */
#ifndef TEQL_CLI_REVIEW_TERMINAL_H
#define TEQL_CLI_REVIEW_TERMINAL_H

#include "review/session.h"

/* Show the cases on standard output, and do what the keys of standard input say, until the user
 * quits. E_INTERRUPTED if a signal ends it (listen.h), E_IO if the terminal is gone or cannot be
 * drawn on. However it ends, the terminal is then as it was. */
MUST_USE enum status review_on_terminal(struct review_session *s, struct err *e);

#endif
