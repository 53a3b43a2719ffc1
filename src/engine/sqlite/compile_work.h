/* compile_work.h: how much SQLite may do to compile one statement. Inside the engine only.
 *
 * SQLite puts subqueries and views into one another by copying their expressions. A text of 70 KB
 * can become an expression of 20,000 levels, and SQLite goes through all that is below a level
 * again and again: from each level, and for each opcode. It reads no clock there, and it does not
 * stop when memory fails. The memory that it holds times the depth bounds the work that follows, so
 * a statement that passes a bound of this product is refused while it is compiled.
 *
 * How deep it nests is seen on the stack: copies are made by recursion, and each level allocates.
 * Belongs to one thread. */
#ifndef TEQL_ENGINE_SQLITE_COMPILE_WORK_H
#define TEQL_ENGINE_SQLITE_COMPILE_WORK_H

#include "base/stack.h"

#include <stddef.h>
#include <stdint.h>

/* For each byte that a text may have: bytes held, and bytes held times bytes of stack. A query of
 * the longest text may hold 1.5 MB, as for a list of 6,000 values, and have a product of 10^11,
 * for which SQLite takes some 30 milliseconds. Of 19,000 queries of Spider and of published systems
 * none holds more than 71 KB or has more than 3 * 10^8. */
enum { COMPILE_BYTES_PER_BYTE = 15, COMPILE_WORK_PER_BYTE = 1000000 };

/* SQLite needs more stack to go down an expression than to build it. */
enum { COMPILE_STACK_SHARE = 4 };

enum compile_end { COMPILE_FITS, COMPILE_TOO_LARGE, COMPILE_TOO_DEEP };

struct compile_work {
    struct stack_mark began;
    uint64_t most_bytes;
    uint64_t most_work;    /* bytes times bytes of stack */
    uint64_t most_stack;   /* of the thread's stack */
    uint64_t bytes, stack; /* the most that it held, and that the stack had where it allocated */
    enum compile_end end;  /* once it is not COMPILE_FITS, it stays so */
};

/* A statement begins to be compiled; its text has at most `most_text` bytes. */
void compile_work_begin(struct compile_work *w, size_t most_text);

/* The statement is about to hold `held` bytes. False once it must stop. */
bool compile_work_goes_on(struct compile_work *w, int64_t held);

/* Why it ended, for messages; NULL if it fits. */
const char *compile_work_problem(const struct compile_work *w);

#endif
