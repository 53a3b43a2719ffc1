/* search.c: ranking, trying, going deeper, shrinking. */
#include "attack/search.h"

#include "base/hash.h"
#include "migration/change.h"
#include "relation/overlap.h"
#include "verify/case_task.h"

void attack_search_init(struct attack_search *s, const struct seed *seed)
{
    *s = (struct attack_search){.seed = *seed, .shrunk = true};
}

void attack_search_release(struct attack_search *s)
{
    arena_release(&s->arena);
    *s = (struct attack_search){0};
}

bool attack_search_is_over(const struct attack_search *s)
{
    return s->phase == ATTACK_BROKEN || s->phase == ATTACK_EXHAUSTED;
}

/* Nodes */

static uint32_t add_node(struct attack_search *s, struct attack_node node)
{
    ARENA_PUSH(&s->arena, s->nodes, s->n_nodes);
    s->nodes[s->n_nodes] = node;
    return s->n_nodes++;
}

static bool changes_equal(const struct attack_change *x, const struct attack_change *y)
{
    return x->relation == y->relation && str_eq(x->text, y->text);
}

/* Do both ask the same? The texts of schema changes say in full what they change. */
static bool states_equal(const struct attack_state *x, const struct attack_state *y)
{
    uint32_t i = attack_state_worded(x), j = attack_state_worded(y);
    if (!str_eq(x->question, y->question) || x->n_changes - i != y->n_changes - j)
        return false;
    for (; i < x->n_changes; i++, j++)
        if (!changes_equal(&x->changes[i], &y->changes[j]))
            return false;
    return true;
}

/* The node of a state, or ATTACK_NONE. */
static uint32_t find_node(const struct attack_search *s, const struct attack_state *state)
{
    for (uint32_t i = 0; i < s->n_nodes; i++)
        if (s->nodes[i].word == ATTACK_NONE && states_equal(&s->nodes[i].state, state))
            return i;
    return ATTACK_NONE;
}

/* Different changes may have the same result: an order of tables, changed twice. */
static bool was_asked(const struct attack_search *s, const struct test_case *c)
{
    for (uint32_t i = 0; i < s->n_nodes; i++)
        if (s->nodes[i].db_id.ptr && str_eq(s->nodes[i].db_id, c->db_id) &&
            str_eq(s->nodes[i].state.question, c->question))
            return true;
    return false;
}

/* Want the case of a new node. */
static void want_node(struct attack_search *s, struct attack_worker *w, struct attack_node node,
                      const struct test_case *c, struct attack_wishes *out)
{
    ARENA_ADD(&w->scratch, out->items, out->count, (struct attack_wish){add_node(s, node), *c});
}

/* The case of a state: only its schema has to be made again, and proved. False if it cannot be. */
static bool make_case(struct attack_search *s, struct attack_worker *w,
                      const struct attack_state *state, struct test_case *out)
{
    struct attack_point p = w->origin;
    struct proof proof;
    p.seed.question = state->question;
    if (attack_state_worded(state) < state->n_changes && !attack_point_at(w, state, &p))
        return false;
    *out = attack_case_of(w, &p);
    out->proof = s->proof;
    if (!case_needs_proof(out))
        return true;
    if (!attack_prove(w, out, &proof) || proof.outcome != PROOF_PROVED)
        return false;
    case_enter_proof(&w->scratch, &proof, out);
    return true;
}

/* Beginning */

/* Run the gold query. False if it cannot be used: then s->fault says why. */
static bool prove_seed(struct attack_search *s, struct attack_worker *w)
{
    struct proof proof;
    if (!attack_prove(w, NULL, &proof))
        return false;
    if (proof.outcome != PROOF_PROVED)
        s->fault = str_from(proof_outcome_name(proof.outcome));
    s->proof = proof.how;
    return s->fault.len == 0;
}

static void expand_in(struct attack_search *s, struct attack_worker *w, uint32_t node,
                      const struct attack_state *state, enum candidate_scope scope)
{
    struct attack_point p;
    const struct candidate_place at = {&s->words, state, &p, node, scope};
    if (attack_point_at(w, state, &p))
        attack_candidates_add(w, &s->arena, &at, &s->open);
}

/* Add what can be changed at a node. If its schema was changed, another change of the question goes
 * before that: it is looked for over the seed's schema. */
static void expand_node(struct attack_search *s, struct attack_worker *w, uint32_t node)
{
    const struct attack_state state = s->nodes[node].state;
    struct attack_state worded = state;
    worded.n_changes = attack_state_worded(&state);
    if (worded.n_changes == state.n_changes) {
        expand_in(s, w, node, &state, CANDIDATES_ALL);
        return;
    }
    expand_in(s, w, node, &state, CANDIDATES_OF_SCHEMA);
    expand_in(s, w, node, &worded, CANDIDATES_OF_QUESTION);
}

static bool is_to_rank(const struct attack_word *w)
{
    return w->candidates > 0 && w->without.ptr;
}

/* Ranking asks a question for each word that can be replaced. Not if there is only one such word,
 * or if ranking costs nearly as much as trying all candidates. */
static bool is_worth_ranking(const struct attack_search *s)
{
    uint32_t words = 0, candidates = 0;
    uint64_t to_rank = 0;
    for (uint32_t i = 0; i < s->words.count; i++)
        if (is_to_rank(&s->words.items[i])) {
            words++;
            to_rank |= UINT64_C(1) << i;
        }
    for (uint32_t i = 0; i < s->open.count; i++)
        candidates += (s->open.items[i].words & to_rank) != 0;
    return words > 1 && candidates >= 2 * words;
}

static void begin_search(struct attack_search *s, struct attack_worker *w)
{
    s->begun = true;
    s->phase = ATTACK_EXHAUSTED;
    s->tried = arena_zalloc(&s->arena, (w->rules->n_relations + 1) * sizeof *s->tried);
    add_node(s, (struct attack_node){.state = {.question = s->seed.question},
                                     .word = ATTACK_NONE,
                                     .answered = true});
    if (!prove_seed(s, w))
        return;
    enum attack_rank rank = attack_options_rank(&w->rules->options);
    if (rank != ATTACK_RANK_NOT)
        s->words = attack_words_of(&s->arena, w);
    s->depth = 1;
    expand_node(s, w, 0);
    s->n_candidates = s->open.count;
    bool asks = rank == ATTACK_RANK_BY_DELETION && is_worth_ranking(s);
    s->phase = asks ? ATTACK_RANKING : ATTACK_TRYING;
}

/* Ranking */

uint32_t attack_search_ranks(const struct attack_search *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->words.count && s->phase == ATTACK_RANKING; i++)
        n += is_to_rank(&s->words.items[i]);
    return n;
}

static void want_ranks(struct attack_search *s, struct attack_worker *w, struct attack_wishes *out)
{
    for (uint32_t i = 0; i < s->words.count; i++) {
        const struct attack_word *word = &s->words.items[i];
        const struct attack_state state = {.question = word->without};
        struct test_case c;
        if (is_to_rank(word) && make_case(s, w, &state, &c))
            want_node(s, w, (struct attack_node){.state = state, .word = i}, &c, out);
    }
    s->phase = ATTACK_TRYING;
}

/* Trying */

static struct change_kind kind_of(const struct attack_search *s, const struct attack_candidate *c,
                                  uint32_t *distance)
{
    return (struct change_kind){.relation = c->change.relation,
                                .taken = attack_taken(&s->words, c->words, distance),
                                .tried = s->tried[c->change.relation]};
}

/* No candidate is hopeless: what is left of a budget is spent on the last ones. */
static const double LEAST_RATE = 1e-6;

/* How good a candidate is, by these in this order. */
struct promise {
    double rate;
    uint32_t distance;
    uint64_t order;
};

/* From -1 to 1, different for each search, kind of change, and number of questions so far. */
static double whim_of(const struct attack_search *s, struct change_kind kind)
{
    uint64_t h = hash_combine(s->seed.number, s->n_nodes);
    h = hash_combine(h, kind.relation * N_TAKEN_WORDS + kind.taken);
    return (double)(h >> 32) / (double)(UINT32_C(1) << 31) - 1;
}

/* Many searches decide at a time. So that not all of them choose the same lucky kind, each varies
 * the rates within their uncertainty. */
static struct promise promise_of(const struct attack_search *s, const struct attack_rules *rules,
                                 const struct attack_candidate *c)
{
    struct promise p = {.order = c->order};
    if (rules->options.random)
        return p;
    struct change_kind kind = kind_of(s, c, &p.distance);
    p.rate =
        attack_rates_expect(s->rates, kind) + whim_of(s, kind) * attack_rates_doubt(s->rates, kind);
    p.rate = p.rate > LEAST_RATE ? p.rate : LEAST_RATE;
    return p;
}

static bool is_better(const struct promise *x, const struct promise *y)
{
    if (x->rate != y->rate)
        return x->rate > y->rate;
    return x->distance != y->distance ? x->distance > y->distance : x->order < y->order;
}

/* The place of the best of the open candidates, of which there is at least one. */
static uint32_t find_best(const struct attack_search *s, const struct attack_rules *rules,
                          struct promise *most)
{
    uint32_t best = 0;
    *most = promise_of(s, rules, &s->open.items[0]);
    for (uint32_t i = 1; i < s->open.count; i++) {
        struct promise p = promise_of(s, rules, &s->open.items[i]);
        if (is_better(&p, most)) {
            best = i;
            *most = p;
        }
    }
    return best;
}

static struct attack_candidate take_best(struct attack_search *s, const struct attack_rules *rules)
{
    struct promise most;
    uint32_t best = find_best(s, rules, &most);
    struct attack_candidate taken = s->open.items[best];
    s->open.items[best] = s->open.items[--s->open.count];
    return taken;
}

/* The state after a candidate's change, which comes last of its sort. */
static struct attack_state state_after(struct attack_search *s, const struct attack_candidate *c)
{
    const struct attack_state *before = &s->nodes[c->parent].state;
    uint32_t n = before->n_changes, at = c->change.schema ? n : attack_state_worded(before);
    struct attack_change *changes = ARENA_ARRAY(&s->arena, struct attack_change, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        changes[i + (i >= at)] = before->changes[i];
    changes[at] = c->change;
    return (struct attack_state){changes, n + 1, c->question};
}

/* Try candidates until `most` are wanted, or none is left. */
static void want_tries(struct attack_search *s, struct attack_worker *w, uint32_t most,
                       struct attack_wishes *out)
{
    while (out->count < most && s->open.count > 0 && w->status == OK) {
        struct attack_candidate best = take_best(s, w->rules);
        struct attack_state state = state_after(s, &best);
        uint32_t distance;
        struct test_case c;
        if (find_node(s, &state) != ATTACK_NONE || !make_case(s, w, &state, &c) || was_asked(s, &c))
            continue;
        struct attack_node node = {.state = state,
                                   .word = ATTACK_NONE,
                                   .db_id = arena_str(&s->arena, c.db_id),
                                   .kind = kind_of(s, &best, &distance)};
        want_node(s, w, node, &c, out);
        s->tried[best.change.relation]++;
    }
}

/* The best of this depth that is not yet taken: the one with the most distant answer, and of equals
 * the first asked. Or ATTACK_NONE. */
static uint32_t next_of_beam(const struct attack_search *s, const bool *taken)
{
    uint32_t best = ATTACK_NONE;
    for (uint32_t i = 0; i < s->n_nodes; i++) {
        const struct attack_node *n = &s->nodes[i];
        if (n->word != ATTACK_NONE || n->state.n_changes != s->depth || taken[i] || !n->answered)
            continue;
        if (best == ATTACK_NONE || n->distance > s->nodes[best].distance)
            best = i;
    }
    return best;
}

/* Nothing is left at this depth: go on from the best of it. */
static void deepen_search(struct attack_search *s, struct attack_worker *w)
{
    const struct attack_options *o = &w->rules->options;
    bool *taken = arena_zalloc(&w->scratch, s->n_nodes);
    for (uint32_t k = 0; k < o->beam && s->depth < o->steps; k++) {
        uint32_t node = next_of_beam(s, taken);
        if (node == ATTACK_NONE)
            break;
        taken[node] = true;
        expand_node(s, w, node);
    }
    s->depth++;
    s->phase = s->open.count > 0 ? ATTACK_TRYING : ATTACK_EXHAUSTED;
}

/* Shrinking */

/* The worst state without its change number `i`. */
static bool state_without(struct attack_search *s, struct attack_worker *w, uint32_t i,
                          struct attack_state *out)
{
    const struct attack_state *worst = &s->nodes[s->worst].state;
    struct attack_change *rest = ARENA_ARRAY(&w->scratch, struct attack_change, worst->n_changes);
    uint32_t n = 0;
    for (uint32_t k = 0; k < worst->n_changes; k++)
        if (k != i)
            rest[n++] = worst->changes[k];
    return attack_state_of(w, &s->arena, rest, n, out);
}

/* Go on from `node`, the worst without one change, if it breaks the system too. Else keep the
 * change.
 */
static void shrink_to(struct attack_search *s, uint32_t node)
{
    bool broke = s->nodes[node].broke;
    s->worst = broke ? node : s->worst;
    s->dropped = broke ? 0 : s->dropped + 1;
}

/* The next question without one of the changes. What was asked before is known. */
static void want_shrunk(struct attack_search *s, struct attack_worker *w, struct attack_wishes *out)
{
    while (s->dropped < s->nodes[s->worst].state.n_changes &&
           s->nodes[s->worst].state.n_changes > 1 && w->status == OK) {
        struct attack_state state;
        struct test_case c;
        bool can = state_without(s, w, s->dropped, &state);
        uint32_t known = can ? find_node(s, &state) : ATTACK_NONE;
        if (known != ATTACK_NONE) {
            shrink_to(s, known);
        } else if (can && make_case(s, w, &state, &c)) {
            want_node(s, w, (struct attack_node){.state = state, .word = ATTACK_NONE}, &c, out);
            return;
        } else {
            s->dropped++;
        }
    }
    s->shrunk = true;
    s->phase = ATTACK_BROKEN;
}

/* The machine */

/* Begin work on a search. Its question is read if changes of it are looked for. */
static bool take_up_search(struct attack_search *s, struct attack_worker *w, bool reads)
{
    arena_clear(&w->scratch);
    w->reads = reads;
    return attack_point_begin(w, &s->seed);
}

void attack_search_prepare(struct attack_search *s, struct attack_worker *w)
{
    if (s->begun && (attack_search_is_over(s) || s->phase == ATTACK_SHRINKING || s->open.count > 0))
        return;
    if (!take_up_search(s, w, true) && !s->begun)
        s->fault = STR("the query cannot be read");
    if (!s->begun)
        begin_search(s, w);
    while (!attack_search_is_over(s) && s->open.count == 0 && w->status == OK)
        deepen_search(s, w);
}

double attack_search_promise(const struct attack_search *s, const struct attack_rules *rules)
{
    struct promise most;
    if (attack_search_is_over(s))
        return 0;
    if (s->phase == ATTACK_SHRINKING || rules->options.random)
        return 1;
    find_best(s, rules, &most);
    return most.rate;
}

/* Would a word be replaced next? Ranks are not asked for before. */
static bool is_word_next(const struct attack_search *s, const struct attack_rules *rules)
{
    struct promise most;
    return s->open.items[find_best(s, rules, &most)].words != 0;
}

struct attack_wishes attack_search_want(struct attack_search *s, struct attack_worker *w,
                                        uint32_t most)
{
    struct attack_wishes out = {NULL, 0};
    if (attack_search_is_over(s))
        return out;
    take_up_search(s, w, s->phase == ATTACK_SHRINKING);
    if (s->phase == ATTACK_SHRINKING)
        want_shrunk(s, w, &out);
    else if (s->phase == ATTACK_RANKING && is_word_next(s, w->rules))
        want_ranks(s, w, &out);
    else
        want_tries(s, w, most, &out);
    return out;
}

/* The worst is what breaks the system; before that, what comes nearest to it. */
static void take_try(struct attack_search *s, uint32_t node)
{
    const struct attack_node *n = &s->nodes[node];
    if (n->broke) {
        s->worst = node;
        s->dropped = 0;
        s->shrunk = n->state.n_changes == 1;
        s->phase = s->shrunk ? ATTACK_BROKEN : ATTACK_SHRINKING;
    } else if (s->worst == 0 || n->distance > s->nodes[s->worst].distance) {
        s->worst = node;
    }
}

void attack_search_take(struct attack_search *s, uint32_t node, const struct attack_outcome *o)
{
    struct attack_node *n = &s->nodes[node];
    n->answered = true;
    n->broke = o->broke;
    n->distance = o->distance;
    n->answer = o->answer;
    n->answer.sql = arena_str_or_null(&s->arena, o->answer.sql);
    n->answer.error = arena_str_or_null(&s->arena, o->answer.error);
    n->answer.next = NULL;
    if (n->word != ATTACK_NONE) {
        s->words.items[n->word].ranked = true;
        s->words.items[n->word].distance = o->distance;
    } else if (s->phase == ATTACK_SHRINKING &&
               n->state.n_changes < s->nodes[s->worst].state.n_changes) {
        shrink_to(s, node);
    } else if (o->judged && !s->nodes[s->worst].broke) {
        take_try(s, node);
    }
}

/* The path */

/* The node after the first `n` changes of the worst, if it was asked; or NULL. */
static const struct attack_node *node_after(const struct attack_search *s, uint32_t n)
{
    const struct attack_state *worst = &s->nodes[s->worst].state;
    for (uint32_t i = 0; i < s->n_nodes; i++) {
        const struct attack_node *it = &s->nodes[i];
        bool same = it->word == ATTACK_NONE && it->answered && it->state.n_changes == n;
        for (uint32_t k = 0; k < n && same; k++)
            same = changes_equal(&it->state.changes[k], &worst->changes[k]);
        if (same)
            return it;
    }
    return NULL;
}

static struct str answer_text(const struct answer *a)
{
    return a->sql.ptr ? a->sql : a->error.ptr ? a->error : STR("");
}

/* {"relation": "syn", "change": {…}, "question": …, "said": …, "same": true} */
static void put_path_step(struct json_writer *w, const struct attack_rules *rules,
                          const struct attack_change *change, const struct attack_node *after)
{
    json_object_open(w);
    json_key_str(w, "relation", str_from(rules->relations[change->relation]->id));
    json_key(w, STR("change"));
    json_put_raw(w, change->text);
    if (after) {
        json_key_str(w, "question", after->state.question);
        json_key_str(w, "said", answer_text(&after->answer));
        json_key_bool(w, "same", !after->broke);
    }
    json_object_close(w);
}

static uint32_t count_answered(const struct attack_search *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_nodes; i++)
        n += s->nodes[i].answered; /* the seed's own question, too */
    return n;
}

static struct str path_text(struct arena *a, const struct attack_search *s,
                            const struct attack_rules *rules)
{
    const struct attack_state *worst = &s->nodes[s->worst].state;
    struct change out;
    change_begin(&out);
    json_key_array(&out.json, "path");
    for (uint32_t i = 0; i < worst->n_changes; i++)
        put_path_step(&out.json, rules, &worst->changes[i], node_after(s, i + 1));
    json_array_close(&out.json);
    json_key_count(&out.json, "questions", count_answered(s));
    json_key_bool(&out.json, "shrunk", s->shrunk);
    return change_end(&out, a);
}

bool attack_search_case(struct attack_search *s, struct attack_worker *w, struct test_case *out)
{
    struct overlap_seed from;
    if (s->worst == 0 || s->n_nodes == 0)
        return false;
    take_up_search(s, w, false);
    if (!make_case(s, w, &s->nodes[s->worst].state, out))
        return false;
    out->id = arena_printf(&w->scratch, "%u-ATTACK-0", s->seed.number);
    out->change = path_text(&w->scratch, s, w->rules);
    overlap_seed_begin(&w->scratch, &w->origin.view, &from);
    out->overlap = overlap_of(&w->scratch, &from, out);
    return true;
}

const struct answer *attack_search_answer(const struct attack_search *s)
{
    return s->worst > 0 ? &s->nodes[s->worst].answer : NULL;
}
