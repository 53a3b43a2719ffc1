/* pattern_match.c: a pattern against the words of a question, one item after another. */
#include "rewording/pattern_match.h"

static bool match_from(struct pattern_match *m, uint32_t item, uint32_t at);

bool slot_found(struct pattern_match *m, uint32_t item, struct slot_match found)
{
    m->slots[m->pattern->from.items[item].number] = found;
    return match_from(m, item + 1, found.end);
}

static bool word_stands(const struct pattern_match *m, const struct pattern_item *x, uint32_t at)
{
    const struct word *w = &m->reading->told.words.items[at];
    return w->kind != TOKEN_QUOTED && str_in(w->lower, x->words, x->n_words);
}

/* A word that may stand or not is taken where it stands, also before all others. */
static bool match_word(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct pattern_item *x = &m->pattern->from.items[item];
    if (at < m->reading->told.words.count && word_stands(m, x, at) &&
        match_from(m, item + 1, m->found[item] = at + 1))
        return true;
    m->found[item] = 0;
    bool left = at == m->start && at > 0 && word_stands(m, x, at - 1);
    return x->optional && !left && match_from(m, item + 1, at);
}

/* The end of a sentence, with its marks where the item has them. */
static bool match_end(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    bool marks = m->pattern->from.items[item].type == ITEM_END;
    uint32_t end = at;
    while (end < w->count && is_final_mark(w, end))
        end++;
    return (end > at || at == w->count) && match_from(m, item + 1, marks ? end : at);
}

static bool match_from(struct pattern_match *m, uint32_t item, uint32_t at)
{
    if (m->budget == 0)
        return false;
    m->budget--;
    if (item == m->pattern->from.count) {
        m->end = at;
        return at > m->start && conditions_hold(m);
    }
    switch (m->pattern->from.items[item].type) {
    case ITEM_SLOT:
        return match_slot(m, item, at);
    case ITEM_BEGIN:
        return begins_sentence(&m->reading->told.words, at) && match_from(m, item + 1, at);
    case ITEM_END:
    case ITEM_BEFORE_END:
        return match_end(m, item, at);
    default:
        return match_word(m, item, at);
    }
}

bool pattern_match(struct pattern_match *m, uint32_t at)
{
    m->start = at;
    return match_from(m, 0, at);
}
