/* some_names.c: the first few of a list. */
#include "base/some_names.h"

#include "base/printable.h"

enum { NAMES_SHOWN = 5 };

struct str some_names(struct arena *a, const struct str *names, uint32_t count)
{
    struct str text = arena_str(a, STR(""));
    uint32_t shown = count < NAMES_SHOWN ? count : NAMES_SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        struct str name = printable_line(a, names[i]);
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(text), i ? ", " : "", STR_ARG(name));
    }
    if (shown < count)
        text = arena_printf(a, "%.*s and %u more", STR_ARG(text), count - shown);
    return text;
}
