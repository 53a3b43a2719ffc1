/* data_folder.c: unpacking the benchmark where the user's caches are. */
#include "dataset/data_folder.h"

#include "base/cache_folder.h"
#include "base/path.h"
#include "dataset/mini.h"

static enum status is_unpacked(const char *path, bool *out, struct err *e)
{
    struct arena a = {0};
    struct path_info info;
    enum status status = path_look(arena_printf(&a, "%s/dev.json", path).ptr, &info, e);
    *out = info.kind == PATH_FILE;
    arena_release(&a);
    return status;
}

/* Two that unpack at once do no harm: one of them finds the other's folder in its place. */
static enum status unpack(const char *cache, const char *path, struct err *e)
{
    enum status status = cache_folder_make(cache, e);
    if (status == OK)
        status = mini_unpack(path, e);
    struct err ignored;
    bool there = false;
    return status && is_unpacked(path, &there, &ignored) == OK && there ? OK : status;
}

enum status data_folder(struct arena *a, const char *data, const char **out, struct err *e)
{
    *out = data;
    if (strcmp(data, "mini") != 0)
        return OK;
    const char *cache = cache_folder(a);
    if (!cache)
        return err_set(e, E_IO, "no place for --data mini: set HOME or XDG_CACHE_HOME");
    *out = arena_printf(a, "%s/mini-%016llx", cache, (unsigned long long)mini_digest()).ptr;
    bool there;
    enum status status = is_unpacked(*out, &there, e);
    return status || there ? status : unpack(cache, *out, e);
}
