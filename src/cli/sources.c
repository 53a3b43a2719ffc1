/* sources.c: finding scores, their suite and their predictions. */
#include "cli/sources.h"

#include "base/path.h"

#include <stdio.h>

enum status scores_open(struct scores *out, const char *path, uint32_t hold, struct err *e)
{
    struct arena a = {0};
    struct path_info info;
    enum status status = path_look(path, &info, e);
    if (info.kind == PATH_FOLDER)
        path = arena_printf(&a, "%s/scores.json", path).ptr;
    if (status == OK)
        status = scores_open_in_parts(out, path, hold, e);
    arena_release(&a);
    return status;
}

/* `named`; or, if that is not there or nothing is named, the file `name` beside the scores. */
static enum status find_source(struct arena *a, struct str named, const char *scores,
                               const char *name, const char **out, struct err *e)
{
    const char *slash = strrchr(scores, '/');
    struct str folder = slash ? (struct str){scores, (size_t)(slash - scores)} : STR(".");
    struct path_info at_scores, at_path, at_beside = {.kind = PATH_ABSENT};
    TRY(path_look(scores, &at_scores, e));
    if (at_scores.kind == PATH_FOLDER)
        folder = str_from(scores);
    const char *beside = arena_printf(a, "%.*s/%s", STR_ARG(folder), name).ptr;
    *out = arena_str(a, named).ptr;
    TRY(path_look(*out, &at_path, e));
    if (at_path.kind == PATH_ABSENT)
        TRY(path_look(beside, &at_beside, e));
    if (at_beside.kind != PATH_ABSENT || named.len == 0)
        *out = beside;
    return OK;
}

/* Scores of cases that were dropped or edited later are not of this suite. */
static void warn_of_reviews(struct scores *s, const struct suite *suite)
{
    const struct json_value options = {JSON_KIND_OBJECT, s->suite_options};
    uint64_t dropped = 0, edited = 0;
    if (str_starts(s->suite_options, STR("{"))) {
        json_count(json_member(&s->arena, options, STR("dropped")), UINT32_MAX, &dropped);
        json_count(json_member(&s->arena, options, STR("edited")), UINT32_MAX, &edited);
    }
    if (dropped != suite->reviewed.dropped || edited != suite->reviewed.edited)
        fputs("notice: the suite was reviewed since it was scored; ask and score it again\n",
              stderr);
}

enum status sources_open(struct source_files *out, struct scores *s, const char *path,
                         const char *suite, const char *predictions, struct err *e)
{
    if (!suite)
        TRY(find_source(&s->arena, s->suite, path, "suite", &suite, e));
    if (!predictions)
        TRY(find_source(&s->arena, s->predictions, path, "predictions.jsonl", &predictions, e));
    TRY(source_files_open(out, suite, predictions, e));
    warn_of_reviews(s, &out->suite.head);
    return OK;
}
