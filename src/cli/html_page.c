/* html_page.c: writing the page, whole or not at all. */
#include "cli/html_page.h"

#include "score/scores_walk.h"

/* In single quotes where a shell would read more into it. */
static struct str quoted(struct arena *a, const char *path)
{
    struct str s = str_from(path);
    bool plain = s.len > 0;
    for (size_t i = 0; i < s.len && plain; i++)
        plain = ascii_digit(path[i]) || ascii_letter(path[i]) || strchr("/._-+=,@", path[i]);
    if (plain || str_find(s, STR("'"), 0) < s.len) /* with a quote in it, let people see to it */
        return s;
    return arena_printf(a, "'%s'", path);
}

const char *explain_command(struct arena *a, const char *scores_path)
{
    return arena_printf(a, "teql explain --scores %.*s", STR_ARG(quoted(a, scores_path))).ptr;
}

/* Write `page` to `out`. */
static enum status write_page(const struct html_source *page, const char *out, struct err *e)
{
    struct out_file f;
    TRY(out_file_open(&f, out, e));
    enum status status = html_report(page, &f, e);
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}

/* Some of the seeds of scores that are not in memory: every n-th, so that there are about as many
 * cases as the page is to show. `*which` says so, in the arena of the sample. */
static enum status take_sample(const struct scores_page *p, struct scores *sample,
                               struct str *which, struct err *e)
{
    const struct scores *all = p->scores;
    uint32_t every = all->n_cases / p->hold + (all->n_cases % p->hold > 0);
    scores_sample(all, every ? every : 1, sample);
    *which = arena_printf(&sample->arena,
                          "one seed of %u, with its cases: %u of %u. The summary and the table of "
                          "relations are of all cases; charts, lists and filters are of these",
                          every, sample->n_cases, all->n_cases);
    return scores_status(all, e);
}

enum status scores_page_write(const struct scores_page *p, const char *out, struct err *e)
{
    struct arena a = {0};
    struct scores sample = {.file = NULL};
    struct html_source page = {
        .scores = p->scores, .sums = p->sums, .command = explain_command(&a, p->path)};
    enum status status = OK;
    if (!scores_are_in_memory(p->scores)) {
        status = take_sample(p, &sample, &page.sample, e);
        page.scores = &sample;
    }
    if (status == OK && p->texts) {
        status = source_files_read(p->texts, page.scores, e);
        page.suite = &p->texts->batch;
        page.predictions = &p->texts->answers;
    }
    if (status == OK)
        status = write_page(&page, out, e);
    arena_release(&sample.arena);
    arena_release(&a);
    return status;
}

enum status comparison_page_write(const struct comparison_source *s, const char *out, struct err *e)
{
    struct out_file f;
    TRY(out_file_open(&f, out, e));
    enum status status = comparison_html(s, &f, e);
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}
