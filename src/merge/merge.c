/* merge.c: finds out of what kind the parts are, and joins them. */
#include "merge/merge.h"

#include "base/file.h"
#include "base/path.h"
#include "merge/merge_set.h"
#include "suite/about.h"

#include <assert.h>

/* Kinds */

/* How the files begin that teql writes, each in its own way. */
static const struct {
    struct str beginning;
    const struct merge_kind *kind;
} FILES[] = {{STR_INIT("{\"teql\":\"answers\","), &MERGE_ANSWERS},
             {STR_INIT("{\"version\":1,\"input\":"), &MERGE_MANIFEST},
             {STR_INIT("{\"version\":1,\"key\":"), &MERGE_MANIFEST}, /* of an attack */
             {STR_INIT("{\"version\":1,"), &MERGE_SCORES},
             {STR_INIT("{\"id\":"), &MERGE_PREDICTIONS}};

/* What folders have. */
static const struct {
    const char *file;
    const struct merge_kind *kind;
} FOLDERS[] = {
    {"manifest.json", &MERGE_SUITE}, {"suite/manifest.json", &MERGE_TEST}, {"lock", &MERGE_TEST}};

/* A file of predictions may be empty: then the file beside it says so. */
static enum status find_file_kind(struct arena *a, const char *path, const struct merge_kind **out,
                                  struct err *e)
{
    enum { BEGINNING = 64 };
    struct path_info about;
    struct str text;
    TRY(path_look(arena_printf(a, "%s" ABOUT_SUFFIX, path).ptr, &about, e));
    TRY(file_read_beginning(a, path, BEGINNING, &text, e));
    *out = about.kind == PATH_FILE ? &MERGE_PREDICTIONS : NULL;
    for (size_t i = 0; i < COUNT_OF(FILES) && !*out; i++)
        if (str_starts(text, FILES[i].beginning))
            *out = FILES[i].kind;
    return *out ? OK : err_set(e, E_INPUT, "is not something that can be merged, or not whole");
}

static enum status find_folder_kind(struct arena *a, const char *path,
                                    const struct merge_kind **out, struct err *e)
{
    for (size_t i = 0; i < COUNT_OF(FOLDERS); i++) {
        struct path_info at;
        *out = FOLDERS[i].kind;
        TRY(path_look(merge_file_in(a, path, FOLDERS[i].file), &at, e));
        if (at.kind == PATH_FILE)
            return OK;
    }
    return err_set(e, E_INPUT, "is neither a suite nor a test, or not whole");
}

static enum status find_any_kind(struct arena *a, const char *path, const struct merge_kind **out,
                                 struct err *e)
{
    struct path_info at;
    TRY(path_look(path, &at, e));
    if (at.kind == PATH_ABSENT)
        return err_set(e, E_INPUT, "is not there");
    if (at.kind == PATH_OTHER) /* reading a pipe would wait for ever */
        return err_set(e, E_INPUT, "is neither a file nor a folder");
    return at.kind == PATH_FOLDER ? find_folder_kind(a, path, out, e)
                                  : find_file_kind(a, path, out, e);
}

/* Of what kind is the thing at `path`? E_INPUT if it cannot be merged. */
static enum status find_kind(struct arena *a, const char *path, const struct merge_kind **out,
                             struct err *e)
{
    *out = NULL;
    enum status status = merge_in_file(find_any_kind(a, path, out, e), path, e);
    assert(status || *out);
    return status;
}

/* All parts must be of one kind. `first` is the part that the set has its kind from, if it has one.
 */
static enum status set_kind(struct merge_set *set, const struct merge_kind *kind, const char *path,
                            const char *first, struct err *e)
{
    if (set->kind && set->kind != kind) {
        err_set(e, E_INPUT, "is of the kind %s, and %s is of the kind %s", kind->name, first,
                set->kind->name);
        return merge_in_file(E_INPUT, path, e);
    }
    set->kind = kind;
    return OK;
}

/* What is made */

/* `made` is a file that will be written, and `part` one that is read. */
static enum status check_apart(const char *made, const char *part, struct err *e)
{
    struct path_info x, y;
    TRY(path_look(made, &x, e));
    TRY(path_look(part, &y, e));
    if (x.kind == PATH_ABSENT || x.device != y.device || x.node != y.node)
        return OK;
    err_set(e, E_USAGE,
            "is one of the parts: name another file or folder for what they are joined to");
    return merge_in_file(E_USAGE, made, e);
}

/* What is made must not replace a part, or the file beside one. */
static enum status check_out(struct arena *a, const struct merge_job *o, struct err *e)
{
    static const struct {
        const char *made, *part; /* endings */
    } PAIRS[] = {{"", ""}, {ABOUT_SUFFIX, ""}, {"", ABOUT_SUFFIX}};
    for (uint32_t i = 0; i < o->n_parts; i++)
        for (size_t k = 0; k < COUNT_OF(PAIRS); k++)
            TRY(check_apart(arena_printf(a, "%s%s", o->out, PAIRS[k].made).ptr,
                            arena_printf(a, "%s%s", o->parts[i], PAIRS[k].part).ptr, e));
    return OK;
}

static enum status join_parts(struct merge_set *set, const struct merge_job *o, struct merged *out,
                              struct err *e)
{
    for (uint32_t i = 0; i < o->n_parts; i++) {
        const struct merge_kind *kind;
        TRY(find_kind(&set->arena, o->parts[i], &kind, e));
        TRY(set_kind(set, kind, o->parts[i], o->parts[0], e));
    }
    TRY(check_out(&set->arena, o, e));
    for (uint32_t i = 0; i < o->n_parts; i++)
        TRY(merge_set_add(set, o->parts[i], e));
    TRY(merge_set_join(set, &(struct merge_out){.job = o, .path = o->out}, e));
    *out = (struct merged){set->kind->name, set->kind == &MERGE_TEST};
    /* The folder of an attack has what that of a test has, and so is merged like one. */
    if (out->is_test && manifest_is_attack(merge_file_in(&set->arena, o->out, "suite")))
        out->kind = "attack";
    return OK;
}

enum status merge_parts(const struct merge_job *o, struct merged *out, struct err *e)
{
    struct merge_set set;
    merge_set_begin(&set, NULL, o->n_parts);
    enum status status = join_parts(&set, o, out, e);
    arena_release(&set.arena);
    return status;
}

/* Missing parts */

/* A part that cannot be read is as good as missing, unless the machine failed. */
static enum status add_if_whole(struct merge_set *set, const char *path, const struct listener *l,
                                struct err *e)
{
    const struct merge_kind *kind;
    char text[600];
    enum status status = find_kind(&set->arena, path, &kind, e);
    if (status == OK && kind->anonymous)
        return err_set(e, E_USAGE, "kept answers do not say which part they are; name predictions");
    if (status == OK) {
        TRY(set_kind(set, kind, path, set->count ? set->parts[0].path : path, e));
        status = merge_set_add(set, path, e);
        set->kind = set->count ? kind : NULL;
    }
    if (status == OK || status == E_HOST)
        return status;
    err_format(e, text, sizeof text);
    listener_notice(l, "%s", text);
    return OK;
}

static enum status find_missing(struct merge_set *set, const struct merge_job *o, struct err *e)
{
    for (uint32_t i = 0; i < o->n_parts; i++)
        TRY(add_if_whole(set, o->parts[i], o->listener, e));
    if (set->count == 0)
        return err_set(e, E_INPUT, "no part is there that tells how many there are");
    return merge_set_check(set, e);
}

enum status merge_missing(const struct merge_job *o, struct arena *a, struct str *out,
                          struct err *e)
{
    struct merge_set set;
    merge_set_begin(&set, NULL, o->n_parts);
    enum status status = find_missing(&set, o, e);
    if (status == OK)
        *out = arena_str(a, merge_set_missing(&set));
    arena_release(&set.arena);
    return status;
}
