/* ask_batches.c: parts opened and closed. */
#include "asking/ask_batches.h"

#include "asking/ask_sequence.h"
#include "asking/request.h"

#include <stdlib.h>

/* Where the part that begins with the seed at `first` ends. */
static uint32_t part_end(const struct suite_outline *o, uint32_t first, uint32_t part_cases)
{
    uint32_t end = first;
    uint64_t schemas = 0;
    while (end < o->n_seeds && end - first < part_cases && schemas < SCHEMAS_MAX_BYTES &&
           o->seeds[end].first_case - o->seeds[first].first_case < part_cases) {
        uint32_t turn = end;
        end = ask_turn_end(o, end);
        for (; turn < end; turn++)
            schemas += o->seeds[turn].schemas;
    }
    return end;
}

static void cut(struct ask_batches *p, uint32_t part_cases)
{
    uint32_t end = 0;
    while (end < p->outline->n_seeds) {
        end = part_end(p->outline, end, part_cases);
        p->ends = mem_resize_array(p->ends, (size_t)p->n_parts + 1, sizeof *p->ends);
        p->ends[p->n_parts++] = end;
    }
}

void ask_batches_init(struct ask_batches *p, struct suite *memory, struct suite_survey *files,
                      uint32_t part_cases)
{
    *p = (struct ask_batches){.memory = files ? NULL : memory,
                              .files = files,
                              .outline = files ? &files->outline : &p->own};
    if (!files) {
        suite_outline_init(&p->own);
        suite_outline_add(&p->own, memory, NULL);
        part_cases = UINT32_MAX;
    }
    cut(p, part_cases ? part_cases : SUITE_BATCH.cases);
}

static void close_part(struct ask_batch *part)
{
    defence_free(part->defence);
    if (part->suite == &part->read)
        suite_close(&part->read);
    arena_release(&part->texts);
    free(part);
}

void ask_batches_release(struct ask_batches *p)
{
    while (p->n_open > 0)
        close_part(p->open[--p->n_open]);
    free(p->ends);
    suite_outline_release(&p->own);
    suite_close(&p->databases);
}

/* Defence */

enum status ask_batches_databases(struct ask_batches *p, struct arena *a, struct schema_list *out,
                                  struct err *e)
{
    if (p->files)
        suite_survey_databases(p->files, &p->databases);
    return defence_databases(p->files ? &p->databases : p->memory, a, out, e);
}

void ask_batches_defend(struct ask_batches *p, const struct defence_names *names)
{
    p->names = names;
}

/* Which part it is */

/* Is it among what the seeds up to `end` and their cases ask? */
static bool is_before(const struct suite_outline *o, uint32_t place, uint32_t end)
{
    return place < o->n_seeds ? place < end : place - o->n_seeds < o->seeds[end].first_case;
}

static struct place_range seeds_of_part(const struct ask_batches *p, uint32_t place)
{
    uint32_t i = 0;
    while (!is_before(p->outline, place, p->ends[i]))
        i++;
    return (struct place_range){i ? p->ends[i - 1] : 0, p->ends[i]};
}

static bool is_in(struct place_range r, uint32_t place)
{
    return place >= r.first && place < r.end;
}

static struct ask_batch *find_open(const struct ask_batches *p, uint32_t place)
{
    uint32_t n_seeds = p->outline->n_seeds;
    for (uint32_t i = p->n_open; i > 0; i--) {
        struct ask_batch *part = p->open[i - 1];
        if (place < n_seeds ? is_in(part->seeds, place) : is_in(part->cases, place - n_seeds))
            return part;
    }
    return NULL;
}

/* Opening */

/* The files were looked through before; somebody may have written them since. */
static enum status check_part(const struct ask_batch *part, struct err *e)
{
    if (part->read.n_seeds == part->seeds.end - part->seeds.first &&
        part->read.n_cases == part->cases.end - part->cases.first)
        return OK;
    err_set(e, E_INPUT, "was changed while it was read");
    err_in_file(e, part->read.dir);
    return E_INPUT;
}

/* While seeds are asked, cases need not be there; in a suite of one part they are, for their turn.
 */
static enum status read_part(struct ask_batches *p, struct ask_batch *part, bool seeds_only,
                             struct err *e)
{
    uint32_t before = p->files->seeds_before;
    const struct place_range seeds = {before + part->seeds.first, before + part->seeds.end};
    enum status status = suite_reader_batch(&p->files->reader, seeds, seeds_only, &part->read, e);
    return status ? status : check_part(part, e);
}

static enum status fill_part(struct ask_batches *p, struct ask_batch *part, uint32_t place,
                             struct err *e)
{
    const struct suite_outline *o = p->outline;
    part->seeds = seeds_of_part(p, place);
    bool seeds_only = place < o->n_seeds && p->n_parts > 1;
    if (!seeds_only)
        part->cases = (struct place_range){o->seeds[part->seeds.first].first_case,
                                           o->seeds[part->seeds.end].first_case};
    enum status status = p->files ? read_part(p, part, seeds_only, e) : OK;
    if (status == OK)
        part->defence = defence_open(p->names, part->suite);
    return status;
}

static struct ask_batch *new_part(struct ask_batches *p)
{
    struct ask_batch *part = mem_alloc(sizeof *part);
    *part =
        (struct ask_batch){.suite = p->memory ? p->memory : &part->read, .number = p->n_opened++};
    return part;
}

static void close_at(struct ask_batches *p, uint32_t i)
{
    close_part(p->open[i]);
    p->n_open--;
    memmove(&p->open[i], &p->open[i + 1], (p->n_open - i) * sizeof *p->open);
}

/* The latest was kept for more of its questions. */
static void close_idle(struct ask_batches *p)
{
    if (p->n_open > 0 && p->open[p->n_open - 1]->under_way == 0)
        close_at(p, p->n_open - 1);
}

enum status ask_batches_open(struct ask_batches *p, uint32_t place, struct ask_batch **out,
                             struct err *e)
{
    *out = find_open(p, place);
    if (*out)
        return OK;
    close_idle(p);
    if (p->n_open == ASK_BATCHES_OPEN)
        return OK;
    struct ask_batch *part = new_part(p);
    enum status status = fill_part(p, part, place, e);
    if (status) {
        close_part(part);
        return status;
    }
    p->open[p->n_open++] = part;
    *out = part;
    return OK;
}

/* Requests */

enum status ask_batch_request(const struct ask_batches *p, struct ask_batch *part, uint32_t place,
                              struct arena *a, struct ask_request *out, struct err *e)
{
    uint32_t n_seeds = p->outline->n_seeds;
    uint32_t own = place < n_seeds ? place - part->seeds.first
                                   : part->suite->n_seeds + (place - n_seeds - part->cases.first);
    enum status status = request_of(part->suite, part->defence, own, a, out, e);
    out->seed += part->seeds.first;
    out->part = part->number;
    return status;
}

void ask_batch_begin(struct ask_batch *part)
{
    part->under_way++;
}

void ask_batches_end(struct ask_batches *p, struct ask_batch *part)
{
    uint32_t i = 0;
    if (--part->under_way > 0)
        return;
    while (p->open[i] != part)
        i++;
    if (i + 1 < p->n_open)
        close_at(p, i);
}

struct ask_batch *ask_batches_of(const struct ask_batches *p, const struct ask_request *r)
{
    uint32_t i = 0;
    while (p->open[i]->number != r->part)
        i++;
    return p->open[i];
}
