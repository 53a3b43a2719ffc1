/* merge_manifest.c: manifests read, added up and written. */
#include "merge/merge_manifest.h"

#include "base/file.h"
#include "base/number.h"

enum { MANIFEST_MAX = 1 << 20 };

enum status part_manifest_read(struct arena *a, const char *path, struct manifest *out,
                               struct err *e)
{
    struct str text;
    TRY(file_expect_regular(path, e));
    TRY(file_read(a, path, MANIFEST_MAX, &text, e));
    enum status status = manifest_read(a, text, out, e);
    if (status)
        err_in_file(e, path);
    return status;
}

/* What one run over all of them would say, and a shard must not. */
static enum status expect_usable(const struct manifest *m, struct err *e)
{
    if (m->maker == MADE_BY_ATTACK || m->seeds == 0 || m->gold_faults < m->seeds)
        return OK;
    return err_set(e, E_INPUT,
                   "no query of the %llu seed%s of all parts can be used: the notices of their "
                   "shards say why",
                   (unsigned long long)m->seeds, plural(m->seeds));
}

static enum status add_up(struct arena *a, const char *const *paths, uint32_t n,
                          struct manifest *out, struct err *e)
{
    TRY(part_manifest_read(a, paths[0], out, e));
    for (uint32_t i = 1; i < n; i++) {
        struct manifest next;
        TRY(part_manifest_read(a, paths[i], &next, e));
        if (!manifest_add(out, &next)) {
            err_set(e, E_INPUT, "counts other relations than %s", paths[0]);
            err_in_file(e, paths[i]);
            return E_INPUT;
        }
    }
    manifest_settle(out);
    return expect_usable(out, e);
}

enum status part_manifests_join(const char *const *paths, uint32_t n, const char *out,
                                struct err *e)
{
    struct arena a = {0};
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    struct manifest whole;
    enum status status = add_up(&a, paths, n, &whole, e);
    if (status == OK) {
        manifest_put(&w, &whole);
        status = file_write(out, buf_str(&text), e);
    }
    buf_release(&text);
    arena_release(&a);
    return status;
}
