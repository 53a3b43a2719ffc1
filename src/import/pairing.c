/* pairing.c: seeds by what they say. */
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

/* No part of a key has a NUL byte: texts come from strict JSON, or from CSV that was checked. */
static struct str key_of(struct arena *a, struct str db_id, struct str question, struct str query)
{
    const struct str nul = {"", 1};
    const struct str parts[] = {db_id, nul, question, nul, pairing_query(a, query)};
    return arena_concat(a, parts, COUNT_OF(parts));
}

/* Put `seed` at the end of the chain that begins under `key`. */
static void chain(struct seed_pairing *p, struct name_map *map, uint32_t *next, struct str key,
                  uint32_t seed)
{
    uint32_t at = name_map_get(map, key);
    next[seed] = PAIRING_NONE;
    if (at == NAME_NONE) {
        name_map_put(map, &p->arena, key, seed);
        return;
    }
    uint32_t after = next[at]; /* behind the first: the order does not matter but for ties */
    next[at] = seed;
    next[seed] = after;
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
        struct str whole = key_of(a, s->db_id, s->question, s->query);
        if (!s->query.ptr)
            continue;
        if (name_map_get(&p->whole, whole) == NAME_NONE)
            name_map_put(&p->whole, a, whole, i);
        name_map_put(&p->asked, a, key_of(a, s->db_id, s->question, none), i);
        chain(p, &p->here, p->next_here, key_of(a, s->db_id, none, s->query), i);
        chain(p, &p->anywhere, p->next_anywhere, key_of(a, none, none, s->query), i);
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

/* Likeness of questions */

struct likeness_words {
    struct str items[WORDS_COMPARED];
    uint32_t count;
};

static bool in_word(char c)
{
    return ascii_digit(c) || ascii_letter(c) || c < 0;
}

static void words_of(struct str text, struct likeness_words *out)
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

/* How many words of `a` are in `b`, of all words of both: from 0 to 1. */
static double likeness(const struct likeness_words *a, struct str text)
{
    struct likeness_words b;
    uint32_t common = 0;
    words_of(text, &b);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b.count; j++)
            if (str_eq_nocase(a->items[i], b.items[j])) {
                common++;
                b.items[j] = STR("");
                break;
            }
    return a->count + b.count ? 2.0 * common / (a->count + b.count) : 1;
}

/* The seed of the chain whose question is most like it; of equals the first of the dataset. */
static uint32_t most_like(const struct seed_pairing *p, const uint32_t *next, uint32_t at,
                          struct str question)
{
    struct likeness_words words;
    uint32_t best = PAIRING_NONE;
    double most = -1;
    words_of(question, &words);
    for (; at != NAME_NONE; at = next[at]) {
        double like = likeness(&words, p->dataset->seeds[at].question);
        if (like > most || (like >= most && at < best)) {
            most = like;
            best = at;
        }
    }
    return best;
}

static uint32_t look_for(struct seed_pairing *p, const struct pair_side *s)
{
    const struct str none = STR("");
    struct arena_mark mark = arena_mark(&p->arena);
    uint32_t at = name_map_get(&p->here, key_of(&p->arena, s->db_id, none, s->query));
    const uint32_t *next = p->next_here;
    if (at == NAME_NONE) {
        at = name_map_get(&p->anywhere, key_of(&p->arena, none, none, s->query));
        next = p->next_anywhere;
    }
    arena_rewind(&p->arena, mark);
    return most_like(p, next, at, s->question);
}

/* Pairs that tell what was before */

static enum status add_seed(struct seed_pairing *p, const struct pair_side *s, uint32_t line,
                            struct seed *out, struct err *e)
{
    const struct dataset *d = p->dataset;
    const char *const places[] = {d->databases, d->beside};
    enum status status = OK;
    *out = (struct seed){.number = d->n_seeds + p->n_more,
                         .db_id = s->db_id,
                         .question = s->question,
                         .query = s->query,
                         .schema = schema_set_find(&d->schemas, s->db_id)};
    if (!out->schema)
        return err_at(e, E_INPUT, line, 0, "unknown db_id '%.*s': the dataset does not have it",
                      STR_ARG(s->db_id));
    for (size_t i = 0; i < 2 && status == OK && !out->database.ptr; i++)
        if (places[i])
            status = database_find(&p->arena, str_from(places[i]), s->db_id, &out->database, e);
    return status;
}

/* The dataset's seed of that question, where its query means the same; PAIRING_NONE for none. */
static uint32_t find_meant(struct seed_pairing *p, const struct pair_side *s)
{
    struct arena_mark mark = arena_mark(&p->arena);
    uint32_t at = name_map_get(&p->asked, key_of(&p->arena, s->db_id, s->question, STR("")));
    arena_rewind(&p->arena, mark);
    if (at == NAME_NONE)
        return PAIRING_NONE;
    const struct seed *seed = &p->dataset->seeds[at];
    struct arena a = {0};
    struct err e;
    bool same = strict_match(&a, seed->schema, seed->query, s->query, &e) == STRICT_EQUAL;
    arena_release(&a);
    return same ? at : PAIRING_NONE;
}

static enum status find_or_add(struct seed_pairing *p, const struct pair_side *s, uint32_t line,
                               uint32_t *out, struct err *e)
{
    struct str key = key_of(&p->arena, s->db_id, s->question, s->query);
    struct seed new;
    *out = name_map_get(&p->whole, key);
    if (*out == NAME_NONE)
        *out = find_meant(p, s);
    if (*out != PAIRING_NONE)
        return OK;
    enum status status = add_seed(p, s, line, &new, e);
    if (status)
        return status;
    ARENA_PUSH(&p->arena, p->more, p->n_more);
    p->more[p->n_more++] = new;
    *out = new.number;
    name_map_put(&p->whole, &p->arena, key, new.number);
    return OK;
}

/* Its number is told, and its question not. */
static enum status take_number(const struct seed_pairing *p, const struct question_pair *pair,
                               uint32_t *out, struct err *e)
{
    const struct dataset *d = p->dataset;
    uint32_t number = pair->seeds[0];
    *out = number;
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
        *out = look_for(p, &pair->after);
        return OK;
    }
    return pair->before.question.ptr ? find_or_add(p, &pair->before, pair->line, out, e)
                                     : take_number(p, pair, out, e);
}
