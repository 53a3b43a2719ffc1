/* suite_survey.c: opening, and taking a shard. */
#include "suite/suite_survey.h"

#include "suite/suite_part.h"
#include "suite/work.h"

struct surveying {
    struct suite_survey *survey;
    suite_visit *visit; /* NULL for none */
    void *ctx;
};

static enum status note_part(void *ctx, struct suite *batch, struct err *e)
{
    struct surveying *s = ctx;
    suite_outline_add(&s->survey->outline, batch, &s->survey->reader.schemas);
    return s->visit ? s->visit(s->ctx, batch, e) : OK;
}

enum status suite_survey_open(struct suite_survey *s, const char *dir, suite_visit *visit,
                              void *ctx, struct err *e)
{
    struct surveying surveying = {s, visit, ctx};
    *s = (struct suite_survey){.seeds_before = 0};
    enum status status = suite_reader_open(&s->reader, dir, e);
    if (status)
        return status;
    suite_outline_init(&s->outline);
    status = suite_reader_survey(&s->reader, note_part, &surveying, e);
    if (status)
        suite_survey_close(s);
    return status;
}

void suite_survey_close(struct suite_survey *s)
{
    suite_outline_release(&s->outline);
    suite_reader_close(&s->reader);
}

enum status suite_survey_take_shard(struct suite_survey *s, struct shard shard, const char *db,
                                    struct part *out, struct err *e)
{
    struct arena a = {0};
    struct suite *head = &s->reader.head;
    const uint64_t *work = NULL;
    bool cuts = part_is_whole(&head->part) && !shard_is_whole(shard);
    enum status status = cuts ? suite_work(&a, head, &s->outline, db, &work, e) : OK;
    if (status == OK)
        status = suite_cut(head, shard, work, out, e);
    arena_release(&a);
    if (status || !cuts)
        return status;
    suite_outline_narrow(&s->outline, out->seeds);
    s->seeds_before = out->seeds.first;
    return OK;
}

void suite_survey_databases(const struct suite_survey *s, struct suite *out)
{
    suite_outline_databases(&s->outline, &s->reader.head, out);
    schema_entries_add_needed(&s->reader.schemas, out);
}
