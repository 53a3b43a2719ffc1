/* sources.c: finding what scores are of. */
#include "cli/sources.h"

#include <sys/stat.h>

enum status scores_open(struct scores *out, const char *path, struct err *e)
{
    struct stat st;
    struct arena a = {0};
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        path = arena_printf(&a, "%s/scores.json", path).ptr;
    enum status status = scores_load(out, path, e);
    arena_release(&a);
    return status;
}

enum status sources_open(struct sources *out, struct scores *s, const char *suite,
                         const char *predictions, struct err *e)
{
    const char *dir = suite ? suite : arena_str(&s->arena, s->suite).ptr;
    const char *path = predictions ? predictions : arena_str(&s->arena, s->predictions).ptr;
    enum status status = suite_open(&out->suite, dir, e);
    if (status)
        return status;
    status = predictions_load(&out->predictions, &out->suite, path, e);
    if (status)
        suite_close(&out->suite);
    return status;
}

void sources_close(struct sources *s)
{
    predictions_release(&s->predictions);
    suite_close(&s->suite);
}
