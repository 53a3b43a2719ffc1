/* review_terminal.h: a review on a terminal. */
#ifndef TEQL_CLI_REVIEW_TERMINAL_H
#define TEQL_CLI_REVIEW_TERMINAL_H

#include "review/session.h"

/* Show the cases on standard output, and do what the keys of standard input say, until the reviewer
 * quits. E_INTERRUPTED where a signal ends it (interrupt.h), E_IO where the terminal is gone or
 * cannot be drawn on. Whatever ends it, the terminal is as it was. */
MUST_USE enum status review_on_terminal(struct review_session *s, struct err *e);

#endif
