/* compile_work.c: seeing how large and how deep a statement becomes. */
#include "engine/sqlite/compile_work.h"

void compile_work_begin(struct compile_work *w, size_t most_text)
{
    *w = (struct compile_work){.began = stack_mark(),
                               .most_bytes = (uint64_t)most_text * COMPILE_BYTES_PER_BYTE,
                               .most_work = (uint64_t)most_text * COMPILE_WORK_PER_BYTE,
                               .most_stack = stack_left() / COMPILE_STACK_SHARE};
}

bool compile_work_goes_on(struct compile_work *w, int64_t held)
{
    uint64_t bytes = held > 0 ? (uint64_t)held : 0, stack = stack_since(w->began);
    w->bytes = bytes > w->bytes ? bytes : w->bytes;
    w->stack = stack > w->stack ? stack : w->stack;
    if (w->end != COMPILE_FITS)
        return false;
    if (w->stack > w->most_stack)
        w->end = COMPILE_TOO_DEEP;
    else if (w->bytes > w->most_bytes || w->bytes * w->stack > w->most_work)
        w->end = COMPILE_TOO_LARGE;
    return w->end == COMPILE_FITS;
}

const char *compile_work_problem(const struct compile_work *w)
{
    static const char *const PROBLEMS[] = {
        [COMPILE_FITS] = NULL,
        [COMPILE_TOO_LARGE] =
            "expressions are too large, or become so as subqueries and views are put in",
        [COMPILE_TOO_DEEP] =
            "expressions nest too deep for the stack as subqueries and views are put in"};
    return PROBLEMS[w->end];
}
