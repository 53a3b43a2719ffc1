/* cache_folder.c: finding and making the user's folder for caches. */
#include "base/cache_folder.h"

#include "base/folder.h"

#include <stdlib.h>

/* A relative $XDG_CACHE_HOME does not count, by the rules of XDG. */
const char *cache_folder(struct arena *a)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (xdg && xdg[0] == '/')
        return arena_printf(a, "%s/teql", xdg).ptr;
    return home && home[0] == '/' ? arena_printf(a, "%s/.cache/teql", home).ptr : NULL;
}

enum status cache_folder_make(const char *path, struct err *e)
{
    char *parent = folder_of(path);
    enum status status = folder_make(parent, e);
    free(parent);
    return status ? status : folder_make(path, e);
}
