/* compile_work.c: seeing how large and how deep a statement becomes. */
#include "engine/sqlite/compile_work.h"

void compile_work_begin(struct compile_work *w, size_t most_text)
{
    *w = (struct compile_work){.began = stack_mark(),
                               .most_bytes = (uint64_t)most_text * COMPILE_BYTES_PER_BYTE,
                               .most_work = (uint64_t)most_text * COMPILE_WORK_PER_BYTE,
                               .most_stack = stack_left() / COMPILE_STACK_SHARE};
}

static void note_most(uint64_t *most, uint64_t now)
{
    if (now > *most)
        *most = now;
}

static enum compile_end find_end(const struct compile_work *w)
{
    if (w->stack > w->most_stack)
        return COMPILE_TOO_DEEP;
    bool fits = w->bytes <= w->most_bytes && w->bytes * w->stack <= w->most_work;
    return fits ? COMPILE_FITS : COMPILE_TOO_LARGE;
}

bool compile_work_goes_on(struct compile_work *w, int64_t held)
{
    note_most(&w->bytes, held > 0 ? (uint64_t)held : 0);
    note_most(&w->stack, stack_since(w->began));
    if (w->end == COMPILE_FITS)
        w->end = find_end(w);
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
