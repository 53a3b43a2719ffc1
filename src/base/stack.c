/* stack.c: looking at the stack, and starting a thread with another one. */
#include "base/stack.h"

#include "base/os.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>

/* Its lowest address, which stays where it is; 0 before the first question. */
static _Thread_local uintptr_t end_of_stack;

/* Not the address of a variable: sanitizers keep these elsewhere. */
static uintptr_t stack_here(void)
{
    return (uintptr_t)__builtin_frame_address(0);
}

size_t stack_left(void)
{
    if (end_of_stack == 0)
        end_of_stack = os_stack_end();
    return end_of_stack == 0 || stack_here() < end_of_stack ? SIZE_MAX
                                                            : stack_here() - end_of_stack;
}

struct stack_mark stack_mark(void)
{
    return (struct stack_mark){stack_here()};
}

size_t stack_since(struct stack_mark mark)
{
    return mark.address > stack_here() ? mark.address - stack_here() : 0;
}

struct errand {
    void (*work)(void *);
    void *context;
};

static void *run_errand(void *context)
{
    struct errand *errand = context;
    errand->work(errand->context);
    return NULL;
}

/* Otherwise a signal might come to the thread that waits, and interrupt nothing. */
static void leave_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

bool stack_run(size_t bytes, void (*work)(void *), void *context)
{
    struct errand errand = {work, context};
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool started = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                   pthread_create(&thread, &attributes, run_errand, &errand) == 0;
    pthread_attr_destroy(&attributes);
    if (!started)
        return false;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    leave_signals();
    pthread_join(thread, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return true;
}
