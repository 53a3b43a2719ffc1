/* ask_batches.c: batches opened and closed. */
#include "asking/ask_batches.h"

#include "asking/ask_sequence.h"
#include "migration/evidence.h"

#include <stdlib.h>

/* The end of the batch that begins with the seed at `first`. */
static uint32_t batch_end(const struct suite_outline *o, uint32_t first, uint32_t cases)
{
    uint32_t end = first;
    uint64_t schemas = 0;
    while (end < o->n_seeds && end - first < cases && schemas < SCHEMAS_MAX_BYTES &&
           o->seeds[end].first_case - o->seeds[first].first_case < cases) {
        uint32_t turn = end;
        end = ask_turn_end(o, end);
        for (; turn < end; turn++)
            schemas += o->seeds[turn].schemas;
    }
    return end;
}

static void cut_batches(struct ask_batches *p, uint32_t cases)
{
    uint32_t end = 0;
    while (end < p->outline->n_seeds) {
        end = batch_end(p->outline, end, cases);
        p->ends = mem_resize_array(p->ends, (size_t)p->n_batches + 1, sizeof *p->ends);
        p->ends[p->n_batches++] = end;
    }
}

void ask_batches_init(struct ask_batches *p, struct suite *memory, struct suite_survey *files,
                      uint32_t cases)
{
    *p = (struct ask_batches){.memory = files ? NULL : memory,
                              .files = files,
                              .outline = files ? &files->outline : &p->own};
    if (!files) {
        suite_outline_init(&p->own);
        suite_outline_add(&p->own, memory, NULL);
        cases = UINT32_MAX;
    }
    cut_batches(p, cases ? cases : SUITE_BATCH.cases);
}

static void close_batch(struct ask_batch *batch)
{
    defence_free(batch->defence);
    if (batch->suite == &batch->read)
        suite_close(&batch->read);
    arena_release(&batch->texts);
    free(batch);
}

void ask_batches_release(struct ask_batches *p)
{
    while (p->n_open > 0)
        close_batch(p->open[--p->n_open]);
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

/* Finding a batch */

/* Is it a question of the seeds before `end`, or of their cases? */
static bool is_before_end(const struct suite_outline *o, uint32_t place, uint32_t end)
{
    return place < o->n_seeds ? place < end : place - o->n_seeds < o->seeds[end].first_case;
}

static struct place_range seeds_of_batch(const struct ask_batches *p, uint32_t place)
{
    uint32_t i = 0;
    while (!is_before_end(p->outline, place, p->ends[i]))
        i++;
    return (struct place_range){i ? p->ends[i - 1] : 0, p->ends[i]};
}

static bool range_has(struct place_range r, uint32_t place)
{
    return place >= r.first && place < r.end;
}

static struct ask_batch *find_open_batch(const struct ask_batches *p, uint32_t place)
{
    uint32_t n_seeds = p->outline->n_seeds;
    for (uint32_t i = p->n_open; i > 0; i--) {
        struct ask_batch *batch = p->open[i - 1];
        if (place < n_seeds ? range_has(batch->seeds, place)
                            : range_has(batch->cases, place - n_seeds))
            return batch;
    }
    return NULL;
}

/* Opening */

/* The files were read before; somebody may have written them since. */
static enum status check_batch(const struct ask_batch *batch, struct err *e)
{
    if (batch->read.n_seeds == batch->seeds.end - batch->seeds.first &&
        batch->read.n_cases == batch->cases.end - batch->cases.first)
        return OK;
    err_set(e, E_INPUT, "was changed while it was read");
    return err_in_file(e, batch->read.dir);
}

/* While seeds are asked, cases need not be in memory. In a suite of one batch they are, since their
 * turn comes next. */
static enum status read_batch(struct ask_batches *p, struct ask_batch *batch, bool seeds_only,
                              struct err *e)
{
    uint32_t before = p->files->seeds_before;
    const struct place_range seeds = {before + batch->seeds.first, before + batch->seeds.end};
    TRY(suite_reader_batch(&p->files->reader, seeds, seeds_only, &batch->read, e));
    return check_batch(batch, e);
}

static enum status fill_batch(struct ask_batches *p, struct ask_batch *batch, uint32_t place,
                              struct err *e)
{
    const struct suite_outline *o = p->outline;
    batch->seeds = seeds_of_batch(p, place);
    bool seeds_only = place < o->n_seeds && p->n_batches > 1;
    if (!seeds_only)
        batch->cases = (struct place_range){o->seeds[batch->seeds.first].first_case,
                                            o->seeds[batch->seeds.end].first_case};
    enum status status = p->files ? read_batch(p, batch, seeds_only, e) : OK;
    if (status == OK)
        batch->defence = defence_open(p->names, batch->suite);
    return status;
}

static struct ask_batch *new_batch(struct ask_batches *p)
{
    struct ask_batch *batch = mem_alloc(sizeof *batch);
    *batch =
        (struct ask_batch){.suite = p->memory ? p->memory : &batch->read, .number = p->n_opened++};
    return batch;
}

static void close_batch_at(struct ask_batches *p, uint32_t i)
{
    close_batch(p->open[i]);
    p->n_open--;
    memmove(&p->open[i], &p->open[i + 1], (p->n_open - i) * sizeof *p->open);
}

/* The latest batch was kept open for its next questions. */
static void close_idle_batch(struct ask_batches *p)
{
    if (p->n_open > 0 && p->open[p->n_open - 1]->under_way == 0)
        close_batch_at(p, p->n_open - 1);
}

enum status ask_batches_open(struct ask_batches *p, uint32_t place, struct ask_batch **out,
                             struct err *e)
{
    *out = find_open_batch(p, place);
    if (*out)
        return OK;
    close_idle_batch(p);
    if (p->n_open == ASK_BATCHES_OPEN)
        return OK;
    struct ask_batch *batch = new_batch(p);
    enum status status = fill_batch(p, batch, place, e);
    if (status) {
        close_batch(batch);
        return status;
    }
    p->open[p->n_open++] = batch;
    *out = batch;
    return OK;
}

/* Requests */

enum status request_of(struct suite *s, struct defence *d, uint32_t place, struct arena *a,
                       struct ask_request *out, struct err *e)
{
    const struct suite_schema *schema;
    *out = (struct ask_request){0};
    if (place < s->n_seeds) {
        const struct seed *seed = &s->seeds[place];
        out->id = arena_printf(a, "seed-%u", seed->number);
        out->seed = place;
        out->db_id = seed->db_id;
        out->question = seed->question;
        out->evidence = seed->evidence;
    } else {
        const struct test_case *c = &s->cases[place - s->n_seeds];
        out->id = c->id;
        out->seed = c->seed;
        out->db_id = c->db_id;
        out->question = c->question;
        out->evidence = s->seeds[c->seed].evidence;
    }
    TRY(suite_schema(s, out->db_id, &schema, e));
    out->schema = schema->schema;
    out->schema_json = suite_schema_plain(s, schema);
    out->evidence = evidence_over(a, out->evidence, schema->migration);
    return defence_request(d, out, a, e);
}

enum status ask_batch_request(const struct ask_batches *p, struct ask_batch *batch, uint32_t place,
                              struct arena *a, struct ask_request *out, struct err *e)
{
    uint32_t n_seeds = p->outline->n_seeds;
    uint32_t own = place < n_seeds ? place - batch->seeds.first
                                   : batch->suite->n_seeds + (place - n_seeds - batch->cases.first);
    enum status status = request_of(batch->suite, batch->defence, own, a, out, e);
    out->seed += batch->seeds.first;
    out->batch = batch->number;
    return status;
}

void ask_batch_begin(struct ask_batch *batch)
{
    batch->under_way++;
}

void ask_batches_end(struct ask_batches *p, struct ask_batch *batch)
{
    uint32_t i = 0;
    if (--batch->under_way > 0)
        return;
    while (p->open[i] != batch)
        i++;
    if (i + 1 < p->n_open)
        close_batch_at(p, i);
}

struct ask_batch *ask_batches_of(const struct ask_batches *p, const struct ask_request *r)
{
    uint32_t i = 0;
    while (p->open[i]->number != r->batch)
        i++;
    return p->open[i];
}

enum status ask_batches_schema(const struct ask_batches *p, const struct ask_request *r,
                               const struct suite_schema **out, struct err *e)
{
    const struct ask_batch *batch = ask_batches_of(p, r);
    *out = defence_schema(batch->defence, r->db_id);
    return *out ? OK : suite_schema(batch->suite, r->db_id, out, e);
}
