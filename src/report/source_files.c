/* source_files.c: reads the batch of a suite that has the seeds of a batch of the scores. */
#include "report/source_files.h"

#include "score/scores_walk.h"

#include <stdlib.h>

static enum status note_batch(void *ctx, struct suite *batch, struct err *e)
{
    (void)e;
    prediction_index_note(ctx, batch);
    return OK;
}

enum status source_files_open(struct source_files *f, const char *suite, const char *predictions,
                              struct err *e)
{
    struct err unread;
    *f = (struct source_files){.has_batch = false};
    TRY(suite_reader_open(&f->suite, suite, e));
    enum status read = prediction_index_open(&f->predictions, predictions, &unread);
    enum status status =
        suite_reader_survey(&f->suite, read ? NULL : note_batch, &f->predictions, e);
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

static void close_batch(struct source_files *f)
{
    if (f->has_batch) {
        predictions_release(&f->answers);
        suite_close(&f->batch);
    }
    f->has_batch = false;
}

void source_files_close(struct source_files *f)
{
    close_batch(f);
    prediction_index_close(&f->predictions);
    suite_reader_close(&f->suite);
}

static void rewind_files(struct source_files *f)
{
    if (!f)
        return;
    close_batch(f);
    suite_reader_rewind(&f->suite);
}

/* Skip the seeds before `number`: the scores may be of a part of the suite. */
static enum status skip_to(struct suite_reader *r, uint32_t number, struct err *e)
{
    struct suite_bounds before = SUITE_BATCH;
    before.last_number = number - 1;
    for (bool more = number > 0; more;) {
        struct suite batch;
        TRY(suite_reader_next(r, &before, &batch, e));
        more = batch.n_seeds > 0;
        suite_close(&batch);
    }
    return OK;
}

static enum status read_batch(struct source_files *f, const struct scores *scores, struct err *e)
{
    const struct suite_bounds bounds = {.cases = UINT32_MAX,
                                        .seeds = UINT32_MAX,
                                        .last_number = scores->seeds[scores->n_seeds - 1].number};
    TRY(skip_to(&f->suite, scores->seeds[0].number, e));
    TRY(suite_reader_next(&f->suite, &bounds, &f->batch, e));
    enum status status =
        prediction_index_read(&f->predictions, &f->batch, f->suite.head.n_seeds, &f->answers, e);
    f->has_batch = status == OK;
    if (status)
        suite_close(&f->batch);
    return status;
}

/* To know which question a line without an id answers, all questions must be counted. */
static enum status add_plain(struct source_files *f, struct err *e)
{
    suite_reader_rewind(&f->suite);
    for (bool more = true; more;) {
        struct suite batch;
        TRY(suite_reader_next(&f->suite, &SUITE_BATCH, &batch, e));
        more = batch.n_seeds > 0;
        prediction_index_add_plain(&f->predictions, &batch, f->suite.head.n_seeds, &f->answers);
        suite_close(&batch);
    }
    return OK;
}

enum status source_files_read(struct source_files *f, const struct scores *s, struct err *e)
{
    const struct suite_bounds all = {
        .cases = UINT32_MAX, .seeds = UINT32_MAX, .last_number = UINT32_MAX};
    uint32_t *numbers = mem_resize_array(NULL, (size_t)s->n_seeds + 1, sizeof *numbers);
    for (uint32_t i = 0; i < s->n_seeds; i++)
        numbers[i] = s->seeds[i].number;
    suite_reader_select(&f->suite, numbers, s->n_seeds);
    enum status status = suite_reader_next(&f->suite, &all, &f->batch, e);
    suite_reader_select(&f->suite, NULL, 0);
    free(numbers);
    if (status)
        return status;
    schema_entries_add_needed(&f->suite.schemas, &f->batch);
    predictions_begin(&f->answers, &f->batch);
    f->has_batch = true;
    status = f->predictions.plain ? add_plain(f, e)
                                  : prediction_index_add(&f->predictions, &f->answers, e);
    prediction_index_close(&f->predictions);
    return status;
}

/* The texts of the next batch of the scores, good until the next call. */
static enum status read_texts(struct source_files *f, const struct scores *batch,
                              struct case_source *out, struct err *e)
{
    *out = (struct case_source){NULL, NULL};
    if (!f || batch->n_seeds == 0)
        return OK;
    close_batch(f);
    TRY(read_batch(f, batch, e));
    *out = (struct case_source){&f->batch, &f->answers};
    return OK;
}

enum status source_files_walk(struct source_files *f, const struct scores *s, batch_visitor *visit,
                              void *ctx, struct err *e)
{
    struct scores_walk walk = scores_walk(s);
    struct case_source source;
    enum status status = OK;
    rewind_files(f);
    for (const struct scores *batch; status == OK && (batch = scores_walk_next(&walk));) {
        status = read_texts(f, batch, &source, e);
        if (status == OK)
            status = visit(ctx, batch, &source, e);
    }
    scores_walk_end(&walk);
    return status;
}
