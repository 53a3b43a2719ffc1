/* pattern_match.c: a pattern against the words of a question, one item after another. */
#include "link/pattern/pattern_match.h"

static bool match_from(struct pattern_match *m, uint32_t item, uint32_t at);

bool slot_found(struct pattern_match *m, uint32_t item, struct slot_match found)
{
    m->slots[m->pattern->from.items[item].number] = found;
    return match_from(m, item + 1, found.end);
}

static bool word_stands(const struct words *w, const struct pattern_item *x, uint32_t at)
{
    return w->items[at].kind != TOKEN_QUOTED && str_in(w->items[at].lower, x->words, x->n_words);
}

/* An optional word is taken if it stands there, also before all others. */
static bool match_word(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct pattern_item *x = &m->pattern->from.items[item];
    const struct words *w = &m->reading->said.words;
    if (at < w->count && word_stands(w, x, at) && match_from(m, item + 1, m->found[item] = at + 1))
        return true;
    m->found[item] = 0;
    bool left = at == m->start && at > 0 && word_stands(w, x, at - 1);
    return x->optional && !left && match_from(m, item + 1, at);
}

/* The end of a sentence, with its marks where the item has them. */
static bool match_end(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->said.words;
    bool marks = m->pattern->from.items[item].type == ITEM_END;
    uint32_t end = at;
    while (end < w->count && is_final_mark(w, end))
        end++;
    return (end > at || at == w->count) && match_from(m, item + 1, marks ? end : at);
}

/* Does a wording still say the column? */
static bool wording_keeps_column(const struct pattern *p)
{
    for (uint32_t t = 0; t < p->n_to; t++)
        for (uint32_t i = 0; i < p->to[t].count; i++)
            if (p->to[t].items[i].type == ITEM_SLOT && p->to[t].items[i].slot == SLOT_COLUMN)
                return true;
    return false;
}

/* Does the match end within the name of a column that goes: "the lowest price" of "price ranges"?
 */
static bool match_cuts_name(const struct pattern_match *m)
{
    const struct words *w = &m->reading->said.words;
    if (wording_keeps_column(m->pattern))
        return false;
    bool word = m->pattern->from.items[m->pattern->from.count - 1].type == ITEM_WORD;
    for (uint32_t i = 0; word && m->reading->said.items && i < m->reading->parts->count; i++) {
        const struct indicator *x = &m->reading->said.items[i];
        if (m->reading->parts->items[i].kind == PART_COLUMN && x->manner == MANNER_WORD &&
            x->start >= m->start && x->start < m->end && x->end > m->end)
            return true;
    }
    for (uint32_t i = 0; m->end < w->count && i < m->pattern->n_slots; i++) {
        if (m->pattern->slots[i].type != SLOT_COLUMN || m->slots[i].end != m->end ||
            m->slots[i].part == UINT32_MAX)
            continue;
        uint32_t column = m->reading->parts->items[m->slots[i].part].column;
        if (column == SCHEMA_STAR)
            continue;
        struct lemmas name = lemmas_of_name(m->arena, &m->reading->book->link.lemmatizer,
                                            m->reading->book->schema->columns[column].natural);
        return w->items[m->end].kind == TOKEN_WORD &&
               str_in(w->items[m->end].lemma, name.items, name.count);
    }
    return false;
}

static bool match_from(struct pattern_match *m, uint32_t item, uint32_t at)
{
    if (m->budget == 0)
        return false;
    m->budget--;
    if (item == m->pattern->from.count) {
        m->end = at;
        return at > m->start && !match_cuts_name(m) && conditions_hold(m);
    }
    switch (m->pattern->from.items[item].type) {
    case ITEM_SLOT:
        return match_slot(m, item, at);
    case ITEM_BEGIN:
        return begins_sentence(&m->reading->said.words, at) && match_from(m, item + 1, at);
    case ITEM_END:
    case ITEM_BEFORE_END:
        return match_end(m, item, at);
    default:
        return match_word(m, item, at);
    }
}

bool pattern_may_begin(const struct pattern *p, const struct words *w, uint32_t at)
{
    const struct pattern_item *first = &p->from.items[0];
    return first->type != ITEM_WORD || first->optional || word_stands(w, first, at);
}

bool pattern_match(struct pattern_match *m, uint32_t at)
{
    enum { BUDGET = 4000 };
    m->start = at;
    m->budget = BUDGET;
    for (int i = 0; i < PATTERN_SLOTS_MAX; i++)
        m->slots[i].part = m->slots[i].table = UINT32_MAX;
    return match_from(m, 0, at);
}
