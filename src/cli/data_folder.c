/* data_folder.c: unpacking the benchmark where the user's caches are. */
#include "cli/data_folder.h"

#include "base/folder.h"
#include "mini/mini.h"

#include <stdlib.h>
#include <unistd.h>

/* The user's folder for caches; NULL where nothing tells. A relative one does not count, by the
 * rules of XDG. */
static const char *cache_folder(struct arena *a)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (xdg && xdg[0] == '/')
        return xdg;
    return home && home[0] == '/' ? arena_printf(a, "%s/.cache", home).ptr : NULL;
}

static bool is_unpacked(const char *path)
{
    struct arena a = {0};
    bool is = access(arena_printf(&a, "%s/dev.json", path).ptr, R_OK) == 0;
    arena_release(&a);
    return is;
}

/* Two that unpack at once do no harm: one of them finds the other's folder in its place. */
static enum status unpack(struct arena *a, const char *cache, const char *path, struct err *e)
{
    enum status status = folder_make(cache, e);
    if (status == OK)
        status = folder_make(arena_printf(a, "%s/teql", cache).ptr, e);
    if (status == OK)
        status = mini_unpack(path, e);
    return status && is_unpacked(path) ? OK : status;
}

enum status data_folder(struct arena *a, const char *data, const char **out, struct err *e)
{
    *out = data;
    if (strcmp(data, "mini") != 0)
        return OK;
    const char *cache = cache_folder(a);
    if (!cache)
        return err_set(e, E_IO, "no place for --data mini: set HOME or XDG_CACHE_HOME");
    *out = arena_printf(a, "%s/teql/mini-%016llx", cache, (unsigned long long)mini_digest()).ptr;
    return is_unpacked(*out) ? OK : unpack(a, cache, *out, e);
}
