/* merge_predictions.c: predictions joined in the order of the suite.
 *
 * A file has the answers to seeds, then those to cases, and so for each time of asking: so has the
 * whole, and a part is cut into these sections. They are found first, and then copied as they are.
 */
#include "base/file_copy.h"
#include "merge/merge_set.h"
#include "record/answer.h"
#include "suite/about.h"

enum { SECTIONS_MAX = 1 << 20 };

/* Sections */

/* Where each section of a part ends; sections are numbered: the seeds, the cases, the seeds again …
 */
struct sections {
    uint64_t *ends;
    uint32_t count;
    struct seed_span seeds; /* of the first section */
};

/* "seed-12" */
static bool read_seed_id(struct str id, uint32_t *out)
{
    uint64_t n = 0;
    size_t i = strlen("seed-");
    bool good = i < id.len;
    for (; i < id.len && good; i++) {
        n = 10 * n + (uint64_t)(id.ptr[i] - '0');
        good = ascii_digit(id.ptr[i]) && n < UINT32_MAX;
    }
    *out = (uint32_t)n;
    return good;
}

/* False where it is not behind the seeds so far. */
static bool take_seed(struct seed_span *s, struct str id)
{
    uint32_t number;
    if (!read_seed_id(id, &number) || (s->numbered && s->last >= number))
        return false;
    s->first = s->numbered ? s->first : number;
    s->last = number;
    s->numbered = true;
    s->count++;
    return true;
}

static uint32_t section_of(const struct answer *a)
{
    return 2 * a->repeat + !str_starts(a->id, STR("seed-"));
}

static bool read_answer(struct arena *scratch, struct str line, struct answer *out)
{
    struct err ignored;
    *out = (struct answer){0};
    return record_read(scratch, &ANSWER_RECORD, line, 1, out, &ignored) == OK &&
           out->repeat < SECTIONS_MAX / 2;
}

/* A line of the section, which ends at `consumed`. False where it stands behind a later one. */
static bool take_line(struct sections *s, struct arena *a, uint32_t section, uint64_t consumed)
{
    uint64_t before = s->count ? s->ends[s->count - 1] : 0;
    if (section + 1 < s->count)
        return false;
    for (; s->count <= section; s->count++) {
        ARENA_PUSH(a, s->ends, s->count);
        s->ends[s->count] = before;
    }
    s->ends[section] = consumed;
    return true;
}

static enum status find_sections(struct arena *a, const char *path, struct sections *out,
                                 struct err *e)
{
    struct arena scratch = {0};
    struct line_reader lines;
    struct str line;
    struct answer answer;
    *out = (struct sections){.count = 0};
    enum status status = line_reader_open(&lines, path, e);
    if (status)
        return status;
    while ((status = line_reader_next(&lines, &line, e)) == OK && line.ptr) {
        bool good = read_answer(&scratch, line, &answer) &&
                    take_line(out, a, section_of(&answer), lines.consumed) &&
                    (section_of(&answer) > 0 || take_seed(&out->seeds, answer.id));
        arena_clear(&scratch);
        if (!good) {
            status = err_at(e, E_INPUT, lines.line, 0,
                            "no answer, or out of the order in which teql ask writes them");
            err_in_file(e, path);
            break;
        }
    }
    line_reader_close(&lines);
    arena_release(&scratch);
    return status;
}

/* A part */

/* The file is what its .about file is about, and was answered to the end. */
static enum status check_about(const struct provenance *about, struct err *e)
{
    if (about->teql.len == 0)
        return err_set(e, E_INPUT,
                       "has other answers than its " ABOUT_SUFFIX " file is about, or none is "
                       "there: it is not whole, or no part");
    if (about->unanswered > 0)
        return err_set(e, E_INPUT,
                       "is not whole: the system failed before %llu of its questions were asked; "
                       "run its shard again",
                       (unsigned long long)about->unanswered);
    return OK;
}

static enum status look(struct arena *a, const char *path, struct merge_part *out, struct err *e)
{
    struct provenance about;
    struct sections sections;
    enum status status = about_read(a, path, &about, e);
    if (status == OK)
        status = check_about(&about, e);
    if (status == OK)
        status = find_sections(a, path, &sections, e);
    if (status)
        return status;
    out->part = about.part;
    out->seeds = sections.seeds;
    out->has.answers = about.answers;
    return OK;
}

/* Joining */

static enum status copy_section(struct out_file *f, const char *path, const struct sections *s,
                                uint32_t section, struct err *e)
{
    struct copied c;
    if (section >= s->count)
        return OK;
    uint64_t first = section ? s->ends[section - 1] : 0;
    return out_file_copy(f, path, first, s->ends[section], &c, e);
}

static enum status copy_all(const struct merge_set *set, const struct sections *sections,
                            const struct listener *l, struct out_file *f, struct err *e)
{
    enum status status = OK;
    uint32_t n = 0;
    for (uint32_t i = 0; i < set->count; i++)
        n = sections[i].count > n ? sections[i].count : n;
    for (uint32_t section = 0; section < n; section++)
        for (uint32_t i = 0; i < set->count && status == OK; i++) {
            status = copy_section(f, set->parts[i].path, &sections[i], section, e);
            if (status == OK)
                status = listener_check(l, e);
        }
    return status;
}

static enum status join_answers(const struct merge_set *set, const char *out,
                                const struct listener *l, struct arena *a, struct err *e)
{
    struct sections *sections = ARENA_ARRAY(a, struct sections, set->count);
    struct out_file f;
    enum status status = OK;
    for (uint32_t i = 0; i < set->count && status == OK; i++)
        status = find_sections(a, set->parts[i].path, &sections[i], e);
    if (status == OK)
        status = out_file_open(&f, out, e);
    if (status)
        return status;
    status = copy_all(set, sections, l, &f, e);
    if (status == OK)
        return out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}

/* Who was asked is the same for all, and the whole is of the last day. */
static enum status join_abouts(const struct merge_set *set, const char *out, struct arena *a,
                               struct err *e)
{
    struct provenance whole, next;
    enum status status = about_read(a, set->parts[0].path, &whole, e);
    for (uint32_t i = 1; i < set->count && status == OK; i++) {
        status = about_read(a, set->parts[i].path, &next, e);
        if (status == OK && str_cmp(next.date, whole.date) > 0)
            whole.date = next.date;
    }
    whole.part = (struct part){.of = STR("")};
    return status ? status : about_write_dated(out, &whole, e);
}

static enum status join(const struct merge_set *set, const struct merge_job *o,
                        const struct listener *l, struct err *e)
{
    struct arena a = {0};
    enum status status = join_answers(set, o->out, l, &a, e);
    if (status == OK)
        status = join_abouts(set, o->out, &a, e);
    arena_release(&a);
    return status;
}

const struct merge_kind MERGE_PREDICTIONS = {.name = "predictions", .look = look, .join = join};
