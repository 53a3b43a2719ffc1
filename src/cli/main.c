/* main.c: the entry point; everything else is in the library, where tests reach it.
 *
 * Where the stack is limited to less than commands need, they run on a thread that has one of its
 * own. Elsewhere they do not: what is sent to the process as a signal is for its first thread. */
#include "base/stack.h"
#include "cli/command.h"

#include <stdio.h>

enum { ENOUGH_STACK = 4 << 20, OWN_STACK = 64 << 20 };

struct invocation {
    int argc;
    char **argv;
    int code;
};

static void invoke(void *context)
{
    struct invocation *i = context;
    i->code = teql_main(i->argc, i->argv);
}

int main(int argc, char **argv)
{
    struct invocation i = {argc, argv, EXIT_INTERNAL};
    if (stack_left() >= ENOUGH_STACK)
        invoke(&i);
    else if (!stack_run(OWN_STACK, invoke, &i) && !stack_run(ENOUGH_STACK, invoke, &i))
        fprintf(
            stderr,
            "teql: the stack is limited to %zu KB, and there is no memory for another of %d MB; "
            "'ulimit -s' tells the limit\n",
            stack_left() >> 10, ENOUGH_STACK >> 20);
    return i.code;
}
