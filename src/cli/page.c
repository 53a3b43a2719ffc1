/* page.c: finding an embedded text. */
#include "cli/page.h"

#include "base/embedded.h"

#include <assert.h>

extern const struct embedded_file PAGE_FILES[];
extern const uint32_t N_PAGE_FILES;

struct str page_text(const char *name)
{
    for (uint32_t i = 0; i < N_PAGE_FILES; i++)
        if (str_eq(PAGE_FILES[i].name, str_from(name)))
            return embedded_text(&PAGE_FILES[i]);
    assert(false && "no such page");
    return STR("");
}
