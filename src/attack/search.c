/* search.c: ranking, trying, going deeper, shrinking. */
#include "attack/search.h"

#include "base/hash.h"
#include "migration/change.h"
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

/* Do both ask the same? Changes of the schema say in full what they change. */
static bool states_equal(const struct attack_state *x, const struct attack_state *y)
{
    uint32_t i = 0, j = 0;
    if (!str_eq(x->question, y->question))
        return false;
    for (;; i++, j++) {
        while (i < x->n_changes && !x->changes[i].schema)
            i++;
        while (j < y->n_changes && !y->changes[j].schema)
            j++;
        if (i == x->n_changes || j == y->n_changes)
            return i == x->n_changes && j == y->n_changes;
        if (!changes_equal(&x->changes[i], &y->changes[j]))
            return false;
    }
}

/* The node that asks for it; ATTACK_NONE where nothing did. */
static uint32_t find_node(const struct attack_search *s, const struct attack_state *state)
{
    for (uint32_t i = 0; i < s->n_nodes; i++)
        if (s->nodes[i].word == ATTACK_NONE && states_equal(&s->nodes[i].state, state))
            return i;
    return ATTACK_NONE;
}

/* Other changes may come to the same: an order of tables, changed twice. */
static bool was_asked(const struct attack_search *s, const struct test_case *c)
{
    for (uint32_t i = 0; i < s->n_nodes; i++)
        if (s->nodes[i].db_id.ptr && str_eq(s->nodes[i].db_id, c->db_id) &&
            str_eq(s->nodes[i].state.question, c->question))
            return true;
    return false;
}

static void add_wish(struct attack_worker *w, struct attack_wishes *out, uint32_t node,
                     const struct test_case *c)
{
    ARENA_PUSH(&w->scratch, out->items, out->count);
    struct attack_wish *wish = &out->items[out->count++];
    *wish = (struct attack_wish){node, *c};
}

/* The case of a state: only its schema has to be made anew, and proved. False where it cannot be.
 */
static bool make_case(struct attack_search *s, struct attack_worker *w,
                      const struct attack_point *origin, const struct attack_state *state,
                      struct test_case *out)
{
    struct attack_point p;
    bool worded = true;
    for (uint32_t i = 0; i < state->n_changes; i++)
        worded = worded && !state->changes[i].schema;
    if (worded) {
        p = *origin;
        p.seed.question = state->question;
    } else if (!attack_point_at(w, origin, state, &p)) {
        return false;
    }
    *out = attack_case_of(origin, &p);
    out->proof = s->proof;
    return !case_needs_proof(out) || attack_prove(w, origin, out);
}

/* Beginning */

/* Run the gold. False, and a fault, where there is one that cannot be used. */
static bool prove_seed(struct attack_search *s, struct attack_worker *w,
                       const struct attack_point *origin)
{
    struct proof_task task = case_task_of(&w->scratch, origin->view.seed, origin->view.stmt, NULL);
    struct proof proof;
    w->status = prover_prove(w->prover, &task, &proof, &w->err);
    if (w->status)
        return false;
    if (proof.outcome != PROOF_PROVED)
        s->fault = str_from(proof_outcome_name(proof.outcome));
    s->proof = proof.how;
    return s->fault.len == 0;
}

/* Its changes of the question alone. */
static struct attack_state worded_part(const struct attack_state *state)
{
    struct attack_state worded = *state;
    while (worded.n_changes > 0 && worded.changes[worded.n_changes - 1].schema)
        worded.n_changes--;
    return worded;
}

/* Add what can be changed at a node. Where its schema was changed, another change of the question
 * goes before that: it is looked for where the schema is still the seed's. */
static void expand(struct attack_search *s, struct attack_worker *w,
                   const struct attack_point *origin, uint32_t node)
{
    struct attack_point p, before;
    const struct attack_state state = s->nodes[node].state, worded = worded_part(&state);
    bool moved = worded.n_changes < state.n_changes;
    struct candidate_place at = {.origin = origin,
                                 .words = &s->words,
                                 .state = &state,
                                 .point = &p,
                                 .parent = node,
                                 .scope = moved ? CANDIDATES_OF_SCHEMA : CANDIDATES_ALL};
    if (attack_point_at(w, origin, &state, &p))
        attack_candidates_add(w, &s->arena, &at, &s->open);
    if (!moved || !attack_point_at(w, origin, &worded, &before))
        return;
    at.state = &worded;
    at.point = &before;
    at.scope = CANDIDATES_OF_QUESTION;
    attack_candidates_add(w, &s->arena, &at, &s->open);
}

static bool is_to_rank(const struct attack_word *w)
{
    return w->candidates > 0 && w->without.ptr;
}

/* A question for each word that something can take the place of; not where there is nothing to
 * choose, or asking for the ranks would cost nearly as much as trying all. */
static bool is_worth_ranking(const struct attack_search *s)
{
    uint32_t words = 0, candidates = 0;
    for (uint32_t i = 0; i < s->words.count; i++)
        words += is_to_rank(&s->words.items[i]);
    for (uint32_t i = 0; i < s->open.count; i++)
        candidates += s->open.items[i].words != 0;
    return words > 1 && candidates >= 2 * words;
}

static void begin(struct attack_search *s, struct attack_worker *w,
                  const struct attack_point *origin)
{
    s->begun = true;
    s->phase = ATTACK_EXHAUSTED;
    s->tried = arena_zalloc(&s->arena, (w->rules->n_relations + 1) * sizeof *s->tried);
    add_node(s, (struct attack_node){
                    .state = {.question = s->seed.question}, .word = ATTACK_NONE, .told = true});
    if (!prove_seed(s, w, origin))
        return;
    if (attack_options_rank(&w->rules->options))
        s->words = attack_words_of(&s->arena, &w->scratch, origin);
    s->depth = 1;
    expand(s, w, origin, 0);
    s->n_candidates = s->open.count;
    s->phase = is_worth_ranking(s) ? ATTACK_RANKING : ATTACK_TRYING;
}

/* Ranking */

uint32_t attack_search_ranks(const struct attack_search *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->words.count && s->phase == ATTACK_RANKING; i++)
        n += is_to_rank(&s->words.items[i]);
    return n;
}

static void want_ranks(struct attack_search *s, struct attack_worker *w,
                       const struct attack_point *origin, struct attack_wishes *out)
{
    for (uint32_t i = 0; i < s->words.count; i++) {
        const struct attack_word *word = &s->words.items[i];
        const struct attack_state state = {.question = word->without};
        struct test_case c;
        if (is_to_rank(word) && make_case(s, w, origin, &state, &c))
            add_wish(w, out, add_node(s, (struct attack_node){.state = state, .word = i}), &c);
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

/* Nothing is hopeless: what is left of a budget is spent on it. */
static const double LEAST_RATE = 1e-6;

/* What speaks for a candidate, in this order. */
struct promise {
    double rate;
    uint32_t distance;
    uint64_t order;
};

/* From -1 to 1, for a search and a kind of change, another one for each question that was asked. */
static double whim(const struct attack_search *s, struct change_kind kind)
{
    uint64_t h = hash_combine(s->seed.number, s->n_nodes);
    h = hash_combine(h, kind.relation * N_TAKEN_WORDS + kind.taken);
    return (double)(h >> 32) / (double)(UINT32_C(1) << 31) - 1;
}

/* Many searches decide at a time. So that not all of them fall for the same lucky kind, each
 * believes the rates a little otherwise, as far as they can be doubted. */
static struct promise promise_of(const struct attack_search *s, const struct attack_rules *rules,
                                 const struct attack_rates *rates, const struct attack_candidate *c)
{
    struct promise p = {.order = c->order};
    if (rules->options.random)
        return p;
    struct change_kind kind = kind_of(s, c, &p.distance);
    p.rate = attack_rates_expect(rates, kind) + whim(s, kind) * attack_rates_doubt(rates, kind);
    p.rate = p.rate > LEAST_RATE ? p.rate : LEAST_RATE;
    return p;
}

static bool is_better(const struct promise *x, const struct promise *y)
{
    if (x->rate != y->rate)
        return x->rate > y->rate;
    return x->distance != y->distance ? x->distance > y->distance : x->order < y->order;
}

/* The place of the best of the open candidates, of which there is one at least. */
static uint32_t find_best(const struct attack_search *s, const struct attack_rules *rules,
                          const struct attack_rates *rates, struct promise *most)
{
    uint32_t best = 0;
    *most = promise_of(s, rules, rates, &s->open.items[0]);
    for (uint32_t i = 1; i < s->open.count; i++) {
        struct promise p = promise_of(s, rules, rates, &s->open.items[i]);
        if (is_better(&p, most)) {
            best = i;
            *most = p;
        }
    }
    return best;
}

static struct attack_candidate take_best(struct attack_search *s, const struct attack_rules *rules,
                                         const struct attack_rates *rates)
{
    struct promise most;
    uint32_t best = find_best(s, rules, rates, &most);
    struct attack_candidate taken = s->open.items[best];
    s->open.items[best] = s->open.items[--s->open.count];
    return taken;
}

/* The state after a candidate's change, which stands behind those of its sort. */
static struct attack_state state_after(struct attack_search *s, const struct attack_candidate *c)
{
    const struct attack_state *before = &s->nodes[c->parent].state;
    uint32_t n = before->n_changes, at = c->change.schema ? n : worded_part(before).n_changes;
    struct attack_change *changes = ARENA_ARRAY(&s->arena, struct attack_change, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        changes[i + (i >= at)] = before->changes[i];
    changes[at] = c->change;
    return (struct attack_state){changes, n + 1, c->question};
}

/* Try candidates until so many are wanted, or none is left. */
static void want_tries(struct attack_search *s, struct attack_worker *w,
                       const struct attack_point *origin, const struct attack_rates *rates,
                       uint32_t most, struct attack_wishes *out)
{
    while (out->count < most && s->open.count > 0 && w->status == OK) {
        struct attack_candidate best = take_best(s, w->rules, rates);
        struct attack_state state = state_after(s, &best);
        uint32_t distance;
        struct test_case c;
        if (find_node(s, &state) != ATTACK_NONE || !make_case(s, w, origin, &state, &c) ||
            was_asked(s, &c))
            continue;
        struct attack_node node = {.state = state,
                                   .word = ATTACK_NONE,
                                   .db_id = arena_str(&s->arena, c.db_id),
                                   .kind = kind_of(s, &best, &distance)};
        add_wish(w, out, add_node(s, node), &c);
        s->tried[best.change.relation]++;
    }
}

/* The best of this depth that is not among those taken: the one with the most distant answer; of
 * equals the one that was asked first. */
static uint32_t next_of_beam(const struct attack_search *s, const bool *taken)
{
    uint32_t best = ATTACK_NONE;
    for (uint32_t i = 0; i < s->n_nodes; i++) {
        const struct attack_node *n = &s->nodes[i];
        if (n->word != ATTACK_NONE || n->state.n_changes != s->depth || taken[i] || !n->told)
            continue;
        if (best == ATTACK_NONE || n->distance > s->nodes[best].distance)
            best = i;
    }
    return best;
}

/* Nothing is left at this depth: go on from the best of it. */
static void deepen(struct attack_search *s, struct attack_worker *w,
                   const struct attack_point *origin)
{
    bool *taken = arena_zalloc(&w->scratch, s->n_nodes);
    if (s->depth < w->rules->options.steps)
        for (uint32_t k = 0; k < w->rules->options.beam; k++) {
            uint32_t node = next_of_beam(s, taken);
            if (node == ATTACK_NONE)
                break;
            taken[node] = true;
            expand(s, w, origin, node);
        }
    s->depth++;
    s->phase = s->open.count > 0 ? ATTACK_TRYING : ATTACK_EXHAUSTED;
}

/* Shrinking */

/* The worst state without its change number `i`. */
static bool without(struct attack_search *s, struct attack_worker *w,
                    const struct attack_point *origin, uint32_t i, struct attack_state *out)
{
    const struct attack_state *worst = &s->nodes[s->worst].state;
    struct attack_change *rest = ARENA_ARRAY(&w->scratch, struct attack_change, worst->n_changes);
    uint32_t n = 0;
    for (uint32_t k = 0; k < worst->n_changes; k++)
        if (k != i)
            rest[n++] = worst->changes[k];
    return attack_state_of(w, &s->arena, origin, rest, n, out);
}

/* What becomes of the search when it is known whether `node`, the worst without one change, breaks
 * the system too. */
static void shrink_to(struct attack_search *s, uint32_t node)
{
    if (!s->nodes[node].broke) {
        s->dropped++;
        return;
    }
    s->worst = node;
    s->dropped = 0;
}

/* Leave out one change after another; what was asked before is known. */
static void want_shrunk(struct attack_search *s, struct attack_worker *w,
                        const struct attack_point *origin, struct attack_wishes *out)
{
    while (s->dropped < s->nodes[s->worst].state.n_changes &&
           s->nodes[s->worst].state.n_changes > 1 && w->status == OK) {
        struct attack_state state;
        struct test_case c;
        if (!without(s, w, origin, s->dropped, &state)) {
            s->dropped++;
            continue;
        }
        uint32_t known = find_node(s, &state);
        if (known != ATTACK_NONE) {
            shrink_to(s, known);
        } else if (make_case(s, w, origin, &state, &c)) {
            add_wish(w, out, add_node(s, (struct attack_node){.state = state, .word = ATTACK_NONE}),
                     &c);
            return;
        } else {
            s->dropped++;
        }
    }
    s->shrunk = true;
    s->phase = ATTACK_BROKEN;
}

/* The machine */

/* Begin work on a search: its origin, with the question read where changes of it are looked for. */
static bool take_up(struct attack_search *s, struct attack_worker *w, bool reads,
                    struct attack_point *origin)
{
    arena_clear(&w->scratch);
    w->reads = reads;
    return attack_point_begin(w, &s->seed, origin);
}

void attack_search_prepare(struct attack_search *s, struct attack_worker *w)
{
    struct attack_point origin;
    if (s->begun && (attack_search_is_over(s) || s->phase == ATTACK_SHRINKING || s->open.count > 0))
        return;
    if (!take_up(s, w, true, &origin) && !s->begun)
        s->fault = STR("the query cannot be read");
    if (!s->begun)
        begin(s, w, &origin);
    while (!attack_search_is_over(s) && s->open.count == 0 && w->status == OK)
        deepen(s, w, &origin);
}

double attack_search_promise(const struct attack_search *s, const struct attack_rules *rules,
                             const struct attack_rates *rates)
{
    struct promise most;
    if (attack_search_is_over(s))
        return 0;
    if (s->phase == ATTACK_SHRINKING || rules->options.random)
        return 1;
    find_best(s, rules, rates, &most);
    return most.rate;
}

/* Is it a word that would be replaced next? Ranks are not asked for before. */
static bool is_word_next(const struct attack_search *s, const struct attack_rules *rules,
                         const struct attack_rates *rates)
{
    struct promise most;
    return s->open.items[find_best(s, rules, rates, &most)].words != 0;
}

struct attack_wishes attack_search_want(struct attack_search *s, struct attack_worker *w,
                                        const struct attack_rates *rates, uint32_t most)
{
    struct attack_wishes out = {NULL, 0};
    struct attack_point origin;
    if (attack_search_is_over(s))
        return out;
    take_up(s, w, s->phase == ATTACK_SHRINKING, &origin);
    if (s->phase == ATTACK_SHRINKING)
        want_shrunk(s, w, &origin, &out);
    else if (s->phase == ATTACK_RANKING && is_word_next(s, w->rules, rates))
        want_ranks(s, w, &origin, &out);
    else
        want_tries(s, w, &origin, rates, most, &out);
    return out;
}

/* The worst is what breaks the system; before that, what comes nearest to it. */
static void tell_try(struct attack_search *s, uint32_t node)
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

void attack_search_tell(struct attack_search *s, uint32_t node, const struct attack_outcome *o)
{
    struct attack_node *n = &s->nodes[node];
    n->told = true;
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
        tell_try(s, node);
    }
}

/* The path */

/* The state after the first `n` changes of the worst, if it was asked. */
static const struct attack_node *node_after(const struct attack_search *s, uint32_t n)
{
    const struct attack_state *worst = &s->nodes[s->worst].state;
    for (uint32_t i = 0; i < s->n_nodes; i++) {
        const struct attack_node *it = &s->nodes[i];
        bool same = it->word == ATTACK_NONE && it->told && it->state.n_changes == n;
        for (uint32_t k = 0; k < n && same; k++)
            same = changes_equal(&it->state.changes[k], &worst->changes[k]);
        if (same)
            return it;
    }
    return NULL;
}

static struct str said_text(const struct answer *a)
{
    return a->sql.ptr ? a->sql : a->error.ptr ? a->error : STR("");
}

/* {"relation": "syn", "change": {…}, "question": …, "said": …, "same": true} */
static void put_step(struct json_writer *w, const struct attack_rules *rules,
                     const struct attack_change *change, const struct attack_node *after)
{
    json_object_open(w);
    json_key_str(w, "relation", str_from(rules->relations[change->relation]->id));
    json_key(w, STR("change"));
    json_put_raw(w, change->text);
    if (after) {
        json_key_str(w, "question", after->state.question);
        json_key_str(w, "said", said_text(&after->answer));
        json_key_bool(w, "same", !after->broke);
    }
    json_object_close(w);
}

static uint32_t count_told(const struct attack_search *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_nodes; i++)
        n += s->nodes[i].told; /* the seed's own question was one, too */
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
        put_step(&out.json, rules, &worst->changes[i], node_after(s, i + 1));
    json_array_close(&out.json);
    json_key_count(&out.json, "questions", count_told(s));
    json_key_bool(&out.json, "shrunk", s->shrunk);
    return change_end(&out, a);
}

bool attack_search_case(struct attack_search *s, struct attack_worker *w, struct test_case *out)
{
    struct attack_point origin;
    arena_clear(&w->scratch);
    if (s->worst == 0 || s->n_nodes == 0)
        return false;
    w->reads = false;
    attack_point_begin(w, &s->seed, &origin);
    if (!make_case(s, w, &origin, &s->nodes[s->worst].state, out))
        return false;
    out->id = arena_printf(&w->scratch, "%u-ATTACK-0", s->seed.number);
    out->change = path_text(&w->scratch, s, w->rules);
    return true;
}

const struct answer *attack_search_answer(const struct attack_search *s)
{
    return s->worst > 0 ? &s->nodes[s->worst].answer : NULL;
}
