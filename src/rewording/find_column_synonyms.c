/* find_column_synonyms.c: other nouns for the words that tell a column, "citizenship" for
 * "nationality".
 *
 * The nouns come from the lists that columns are renamed by, and from what people say besides
 * (lexicon/synonyms.h); where they can stand is told in noun_places.h. */
#include "rewording/finder.h"
#include "rewording/noun_places.h"

static const double SURE_COLUMN = 0.54;

struct wording_search {
    struct noun_search nouns;
    struct reword_steps *out;
};

static const struct words *words_of(const struct wording_search *s)
{
    return &s->nouns.reading->told.words;
}

/* From the first place to the last, with other words in each. */
static void add_wording(const struct wording_search *s, const struct noun_places *p,
                        struct str words)
{
    const struct words *w = words_of(s);
    struct reword_step step = {REWORD_COLUMN_SYNONYM, p->starts[0],
                               p->starts[p->count - 1] + p->n_words, words};
    for (uint32_t i = 1; i < p->count; i++) {
        struct str last = w->items[p->starts[i - 1] + p->n_words - 1].token;
        const char *from = last.ptr + last.len, *to = w->items[p->starts[i]].token.ptr;
        const struct str parts[] = {step.to, {from, (size_t)(to - from)}, words};
        step.to = arena_concat(s->nouns.arena, parts, 3);
    }
    reword_steps_add(s->nouns.arena, s->out, step);
}

static void find_wordings(const struct wording_search *s, const struct noun_places *p)
{
    if (noun_places_called_short(&s->nouns, p))
        return;
    struct synonym_list list = wordings_of(s->nouns.arena, s->nouns.knowledge, p->phrase);
    for (uint32_t i = 0; i < list.count; i++)
        if (noun_places_admit(&s->nouns, p, &list.items[i]))
            add_wording(s, p, list.items[i].words);
}

static bool indicators_share(const struct indicator *x, const struct indicator *y)
{
    return x->manner == MANNER_WORD && x->start < y->end && y->start < x->end;
}

/* Has an earlier part the same words? */
static bool is_done(const struct wording_search *s, uint32_t part)
{
    const struct indicator *x = &s->nouns.reading->told.items[part];
    for (uint32_t i = 0; i < part; i++)
        if (s->nouns.reading->parts->items[i].kind == PART_COLUMN &&
            indicators_share(&s->nouns.reading->told.items[i], x))
            return true;
    return false;
}

/* The longest phrase from word `start` on that the lists know. It may have more words than those
 * that were found to tell the column: "country of origin". */
static uint32_t phrase_end(const struct wording_search *s, uint32_t start)
{
    uint32_t n = words_of(s)->count;
    uint32_t last = start + LONGEST_PHRASE < n ? start + LONGEST_PHRASE : n;
    while (last > start + 1 && !wordings_have(s->nouns.arena, s->nouns.knowledge,
                                              noun_phrase_at(&s->nouns, start, last)))
        last--;
    return last;
}

static void find_in_part(const struct wording_search *s, uint32_t part)
{
    const struct indicator *x = &s->nouns.reading->told.items[part];
    struct noun_places places;
    for (uint32_t start = x->start, end; start < x->end; start = end) {
        end = phrase_end(s, start);
        if (!noun_places_find(&s->nouns, start, end - start, &places))
            continue;
        places.column = s->nouns.reading->parts->items[part].column;
        find_wordings(s, &places);
    }
}

/* One word for a part of a name could be anything. */
static bool is_sure(const struct indicator *x)
{
    return x->manner == MANNER_WORD && (x->weight >= SURE_COLUMN || x->end - x->start > 1);
}

void find_column_synonyms(struct arena *a, const struct question_reading *r,
                          struct reword_steps *out)
{
    struct wording_search s = {{a, r, r->knowledge, false}, out};
    for (uint32_t i = 0; r->knowledge && i < r->parts->count; i++)
        if (r->parts->items[i].kind == PART_COLUMN && r->parts->items[i].column != SCHEMA_STAR &&
            is_sure(&r->told.items[i]) && !is_done(&s, i))
            find_in_part(&s, i);
}
