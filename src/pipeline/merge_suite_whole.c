/* merge_suite_whole.c: lines are counted, and then read as whoever uses the suite reads them. */
#include "pipeline/merge_suite_whole.h"

#include "base/file_copy.h"
#include "base/number.h"
#include "pipeline/merge_array.h"
#include "suite/suite.h"

/* A folder that was copied by halves has a manifest, too. */
static enum status expect_lines(struct arena *a, const char *dir, const char *name, uint64_t made,
                                struct err *e)
{
    const char *path = arena_printf(a, "%s/%s", dir, name).ptr;
    struct copied c;
    enum status status = file_count_lines(path, &c, e);
    if (status || (c.lines == made && c.ends_line))
        return status;
    err_set(e, E_INPUT,
            "has %llu line%s%s, of which its manifest counts %llu: the part is not whole",
            (unsigned long long)c.lines, plural(c.lines),
            c.ends_line ? "" : " and a piece of one", (unsigned long long)made);
    err_in_file(e, path);
    return E_INPUT;
}

static enum status pass_entry(void *ctx, struct str entry, struct err *e)
{
    (void)ctx, (void)entry, (void)e;
    return OK;
}

/* Files of one array that an export has. */
static enum status expect_export(struct arena *a, const char *dir, struct err *e)
{
    static const char *const NAMES[] = {"spider/dev.json", "spider/tables.json"};
    enum status status = OK;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES && status == OK; i++)
        status = array_each(arena_printf(a, "%s/%s", dir, NAMES[i]).ptr, pass_entry, NULL, e);
    return status;
}

/* The order of seeds and cases, and whose schemas they have, is checked where suites are read. */
static enum status expect_suite(const char *dir, struct seed_span *out, struct err *e)
{
    struct suite s;
    enum status status = suite_open_unreviewed(&s, dir, e);
    if (status)
        return status;
    *out = (struct seed_span){.count = s.n_seeds, .numbered = s.n_seeds > 0};
    if (out->numbered) {
        out->first = s.seeds[0].number;
        out->last = s.seeds[s.n_seeds - 1].number;
    }
    suite_close(&s);
    return OK;
}

enum status suite_expect_whole(const char *dir, const struct manifest *m, struct seed_span *out,
                               struct err *e)
{
    struct arena a = {0};
    enum status status = expect_lines(&a, dir, "seeds.jsonl", m->head.seeds, e);
    if (status == OK)
        status = expect_lines(&a, dir, "cases.jsonl", manifest_cases(m), e);
    if (status == OK)
        status = array_each(arena_printf(&a, "%s/tables.json", dir).ptr, pass_entry, NULL, e);
    if (status == OK)
        status = expect_suite(dir, out, e);
    if (status == OK && m->exports)
        status = expect_export(&a, dir, e);
    arena_release(&a);
    return status;
}
