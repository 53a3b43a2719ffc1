/* canonical_draw.c: turns of rules and tables, and the numbers within them. */
#include "canonical/canonical_draw.h"

#include "base/hash.h"
#include "base/rng.h"
#include "grammar/parse_back.h"

/* At most this many pairs are tried for each that is wanted. */
enum { TRIES_PER_PAIR = 40 };

/* A range of a rule's numbers. Each has its turn once in a round, in an order that looks random: a
 * number plus the stride is the next, and after the end it begins again. */
struct walk {
    uint64_t first, count;
    uint64_t at, stride;
    uint64_t visits; /* in this round */
};

/* The pairs of a rule that begin with one thing, mostly a table. There are more long lists of
 * columns than short ones; so there is a walk for each length, and they take turns. */
struct strand {
    struct walk *walks;
    uint32_t n_walks;
    uint64_t turn; /* of the walks */
    bool view;     /* it is about a view */
    bool closed;   /* it has no more turns */
};

struct rule_turns {
    struct derivations derivations;
    struct strand *strands; /* those with pairs, in random order, but views come last */
    uint32_t n_strands, n_views;
    uint64_t next;  /* turn */
    uint32_t *asks; /* the wordings that are wanted */
    uint32_t n_asks;
    uint64_t salt; /* decides which of them a pair has first */
};

struct pair_drawing {
    const struct canonical_draw *draw;
    struct arena *arena;   /* of what is kept */
    struct arena *scratch; /* of all else */
    struct rng rng;
    struct rule_turns *rules;
    uint32_t n_rules;
    uint32_t round, rounds;    /* each has another wording of each pair */
    uint32_t tries;            /* that are left */
    struct arena tried;        /* of the next two */
    struct name_map questions; /* that were tried */
    struct name_map queries;   /* that were run: enum canonical_rejection */
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

/* A stride that comes to every number before it comes to the first again. */
static uint64_t draw_stride(struct rng *rng, uint64_t count)
{
    uint64_t stride = count > 1 ? 1 + rng_below(rng, count - 1) : 1;
    while (common_divisor(stride, count) != 1)
        stride--;
    return stride;
}

static struct walk begin_walk(struct rng *rng, uint64_t first, uint64_t count)
{
    return (struct walk){.first = first,
                         .count = count,
                         .at = rng_below(rng, count),
                         .stride = draw_stride(rng, count)};
}

static uint64_t next_number(struct walk *w)
{
    uint64_t number = w->first + w->at;
    w->at = w->at >= w->count - w->stride ? w->at - (w->count - w->stride) : w->at + w->stride;
    w->visits++;
    return number;
}

/* Columns */

static uint32_t length_at(struct pair_drawing *d, const struct derivations *all, uint64_t number)
{
    struct arena_mark mark = arena_mark(d->scratch);
    struct derivation x = derivation_get(d->scratch, all, number);
    uint32_t length = derivation_columns(&x);
    arena_rewind(d->scratch, mark);
    return length;
}

/* The first number from `low` to `high` whose list is longer than `length`: longer lists have
 * higher numbers. */
static uint64_t find_longer(struct pair_drawing *d, const struct derivations *all, uint64_t low,
                            uint64_t high, uint32_t length)
{
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (length_at(d, all, middle) <= length)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct strand begin_strand(struct pair_drawing *d, const struct derivations *all,
                                  uint64_t first, uint64_t count)
{
    uint64_t end = first + count;
    uint32_t shortest = length_at(d, all, first), longest = length_at(d, all, end - 1);
    struct strand s = {.walks = ARENA_ARRAY(d->scratch, struct walk, RULE_COLUMNS_MAX + 1)};
    for (uint32_t length = shortest; length <= longest; length++) {
        uint64_t longer = find_longer(d, all, first, end, length);
        if (longer > first)
            s.walks[s.n_walks++] = begin_walk(&d->rng, first, longer - first);
        first = longer;
    }
    return s;
}

/* Rules */

/* Put strands in random order. Their first turns are of different lengths, too: often there is no
 * second one. */
static void shuffle_strands(struct rng *rng, struct strand *s, uint32_t n)
{
    uint64_t turn = rng_below(rng, RULE_COLUMNS_MAX);
    for (uint32_t i = n; i > 1; i--) {
        uint64_t k = rng_below(rng, i);
        struct strand other = s[k];
        s[k] = s[i - 1];
        s[i - 1] = other;
    }
    for (uint32_t i = 0; i < n; i++)
        s[i].turn = turn + i;
}

/* Are there questions about what the rule begins with? That is a table, mostly. */
static bool is_asked(const struct canonical_draw *draw, const struct derivations *all, uint32_t i)
{
    bool is_table = all->first && all->rule->lets[0].type == LET_TABLE;
    return !draw->asked || !is_table || draw->asked[all->first[i]];
}

/* Does the rule begin with a view, or with a key of one? */
static bool begins_with_view(const struct grammar_world *w, const struct derivations *all,
                             uint32_t i)
{
    const struct schema_table *tables = w->schema->tables;
    if (all->first && all->rule->lets[0].type == LET_TABLE)
        return tables[all->first[i]].view;
    if (!all->first || all->rule->lets[0].type != LET_LINK)
        return false;
    const struct known_link *link = &w->links[all->first[i]];
    return tables[link->from_table].view || tables[link->to_table].view;
}

/* Tables first; otherwise the order stays. */
static void put_views_last(struct pair_drawing *d, struct rule_turns *r)
{
    struct strand *all = ARENA_ARRAY(d->scratch, struct strand, r->n_strands);
    uint32_t n = 0;
    for (int view = 0; view <= 1; view++)
        for (uint32_t i = 0; i < r->n_strands; i++)
            if (r->strands[i].view == (view != 0))
                all[n++] = r->strands[i];
    r->strands = all;
}

/* The wordings that are wanted, those of the paper or the others; all if the rule has none of them.
 */
static void list_asks(struct pair_drawing *d, const struct grammar_rule *rule, struct rule_turns *r)
{
    bool paper = d->draw->wording == WORDING_PAPER;
    r->asks = ARENA_ARRAY(d->scratch, uint32_t, rule->n_asks);
    for (int all = 0; all <= 1 && r->n_asks == 0; all++)
        for (uint32_t i = 0; i < rule->n_asks; i++)
            if (all || rule->asks[i].paper == paper)
                r->asks[r->n_asks++] = i;
}

static void begin_rule(struct pair_drawing *d, const struct grammar_rule *rule)
{
    struct rule_turns r = {.derivations =
                               derivations_of(d->scratch, d->draw->grammar, rule, d->draw->world)};
    const struct derivations *all = &r.derivations;
    if (all->count == 0)
        return;
    list_asks(d, rule, &r);
    r.salt = rng_next(&d->rng);
    r.strands = ARENA_ARRAY(d->scratch, struct strand, (size_t)all->n_first + 1);
    for (uint32_t i = 0; i < all->n_first; i++) {
        uint64_t n = all->before[i + 1] - all->before[i];
        if (n == 0 || !is_asked(d->draw, all, i))
            continue;
        struct strand *s = &r.strands[r.n_strands++];
        *s = begin_strand(d, all, all->before[i], n);
        s->view = begins_with_view(d->draw->world, all, i);
        r.n_views += s->view;
    }
    if (all->n_first == 0)
        r.strands[r.n_strands++] = begin_strand(d, all, 0, all->count);
    shuffle_strands(&d->rng, r.strands, r.n_strands);
    put_views_last(d, &r);
    d->rounds = r.n_asks > d->rounds ? r.n_asks : d->rounds;
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

/* Turns */

static struct walk *next_walk(struct strand *s)
{
    for (uint32_t i = 0; i < s->n_walks && !s->closed; i++) {
        struct walk *w = &s->walks[s->turn++ % s->n_walks];
        if (w->visits < w->count)
            return w;
    }
    return NULL;
}

/* Whose turn it is. A lap has a turn for each table, and after it one for a view, if there is
 * another in this lap: a database may have many more views than tables. */
static struct strand *strand_at(const struct rule_turns *r, uint64_t turn)
{
    uint32_t tables = r->n_strands - r->n_views;
    uint32_t pairs = tables < r->n_views ? tables : r->n_views;
    if (tables == 0)
        return &r->strands[turn % r->n_views];
    uint64_t lap = turn / (tables + pairs), at = turn % (tables + pairs);
    if (at >= 2 * (uint64_t)pairs)
        return &r->strands[at - pairs];
    if (at % 2 == 0)
        return &r->strands[at / 2];
    return &r->strands[tables + (lap * pairs + at / 2) % r->n_views];
}

/* The next strand that has pairs left in this round, and the walk whose turn it is; or NULL. */
static struct strand *next_strand(struct rule_turns *r, struct walk **walk)
{
    const uint64_t all = 2 * (uint64_t)r->n_strands; /* in this many turns each strand has one */
    for (uint64_t i = 0; i < all; i++) {
        struct strand *s = strand_at(r, r->next++);
        *walk = next_walk(s);
        if (*walk)
            return s;
    }
    return NULL;
}

/* All pairs have their turn again, with another wording. */
static void begin_round(struct pair_drawing *d)
{
    for (uint32_t i = 0; i < d->n_rules; i++)
        for (uint32_t k = 0; k < d->rules[i].n_strands; k++)
            for (uint32_t n = 0; n < d->rules[i].strands[k].n_walks; n++)
                d->rules[i].strands[k].walks[n].visits = 0;
}

/* Pairs */

/* The wording of a pair: in the first round one that its number decides, then the next ones. */
static uint32_t ask_of(const struct pair_drawing *d, const struct rule_turns *r, uint64_t number)
{
    return r->asks[(hash_combine(r->salt, number) % r->n_asks + d->round) % r->n_asks];
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
    ARENA_ADD(a, out->seeds, out->count,
              (struct seed){.db_id = d->draw->subject->schema->db_id,
                            .question = arena_str(a, question),
                            .query = arena_str(a, query),
                            .element = x->rule->name,
                            .category = x->rule->category,
                            .found_link = derivation_found_link(d->draw->world, x),
                            .ran = d->draw->checker != NULL,
                            .schema = d->draw->subject->schema,
                            .database = d->draw->subject->database});
}

/* Is the query sound? It is run only once, even if several questions have it. */
static enum status check_query_once(struct pair_drawing *d, const struct grammar_rule *rule,
                                    struct str query, enum canonical_rejection *why, struct err *e)
{
    const struct canonical_draw *draw = d->draw;
    uint32_t known = name_map_get(&d->queries, query);
    if (known != NAME_NONE || !draw->checker) {
        *why = known != NAME_NONE ? (enum canonical_rejection)known : CANONICAL_SOUND;
        return OK;
    }
    enum status status = canonical_check(draw->checker, rule, draw->subject, query, why, e);
    name_map_put(&d->queries, &d->tried, arena_str(&d->tried, query), (uint32_t)*why);
    return status;
}

/* Was the question tried, or its query found not to be sound? */
static bool is_known_pair(const struct pair_drawing *d, struct str question, struct str query)
{
    uint32_t known = name_map_get(&d->queries, query);
    return name_map_get(&d->questions, question) != NAME_NONE ||
           (known != NAME_NONE && known != CANONICAL_SOUND);
}

/* Does it name a table that there are no questions about? A key may lead to one. */
static bool names_other_table(const struct canonical_draw *draw, const struct derivation *x)
{
    for (uint32_t i = 0; draw->asked && i < x->rule->n_lets; i++)
        if (x->rule->lets[i].type == LET_TABLE && !draw->asked[x->lets[i].id])
            return true;
    return false;
}

/* If a query over one table alone takes too long, such as a view that never ends, those of other
 * elements would too: nothing more is asked about the table. */
static void close_table(const struct canonical_draw *draw, const struct derivation *x)
{
    uint32_t tables = 0;
    for (uint32_t i = 0; i < x->rule->n_lets; i++)
        tables += x->rule->lets[i].type == LET_TABLE || x->rule->lets[i].type == LET_LINK;
    if (draw->asked && tables == 1 && x->rule->lets[0].type == LET_TABLE)
        draw->asked[x->lets[0].id] = false;
}

/* One pair: kept, rejected, or left out because it is known already. What takes too many steps over
 * a table would do so again: its strand has no more turns. */
static enum status try_pair(struct pair_drawing *d, const struct rule_turns *r, struct strand *s,
                            uint64_t number, struct err *e)
{
    const struct grammar_world *world = d->draw->world;
    struct derivation x = derivation_get(d->scratch, &r->derivations, number);
    if (names_other_table(d->draw, &x))
        return OK;
    struct str question = derivation_question(d->scratch, world, &x, ask_of(d, r, number));
    struct str query = derivation_query(d->scratch, world, &x);
    if (is_known_pair(d, question, query))
        return OK;
    name_map_put(&d->questions, &d->tried, arena_str(&d->tried, question), 0);
    enum canonical_rejection why = check_words(d, question, query);
    enum status status = why == CANONICAL_SOUND ? check_query_once(d, x.rule, query, &why, e) : OK;
    if (status)
        return status;
    if (why == CANONICAL_FAILS && !d->out->failure.ptr)
        d->out->failure = arena_str(d->arena, canonical_checker_failure(d->draw->checker));
    if (why == CANONICAL_SOUND)
        keep_pair(d, &x, question, query);
    else
        d->out->rejected[why]++;
    s->closed = why == CANONICAL_TOO_MANY_STEPS || why == CANONICAL_TIMEOUT;
    if (s->closed)
        close_table(d->draw, &x);
    return OK;
}

static bool is_drawn(const struct pair_drawing *d)
{
    const struct canonical_draw *draw = d->draw;
    return d->tries == 0 || d->out->count >= draw->most || (draw->stop && *draw->stop);
}

/* One turn of each rule. `*any` becomes false if none has pairs left in this round. */
static enum status take_turns(struct pair_drawing *d, bool *any, struct err *e)
{
    *any = false;
    for (uint32_t i = 0; i < d->n_rules; i++) {
        struct rule_turns *r = &d->rules[i];
        struct walk *walk;
        struct strand *s = is_drawn(d) || d->round >= r->n_asks ? NULL : next_strand(r, &walk);
        if (!s)
            continue;
        struct arena_mark mark = arena_mark(d->scratch);
        TRY(try_pair(d, r, s, next_number(walk), e));
        arena_rewind(d->scratch, mark);
        d->tries--;
        *any = true;
    }
    return OK;
}

static enum status draw_pairs(struct pair_drawing *d, struct err *e)
{
    uint32_t most = d->draw->most;
    d->tries = most < UINT32_MAX / TRIES_PER_PAIR ? most * TRIES_PER_PAIR : UINT32_MAX;
    begin_rules(d);
    for (; d->round < d->rounds; d->round++) {
        begin_round(d);
        for (bool any = true; any;)
            TRY(take_turns(d, &any, e));
    }
    return OK;
}

enum status canonical_draw(const struct canonical_draw *draw, struct arena *a,
                           struct arena *scratch, struct canonical_pairs *out, struct err *e)
{
    struct arena_mark mark = arena_mark(scratch);
    struct pair_drawing d = {.draw = draw, .arena = a, .scratch = scratch, .out = out};
    struct str purpose = arena_printf(scratch, "%.*s %.*s", STR_ARG(draw->subject->schema->db_id),
                                      STR_ARG(draw->element));
    *out = (struct canonical_pairs){0};
    d.rng = rng_stream(draw->random_seed, purpose, 0);
    name_map_init_exact(&d.questions, &d.tried, 64);
    name_map_init_exact(&d.queries, &d.tried, 64);
    enum status status = draw_pairs(&d, e);
    arena_release(&d.tried);
    arena_rewind(scratch, mark);
    return status;
}
