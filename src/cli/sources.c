/* sources.c: finding what scores are of. */
#include "cli/sources.h"

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
