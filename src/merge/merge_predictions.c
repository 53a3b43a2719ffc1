/* merge_predictions.c: predictions joined in the order of the suite.
 *
 * A file has the answers to seeds, then those to cases, and the same again for each repeat. These
 * are its sections; the whole has first the first section of all parts, then the second … */
#include "base/number.h"
#include "merge/merge_set.h"
#include "record/answer.h"
#include "suite/about.h"

enum { SECTIONS_MAX = 1 << 20 };

/* False if the seed does not follow the last one. */
static bool add_seed(struct seed_span *s, struct str id)
{
    struct str digits = str_slice(id, strlen("seed-"), id.len);
    uint64_t number;
    if (!count_read(digits, UINT32_MAX - 1, &number) || (s->numbered && s->last >= number))
        return false;
    seed_span_add(s, (uint32_t)number);
    return true;
}

struct prediction_reader {
    struct arena *arena;
    struct merge_part *part;
};

/* The section goes on, or begins, with a line that ends at `end`. False if a later one began. */
static bool extend_section(struct prediction_reader *r, uint32_t section, uint64_t end)
{
    struct merge_part *p = r->part;
    uint64_t before = p->n_sections ? p->ends[p->n_sections - 1] : 0;
    if (section + 1 < p->n_sections)
        return false;
    for (; p->n_sections <= section; p->n_sections++) {
        ARENA_PUSH(r->arena, p->ends, p->n_sections);
        p->ends[p->n_sections] = before;
    }
    p->ends[section] = end;
    return true;
}

static enum status take_prediction(void *ctx, const struct line_reader *lines, struct str line,
                                   struct arena *scratch, struct err *e)
{
    struct prediction_reader *r = ctx;
    struct answer answer = {0};
    struct err ignored;
    if (!line.ptr)
        return OK;
    if (record_read(scratch, &ANSWER_RECORD, line, 1, &answer, &ignored) == OK &&
        answer.repeat < SECTIONS_MAX / 2) {
        uint32_t section = 2 * answer.repeat + !str_starts(answer.id, STR("seed-"));
        if (extend_section(r, section, lines->consumed) &&
            (section > 0 || add_seed(&r->part->seeds, answer.id)))
            return OK;
    }
    return err_set(e, E_INPUT, "not an answer, or out of the order in which teql ask writes them");
}

/* The file is what its .about file is about, and all questions were asked. */
static enum status look_at_predictions(struct arena *a, const char *path, struct merge_part *out,
                                       struct err *e)
{
    struct provenance *about = ARENA_NEW(a, struct provenance);
    TRY(about_read(a, path, about, e));
    if (about->teql.len == 0)
        return err_set(e, E_INPUT,
                       "has other answers than its " ABOUT_SUFFIX " file is about, or none is "
                       "there: it is not whole, or not a part");
    if (about->unanswered > 0)
        return err_set(e, E_INPUT,
                       "is not whole: the system failed before %llu of its questions were asked; "
                       "run its shard again",
                       (unsigned long long)about->unanswered);
    out->part = about->part;
    out->about = about;
    out->answers = about->answers;
    return merge_each_line(path, take_prediction, &(struct prediction_reader){a, out}, e);
}

/* The same system was asked for all parts; the whole has the last of their dates. */
static enum status write_about(const struct merge_set *set, const char *path, struct err *e)
{
    struct provenance whole = *set->parts[0].about;
    for (uint32_t i = 1; i < set->count; i++)
        if (str_cmp(set->parts[i].about->date, whole.date) > 0)
            whole.date = set->parts[i].about->date;
    whole.part = (struct part){.of = STR("")};
    return about_write_dated(path, &whole, e);
}

const struct merge_kind MERGE_PREDICTIONS = {.name = "predictions",
                                             .look = look_at_predictions,
                                             .write = merge_lines,
                                             .describe = write_about};
