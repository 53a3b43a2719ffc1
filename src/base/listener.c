/* listener.c: notices, and interruptions. */
#include "base/listener.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void listener_notice(const struct listener *l, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    char *text = mem_alloc(size);
    vsnprintf(text, size, format, again);
    va_end(again);
    va_end(args);
    l->notice(text);
    free(text);
}

enum status listener_check(const struct listener *l, struct err *e)
{
    return *l->stop ? err_set(e, E_INTERRUPTED, "interrupted") : OK;
}
