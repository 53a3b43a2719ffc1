/* pairing.c: looking up seeds by their database, question and query. */
#include "import/pairing.h"

#include "diagnosis/strict_match.h"
#include "engine/database_files.h"
#include "sql/statement.h"

enum { WORDS_COMPARED = 200 };

/* Keys */

struct str pairing_query(struct arena *a, struct str query)
{
    query = sql_without_end(query);
    char *out = arena_alloc(a, query.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < query.len; i++) {
        bool space = ascii_space(query.ptr[i]);
        if (!space || (n && out[n - 1] != ' '))
            out[n++] = space ? ' ' : query.ptr[i];
    }
    out[n] = '\0';
    return (struct str){out, n};
}

bool pairing_same_query(struct arena *a, const struct schema *s, struct str x, struct str y)
{
    struct err e;
    return str_eq(pairing_query(a, x), pairing_query(a, y)) ||
           strict_match(a, s, x, y, &e) == STRICT_EQUAL;
}

/* Texts have no NUL bytes: they come from strict JSON, or from CSV that was checked. */
static struct str seed_key(struct arena *a, struct str db_id, struct str question, struct str query)
{
    const struct str nul = {"", 1};
    return ARENA_CONCAT(a, db_id, nul, question, nul, pairing_query(a, query));
}

/* Put `seed` after the first of the chain that begins under `key`. */
static void chain_seed(struct seed_pairing *p, struct name_map *map, uint32_t *next, struct str key,
                       uint32_t seed)
{
    uint32_t first = name_map_get(map, key);
    next[seed] = PAIRING_NONE;
    if (first == NAME_NONE) {
        name_map_put(map, &p->arena, key, seed);
        return;
    }
    next[seed] = next[first];
    next[first] = seed;
}

void pairing_begin(struct seed_pairing *p, const struct dataset *d)
{
    *p = (struct seed_pairing){.dataset = d};
    struct arena *a = &p->arena;
    const struct str none = STR("");
    name_map_init_exact(&p->whole, a, d->n_seeds);
    name_map_init_exact(&p->asked, a, d->n_seeds);
    name_map_init(&p->here, a, d->n_seeds);
    name_map_init(&p->anywhere, a, d->n_seeds);
    p->next_here = ARENA_ARRAY(a, uint32_t, (size_t)d->n_seeds + 1);
    p->next_anywhere = ARENA_ARRAY(a, uint32_t, (size_t)d->n_seeds + 1);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        const struct seed *s = &d->seeds[i];
        if (!s->query.ptr)
            continue;
        struct str whole = seed_key(a, s->db_id, s->question, s->query);
        if (name_map_get(&p->whole, whole) == NAME_NONE)
            name_map_put(&p->whole, a, whole, i);
        name_map_put(&p->asked, a, seed_key(a, s->db_id, s->question, none), i);
        chain_seed(p, &p->here, p->next_here, seed_key(a, s->db_id, none, s->query), i);
        chain_seed(p, &p->anywhere, p->next_anywhere, seed_key(a, none, none, s->query), i);
    }
}

void pairing_release(struct seed_pairing *p)
{
    arena_release(&p->arena);
    *p = (struct seed_pairing){0};
}

const struct seed *pairing_seed(const struct seed_pairing *p, uint32_t number)
{
    uint32_t n = p->dataset->n_seeds;
    return number < n ? &p->dataset->seeds[number] : &p->more[number - n];
}

/* Which question is most like another */

struct likeness_words {
    struct str items[WORDS_COMPARED];
    uint32_t count;
};

static bool in_word(char c)
{
    return ascii_word(c) && c != '_';
}

static void find_words(struct str text, struct likeness_words *out)
{
    out->count = 0;
    for (size_t at = 0; at < text.len && out->count < WORDS_COMPARED;) {
        size_t end = at;
        while (end < text.len && in_word(text.ptr[end]))
            end++;
        if (end > at)
            out->items[out->count++] = str_slice(text, at, end);
        at = end + 1;
    }
}

/* The share of words that `a` and the text have in common: from 0 to 1. */
static double likeness(const struct likeness_words *a, struct str text)
{
    struct likeness_words b;
    uint32_t common = 0;
    find_words(text, &b);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b.count; j++)
            if (str_eq_nocase(a->items[i], b.items[j])) {
                common++;
                b.items[j] = STR("");
                break;
            }
    return a->count + b.count ? 2.0 * common / (a->count + b.count) : 1;
}

/* The seed of the chain whose question is most like this one; of equals the first of the dataset.
 */
static uint32_t find_most_like(const struct seed_pairing *p, const uint32_t *next, uint32_t at,
                               struct str question)
{
    struct likeness_words words;
    uint32_t best = PAIRING_NONE;
    double most = -1;
    find_words(question, &words);
    for (; at != NAME_NONE; at = next[at]) {
        double like = likeness(&words, p->dataset->seeds[at].question);
        if (like > most || (like >= most && at < best)) {
            most = like;
            best = at;
        }
    }
    return best;
}

static uint32_t find_before(struct seed_pairing *p, const struct pair_side *after)
{
    const struct str none = STR("");
    struct arena_mark mark = arena_mark(&p->arena);
    uint32_t at = name_map_get(&p->here, seed_key(&p->arena, after->db_id, none, after->query));
    const uint32_t *next = p->next_here;
    if (at == NAME_NONE) {
        at = name_map_get(&p->anywhere, seed_key(&p->arena, none, none, after->query));
        next = p->next_anywhere;
    }
    arena_rewind(&p->arena, mark);
    return find_most_like(p, next, at, after->question);
}

/* Pairs that say what was before */

static enum status make_seed(struct seed_pairing *p, const struct pair_side *s, uint32_t line,
                             struct seed *out, struct err *e)
{
    const struct dataset *d = p->dataset;
    const char *const places[] = {d->databases, d->beside};
    *out = (struct seed){.number = d->n_seeds + p->n_more,
                         .db_id = s->db_id,
                         .question = s->question,
                         .query = s->query,
                         .schema = schema_set_find(&d->schemas, s->db_id)};
    if (!out->schema)
        return err_at(e, E_INPUT, line, 0, "unknown db_id '%.*s': the dataset does not have it",
                      STR_ARG(s->db_id));
    for (size_t i = 0; i < COUNT_OF(places) && !out->database.ptr; i++)
        if (places[i])
            TRY(database_find(&p->arena, str_from(places[i]), s->db_id, &out->database, e));
    return OK;
}

/* The dataset's seed with this question, if its query means the same; or PAIRING_NONE. */
static uint32_t find_by_meaning(struct seed_pairing *p, const struct pair_side *s)
{
    struct arena *a = &p->arena;
    struct arena_mark mark = arena_mark(a);
    uint32_t at = name_map_get(&p->asked, seed_key(a, s->db_id, s->question, STR("")));
    const struct seed *seed = at == NAME_NONE ? NULL : &p->dataset->seeds[at];
    struct err e;
    bool same = seed && strict_match(a, seed->schema, seed->query, s->query, &e) == STRICT_EQUAL;
    arena_rewind(a, mark);
    return same ? at : PAIRING_NONE;
}

static enum status find_or_add_seed(struct seed_pairing *p, const struct pair_side *s,
                                    uint32_t line, uint32_t *out, struct err *e)
{
    struct str key = seed_key(&p->arena, s->db_id, s->question, s->query);
    struct seed new;
    *out = name_map_get(&p->whole, key);
    if (*out == NAME_NONE)
        *out = find_by_meaning(p, s);
    if (*out != PAIRING_NONE)
        return OK;
    TRY(make_seed(p, s, line, &new, e));
    ARENA_ADD(&p->arena, p->more, p->n_more, new);
    *out = new.number;
    name_map_put(&p->whole, &p->arena, key, new.number);
    return OK;
}

/* The pair has the number of its seed, and no question before. */
static enum status check_number(const struct seed_pairing *p, const struct question_pair *pair,
                                struct err *e)
{
    const struct dataset *d = p->dataset;
    uint32_t number = pair->seeds[0];
    if (number >= d->n_seeds)
        return err_at(e, E_INPUT, pair->line, 0, "seed %u: the dataset has %u questions", number,
                      d->n_seeds);
    if (!str_eq(d->seeds[number].db_id, pair->before.db_id))
        return err_at(e, E_INPUT, pair->line, 0, "seed %u is over '%.*s', not '%.*s'", number,
                      STR_ARG(d->seeds[number].db_id), STR_ARG(pair->before.db_id));
    return OK;
}

enum status pairing_find(struct seed_pairing *p, const struct question_pair *pair, uint32_t *out,
                         struct err *e)
{
    if (!pair->before.db_id.ptr) {
        *out = find_before(p, &pair->after);
        return OK;
    }
    if (pair->before.question.ptr)
        return find_or_add_seed(p, &pair->before, pair->line, out, e);
    *out = pair->seeds[0];
    return check_number(p, pair, e);
}
