/* canonical_draw.c: turns of rules and tables, and the numbers within them. */
#include "pipeline/canonical_draw.h"

#include "base/hash.h"
#include "base/rng.h"
#include "grammar/parse_back.h"
#include "sql/parse.h"

/* For each pair that is wanted, so many are tried. */
enum { TRIES_PER_PAIR = 40 };

/* The pairs of a rule that begin with one thing, mostly a table. All have their turn once, in an
 * order that looks random: number + stride, round and round. */
struct strand {
    uint64_t first, count; /* numbers of the rule */
    uint64_t at, stride, visits;
};

struct rule_turns {
    struct derivations derivations;
    struct strand *strands; /* those with pairs, in random order */
    uint32_t n_strands, next;
    uint64_t lengths; /* of lists: the turn that they are at */
};

struct pair_drawing {
    const struct canonical_draw *draw;
    struct arena *arena;   /* of what is kept */
    struct arena *scratch; /* of all else */
    struct rng rng;
    struct rule_turns *rules;
    uint32_t n_rules;
    struct name_map questions; /* that were tried */
    struct canonical_pairs *out;
};

/* Numbers */

static uint64_t common_divisor(uint64_t x, uint64_t y)
{
    while (y > 0) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

/* One that comes to every number before it comes to the first again. */
static uint64_t draw_stride(struct rng *rng, uint64_t count)
{
    uint64_t stride = count > 1 ? 1 + rng_below(rng, count - 1) : 1;
    while (common_divisor(stride, count) != 1)
        stride--;
    return stride;
}

static struct strand begin_strand(struct rng *rng, uint64_t first, uint64_t count)
{
    return (struct strand){.first = first,
                           .count = count,
                           .at = rng_below(rng, count),
                           .stride = draw_stride(rng, count)};
}

static uint64_t next_number(struct strand *s)
{
    uint64_t number = s->first + s->at;
    s->at = s->at >= s->count - s->stride ? s->at - (s->count - s->stride) : s->at + s->stride;
    s->visits++;
    return number;
}

/* Rules */

static void shuffle(struct rng *rng, struct strand *s, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        uint64_t k = rng_below(rng, i);
        struct strand other = s[k];
        s[k] = s[i - 1];
        s[i - 1] = other;
    }
}

/* Are there questions about what the rule begins with? That is a table, mostly. */
static bool is_asked(const struct canonical_draw *draw, const struct derivations *all, uint32_t i)
{
    bool is_table = all->first && all->rule->lets[0].type == LET_TABLE;
    return !draw->asked || !is_table || draw->asked[all->first[i]];
}

static void begin_rule(struct pair_drawing *d, const struct grammar_rule *rule)
{
    struct rule_turns r = {.derivations =
                               derivations_of(d->scratch, d->draw->grammar, rule, d->draw->world)};
    const struct derivations *all = &r.derivations;
    if (all->count == 0)
        return;
    r.lengths = rng_below(&d->rng, RULE_COLUMNS_MAX);
    r.strands = ARENA_ARRAY(d->scratch, struct strand, (size_t)all->n_first + 1);
    for (uint32_t i = 0; i < all->n_first; i++) {
        uint64_t n = all->before[i + 1] - all->before[i];
        if (n > 0 && is_asked(d->draw, all, i))
            r.strands[r.n_strands++] = begin_strand(&d->rng, all->before[i], n);
    }
    if (all->n_first == 0)
        r.strands[r.n_strands++] = begin_strand(&d->rng, 0, all->count);
    shuffle(&d->rng, r.strands, r.n_strands);
    d->rules[d->n_rules++] = r;
}

static void begin_rules(struct pair_drawing *d)
{
    const struct grammar *g = d->draw->grammar;
    d->rules = ARENA_ARRAY(d->scratch, struct rule_turns, (size_t)g->count + 1);
    for (uint32_t i = 0; i < g->count; i++)
        if (!g->rules[i].is_phrase && str_eq(g->rules[i].name, d->draw->element))
            begin_rule(d, &g->rules[i]);
}

/* The next strand that has pairs left; NULL where none has. */
static struct strand *next_strand(struct rule_turns *r)
{
    for (uint32_t i = 0; i < r->n_strands; i++) {
        struct strand *s = &r->strands[r->next++ % r->n_strands];
        if (s->visits < s->count)
            return s;
    }
    return NULL;
}

/* Columns */

static uint32_t length_at(struct pair_drawing *d, const struct rule_turns *r, uint64_t number)
{
    struct arena_mark mark = arena_mark(d->scratch);
    struct derivation x = derivation_get(d->scratch, &r->derivations, number);
    uint32_t length = derivation_columns(&x);
    arena_rewind(d->scratch, mark);
    return length;
}

/* The first number of the strand, from `low` on, whose list is at least as long. */
static uint64_t find_length(struct pair_drawing *d, const struct rule_turns *r,
                            const struct strand *s, uint32_t length)
{
    uint64_t low = s->first, high = s->first + s->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (length_at(d, r, middle) < length)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Most lists of columns are long ones, since there are more of them. So lengths take turns too:
 * lists are numbered by their length, and that is drawn first. */
static uint64_t number_of_length(struct pair_drawing *d, struct rule_turns *r, struct strand *s)
{
    uint32_t shortest = length_at(d, r, s->first);
    uint32_t longest = length_at(d, r, s->first + s->count - 1);
    uint64_t number = next_number(s);
    if (longest <= shortest)
        return number;
    uint32_t length = shortest + (uint32_t)(r->lengths++ % (longest - shortest + 1));
    uint64_t first = find_length(d, r, s, length), end = find_length(d, r, s, length + 1);
    return first < end ? first + rng_below(&d->rng, end - first) : number;
}

/* Pairs */

/* A wording of the rule: one of the paper's, or one of the others; any where it has no such. */
static uint32_t draw_ask(struct pair_drawing *d, const struct grammar_rule *rule)
{
    bool paper = d->draw->wording == WORDING_PAPER;
    uint32_t fit = 0;
    for (uint32_t i = 0; i < rule->n_asks; i++)
        fit += rule->asks[i].paper == paper;
    uint64_t n = rng_below(&d->rng, fit ? fit : rule->n_asks);
    for (uint32_t i = 0; i < rule->n_asks; i++)
        if ((!fit || rule->asks[i].paper == paper) && n-- == 0)
            return i;
    return 0;
}

/* How many results the query names; 0 where it asks for all columns. */
static uint32_t count_columns(struct arena *a, struct str query)
{
    struct sql_stmt stmt;
    struct err e;
    if (sql_parse(a, query, &stmt, &e) != OK)
        return 0;
    const struct sql_core *core = &stmt.query->cores[0];
    for (uint32_t i = 0; i < core->n_results; i++)
        if (core->results[i].kind != SQL_RESULT_EXPR)
            return 0;
    return core->n_results;
}

static enum canonical_rejection check_words(const struct pair_drawing *d, struct str question,
                                            struct str query)
{
    struct parsed_back back = parse_back(d->scratch, d->draw->grammar, d->draw->world, question);
    bool same = false;
    for (uint32_t i = 0; i < back.count; i++)
        same = same || str_eq(back.queries[i], query);
    if (back.gave_up || !same)
        return CANONICAL_NOT_PARSED;
    return back.count > 1 ? CANONICAL_AMBIGUOUS : CANONICAL_SOUND;
}

static void keep_pair(struct pair_drawing *d, const struct derivation *x, struct str question,
                      struct str query)
{
    struct canonical_pairs *out = d->out;
    struct arena *a = d->arena;
    ARENA_PUSH(a, out->seeds, out->count);
    out->seeds[out->count++] = (struct seed){.db_id = d->draw->subject->schema->db_id,
                                             .question = arena_str(a, question),
                                             .query = arena_str(a, query),
                                             .element = x->rule->name,
                                             .category = x->rule->category,
                                             .columns = count_columns(d->scratch, query),
                                             .found_link = derivation_found_link(d->draw->world, x),
                                             .schema = d->draw->subject->schema,
                                             .database = d->draw->subject->database};
}

/* One pair: kept, rejected, or left out since it was tried already. What takes too many steps over
 * a table will do so again: there are no more turns for it. */
static enum status try_pair(struct pair_drawing *d, const struct rule_turns *r, struct strand *s,
                            uint64_t number, struct err *e)
{
    const struct canonical_draw *draw = d->draw;
    struct derivation x = derivation_get(d->scratch, &r->derivations, number);
    struct str question = derivation_question(d->scratch, draw->world, &x, draw_ask(d, x.rule));
    struct str query = derivation_query(d->scratch, draw->world, &x);
    if (name_map_get(&d->questions, question) != NAME_NONE)
        return OK;
    name_map_put(&d->questions, d->arena, arena_str(d->arena, question), 0);
    enum canonical_rejection why = check_words(d, question, query);
    enum status status = OK;
    if (why == CANONICAL_SOUND && draw->checker)
        status = canonical_check(draw->checker, x.rule, draw->subject, query, &why, e);
    if (status)
        return status;
    if (why == CANONICAL_SOUND)
        keep_pair(d, &x, question, query);
    else
        d->out->rejected[why]++;
    if (why == CANONICAL_TOO_MANY_STEPS || why == CANONICAL_TIMEOUT)
        s->visits = s->count;
    return OK;
}

/* One turn of each rule. False where none has pairs left. */
static bool take_turns(struct pair_drawing *d, uint32_t *tries, enum status *status, struct err *e)
{
    bool any = false;
    for (uint32_t i = 0; i < d->n_rules && *status == OK; i++) {
        struct rule_turns *r = &d->rules[i];
        struct strand *s = d->out->count<d->draw->most && * tries> 0 ? next_strand(r) : NULL;
        if (!s)
            continue;
        struct arena_mark mark = arena_mark(d->scratch);
        *status = try_pair(d, r, s, number_of_length(d, r, s), e);
        arena_rewind(d->scratch, mark);
        (*tries)--;
        any = true;
    }
    return any;
}

enum status canonical_draw(const struct canonical_draw *draw, struct arena *a,
                           struct arena *scratch, struct canonical_pairs *out, struct err *e)
{
    struct arena_mark mark = arena_mark(scratch);
    struct pair_drawing d = {.draw = draw, .arena = a, .scratch = scratch, .out = out};
    struct str purpose = arena_printf(scratch, "%.*s %.*s", STR_ARG(draw->subject->schema->db_id),
                                      STR_ARG(draw->element));
    uint32_t tries =
        draw->most < UINT32_MAX / TRIES_PER_PAIR ? draw->most * TRIES_PER_PAIR : UINT32_MAX;
    enum status status = OK;
    *out = (struct canonical_pairs){0};
    d.rng = rng_stream(draw->random_seed, purpose, 0);
    name_map_init_exact(&d.questions, a, 64);
    begin_rules(&d);
    while (status == OK && take_turns(&d, &tries, &status, e)) {
    }
    arena_rewind(scratch, mark);
    return status;
}
