/* compared_page.c: seeds that are chosen, questions and SQL, for the page of a comparison. */
#include "cli/compared_page.h"

#include "cli/html_page.h"
#include "score/scores_walk.h"

#include <stdio.h>

/* A file of scores, as the page shows it. */
struct page_run {
    struct scores chosen; /* if seeds are chosen */
    struct source_files texts;
    bool has_texts;
};

struct compared_page {
    struct arena arena;
    struct compared_runs *files;
    const struct system_comparison *comparison;
    struct page_run *runs;
    const struct scores **shown;
    struct case_source *sources; /* of each file, and so … */
    const char **commands;
};

/* Seeds */

static bool are_in_memory(const struct compared_runs *c)
{
    uint32_t i = 0;
    while (i < c->n_files && scores_are_in_memory(&c->files[i].scores))
        i++;
    return i == c->n_files;
}

/* Every so many-th number, such that the files have about `hold` cases of these seeds. */
static uint32_t choose_numbers(struct compared_page *p, uint32_t hold, uint32_t **out)
{
    const struct system_comparison *c = p->comparison;
    uint64_t cases = 0;
    for (uint32_t i = 0; i < p->files->n_files; i++)
        cases += p->files->files[i].scores.n_cases;
    uint64_t every = cases / hold + (cases % hold > 0);
    uint32_t n = 0;
    *out = ARENA_ARRAY(&p->arena, uint32_t, (size_t)c->n_numbers + 1);
    for (uint64_t i = 0; i < c->n_numbers; i += every ? every : 1)
        (*out)[n++] = c->numbers[i];
    return n;
}

static enum status choose_seeds(struct compared_page *p, uint32_t hold, struct err *e)
{
    uint32_t *numbers, n = choose_numbers(p, hold, &numbers);
    for (uint32_t i = 0; i < p->files->n_files; i++) {
        const struct run_file *file = &p->files->files[i];
        scores_select(&file->scores, numbers, n, &p->runs[i].chosen);
        p->shown[i] = &p->runs[i].chosen;
        enum status status = scores_status(&file->scores, e);
        if (status) {
            err_in_file(e, file->path);
            return status;
        }
    }
    return OK;
}

static enum status find_shown(struct compared_page *p, uint32_t hold, struct err *e)
{
    if (!are_in_memory(p->files))
        return choose_seeds(p, hold, e);
    for (uint32_t i = 0; i < p->files->n_files; i++)
        p->shown[i] = &p->files->files[i].scores;
    return OK;
}

/* Texts */

static enum status open_run(struct compared_page *p, uint32_t i, struct err *e)
{
    struct page_run *r = &p->runs[i];
    struct run_file *file = &p->files->files[i];
    TRY(sources_open(&r->texts, &file->scores, file->path, NULL, NULL, e));
    r->has_texts = true;
    TRY(source_files_read(&r->texts, p->shown[i], e));
    p->sources[i] = (struct case_source){&r->texts.batch, &r->texts.answers};
    return OK;
}

/* The page has questions and SQL of the runs whose suite and predictions are still there. */
static enum status open_texts(struct compared_page *p, struct err *e)
{
    for (uint32_t i = 0; i < p->files->n_files; i++) {
        enum status status = open_run(p, i, e);
        if (status == E_HOST)
            return status;
        if (status)
            fprintf(stderr,
                    "notice: without its suite and predictions, %s has no questions and no SQL\n",
                    p->files->files[i].path);
    }
    return OK;
}

/* The page */

static struct compared_page page_of(struct compared_runs *files, const struct system_comparison *c)
{
    struct compared_page p = {.files = files, .comparison = c};
    uint32_t n = files->n_files;
    p.runs = arena_zalloc(&p.arena, n * sizeof *p.runs);
    p.shown = ARENA_ARRAY(&p.arena, const struct scores *, n);
    p.sources = arena_zalloc(&p.arena, n * sizeof *p.sources);
    p.commands = ARENA_ARRAY(&p.arena, const char *, n);
    for (uint32_t i = 0; i < n; i++)
        p.commands[i] = explain_command(&p.arena, files->files[i].path);
    return p;
}

static void release(struct compared_page *p)
{
    for (uint32_t i = 0; i < p->files->n_files; i++) {
        struct page_run *r = &p->runs[i];
        if (r->has_texts)
            source_files_close(&r->texts);
        arena_release(&r->chosen.arena);
    }
    arena_release(&p->arena);
}

/* What is shown of a system is what is shown of its files. */
static enum status write_page(struct compared_page *p, const char *out, struct err *e)
{
    struct compared_texts systems[COMPARED_MAX];
    for (uint32_t i = 0; i < p->comparison->n_systems; i++) {
        const struct system_files *of = &p->files->arguments[i];
        systems[i] = (struct compared_texts){.runs = {p->shown + of->first, of->count},
                                             .sources = p->sources + of->first,
                                             .commands = p->commands + of->first};
    }
    const struct comparison_source source = {p->comparison, systems};
    return comparison_page_write(&source, out, e);
}

enum status compared_page_write(struct compared_runs *files, const struct system_comparison *c,
                                uint32_t hold, const char *out, struct err *e)
{
    struct compared_page p = page_of(files, c);
    enum status status = find_shown(&p, hold, e);
    if (status == OK)
        status = open_texts(&p, e);
    if (status == OK)
        status = write_page(&p, out, e);
    release(&p);
    return status;
}
