/* source_files.c: reads the part of a suite that has the seeds of a part of the scores. */
#include "report/source_files.h"

#include <stdlib.h>

static enum status note_part(void *ctx, struct suite *part, struct err *e)
{
    (void)e;
    prediction_index_note(ctx, part);
    return OK;
}

enum status source_files_open(struct source_files *f, const char *suite, const char *predictions,
                              struct err *e)
{
    struct err unread;
    *f = (struct source_files){.is_open = false};
    enum status status = suite_reader_open(&f->suite, suite, e);
    if (status)
        return status;
    enum status read = prediction_index_open(&f->predictions, predictions, &unread);
    status = suite_reader_survey(&f->suite, read ? NULL : note_part, &f->predictions, e);
    if (status == OK && read) {
        *e = unread;
        status = read;
    }
    if (status == OK)
        status = prediction_index_check(&f->predictions, &f->suite.head, e);
    if (status)
        source_files_close(f);
    return status;
}

static void close_part(struct source_files *f)
{
    if (f->is_open) {
        predictions_release(&f->answers);
        suite_close(&f->part);
    }
    f->is_open = false;
}

void source_files_close(struct source_files *f)
{
    close_part(f);
    prediction_index_close(&f->predictions);
    suite_reader_close(&f->suite);
}

void case_source_begin(const struct case_source *s)
{
    if (s->files) {
        close_part(s->files);
        suite_reader_rewind(&s->files->suite);
    }
}

/* Skip the seeds before `number`: the scores may be of a part of the suite. */
static enum status skip_to(struct suite_reader *r, uint32_t number, struct err *e)
{
    struct suite_bounds before = SUITE_PART;
    enum status status = OK;
    if (number == 0)
        return OK;
    before.last_number = number - 1;
    for (bool more = true; status == OK && more;) {
        struct suite part;
        status = suite_reader_next(r, &before, &part, e);
        if (status)
            break;
        more = part.n_seeds > 0;
        suite_close(&part);
    }
    return status;
}

static enum status read_part(struct source_files *f, const struct scores *scores, struct err *e)
{
    const struct suite_bounds bounds = {.cases = UINT32_MAX,
                                        .seeds = UINT32_MAX,
                                        .last_number = scores->seeds[scores->n_seeds - 1].number};
    enum status status = skip_to(&f->suite, scores->seeds[0].number, e);
    if (status == OK)
        status = suite_reader_next(&f->suite, &bounds, &f->part, e);
    if (status)
        return status;
    status =
        prediction_index_read(&f->predictions, &f->part, f->suite.head.n_seeds, &f->answers, e);
    f->is_open = status == OK;
    if (status)
        suite_close(&f->part);
    return status;
}

/* To know which question a line without an id answers, all questions must be counted. */
static enum status add_plain(struct source_files *f, struct err *e)
{
    enum status status = OK;
    suite_reader_rewind(&f->suite);
    for (bool more = true; status == OK && more;) {
        struct suite part;
        status = suite_reader_next(&f->suite, &SUITE_PART, &part, e);
        if (status)
            break;
        more = part.n_seeds > 0;
        prediction_index_add_plain(&f->predictions, &part, f->suite.head.n_seeds, &f->answers);
        suite_close(&part);
    }
    return status;
}

enum status source_files_read(struct source_files *f, const struct scores *s, struct err *e)
{
    const struct suite_bounds all = {
        .cases = UINT32_MAX, .seeds = UINT32_MAX, .last_number = UINT32_MAX};
    uint32_t *numbers = mem_resize_array(NULL, (size_t)s->n_seeds + 1, sizeof *numbers);
    for (uint32_t i = 0; i < s->n_seeds; i++)
        numbers[i] = s->seeds[i].number;
    suite_reader_select(&f->suite, numbers, s->n_seeds);
    enum status status = suite_reader_next(&f->suite, &all, &f->part, e);
    suite_reader_select(&f->suite, NULL, 0);
    free(numbers);
    if (status)
        return status;
    schema_entries_add_needed(&f->suite.schemas, &f->part);
    predictions_begin(&f->answers, &f->part);
    f->is_open = true;
    status = f->predictions.plain ? add_plain(f, e)
                                  : prediction_index_add(&f->predictions, &f->answers, e);
    prediction_index_close(&f->predictions);
    return status;
}

enum status case_source_move(const struct case_source *s, const struct scores *part,
                             struct case_source *out, struct err *e)
{
    *out = *s;
    if (!s->files || part->n_seeds == 0)
        return OK;
    close_part(s->files);
    enum status status = read_part(s->files, part, e);
    *out = (struct case_source){.suite = &s->files->part, .predictions = &s->files->answers};
    return status;
}
