/* scores_walk.c: verdicts read from their file, seed by seed.
 *
 * The file has all seeds and then all cases, so it is read at two places at once. */
#include "score/scores_walk.h"

#include <stddef.h>
#include <stdio.h>

/* Tables have a row or a column for each relation. */
enum { BATCH_CASES = 4096, MAX_RELATIONS = 1000 };

/* No seed has that number. */
#define SEED_NONE UINT32_MAX

static const char NO_SEED[] = "a case of a seed that is not there, or out of order";
static const char NO_NUMBER[] = "a seed without its number, or out of order";

static void set_problem(const struct scores_walk *w, const char *format, const char *arg)
{
    struct scores_file *f = w->of->file;
    if (!f->problem[0])
        snprintf(f->problem, sizeof f->problem, format, arg);
}

static bool has_problem(const struct scores_walk *w)
{
    return w->of->file->problem[0];
}

/* Lists */

/* Return the entry ahead; it can be read until the batch ends. */
static struct json_value take_entry(struct scores_walk *w, struct verdict_list *l)
{
    struct json_value entry = l->ahead;
    if (!json_next_item(&l->json, &l->ahead))
        l->ahead = (struct json_value){0};
    if (l->ahead.raw.ptr && l->ahead.kind != JSON_KIND_OBJECT)
        set_problem(w, "%s", "an entry that is not an object");
    return entry;
}

static void open_list(struct scores_walk *w, struct verdict_list *l, struct json_value list)
{
    if (list.kind != JSON_KIND_ARRAY) {
        set_problem(w, "%s", "no list of seeds, or no list of cases");
        return;
    }
    l->json = json_reader_of(&w->batch.arena, list.raw);
    l->passage = mapped_passage_from(&w->of->file->text, list.raw.ptr);
    take_entry(w, l);
}

/* The verdicts before are read, so their text need not stay in memory. */
static void release_passed(struct scores_walk *w)
{
    if (w->seeds.ahead.raw.ptr)
        mapped_passage_move(&w->seeds.passage, w->seeds.ahead.raw.ptr);
    if (w->cases.ahead.raw.ptr)
        mapped_passage_move(&w->cases.passage, w->cases.ahead.raw.ptr);
}

static void empty_batch(struct scores *batch)
{
    batch->seeds = NULL;
    batch->cases = NULL;
    batch->n_seeds = batch->n_cases = 0;
}

/* Verdicts */

static bool add_seed_verdict(struct scores_walk *w)
{
    struct scores *s = &w->batch;
    struct json_reader json = json_reader_of(&s->arena, take_entry(w, &w->seeds).raw);
    struct seed_verdict v = {.number = SEED_NONE, .message = STR("")};
    const char *bad = record_get(&json, &SEED_VERDICT_RECORD, &v);
    if (v.number == SEED_NONE || w->last_seed >= v.number)
        set_problem(w, "%s", NO_NUMBER);
    else if (bad)
        set_problem(w, "a seed whose '%s' makes no sense", bad);
    if (has_problem(w))
        return false;
    w->last_seed = v.number;
    ARENA_ADD(&s->arena, s->seeds, s->n_seeds, v);
    return true;
}

static void note_relation(struct scores_walk *w, struct str relation)
{
    if (name_map_get(&w->relations, relation) == NAME_NONE)
        name_map_put(&w->relations, &w->known, arena_str(&w->known, relation), 0);
    if (w->relations.count > MAX_RELATIONS)
        set_problem(w, "%s", "more than 1,000 relations");
}

/* The case that is ahead. */
static struct verdict read_case(struct scores_walk *w, const char **bad)
{
    struct json_reader json = json_reader_of(&w->batch.arena, w->cases.ahead.raw);
    struct verdict v = VERDICT_EMPTY;
    v.seed_number = SEED_NONE;
    v.cause = N_CAUSES;
    v.seed = w->batch.n_seeds - 1;
    *bad = record_get(&json, &VERDICT_RECORD, &v);
    return v;
}

static void check_case(struct scores_walk *w, const struct verdict *v, const char *bad)
{
    if (!v->id.ptr || !v->relation.ptr)
        set_problem(w, "%s", "a case without its id or relation");
    else if (v->cause == N_CAUSES)
        set_problem(w, "%s", "a case without a cause that is known");
    else if (v->seed_number != w->last_seed)
        set_problem(w, "%s", NO_SEED);
    else if (bad)
        set_problem(w, "a case whose '%s' makes no sense", bad);
}

/* The cases of the seed that was added last. */
static void add_case_verdicts(struct scores_walk *w)
{
    struct scores *s = &w->batch;
    while (w->cases.ahead.raw.ptr && !has_problem(w)) {
        const char *bad;
        struct verdict v = read_case(w, &bad);
        if (v.seed_number > w->last_seed && v.seed_number != SEED_NONE)
            return; /* of a later seed */
        check_case(w, &v, bad);
        if (has_problem(w))
            return;
        note_relation(w, v.relation);
        take_entry(w, &w->cases);
        ARENA_ADD(&s->arena, s->cases, s->n_cases, v);
    }
}

static void add_seed_with_cases(struct scores_walk *w)
{
    if (add_seed_verdict(w))
        add_case_verdicts(w);
}

/* The same for a seed that is not wanted: its verdicts are checked and dropped. */
static void pass_seed(struct scores_walk *w)
{
    struct scores kept = w->batch;
    w->batch.arena = (struct arena){0};
    empty_batch(&w->batch);
    add_seed_with_cases(w);
    arena_release(&w->batch.arena);
    w->batch = kept;
}

/* No cases may be left after the last seed. */
static void check_end(const struct scores_walk *w)
{
    if (!has_problem(w) && !w->seeds.ahead.raw.ptr && w->cases.ahead.raw.ptr)
        set_problem(w, "%s", NO_SEED);
}

static void read_seed(struct scores_walk *w, bool wanted)
{
    if (wanted)
        add_seed_with_cases(w);
    else
        pass_seed(w);
    release_passed(w);
}

/* Seeds with their cases, until there are `most` cases, or all. */
static void read_batch(struct scores_walk *w, uint32_t most)
{
    struct scores *s = &w->batch;
    while (!has_problem(w) && w->seeds.ahead.raw.ptr && s->n_cases < most && s->n_seeds < most) {
        read_seed(w, w->passed == 0);
        w->passed = (w->passed + 1) % w->every;
    }
    check_end(w);
}

/* The walk */

static void open_lists(struct scores_walk *w)
{
    struct scores_file *f = w->of->file;
    name_map_init_exact(&w->relations, &w->known, 0);
    open_list(w, &w->seeds, f->seeds);
    open_list(w, &w->cases, f->cases);
}

struct scores_walk scores_walk(const struct scores *s)
{
    struct scores_walk w = {.of = s, .batch = *s, .every = 1, .last_seed = -1};
    w.batch.arena = (struct arena){0};
    w.batch.file = NULL;
    empty_batch(&w.batch);
    return w;
}

void scores_walk_end(struct scores_walk *w)
{
    arena_release(&w->batch.arena);
    arena_release(&w->known);
    w->ended = true;
}

bool scores_are_in_memory(const struct scores *s)
{
    return !s->file || s->file->in_memory;
}

const struct scores *scores_walk_next(struct scores_walk *w)
{
    if (w->ended)
        return NULL;
    if (scores_are_in_memory(w->of)) {
        w->ended = true;
        return w->of->n_seeds ? w->of : NULL;
    }
    scores_walk_clear(w);
    read_batch(w, BATCH_CASES);
    if (w->batch.n_seeds && !has_problem(w))
        return &w->batch;
    scores_walk_end(w);
    return NULL;
}

enum status scores_status(const struct scores *s, struct err *e)
{
    return s->file && s->file->problem[0] ? err_set(e, E_INPUT, "%s", s->file->problem) : OK;
}

/* Seed by seed */

void scores_walk_clear(struct scores_walk *w)
{
    struct scores *s = &w->batch;
    if (!scores_are_in_memory(w->of) && !w->relations.slots)
        open_lists(w);
    arena_clear(&s->arena);
    w->seeds.json.arena = w->cases.json.arena = &s->arena; /* the walk may have moved */
    release_passed(w);
    empty_batch(s);
}

static const struct member NUMBER_MEMBERS[] = {{"seed", &FORM_U32, 0, MEMBER_ALWAYS, NULL}};
static const struct record NUMBER_RECORD = RECORD_OF(NUMBER_MEMBERS);

static bool read_number_ahead(struct scores_walk *w, uint32_t *number)
{
    check_end(w);
    if (has_problem(w) || !w->seeds.ahead.raw.ptr)
        return false;
    struct json_reader json = json_reader_of(&w->batch.arena, w->seeds.ahead.raw);
    *number = SEED_NONE;
    record_get(&json, &NUMBER_RECORD, number);
    if (*number == SEED_NONE)
        set_problem(w, "%s", NO_NUMBER);
    return *number != SEED_NONE;
}

bool scores_walk_ahead(struct scores_walk *w, uint32_t *number)
{
    if (!scores_are_in_memory(w->of))
        return read_number_ahead(w, number);
    if (w->seeds_taken == w->of->n_seeds)
        return false;
    *number = w->of->seeds[w->seeds_taken].number;
    return true;
}

/* The place of a seed is that in the batch. */
static void copy_seed(struct scores_walk *w, bool wanted)
{
    const struct scores *all = w->of;
    struct scores *s = &w->batch;
    uint32_t seed = w->seeds_taken++;
    if (wanted)
        ARENA_ADD(&s->arena, s->seeds, s->n_seeds, all->seeds[seed]);
    for (; w->cases_taken < all->n_cases && all->cases[w->cases_taken].seed == seed;
         w->cases_taken++) {
        if (!wanted)
            continue;
        ARENA_PUSH(&s->arena, s->cases, s->n_cases);
        s->cases[s->n_cases] = all->cases[w->cases_taken];
        s->cases[s->n_cases++].seed = s->n_seeds - 1;
    }
}

/* The text is released with the batch, and not before: what is read again would stay in memory. */
void scores_walk_take(struct scores_walk *w)
{
    if (scores_are_in_memory(w->of))
        copy_seed(w, true);
    else
        add_seed_with_cases(w);
}

void scores_walk_pass(struct scores_walk *w)
{
    (scores_are_in_memory(w->of) ? copy_seed : read_seed)(w, false);
}

/* In memory */

/* End the walk, but not what it has read. */
static void keep_batch(struct scores_walk *w, struct scores *out)
{
    *out = w->batch;
    w->batch.arena = (struct arena){0};
    scores_walk_end(w);
}

void scores_sample(const struct scores *s, uint32_t every, struct scores *out)
{
    struct scores_walk w = scores_walk(s);
    w.every = every;
    open_lists(&w);
    read_batch(&w, UINT32_MAX);
    keep_batch(&w, out);
}

void scores_select(const struct scores *s, const uint32_t *numbers, uint32_t n, struct scores *out)
{
    struct scores_walk w = scores_walk(s);
    uint32_t number, i = 0;
    scores_walk_clear(&w);
    while (i < n && scores_walk_ahead(&w, &number)) {
        while (i < n && numbers[i] < number)
            i++;
        if (i < n && numbers[i] == number)
            scores_walk_take(&w);
        else
            scores_walk_pass(&w);
    }
    keep_batch(&w, out);
}

void scores_file_read(struct scores *s)
{
    struct scores all;
    scores_sample(s, 1, &all);
    s->seeds = all.seeds;
    s->cases = all.cases;
    s->n_seeds = all.n_seeds;
    s->n_cases = all.n_cases;
    arena_take(&s->arena, &all.arena);
    s->file->in_memory = true;
}
