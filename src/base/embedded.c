/* embedded.c: a folder of replacements, compared with the names of what they replace. */
#include "base/embedded.h"

#include "base/arena.h"
#include "base/nearest.h"
#include "base/path.h"

/* The folder, and the first of its files, by name, that replaces nothing. */
struct replacing {
    struct arena arena;
    const struct embedded_file *files;
    uint32_t n_files;
    const char *folder;
    struct str stray, meant; /* ptr NULL for none */
    enum status status;
    struct err *err;
};

/* From the last dot on, or empty. */
static struct str extension_of(struct str name)
{
    size_t after = str_after_last(name, '.');
    return after ? str_slice(name, after - 1, name.len) : STR("");
}

static enum path_kind kind_of_entry(struct replacing *r, struct str name)
{
    struct path_info there = {.kind = PATH_ABSENT};
    if (r->status == OK)
        r->status = path_look(arena_printf(&r->arena, "%s/%.*s", r->folder, STR_ARG(name)).ptr,
                              &there, r->err);
    return there.kind;
}

/* Was the file to replace one of ours? Yes if its name ends as theirs do. Yes also if its name is
 * near one of theirs, unless that one is there too: then this may be an older copy of it. */
static bool is_meant(struct replacing *r, struct str name, struct str near)
{
    bool ends_so = str_eq_nocase(extension_of(name), extension_of(r->files[0].name));
    if (!ends_so && (!near.ptr || kind_of_entry(r, near) != PATH_ABSENT))
        return false;
    return kind_of_entry(r, name) == PATH_FILE;
}

static void check_entry(void *ctx, const char *entry)
{
    struct replacing *r = ctx;
    struct str name = str_from(entry);
    struct nearest near = nearest_to(name);
    if (entry[0] == '.' || (r->stray.ptr && str_cmp(name, r->stray) > 0))
        return;
    for (uint32_t i = 0; i < r->n_files; i++) {
        if (str_eq(name, r->files[i].name))
            return;
        nearest_offer(&near, r->files[i].name);
    }
    struct str meant = nearest_name(&near);
    if (is_meant(r, name, meant)) {
        r->stray = arena_str(&r->arena, name);
        r->meant = meant;
    }
}

enum status embedded_check_folder(const struct embedded_file *files, uint32_t n_files,
                                  const char *folder, struct err *e)
{
    struct replacing r = {.files = files, .n_files = n_files, .folder = folder, .err = e};
    enum status status = path_list(folder, check_entry, &r, e);
    if (status == OK)
        status = r.status;
    if (status == OK && r.stray.ptr) {
        status = err_set(e, E_INPUT, "no built-in file has this name%s%.*s%s",
                         r.meant.ptr ? "; did you mean '" : "", STR_ARG(r.meant),
                         r.meant.ptr ? "'?" : "");
        err_in_file(e, arena_printf(&r.arena, "%s/%s", folder, r.stray.ptr).ptr);
    }
    arena_release(&r.arena);
    return status;
}
