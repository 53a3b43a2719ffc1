/* confidence.c: what shows that an answer may be wrong: words that nothing explains, a long
 * question, and joins. */
#include "nlidb/confidence.h"

#include <math.h>

/* A logistic model, fitted to the answers to every second question of Spider's training set. */
static const double CONSTANT = -1.048, OF_EXPLAINED = 3.822, OF_WORD = -0.111, OF_JOIN = -0.242;

static bool is_said_by_value(enum mention_kind kind)
{
    return kind == MENTION_VALUE || kind == MENTION_QUOTED || kind == MENTION_NUMBER;
}

/* How many of its words say something. A value does, even if all its words are small. */
static uint32_t content_words(const struct reading *r, const struct mention *m)
{
    uint32_t n = 0;
    for (uint32_t i = m->start; i < m->end; i++)
        n += r->words.items[i].classes == 0;
    return n == 0 && is_said_by_value(m->kind) ? 1 : n;
}

/* How surely it is explained, up to 1. */
static double mention_explained(const struct said *s)
{
    double weight = 0;
    for (uint32_t i = 0; i < s->mention.n_referents; i++) {
        const struct referent *m = &s->mention.referents[i];
        if (m->id == (m->is_table ? s->table : s->column))
            weight = m->weight;
    }
    return s->mention.kind == MENTION_NAME ? weight : s->claimed || s->mention.kind == MENTION_KEY;
}

double explained_share(const struct reading *r)
{
    double words = 0, explained = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        const struct said *s = &r->items[i];
        uint32_t n = s->mention.kind == MENTION_MARK ? 0 : content_words(r, &s->mention);
        words += n;
        explained += n * mention_explained(s);
    }
    return words > 0 ? explained / words : 1;
}

double answer_confidence(const struct reading *r, double explained, uint32_t joins)
{
    uint32_t words = 0;
    for (uint32_t i = 0; i < r->words.count; i++)
        words += r->words.items[i].kind != TOKEN_MARK;
    return 1 /
           (1 + exp(-(CONSTANT + OF_EXPLAINED * explained + OF_WORD * words + OF_JOIN * joins)));
}
