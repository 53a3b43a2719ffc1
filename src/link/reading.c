/* reading.c: indicators and mentions of one question. */
#include "link/reading.h"

#include "lexicon/kinds.h"

struct question_reading question_read(struct arena *a, const struct indicator_book *b,
                                      const struct knowledge *k, const struct meaning_tree *meaning,
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

struct question_reading question_read_again(struct arena *a, const struct question_reading *r,
                                            struct str question)
{
    struct words words = words_read(a, &r->book->link.lemmatizer, question);
    return question_read(a, r->book, r->knowledge, r->meaning, &words);
}

const struct lexicon_table *reading_list(const struct question_reading *r, const char *name)
{
    return lexicon_table(r->book->link.lemmatizer.lexicon, str_from(name));
}

struct str reading_table_noun(struct arena *a, const struct question_reading *r, uint32_t table)
{
    return table_noun(a, &r->knowledge->inflection, r->book->schema->tables[table].natural);
}

bool reading_says(const struct question_reading *r, enum query_part_kind kind, uint32_t start,
                  uint32_t end)
{
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct indicator *x = &r->said.items[i];
        if (r->parts->items[i].kind == kind && x->manner == MANNER_WORD && x->start < end &&
            start < x->end)
            return true;
    }
    return false;
}
