/* compared_runs.c: arguments with commas, and files that are runs of one system. */
#include "cli/compared_runs.h"

#include "base/path.h"
#include "cli/scores_files.h"
#include "score/scores_walk.h"

#include <stdio.h>

/* If fewer of the cases are the same, the suites are not. */
#define SAME_SHARE 0.5

/* Arguments */

static enum status add_run_file(struct compared_runs *c, struct str path, const char *argument,
                                struct err *e)
{
    if (path.len == 0)
        return err_set(e, E_USAGE, "nothing between two commas, or beside one, of '%s'", argument);
    if (c->n_files == COMPARED_FILES_MAX)
        return err_set(e, E_USAGE, "more than %d files", COMPARED_FILES_MAX);
    c->files[c->n_files++].path = arena_str(&c->arena, path).ptr;
    c->arguments[c->n_systems].count++;
    return OK;
}

static enum status add_system_argument(struct compared_runs *c, const char *argument, struct err *e)
{
    struct path_info info;
    struct str rest = str_from(argument);
    if (c->n_systems == COMPARED_SYSTEMS_MAX)
        return err_set(e, E_USAGE, "more than %d files", COMPARED_SYSTEMS_MAX);
    c->arguments[c->n_systems] = (struct system_files){argument, c->n_files, 0};
    TRY(path_look(argument, &info, e));
    if (info.kind != PATH_ABSENT) {
        TRY(add_run_file(c, rest, argument, e));
        rest.ptr = NULL;
    }
    while (rest.ptr)
        TRY(add_run_file(c, str_split(&rest, ','), argument, e));
    c->n_systems++;
    return OK;
}

enum status compared_runs_split(struct compared_runs *c, const struct operands *arguments,
                                struct err *e)
{
    for (uint32_t i = 0; i < arguments->count; i++)
        TRY(add_system_argument(c, arguments->items[i], e));
    return OK;
}

/* Files */

/* The file that is read: the scores of a folder. */
static enum status look_at_scores(const char *path, struct path_info *info, struct err *e)
{
    struct arena a = {0};
    enum status status = path_look(path, info, e);
    if (status == OK && info->kind == PATH_FOLDER)
        status = path_look(arena_printf(&a, "%s/scores.json", path).ptr, info, e);
    arena_release(&a);
    return status;
}

/* A run that counts twice would make the spread too small, or two systems too alike. */
static enum status refuse_twice(const struct compared_runs *c, struct err *e)
{
    struct path_info infos[COMPARED_FILES_MAX];
    for (uint32_t i = 0; i < c->n_files; i++) {
        TRY(look_at_scores(c->files[i].path, &infos[i], e));
        for (uint32_t k = 0; k < i && infos[i].kind != PATH_ABSENT; k++)
            if (infos[k].device == infos[i].device && infos[k].node == infos[i].node)
                return err_set(e, E_USAGE, "'%s' is there twice: a run counts once",
                               c->files[i].path);
    }
    return OK;
}

static enum status open_run_files(struct compared_runs *c, uint32_t hold, struct err *e)
{
    for (uint32_t i = 0; i < c->n_files; i++) {
        struct run_file *file = &c->files[i];
        TRY(scores_open(&file->scores, file->path, hold / c->n_files, e));
        file->opened = true;
    }
    return OK;
}

static void gather_runs(struct compared_runs *c, uint32_t system)
{
    const struct system_files *files = &c->arguments[system];
    const struct scores **runs = ARENA_ARRAY(&c->arena, const struct scores *, files->count);
    for (uint32_t r = 0; r < files->count; r++)
        runs[r] = &c->files[files->first + r].scores;
    c->systems[system] = (struct compared_system){.runs = {runs, files->count}};
}

enum status compared_runs_open(struct compared_runs *c, uint32_t hold, struct err *e)
{
    if (c->n_files > c->n_systems)
        TRY(refuse_twice(c, e));
    TRY(open_run_files(c, hold, e));
    for (uint32_t s = 0; s < c->n_systems; s++)
        gather_runs(c, s);
    return OK;
}

/* Can two runs of a system be averaged? `same` of their cases are the same. */
static enum status check_run_of_system(const struct run_file *first, const struct run_file *other,
                                       uint32_t same, struct err *e)
{
    const struct scores *x = &first->scores, *y = &other->scores;
    if (!str_eq(x->by, y->by))
        return err_set(e, E_INPUT,
                       "%s: judged by %.*s, and %s by %.*s: runs of one system must "
                       "be judged by the same measure",
                       other->path, STR_ARG(y->by), first->path, STR_ARG(x->by));
    if ((double)same < SAME_SHARE * (double)(x->n_cases > y->n_cases ? x->n_cases : y->n_cases))
        return err_set(e, E_INPUT,
                       "%s: scores of another suite than %s: of %u cases %u are the "
                       "same; runs of one system must be of one suite",
                       other->path, first->path, y->n_cases, same);
    if (same < x->n_cases || same < y->n_cases)
        fprintf(stderr,
                "notice: of the %u cases of %s and the %u of %s, runs of one system, only %u are "
                "the same: a case counts in the runs that have it\n",
                x->n_cases, first->path, y->n_cases, other->path, same);
    return OK;
}

enum status run_file_status(const struct run_file *f, struct err *e)
{
    return scores_status(&f->scores, e) ? err_in_file(e, f->path) : OK;
}

enum status compared_runs_check(const struct compared_runs *c, struct err *e)
{
    for (uint32_t i = 0; i < c->n_files; i++)
        TRY(run_file_status(&c->files[i], e));
    for (uint32_t s = 0; s < c->n_systems; s++)
        for (uint32_t r = 1; r < c->arguments[s].count; r++) {
            const struct run_file *first = &c->files[c->arguments[s].first];
            TRY(check_run_of_system(first, first + r, c->systems[s].same[r], e));
        }
    return OK;
}

void compared_runs_release(struct compared_runs *c)
{
    for (uint32_t i = 0; i < c->n_files; i++)
        if (c->files[i].opened)
            scores_release(&c->files[i].scores);
    arena_release(&c->arena);
}
