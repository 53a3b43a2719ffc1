/* page.c: looking up figures in docs/. */
#include "page.h"
#include "unit.h"

#include "shared.h"

struct str page_number(struct arena *a, uint64_t number)
{
    struct str text = STR("");
    for (; number >= 1000; number /= 1000)
        text = arena_printf(a, ",%03u%.*s", (unsigned)(number % 1000), STR_ARG(text));
    return arena_printf(a, "%u%.*s", (unsigned)number, STR_ARG(text));
}

void page_has_row(struct arena *a, const char *page, const char *first, struct str figure)
{
    struct text_lines lines =
        read_lines(a, arena_printf(a, "%s/docs/%s", TEQL_SOURCE_DIR, page).ptr);
    struct str begin = arena_printf(a, "| %s |", first);
    struct str cell = arena_printf(a, "| %.*s |", STR_ARG(figure));
    for (size_t i = 0; i < lines.count; i++) {
        struct str line = lines.items[i];
        if (str_starts(line, begin) && str_find(line, cell, begin.len - 1) < line.len)
            return;
    }
    fail_msg("docs/%s has no row %.*s … %.*s", page, STR_ARG(begin), STR_ARG(cell));
}
