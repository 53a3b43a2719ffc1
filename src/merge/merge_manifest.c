/* merge_manifest.c: manifests of both kinds read, added up and written. */
#include "merge/merge_manifest.h"

#include "base/file.h"
#include "base/number.h"

enum { MANIFEST_MAX = 1 << 20 };

static enum status read_attack(struct arena *a, struct str text, struct part_manifest *out,
                               struct err *e)
{
    enum status status = attack_manifest_read(a, text, &out->worst, e);
    out->part = out->worst.head.part;
    out->seeds = out->worst.head.seeds;
    out->cases = out->worst.cases;
    out->exports = true;
    return status;
}

static enum status read_made(struct arena *a, struct str text, struct part_manifest *out,
                             struct err *e)
{
    enum status status = manifest_read(a, text, &out->made, e);
    out->part = out->made.head.part;
    out->seeds = out->made.head.seeds;
    out->cases = status ? 0 : manifest_cases(&out->made);
    out->exports = out->made.exports;
    return status;
}

enum status part_manifest_read(struct arena *a, const char *path, struct part_manifest *out,
                               struct err *e)
{
    struct str text;
    enum status status = file_expect_regular(path, e);
    if (status == OK)
        status = file_read(a, path, MANIFEST_MAX, &text, e);
    if (status)
        return status;
    struct json_value object = {JSON_KIND_OBJECT, text};
    *out = (struct part_manifest){.of_attack = json_member(a, object, STR("attack")).kind ==
                                               JSON_KIND_OBJECT};
    status = out->of_attack ? read_attack(a, text, out, e) : read_made(a, text, out, e);
    if (status)
        err_in_file(e, path);
    return status;
}

/* Adding up */

static bool add(struct part_manifest *to, const struct part_manifest *from)
{
    if (to->of_attack != from->of_attack)
        return false;
    return to->of_attack ? attack_manifest_add(&to->worst, &from->worst)
                         : manifest_add(&to->made, &from->made);
}

static void settle(struct part_manifest *m)
{
    if (m->of_attack)
        attack_manifest_settle(&m->worst);
    m->made.head.shard = (struct shard){0, 0};
    m->made.head.part = (struct part){.of = STR("")};
}

/* What one run over all of them would say, and a shard must not. */
static enum status expect_usable(const struct part_manifest *m, struct err *e)
{
    const struct manifest_head *h = &m->made.head;
    if (m->of_attack || h->seeds == 0 || h->gold_faults < h->seeds)
        return OK;
    return err_set(e, E_INPUT,
                   "no query of the %llu seed%s of all parts can be used: the notices of their "
                   "shards say why",
                   (unsigned long long)h->seeds, plural(h->seeds));
}

static enum status add_up(struct arena *a, const char *const *paths, uint32_t n,
                          struct part_manifest *out, struct err *e)
{
    enum status status = part_manifest_read(a, paths[0], out, e);
    for (uint32_t i = 1; i < n && status == OK; i++) {
        struct part_manifest next;
        status = part_manifest_read(a, paths[i], &next, e);
        if (status == OK && !add(out, &next)) {
            status = err_set(e, E_INPUT, "counts other relations than %s", paths[0]);
            err_in_file(e, paths[i]);
        }
    }
    if (status == OK)
        settle(out);
    return status ? status : expect_usable(out, e);
}

enum status part_manifests_join(const char *const *paths, uint32_t n, const char *out,
                                struct err *e)
{
    struct arena a = {0};
    struct buf text = {0};
    struct part_manifest whole;
    enum status status = add_up(&a, paths, n, &whole, e);
    if (status == OK) {
        struct json_writer w = json_writer_to(&text);
        if (whole.of_attack)
            attack_manifest_write(&w, &whole.worst);
        else
            manifest_write(&w, &whole.made);
        status = file_write(out, buf_str(&text), e);
    }
    buf_release(&text);
    arena_release(&a);
    return status;
}
