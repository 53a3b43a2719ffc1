/* sources.c: finding what scores are of. */
#include "cli/sources.h"

#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

enum status scores_open(struct scores *out, const char *path, struct err *e)
{
    struct arena a = {0};
    if (is_folder(path))
        path = arena_printf(&a, "%s/scores.json", path).ptr;
    enum status status = scores_load(out, path, e);
    arena_release(&a);
    return status;
}

/* `named`, or the file of that name beside the scores where only that is there. */
static const char *found(struct arena *a, struct str named, const char *scores, const char *name)
{
    const char *path = arena_str(a, named).ptr, *slash = strrchr(scores, '/');
    struct str folder = is_folder(scores) ? str_from(scores)
                        : slash           ? (struct str){scores, (size_t)(slash - scores)}
                                          : STR(".");
    const char *beside = arena_printf(a, "%.*s/%s", STR_ARG(folder), name).ptr;
    return access(path, F_OK) != 0 && access(beside, F_OK) == 0 ? beside : path;
}

enum status sources_open(struct sources *out, struct scores *s, const char *path, const char *suite,
                         const char *predictions, struct err *e)
{
    if (!suite)
        suite = found(&s->arena, s->suite, path, "suite");
    if (!predictions)
        predictions = found(&s->arena, s->predictions, path, "predictions.jsonl");
    enum status status = suite_open(&out->suite, suite, e);
    if (status)
        return status;
    status = predictions_load(&out->predictions, &out->suite, predictions, e);
    if (status)
        suite_close(&out->suite);
    return status;
}

void sources_close(struct sources *s)
{
    predictions_release(&s->predictions);
    suite_close(&s->suite);
}
