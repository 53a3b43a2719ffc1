/* reading.c: indicators and mentions of one question. */
#include "rewording/reading.h"

struct question_reading question_read(struct arena *a, const struct indicator_book *b,
                                      const struct knowledge *k, const struct query_parts *parts,
                                      struct str question)
{
    struct question_reading r = {.question = question, .book = b, .knowledge = k, .parts = parts};
    r.told = indicators_find(a, b, parts, question);
    r.mentions = mentions_find(a, &b->link, &r.told.words);
    return r;
}

struct question_reading question_read_again(struct arena *a, const struct question_reading *r,
                                            struct str question)
{
    return question_read(a, r->book, r->knowledge, r->parts, question);
}

bool is_final_mark(const struct words *w, uint32_t i)
{
    return w->items[i].ends;
}

bool begins_sentence(const struct words *w, uint32_t i)
{
    return i == 0 || is_final_mark(w, i - 1);
}
