/* candidates.c: variants of all relations, and which words they take. */
#include "attack/candidates.h"

#include "base/hash.h"
#include "rewording/step.h"

enum { WORD_BITS = 64 }; /* bits of a set of words */

/* Words that matter */

static bool mentions_something(const struct mention *m)
{
    return m->kind == MENTION_NAME || m->kind == MENTION_VALUE;
}

/* The words from `start` to before `end`, as they are. */
static struct str words_text(const struct words *w, uint32_t start, uint32_t end)
{
    struct str first = w->items[start].token, last = w->items[end - 1].token;
    return (struct str){first.ptr, (size_t)(last.ptr + last.len - first.ptr)};
}

struct attack_words attack_words_of(struct arena *a, struct attack_worker *w)
{
    const struct question_reading *r = w->origin.view.reading;
    struct attack_words out = {NULL, 0};
    for (uint32_t i = 0; r && i < r->mentions.count && out.count < WORD_BITS; i++) {
        const struct mention *m = &r->mentions.items[i];
        if (!mentions_something(m))
            continue;
        const struct reword_step gone = {.start = m->start, .end = m->end, .to = STR("")};
        struct str without = reword_apply(&w->scratch, r, &gone);
        ARENA_PUSH(a, out.items, out.count);
        out.items[out.count++] =
            (struct attack_word){.text = words_text(&r->said.words, m->start, m->end),
                                 .without = arena_str_or_null(a, without)};
    }
    return out;
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

/* Words that are kept */

/* Nobody asks longer questions. In a longer one, no word counts as kept. */
enum { ROW_MAX = 400 };

static bool is_mark(char c)
{
    return !ascii_digit(c) && !ascii_letter(c) && !(c & 0x80);
}

static struct str strip_marks(struct str word)
{
    size_t start = 0, end = word.len;
    while (start < end && is_mark(word.ptr[start]))
        start++;
    while (end > start && is_mark(word.ptr[end - 1]))
        end--;
    return str_slice(word, start, end);
}

struct word_row word_row_of(struct arena *a, struct str question)
{
    struct word_row row = {NULL, 0};
    for (size_t at = 0; at < question.len;) {
        size_t end = at;
        while (end < question.len && !ascii_space(question.ptr[end]))
            end++;
        struct str word = strip_marks(str_slice(question, at, end));
        at = end + 1;
        if (word.len == 0)
            continue;
        ARENA_PUSH(a, row.items, row.count);
        row.items[row.count++] = word;
    }
    return row;
}

/* lengths[i][j]: the number of common words, in order, from i and from j on. */
static uint16_t *common_lengths(struct arena *a, const struct word_row *x, const struct word_row *y)
{
    size_t width = (size_t)y->count + 1;
    uint16_t *lengths = arena_zalloc(a, ((size_t)x->count + 1) * width * sizeof *lengths);
    for (uint32_t i = x->count; i-- > 0;)
        for (uint32_t j = y->count; j-- > 0;) {
            uint16_t *at = &lengths[i * width + j], skip_x = at[width], skip_y = at[1];
            *at = skip_x > skip_y ? skip_x : skip_y;
            if (str_eq_nocase(x->items[i], y->items[j]))
                *at = (uint16_t)(at[width + 1] + 1);
        }
    return lengths;
}

uint32_t *words_kept(struct arena *a, const struct word_row *before, const struct word_row *after)
{
    uint32_t *kept = ARENA_ARRAY(a, uint32_t, before->count);
    for (uint32_t i = 0; i < before->count; i++)
        kept[i] = WORD_GONE;
    if (before->count > ROW_MAX || after->count > ROW_MAX)
        return kept;
    const uint16_t *lengths = common_lengths(a, before, after);
    size_t width = (size_t)after->count + 1;
    for (uint32_t i = 0, j = 0; i < before->count && j < after->count;)
        if (str_eq_nocase(before->items[i], after->items[j]))
            kept[i++] = j++;
        else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
            i++;
        else
            j++;
    return kept;
}

/* Candidates */

static bool words_overlap(struct str x, struct str y)
{
    return x.ptr < y.ptr + y.len && y.ptr < x.ptr + x.len;
}

/* What is being looked at. */
struct candidate_search {
    struct attack_worker *worker;
    struct arena *arena;
    const struct candidate_place *at;
    struct word_row row, seed_row; /* of the state's question, and of the seed's */
    const uint32_t *origins;       /* for each word of `row` its place in seed_row, or WORD_GONE */
    struct attack_candidates *out;
};

/* Find the words that a change to `question` takes away. False if it takes one that a change
 * brought. *any: does it take one at all? */
static bool find_taken(const struct candidate_search *s, struct str question, uint64_t *taken,
                       bool *any)
{
    const struct attack_words *words = s->at->words;
    struct word_row after = word_row_of(&s->worker->scratch, question);
    const uint32_t *kept = words_kept(&s->worker->scratch, &s->row, &after);
    *taken = 0;
    *any = false;
    for (uint32_t i = 0; i < s->row.count; i++) {
        if (kept[i] != WORD_GONE)
            continue;
        if (s->origins[i] == WORD_GONE)
            return false;
        *any = true;
        for (uint32_t k = 0; k < words->count; k++)
            if (words_overlap(words->items[k].text, s->seed_row.items[s->origins[i]]))
                *taken |= (uint64_t)1 << k;
    }
    return true;
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
    struct candidate_search s = {.worker = w,
                                 .arena = a,
                                 .at = at,
                                 .row = word_row_of(&w->scratch, at->state->question),
                                 .seed_row = word_row_of(&w->scratch, w->origin.seed.question),
                                 .out = out};
    s.origins = words_kept(&w->scratch, &s.row, &s.seed_row);
    for (uint32_t r = 0; r < w->rules->n_relations && w->status == OK; r++)
        add_of_relation(&s, r);
}
