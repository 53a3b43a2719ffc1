/* interrupt.h: being told to stop, and stopping in good order.
 *
 * The first SIGINT, SIGTERM or SIGHUP is noted, and the command comes to an end at its next step,
 * removing what is not whole; a second one ends the process at once. */
#ifndef TEQL_CLI_INTERRUPT_H
#define TEQL_CLI_INTERRUPT_H

#include <stdatomic.h>

/* From now on note signals. For commands that look at interrupt_flag often. */
void interrupt_watch(void);

/* The signal that came, or 0: for code that may not know this folder, on any thread. */
const atomic_int *interrupt_flag(void);

/* End the process by the signal that came, so that whoever started it sees that. Does nothing where
 * none did. */
void interrupt_end(void);

#endif
