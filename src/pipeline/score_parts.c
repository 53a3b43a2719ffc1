/* score_parts.c: the suite is read twice: to check it and to know what is in it, and to score it.
 */
#include "pipeline/score_parts.h"

#include "base/hash.h"
#include "pipeline/work.h"
#include "score/scores_writer.h"

#include <stdlib.h>

/* Looking through */

struct survey {
    struct scored_files *files;
    const char *db;
    struct name_map databases; /* that were seen */
    bool has_predictions, counts_work;
};

static void note_databases(struct survey *s, const struct suite *part)
{
    struct suite *d = &s->files->databases;
    struct arena *a = &s->files->arena;
    for (uint32_t i = 0; i < part->n_seeds; i++) {
        if (name_map_get(&s->databases, part->seeds[i].db_id) != NAME_NONE)
            continue;
        struct str db_id = arena_str(a, part->seeds[i].db_id);
        name_map_put(&s->databases, a, db_id, 0);
        ARENA_PUSH(a, d->seeds, d->n_seeds);
        d->seeds[d->n_seeds++] = (struct seed){.number = part->seeds[i].number, .db_id = db_id};
    }
}

static enum status note_work(struct survey *s, const struct suite *part, struct err *e)
{
    struct arena a = {0};
    struct scored_files *f = s->files;
    size_t n = (size_t)part->seeds_before + part->n_seeds;
    const uint64_t *work;
    enum status status = suite_work(&a, part, s->db, &work, e);
    f->work = mem_resize_array(f->work, n, sizeof *f->work);
    if (status == OK)
        memcpy(f->work + part->seeds_before, work, part->n_seeds * sizeof *work);
    arena_release(&a);
    return status;
}

static enum status note_part(void *ctx, struct suite *part, struct err *e)
{
    struct survey *s = ctx;
    note_databases(s, part);
    if (s->has_predictions)
        prediction_index_note(&s->files->predictions, part);
    return s->counts_work ? note_work(s, part, e) : OK;
}

enum status scored_files_open(struct scored_files *f, const char *suite, const char *predictions,
                              struct shard shard, const char *db, struct err *e)
{
    *f = (struct scored_files){.work = NULL};
    struct survey s = {.files = f, .db = db, .counts_work = !shard_is_whole(shard)};
    enum status status = suite_reader_open(&f->suite, suite, e);
    if (status)
        return status;
    f->databases = f->suite.head;
    f->databases.arena = (struct arena){0};
    name_map_init_exact(&s.databases, &f->arena, 0);
    s.has_predictions =
        prediction_index_open(&f->predictions, predictions, &f->predictions_problem) == OK;
    if (s.has_predictions)
        f->predictions_problem.code = OK;
    status = suite_reader_survey(&f->suite, note_part, &s, e);
    if (status)
        scored_files_close(f);
    return status;
}

enum status scored_files_check(struct scored_files *f, struct err *e)
{
    if (f->predictions_problem.code) {
        *e = f->predictions_problem;
        return e->code;
    }
    return prediction_index_check(&f->predictions, &f->suite.head, e);
}

void scored_files_close(struct scored_files *f)
{
    free(f->work);
    prediction_index_close(&f->predictions);
    suite_reader_close(&f->suite);
    arena_release(&f->arena);
}

/* Scoring */

struct parts_scoring {
    const struct scored_files *files;
    const struct score_order *order;
    const struct listener *listener;
    struct scores head;
    const char *out;              /* path; NULL for none */
    struct scores_writer *writer; /* NULL where nothing is written */
    struct robustness_sums sums;
    bool ran, answered;
};

static enum status take_verdicts(struct parts_scoring *s, const struct scores *part, struct err *e)
{
    for (uint32_t i = 0; i < part->n_seeds && !s->answered; i++)
        s->answered = part->seeds[i].answered;
    robustness_add(&s->sums, part);
    return s->writer ? scores_writer_add(s->writer, part, e) : OK;
}

static enum status score_part(void *ctx, struct suite *part, struct err *e)
{
    struct parts_scoring *s = ctx;
    struct predictions predictions;
    struct score_order order = *s->order;
    enum status status = prediction_index_read(&s->files->predictions, part,
                                               s->files->suite.head.n_seeds, &predictions, e);
    if (status)
        return status;
    struct scores verdicts = {.by = s->head.by};
    order.suite = part;
    order.predictions = &predictions;
    status = score_verdicts(&order, s->listener, &verdicts, &s->ran, e);
    if (status == OK)
        status = take_verdicts(s, &verdicts, e);
    scores_release(&verdicts);
    predictions_release(&predictions);
    return status;
}

static enum status score_all(struct parts_scoring *s, struct suite_reader *reader,
                             struct place_range seeds, struct robustness *sums, struct err *e)
{
    enum status status = suite_reader_visit(reader, seeds, score_part, s, e);
    if (status)
        return status;
    score_settle(s->order, s->listener, s->answered, s->ran, &s->head);
    robustness_end(&s->sums, s->head.by, sums);
    return s->writer ? score_save_written(s->writer, &s->head, sums, s->out, e) : OK;
}

static enum status score_to_file(struct parts_scoring *s, struct suite_reader *reader,
                                 struct place_range seeds, struct robustness *sums, struct err *e)
{
    struct scores_writer writer;
    enum status status = scores_writer_open(&writer, s->out, e);
    if (status)
        return status;
    s->writer = &writer;
    status = score_all(s, reader, seeds, sums, e);
    scores_writer_close(&writer);
    return status;
}

enum status score_in_parts(struct scored_files *f, const struct score_order *order, const char *out,
                           const struct listener *listener, struct arena *a,
                           struct robustness *sums, struct err *e)
{
    struct place_range seeds;
    struct parts_scoring s = {.files = f, .order = order, .listener = listener, .out = out};
    enum status status = score_head(order, f->work, &s.head, &seeds, e);
    if (status)
        return status;
    score_tell_edits(order, listener, &s.head);
    robustness_begin(&s.sums, a, score_relations(a));
    status = out ? score_to_file(&s, &f->suite, seeds, sums, e)
                 : score_all(&s, &f->suite, seeds, sums, e);
    (void)effort_end(&s.sums.effort); /* of a run that failed */
    scores_release(&s.head);
    return status;
}
