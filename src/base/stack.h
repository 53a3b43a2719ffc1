/* stack.h: how much stack there is, and a thread for work that needs more.
 *
 * What recurses is bounded by what the stack really has: a user or a container may limit it to a
 * few kilobytes, and running over its end is a crash. */
#ifndef TEQL_BASE_STACK_H
#define TEQL_BASE_STACK_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the calling thread has left below the caller; SIZE_MAX if unknown. */
size_t stack_left(void);

/* How many of them were taken since stack_mark returned `mark`, further up on this thread. */
struct stack_mark {
    size_t address;
};

struct stack_mark stack_mark(void);
size_t stack_since(struct stack_mark mark);

/* Run `work` on a thread with this much stack, and wait for it. Signals come to that thread. False
 * if there can be no such thread; then nothing ran. */
bool stack_run(size_t bytes, void (*work)(void *), void *context);

#endif
