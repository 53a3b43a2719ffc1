/* candidates.c: variants of all relations, and which words they take. */
#include "attack/candidates.h"

#include "attack/common_words.h"
#include "base/hash.h"
#include "rewording/step.h"

enum { WORDS_TOLD = 64 }; /* bits of a set of words */

/* Words */

static bool mentions_something(const struct mention *m)
{
    return m->kind == MENTION_NAME || m->kind == MENTION_VALUE;
}

/* The words from `start` to before `end`, as they stand. */
static struct str words_text(const struct words *w, uint32_t start, uint32_t end)
{
    struct str first = w->items[start].token, last = w->items[end - 1].token;
    return (struct str){first.ptr, (size_t)(last.ptr + last.len - first.ptr)};
}

struct attack_words attack_words_of(struct arena *a, struct arena *scratch,
                                    const struct attack_point *origin)
{
    const struct question_reading *r = origin->view.reading;
    struct attack_words out = {NULL, 0};
    for (uint32_t i = 0; r && i < r->mentions.count && out.count < WORDS_TOLD; i++) {
        const struct mention *m = &r->mentions.items[i];
        if (!mentions_something(m))
            continue;
        const struct reword_step gone = {.start = m->start, .end = m->end, .to = STR("")};
        struct str without = reword_apply(scratch, r, &gone);
        ARENA_PUSH(a, out.items, out.count);
        out.items[out.count++] =
            (struct attack_word){.text = words_text(&r->said.words, m->start, m->end),
                                 .without = arena_str_or_null(a, without)};
    }
    return out;
}

static bool overlap(struct str x, struct str y)
{
    return x.ptr < y.ptr + y.len && y.ptr < x.ptr + x.len;
}

enum taken_words attack_taken(const struct attack_words *words, uint64_t taken, uint32_t *distance)
{
    enum taken_words out = TAKEN_UNRANKED;
    *distance = 0;
    for (uint32_t i = 0; i < words->count; i++) {
        const struct attack_word *w = &words->items[i];
        if (!(taken >> i & 1) || !w->ranked)
            continue;
        out = w->distance > 0 || out == TAKEN_TELLING ? TAKEN_TELLING : TAKEN_IDLE;
        *distance = w->distance > *distance ? w->distance : *distance;
    }
    return out;
}

/* Candidates */

/* The question of a state, and which of its words are the seed's. */
struct state_words {
    struct word_row seed, row;
    const uint32_t *origin; /* for each word of the row its place in the seed's; or WORD_GONE */
};

static struct state_words state_words_of(struct arena *a, const struct attack_point *origin,
                                         struct str question)
{
    struct state_words s = {.seed = word_row_of(a, origin->seed.question),
                            .row = word_row_of(a, question)};
    s.origin = words_kept(a, &s.row, &s.seed);
    return s;
}

/* Which words a change to `question` takes away. False where it takes one that a change brought;
 * *any tells whether it takes one at all. */
static bool find_taken(struct arena *a, const struct state_words *s,
                       const struct attack_words *words, struct str question, uint64_t *taken,
                       bool *any)
{
    struct word_row after = word_row_of(a, question);
    const uint32_t *kept = words_kept(a, &s->row, &after);
    *taken = 0;
    *any = false;
    for (uint32_t i = 0; i < s->row.count; i++) {
        if (kept[i] != WORD_GONE)
            continue;
        if (s->origin[i] == WORD_GONE)
            return false;
        *any = true;
        for (uint32_t k = 0; k < words->count; k++)
            if (overlap(words->items[k].text, s->seed.items[s->origin[i]]))
                *taken |= (uint64_t)1 << k;
    }
    return true;
}

bool attack_state_has(const struct attack_state *state, uint32_t relation)
{
    for (uint32_t i = 0; i < state->n_changes; i++)
        if (state->changes[i].relation == relation)
            return true;
    return false;
}

static bool was_reworded(const struct attack_state *state)
{
    return state->n_changes > 0 && !state->changes[0].schema;
}

/* What is being looked at. */
struct candidate_search {
    struct attack_worker *worker;
    struct arena *arena;
    const struct candidate_place *at;
    struct state_words state_words;
    struct attack_candidates *out;
};

/* Candidates of all relations take turns, beginning with another relation for each seed: before
 * anything is known of a system, the seeds try all of them between them. In a random search any
 * order will do. */
static uint64_t order_of(const struct candidate_search *s, uint32_t relation, uint32_t variant)
{
    const struct attack_rules *rules = s->worker->rules;
    uint32_t number = s->at->origin->seed.number;
    uint64_t turn =
        (uint64_t)variant * rules->n_relations + (relation + number) % rules->n_relations;
    if (!rules->options.random)
        return (uint64_t)s->at->parent << 40 | turn;
    struct rng rng = rng_stream(rules->random_seed, STR("attack order"), number);
    return hash_combine(hash_combine(rng_next(&rng), s->at->parent), turn);
}

static void keep(const struct candidate_search *s, const struct test_case *c,
                 struct attack_candidate made)
{
    struct arena *a = s->arena;
    made.parent = s->at->parent;
    made.change.schema = c->migration != NULL;
    made.change.text = arena_str(a, c->change);
    made.question = c->migration ? s->at->state->question : arena_str(a, c->question);
    ARENA_PUSH(a, s->out->items, s->out->count);
    s->out->items[s->out->count++] = made;
    for (uint32_t i = 0; i < s->at->words->count; i++)
        s->at->words->items[i].candidates += (made.words >> i & 1) != 0;
}

static bool is_in_scope(enum candidate_scope scope, const struct test_case *c)
{
    return scope == CANDIDATES_ALL || (scope == CANDIDATES_OF_SCHEMA) == (c->migration != NULL);
}

static void consider(const struct candidate_search *s, uint32_t relation, uint64_t number,
                     uint32_t variant, const struct test_case *c)
{
    struct attack_candidate made = {.change = {.relation = relation, .number = number},
                                    .order = order_of(s, relation, variant)};
    bool takes = true;
    if (!attack_fits(s->at->point, c) || !is_in_scope(s->at->scope, c))
        return;
    if (!c->migration && !find_taken(&s->worker->scratch, &s->state_words, s->at->words,
                                     c->question, &made.words, &takes))
        return;
    if (!takes && attack_state_has(s->at->state, relation))
        return;
    if (!c->migration && was_reworded(s->at->state) &&
        !attack_faithful(s->worker, s->at->origin, c->question))
        return;
    keep(s, c, made);
}

void attack_candidates_add(struct attack_worker *w, struct arena *a,
                           const struct candidate_place *at, struct attack_candidates *out)
{
    const struct attack_rules *rules = w->rules;
    struct candidate_search s = {.worker = w,
                                 .arena = a,
                                 .at = at,
                                 .state_words =
                                     state_words_of(&w->scratch, at->origin, at->state->question),
                                 .out = out};
    for (uint32_t r = 0; r < rules->n_relations && w->status == OK; r++) {
        const struct relation *relation = rules->relations[r];
        if (relation->spares_reads && !at->origin->seed.query.ptr)
            continue; /* the answer that stands in for the gold may be wrong */
        struct rng rng =
            rng_stream(rules->random_seed, str_from(relation->id), at->origin->seed.number);
        struct case_list list =
            relation_draw(&w->scratch, relation, &at->point->view, rules->options.candidates, rng);
        for (uint32_t i = 0; i < list.count; i++)
            consider(&s, r, list.numbers[i], i, &list.items[i]);
        w->status = content_reader_status(w->contents, &w->err);
    }
}
