/* find_column_synonyms.c: other nouns for the words that say a column, "citizenship" for
 * "nationality".
 *
 * The nouns come from the lists that columns are renamed by, and from what people say besides
 * (lexicon/synonyms.h); noun_places.h says where they can stand. */
#include "rewording/noun_places.h"
#include "rewording/step.h"

static const double SURE_COLUMN = 0.54;

/* From the first place to the last, with other words in each. */
static void add_wording(const struct noun_search *s, const struct noun_places *p, struct str words,
                        struct reword_steps *out)
{
    const struct words *w = &s->reading->said.words;
    struct reword_step step = {REWORD_COLUMN_SYNONYM, p->starts[0],
                               p->starts[p->count - 1] + p->n_words, words};
    for (uint32_t i = 1; i < p->count; i++) {
        struct str last = w->items[p->starts[i - 1] + p->n_words - 1].token;
        const char *from = last.ptr + last.len, *to = w->items[p->starts[i]].token.ptr;
        struct str between = {from, (size_t)(to - from)};
        step.to = ARENA_CONCAT(s->arena, step.to, between, words);
    }
    reword_steps_add(s->arena, out, step);
}

/* Has an earlier part the same words? */
static bool is_done(const struct noun_search *s, uint32_t part)
{
    const struct indicator *own = &s->reading->said.items[part];
    uint32_t i = 0;
    return reading_part(s->reading, PART_COLUMN, own->start, own->end, &i) && i < part;
}

static void find_in_part(const struct noun_search *s, uint32_t part, struct reword_steps *out)
{
    const struct indicator *x = &s->reading->said.items[part];
    struct noun_places places;
    enum refusal why;
    for (uint32_t start = x->start, end; start < x->end; start = end) {
        end = noun_phrase_end(s, start);
        if (!noun_places_find(s, start, end - start, &places))
            continue;
        places.column = s->reading->parts->items[part].column;
        if (noun_places_called_short(s, &places))
            continue;
        struct synonym_list list =
            synonyms_find(s->arena, s->reading->knowledge, SYNONYMS_SAID, NULL, places.phrase);
        for (uint32_t i = 0; i < list.count; i++)
            if (noun_places_admit(s, &places, &list.items[i], &why))
                add_wording(s, &places, list.items[i].words, out);
    }
}

/* One word for a part of a name could mean anything. */
static bool is_sure(const struct indicator *x)
{
    return x->manner == MANNER_WORD && (x->weight >= SURE_COLUMN || x->end - x->start > 1);
}

void find_column_synonyms(struct arena *a, const struct question_reading *r,
                          struct reword_steps *out)
{
    const struct noun_search s = {a, r, false};
    for (uint32_t i = 0; r->knowledge && i < r->parts->count; i++)
        if (r->parts->items[i].kind == PART_COLUMN && r->parts->items[i].column != SCHEMA_STAR &&
            is_sure(&r->said.items[i]) && !is_done(&s, i))
            find_in_part(&s, i, out);
}
