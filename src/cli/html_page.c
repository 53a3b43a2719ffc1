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

enum status html_page_write(const struct html_source *s, const char *scores_path, const char *out,
                            struct err *e)
{
    struct arena a = {0};
    struct html_source source = *s;
    source.command = explain_command(&a, scores_path);
    struct out_file f;
    enum status status = out_file_open(&f, out, e);
    if (status == OK) {
        status = html_report(&source, &f, e);
        if (status == OK)
            status = out_file_commit(&f, e);
        out_file_discard(&f);
    }
    arena_release(&a);
    return status;
}

/* A page of every so many-th seed, where all of them are too many. Its sums are of all. */
static enum status write_sample(const struct scores_page *p, const char *out, struct err *e)
{
    struct scores sample;
    const struct scores *all = p->scores;
    struct source_files *files = p->texts->opened ? &p->texts->files : NULL;
    uint32_t every = all->n_cases / p->hold + (all->n_cases % p->hold > 0);
    scores_sample(all, every ? every : 1, &sample);
    enum status status = scores_status(all, e);
    if (status == OK && files)
        status = source_files_read(files, &sample, e);
    const struct html_source page = {
        .scores = &sample,
        .sums = p->sums,
        .suite = files ? &files->part : NULL,
        .predictions = files ? &files->answers : NULL,
        .sample = arena_printf(&sample.arena,
                               "one seed of %u, with its cases: %u of %u. The summary and the "
                               "table of relations are of all cases; charts, lists and filters "
                               "are of these",
                               every, sample.n_cases, all->n_cases)};
    if (status == OK)
        status = html_page_write(&page, p->path, out, e);
    arena_release(&sample.arena);
    return status;
}

enum status scores_page_write(const struct scores_page *p, const char *out, struct err *e)
{
    if (scores_are_in_parts(p->scores))
        return write_sample(p, out, e);
    struct sources *held = p->texts->opened ? &p->texts->sources : NULL;
    const struct html_source page = {.scores = p->scores,
                                     .sums = p->sums,
                                     .suite = held ? &held->suite : NULL,
                                     .predictions = held ? &held->predictions : NULL};
    return html_page_write(&page, p->path, out, e);
}

enum status comparison_page_write(const struct comparison_source *s, const char *out, struct err *e)
{
    struct out_file f;
    enum status status = out_file_open(&f, out, e);
    if (status)
        return status;
    status = comparison_html(s, &f, e);
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}
