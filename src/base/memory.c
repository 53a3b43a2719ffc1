/* memory.c: malloc and realloc with one answer to failure. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Set once, before threads start; read only on the way out. */
static void (*on_exhausted)(void);

void mem_on_exhausted(void (*handler)(void))
{
    on_exhausted = handler;
}

static void end_without_memory(void)
{
    if (on_exhausted)
        on_exhausted();
    abort();
}

void *mem_alloc(size_t size)
{
    return mem_resize(NULL, size);
}

void *mem_resize(void *p, size_t size)
{
    void *q = realloc(p, size ? size : 1);
    if (!q)
        end_without_memory();
    return q;
}

char *mem_text(const char *bytes, size_t len)
{
    char *text = mem_alloc(len + 1);
    if (len)
        memcpy(text, bytes, len);
    text[len] = '\0';
    return text;
}

void *mem_resize_array(void *p, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        end_without_memory();
    return mem_resize(p, count * size);
}
