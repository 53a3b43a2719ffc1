/* scores_files.c: finding scores, their suite and their predictions; writing reports, whole or not
 * at all. */
#include "cli/scores_files.h"

#include "base/path.h"
#include "report/html.h"
#include "score/scores_walk.h"

#include <stdio.h>

enum status scores_open(struct scores *out, const char *path, uint32_t hold, struct err *e)
{
    struct arena a = {0};
    struct path_info info;
    enum status status = path_look(path, &info, e);
    if (info.kind == PATH_FOLDER)
        path = arena_printf(&a, "%s/scores.json", path).ptr;
    if (status == OK)
        status = scores_open_in_batches(out, path, hold, e);
    arena_release(&a);
    return status;
}

/* `named`; or, if that is not there or nothing is named, the file `name` beside the scores. */
static enum status find_source(struct arena *a, struct str named, const char *scores,
                               const char *name, const char **out, struct err *e)
{
    const char *slash = strrchr(scores, '/');
    struct str folder = slash ? (struct str){scores, (size_t)(slash - scores)} : STR(".");
    struct path_info at_scores, at_path, at_beside = {.kind = PATH_ABSENT};
    TRY(path_look(scores, &at_scores, e));
    if (at_scores.kind == PATH_FOLDER)
        folder = str_from(scores);
    const char *beside = arena_printf(a, "%.*s/%s", STR_ARG(folder), name).ptr;
    *out = arena_str(a, named).ptr;
    TRY(path_look(*out, &at_path, e));
    if (at_path.kind == PATH_ABSENT)
        TRY(path_look(beside, &at_beside, e));
    if (at_beside.kind != PATH_ABSENT || named.len == 0)
        *out = beside;
    return OK;
}

/* Scores of cases that were dropped or edited later are not of this suite. */
static void warn_of_reviews(struct scores *s, const struct suite *suite)
{
    const struct json_value options = {JSON_KIND_OBJECT, s->suite_options};
    uint64_t dropped = 0, edited = 0;
    if (str_starts(s->suite_options, STR("{"))) {
        json_count(json_member(&s->arena, options, STR("dropped")), UINT32_MAX, &dropped);
        json_count(json_member(&s->arena, options, STR("edited")), UINT32_MAX, &edited);
    }
    if (dropped != suite->reviewed.dropped || edited != suite->reviewed.edited)
        fputs("notice: the suite was reviewed since it was scored; ask and score it again\n",
              stderr);
}

enum status sources_open(struct source_files *out, struct scores *s, const char *path,
                         const char *suite, const char *predictions, struct err *e)
{
    if (!suite)
        TRY(find_source(&s->arena, s->suite, path, "suite", &suite, e));
    if (!predictions)
        TRY(find_source(&s->arena, s->predictions, path, "predictions.jsonl", &predictions, e));
    TRY(source_files_open(out, suite, predictions, e));
    warn_of_reviews(s, &out->suite.head);
    return OK;
}

/* Reports */

/* In single quotes, unless a shell reads the path as it is. A path with such a quote is not
 * changed.
 */
static struct str shell_word(struct arena *a, const char *path)
{
    struct str s = str_from(path);
    bool plain = s.len > 0;
    for (size_t i = 0; i < s.len && plain; i++)
        plain = ascii_digit(path[i]) || ascii_letter(path[i]) || strchr("/._-+=,@", path[i]);
    if (plain || str_find(s, STR("'"), 0) < s.len)
        return s;
    return arena_printf(a, "'%s'", path);
}

const char *explain_command(struct arena *a, const char *scores_path)
{
    return arena_printf(a, "teql explain --scores %.*s", STR_ARG(shell_word(a, scores_path))).ptr;
}

/* Some seeds of scores that are not in memory: every n-th, so that they have about `hold` cases.
 * `*which` says so, in the arena of the sample. */
static enum status sample_seeds(const struct scores *all, uint32_t hold, struct scores *sample,
                                struct str *which, struct err *e)
{
    uint32_t every = all->n_cases / hold + (all->n_cases % hold > 0);
    scores_sample(all, every ? every : 1, sample);
    *which = arena_printf(&sample->arena,
                          "one seed of %u, with its cases: %u of %u. The summary and the table of "
                          "relations are of all cases; charts, lists and filters are of these",
                          every, sample->n_cases, all->n_cases);
    return scores_status(all, e);
}

static enum status write_html(const struct html_source *page, const char *out, struct err *e)
{
    struct out_file f;
    TRY(out_file_open(&f, out, e));
    enum status status = html_report(page, &f, e);
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}

enum status scores_page_write(const struct report_subject *subject, const char *path, uint32_t hold,
                              const char *out, struct err *e)
{
    struct arena a = {0};
    struct scores sample = {.file = NULL};
    struct source_files *texts = subject->texts;
    struct html_source page = {
        .scores = subject->scores, .sums = subject->sums, .command = explain_command(&a, path)};
    enum status status = OK;
    if (!scores_are_in_memory(subject->scores)) {
        status = sample_seeds(subject->scores, hold, &sample, &page.sample, e);
        page.scores = &sample;
    }
    if (status == OK && texts) {
        status = source_files_read(texts, page.scores, e);
        page.suite = &texts->batch;
        page.predictions = &texts->answers;
    }
    if (status == OK)
        status = write_html(&page, out, e);
    arena_release(&sample.arena);
    arena_release(&a);
    return status;
}

enum status folder_reports_write(const char *folder, struct scores *scores,
                                 const struct report_subject *subject, uint32_t hold, struct err *e)
{
    struct arena a = {0};
    struct source_files texts;
    struct report_subject page = *subject;
    const char *path = arena_printf(&a, "%s/scores.json", folder).ptr;
    enum status status =
        document_write(arena_printf(&a, "%s/report.txt", folder).ptr, REPORT_TEXT, subject, e);
    if (status == OK)
        status = sources_open(&texts, scores, path, arena_printf(&a, "%s/suite", folder).ptr,
                              arena_printf(&a, "%s/predictions.jsonl", folder).ptr, e);
    if (status == OK) {
        page.texts = &texts;
        status =
            scores_page_write(&page, path, hold, arena_printf(&a, "%s/report.html", folder).ptr, e);
        source_files_close(&texts);
    }
    arena_release(&a);
    return status;
}
