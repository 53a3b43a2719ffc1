/* reading.c: indicators and mentions of one question. */
#include "link/reading.h"

#include "lexicon/kinds.h"

struct question_reading question_read(struct arena *a, const struct indicator_book *b,
                                      const struct knowledge *k, const struct meaning *meaning,
                                      const struct words *words)
{
    struct question_reading r = {.question = words->text,
                                 .book = b,
                                 .knowledge = k,
                                 .meaning = meaning,
                                 .parts = &meaning->parts};
    r.said = indicators_find(a, b, r.parts, words);
    r.mentions = mentions_find(a, &b->link, &r.said.words);
    return r;
}

struct question_reading question_read_words(const struct words *words)
{
    static const struct query_parts none = {0};
    return (struct question_reading){.question = words->text, .parts = &none, .said.words = *words};
}

struct question_reading question_read_again(struct arena *a, const struct question_reading *r,
                                            struct str question)
{
    struct words words = words_read(a, &r->book->link.lemmatizer, question);
    return question_read(a, r->book, r->knowledge, r->meaning, &words);
}

/* The words that name a table, where it is not also a column that they name. */
static struct indicator table_indicator(const struct question_reading *r, uint32_t table)
{
    struct indicator best = {0};
    for (uint32_t i = 0; i < r->mentions.count; i++) {
        const struct mention *m = &r->mentions.items[i];
        for (uint32_t k = 0; m->kind == MENTION_NAME && k < m->n_referents; k++)
            if (m->referents[k].is_table && m->referents[k].id == table &&
                m->referents[k].weight > best.weight)
                best = (struct indicator){.manner = MANNER_WORD,
                                          .start = m->start,
                                          .end = m->end,
                                          .weight = m->referents[k].weight};
    }
    return best;
}

struct indicator reading_node(const struct question_reading *r, uint32_t i)
{
    const struct meaning_node *n = &r->meaning->nodes[i];
    if (n->part != MEANING_NONE)
        return r->said.items[n->part];
    if (n->kind == MEANING_OF && n->table != SCHEMA_NONE)
        return table_indicator(r, n->table);
    return (struct indicator){0};
}

static bool is_content(const struct word *w)
{
    return w->kind == TOKEN_NUMBER || w->kind == TOKEN_QUOTED ||
           (w->kind == TOKEN_WORD && w->classes == 0);
}

const bool *reading_saying(struct arena *a, const struct question_reading *r)
{
    bool *saying = arena_zalloc(a, r->said.words.count + 1);
    for (uint32_t i = 0; i < r->meaning->count; i++) {
        struct indicator x = reading_node(r, i);
        for (uint32_t k = x.start; k < x.end; k++)
            saying[k] = true;
    }
    return saying;
}

double reading_explained(struct arena *a, const struct question_reading *r)
{
    const struct words *w = &r->said.words;
    const bool *saying = reading_saying(a, r);
    uint32_t n = 0, all = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        all += is_content(&w->items[i]);
        n += is_content(&w->items[i]) && saying[i];
    }
    return all > 0 ? (double)n / all : 0;
}

const struct lexicon_table *reading_list(const struct question_reading *r, const char *name)
{
    return lexicon_table(r->book->link.lemmatizer.lexicon, str_from(name));
}

struct str reading_table_noun(struct arena *a, const struct question_reading *r, uint32_t table)
{
    return table_noun(a, &r->knowledge->inflection, r->book->schema->tables[table].natural);
}

bool reading_part(const struct question_reading *r, enum query_part_kind kind, uint32_t start,
                  uint32_t end, uint32_t *i)
{
    for (; *i < r->parts->count; ++*i) {
        const struct indicator *x = &r->said.items[*i];
        if (r->parts->items[*i].kind == kind && x->manner == MANNER_WORD && x->start < end &&
            start < x->end)
            return true;
    }
    return false;
}

bool reading_says(const struct question_reading *r, enum query_part_kind kind, uint32_t start,
                  uint32_t end)
{
    uint32_t i = 0;
    return reading_part(r, kind, start, end, &i);
}
