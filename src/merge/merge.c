/* merge.c: what the parts are, and who joins them. */
#include "merge/merge.h"

#include "base/file.h"
#include "base/path.h"
#include "merge/merge_set.h"
#include "record/manifest.h"
#include "suite/about.h"
#include "system/answer_cache.h"

#include <assert.h>

/* Kinds */

/* How the files begin that teql writes, each another way. */
static const struct {
    struct str beginning;
    const struct merge_kind *kind;
} FILES[] = {{STR_INIT("{\"teql\":\"answers\","), &MERGE_ANSWERS},
             {STR_INIT("{\"version\":1,\"input\":"), &MERGE_MANIFEST},
             {STR_INIT("{\"version\":1,\"key\":"), &MERGE_MANIFEST}, /* of an attack */
             {STR_INIT("{\"version\":1,"), &MERGE_SCORES},
             {STR_INIT("{\"id\":"), &MERGE_PREDICTIONS}};

/* Predictions may be none: then the file beside them tells. */
static enum status has_about(struct arena *a, const char *path, bool *out, struct err *e)
{
    struct path_info at;
    enum status status = path_look(arena_printf(a, "%s" ABOUT_SUFFIX, path).ptr, &at, e);
    *out = at.kind == PATH_FILE;
    return status;
}

static enum status kind_of_file(struct arena *a, const char *path, const struct merge_kind **out,
                                struct err *e)
{
    enum { BEGINNING = 64 };
    struct str text;
    bool about;
    enum status status = has_about(a, path, &about, e);
    if (status == OK)
        status = file_read_beginning(a, path, BEGINNING, &text, e);
    if (status)
        return status;
    *out = about ? &MERGE_PREDICTIONS : NULL;
    for (size_t i = 0; i < COUNT_OF(FILES) && !*out; i++)
        if (str_starts(text, FILES[i].beginning))
            *out = FILES[i].kind;
    return *out ? OK : err_set(e, E_INPUT, "is nothing that teql wrote to be merged, or not whole");
}

static enum status kind_of_folder(struct arena *a, const char *path, const struct merge_kind **out,
                                  struct err *e)
{
    static const struct {
        const char *file;
        const struct merge_kind *kind;
    } FOLDERS[] = {{"manifest.json", &MERGE_SUITE},
                   {"suite/manifest.json", &MERGE_TEST},
                   {"lock", &MERGE_TEST}};
    enum status status = OK;
    *out = NULL;
    for (size_t i = 0; i < COUNT_OF(FOLDERS) && status == OK && !*out; i++) {
        struct path_info at;
        status = path_look(arena_printf(a, "%s/%s", path, FOLDERS[i].file).ptr, &at, e);
        *out = status == OK && at.kind == PATH_FILE ? FOLDERS[i].kind : NULL;
    }
    return status || *out ? status
                          : err_set(e, E_INPUT, "is neither a suite nor a test, or not whole");
}

enum status merge_kind_of(const char *path, const struct merge_kind **out, struct err *e)
{
    struct arena a = {0};
    struct path_info at;
    enum status status = path_look(path, &at, e);
    *out = NULL;
    if (status == OK && at.kind == PATH_ABSENT)
        status = err_set(e, E_INPUT, "is not there");
    else if (status == OK && at.kind == PATH_OTHER) /* reading a pipe would wait for ever */
        status = err_set(e, E_INPUT, "is neither a file nor a folder");
    else if (status == OK)
        status = at.kind == PATH_FOLDER ? kind_of_folder(&a, path, out, e)
                                        : kind_of_file(&a, path, out, e);
    assert(status || *out);
    if (status)
        err_in_file(e, path);
    arena_release(&a);
    return status;
}

static enum status differ(const char *path, const struct merge_kind *kind, const char *first,
                          const struct merge_kind *wanted, struct err *e)
{
    err_set(e, E_INPUT, "is of the kind %s, and %s is of the kind %s", kind->name, first,
            wanted->name);
    err_in_file(e, path);
    return E_INPUT;
}

/* All parts must be of one kind. */
static enum status find_kind(const struct merge_job *o, const struct merge_kind **out,
                             struct err *e)
{
    enum status status = merge_kind_of(o->parts[0], out, e);
    for (uint32_t i = 1; i < o->n_parts && status == OK; i++) {
        const struct merge_kind *kind;
        status = merge_kind_of(o->parts[i], &kind, e);
        if (status == OK && kind != *out)
            status = differ(o->parts[i], kind, o->parts[0], *out, e);
    }
    return status;
}

/* `made` is a file that will be written, and `part` one that is read. */
static enum status check_apart(const char *made, const char *part, struct err *e)
{
    struct path_info x, y;
    enum status status = path_look(made, &x, e);
    if (status == OK)
        status = path_look(part, &y, e);
    if (status || x.kind == PATH_ABSENT || x.device != y.device || x.node != y.node)
        return status;
    err_set(e, E_USAGE,
            "is one of the parts: name another file or folder for what they are joined to");
    err_in_file(e, made);
    return E_USAGE;
}

/* What is made must not take the place of a part of it, nor of what stands beside one. */
static enum status check_out(const struct merge_job *o, struct err *e)
{
    static const struct {
        const char *made, *part; /* endings */
    } PAIRS[] = {{"", ""}, {ABOUT_SUFFIX, ""}, {"", ABOUT_SUFFIX}};
    struct arena a = {0};
    enum status status = OK;
    for (uint32_t i = 0; i < o->n_parts; i++)
        for (size_t k = 0; k < COUNT_OF(PAIRS) && status == OK; k++)
            status = check_apart(arena_printf(&a, "%s%s", o->out, PAIRS[k].made).ptr,
                                 arena_printf(&a, "%s%s", o->parts[i], PAIRS[k].part).ptr, e);
    arena_release(&a);
    return status;
}

/* The folder of an attack has what that of a test has, and so is merged like one. */
static const char *name_of(const struct merge_kind *kind, const char *made)
{
    struct arena a = {0};
    bool attack = kind == &MERGE_TEST && manifest_is_attack(arena_printf(&a, "%s/suite", made).ptr);
    arena_release(&a);
    return attack ? "attack" : kind->name;
}

enum status merge_parts(const struct merge_job *o, const struct listener *l, struct merged *out,
                        struct err *e)
{
    const struct merge_kind *kind;
    struct merge_set set;
    enum status status = find_kind(o, &kind, e);
    if (status == OK)
        status = check_out(o, e);
    if (status)
        return status;
    status = merge_set_open(&set, kind, o->parts, o->n_parts, e);
    if (status == OK)
        status = kind->join(&set, o, l, e);
    if (status == OK)
        *out = (struct merged){name_of(kind, o->out), kind == &MERGE_TEST};
    merge_set_release(&set);
    return status;
}

/* Missing parts */

/* A part that cannot be read is as good as missing; but not where the machine failed. */
static enum status add_if_whole(struct merge_set *set, const char *path,
                                const struct merge_kind **first, const struct listener *l,
                                struct err *e)
{
    const struct merge_kind *kind;
    char text[600];
    enum status status = merge_kind_of(path, &kind, e);
    if (status == OK && kind->anonymous)
        return err_set(e, E_USAGE, "kept answers do not say which part they are; name predictions");
    if (status == OK && *first && *first != kind)
        return differ(path, kind, set->parts[0].path, *first, e);
    if (status == OK)
        status = merge_set_add(set, kind, path, e);
    if (status == OK)
        *first = kind;
    if (status == OK || status == E_HOST)
        return status;
    err_format(e, text, sizeof text);
    listener_notice(l, "%s", text);
    return OK;
}

enum status merge_missing(const struct merge_job *o, const struct listener *l, struct arena *a,
                          struct str *out, struct err *e)
{
    struct merge_set set;
    const struct merge_kind *kind = NULL;
    enum status status = OK;
    merge_set_begin(&set, o->n_parts);
    for (uint32_t i = 0; i < o->n_parts && status == OK; i++)
        status = add_if_whole(&set, o->parts[i], &kind, l, e);
    if (status == OK && set.count == 0)
        status = err_set(e, E_INPUT, "no part is there that tells how many there are");
    if (status == OK)
        status = merge_set_check(&set, kind, e);
    if (status == OK)
        *out = merge_set_missing(&set, a);
    merge_set_release(&set);
    return status;
}
