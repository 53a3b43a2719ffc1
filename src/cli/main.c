/* main.c: the entry point; everything else is in the library, where tests reach it.
 *
 * If the stack is smaller than commands need, they run on a thread with a stack of its own.
 * Otherwise they run on the first thread, which gets the signals. */
#include "base/stack.h"
#include "cli/command.h"

#include <stdio.h>

enum { ENOUGH_STACK = 4 << 20, OWN_STACK = 64 << 20 };

struct invocation {
    int argc;
    char **argv;
    int code;
};

static void run_teql(void *context)
{
    struct invocation *i = context;
    i->code = teql_main(i->argc, i->argv);
}

int main(int argc, char **argv)
{
    struct invocation i = {argc, argv, EXIT_INTERNAL};
    if (stack_left() >= ENOUGH_STACK)
        run_teql(&i);
    else if (!stack_run(OWN_STACK, run_teql, &i) && !stack_run(ENOUGH_STACK, run_teql, &i))
        fprintf(
            stderr,
            "teql: the stack is limited to %zu KB, and there is no memory for another of %d MB; "
            "'ulimit -s' tells the limit\n",
            stack_left() >> 10, ENOUGH_STACK >> 20);
    return i.code;
}
