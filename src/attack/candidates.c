/* candidates.c: variants of all relations, and which words they take. */
#include "attack/candidates.h"

#include "base/hash.h"
#include "rewording/step.h"
#include "rewording/word_alignment.h"

enum { WORD_BITS = 64 }; /* bits of a set of words */

/* Words that matter */

/* Does one of the words say something of the query? */
static bool group_says(const struct mention *m, const bool *saying)
{
    for (uint32_t i = m->start; i < m->end; i++)
        if (saying[i])
            return true;
    return false;
}

/* The question without the words; or ptr NULL. */
static struct str question_without(struct arena *a, struct attack_worker *w,
                                   const struct mention *m)
{
    const struct reword_step gone = {.start = m->start, .end = m->end, .to = STR("")};
    return arena_str_or_null(a, reword_apply(&w->scratch, w->origin.view.reading, &gone));
}

struct attack_words attack_words_of(struct arena *a, struct attack_worker *w)
{
    const struct question_reading *r = w->origin.view.reading;
    const bool *saying = r ? reading_saying(&w->scratch, r) : NULL;
    bool asks = attack_options_rank(&w->rules->options) == ATTACK_RANK_BY_DELETION;
    struct attack_words out = {.unsaid = asks ? TAKEN_UNKNOWN : TAKEN_SILENT};
    for (uint32_t i = 0; r && i < r->mentions.count && out.count < WORD_BITS; i++) {
        const struct mention *m = &r->mentions.items[i];
        bool says = !asks && group_says(m, saying),
             names = m->kind == MENTION_NAME || m->kind == MENTION_VALUE;
        if (!says && !names)
            continue;
        ARENA_PUSH(a, out.items, out.count);
        out.items[out.count++] =
            (struct attack_word){.start = m->start,
                                 .end = m->end,
                                 .says = says,
                                 .without = names ? question_without(a, w, m) : STR_NONE};
    }
    return out;
}

enum taken_words attack_taken(const struct attack_words *words, uint64_t taken, uint32_t *distance)
{
    enum taken_words out = TAKEN_UNKNOWN;
    bool any = false;
    *distance = 0;
    for (uint32_t i = 0; i < words->count; i++) {
        const struct attack_word *w = &words->items[i];
        enum taken_words known = w->ranked ? w->distance > 0 ? TAKEN_TELLING : TAKEN_IDLE
                                 : w->says ? TAKEN_SAYING
                                           : words->unsaid;
        if (!(taken >> i & 1))
            continue;
        any = true;
        out = known > out ? known : out;
        *distance = w->distance > *distance ? w->distance : *distance;
    }
    return any ? out : words->unsaid;
}

/* Words that are kept */

/* They are compared with case ignored. */
static const struct str *word_keys(struct arena *a, const struct words *w)
{
    struct str *keys = ARENA_ARRAY(a, struct str, w->count + 1);
    for (uint32_t i = 0; i < w->count; i++)
        keys[i] = arena_str_lower(a, w->items[i].token);
    return keys;
}

static const uint32_t *question_words_kept(struct arena *a, const struct words *before,
                                           const struct words *after)
{
    return words_kept(a, word_keys(a, before), before->count, word_keys(a, after), after->count);
}

/* Candidates */

/* What is being looked at. */
struct candidate_search {
    struct attack_worker *worker;
    struct arena *arena;
    const struct candidate_place *at;
    const struct words *row; /* of the state's question */
    const uint32_t *origins; /* for each of them its place in the seed's question, or WORD_GONE */
    struct attack_candidates *out;
};

/* Find the words that a change to `question` takes away. False if it takes one that a change
 * brought, or if a question is too long to be read whole. *any: does it take one at all? */
static bool find_taken(const struct candidate_search *s, struct str question, uint64_t *taken,
                       bool *any)
{
    const struct attack_words *words = s->at->words;
    struct arena *a = &s->worker->scratch;
    struct words after = words_scan(a, s->worker->rules->lexicon, question);
    const uint32_t *kept = question_words_kept(a, s->row, &after);
    *taken = 0;
    *any = false;
    for (uint32_t i = 0; i < s->row->count; i++) {
        if (kept[i] != WORD_GONE || s->row->items[i].kind == TOKEN_MARK)
            continue;
        if (s->origins[i] == WORD_GONE)
            return false;
        *any = true;
        for (uint32_t k = 0; k < words->count; k++)
            if (words->items[k].start <= s->origins[i] && s->origins[i] < words->items[k].end)
                *taken |= (uint64_t)1 << k;
    }
    return !s->row->cut && !after.cut;
}

/* Candidates of all relations take turns, beginning with another relation for each seed: so the
 * first questions try all relations. In a random search the order is random. */
static uint64_t candidate_order(const struct candidate_search *s, uint32_t relation,
                                uint32_t variant)
{
    const struct attack_rules *rules = s->worker->rules;
    uint32_t number = s->worker->origin.seed.number;
    uint64_t turn =
        (uint64_t)variant * rules->n_relations + (relation + number) % rules->n_relations;
    if (!rules->options.random)
        return (uint64_t)s->at->parent << 40 | turn;
    struct rng rng = rng_stream(rules->random_seed, STR("attack order"), number);
    return hash_combine(hash_combine(rng_next(&rng), s->at->parent), turn);
}

static void keep_candidate(const struct candidate_search *s, const struct test_case *c,
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

static void consider_variant(const struct candidate_search *s, uint32_t relation, uint64_t number,
                             uint32_t variant, const struct test_case *c)
{
    struct attack_candidate made = {.change = {.relation = relation, .number = number},
                                    .order = candidate_order(s, relation, variant)};
    const struct attack_state *state = s->at->state;
    bool takes = true;
    if (!attack_fits(s->at->point, c) || !is_in_scope(s->at->scope, c))
        return;
    if (!c->migration && !find_taken(s, c->question, &made.words, &takes))
        return;
    if (!takes && attack_state_has(state, relation))
        return;
    if (!c->migration && attack_state_worded(state) > 0 && !attack_faithful(s->worker, c->question))
        return;
    keep_candidate(s, c, made);
}

static void add_of_relation(const struct candidate_search *s, uint32_t r)
{
    struct attack_worker *w = s->worker;
    const struct relation *relation = w->rules->relations[r];
    const struct seed *seed = &w->origin.seed;
    if (relation->spares_reads && !seed->query.ptr)
        return; /* the answer that stands for the missing gold may be wrong */
    struct rng rng = rng_stream(w->rules->random_seed, str_from(relation->id), seed->number);
    struct case_list list = relation_draw(&w->scratch, relation, &s->at->point->view,
                                          w->rules->options.candidates, rng);
    for (uint32_t i = 0; i < list.count; i++)
        consider_variant(s, r, list.numbers[i], i, &list.items[i]);
    w->status = content_reader_status(w->contents, &w->err);
}

void attack_candidates_add(struct attack_worker *w, struct arena *a,
                           const struct candidate_place *at, struct attack_candidates *out)
{
    struct candidate_search s = {
        .worker = w, .arena = a, .at = at, .row = at->point->view.words, .out = out};
    s.origins = question_words_kept(&w->scratch, s.row, w->origin.view.words);
    for (uint32_t r = 0; r < w->rules->n_relations && w->status == OK; r++)
        add_of_relation(&s, r);
}
