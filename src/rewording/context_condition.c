/* context_condition.c: the words of a slot, and those around what a pattern stands for. */
#include "rewording/pattern_match.h"

bool anywhere_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    for (uint32_t i = 0; i < w->count; i++)
        if (condition_names(c, w->items[i].lower))
            return true;
    return false;
}

bool sentence_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    uint32_t first = m->start;
    while (!begins_sentence(w, first))
        first--;
    if (first + 1 < w->count && str_eq(w->items[first].lower, STR("please")))
        first++;
    unsigned classes = w->items[first].classes;
    return ((classes & WORD_INTERROGATIVE) && condition_names(c, STR("question"))) ||
           ((classes & WORD_COMMAND) && condition_names(c, STR("command")));
}

/* The first word of the first slot of these types, the last one of {nouns}; NULL where there is no
 * such slot. */
static const struct word *slot_word(const struct pattern_match *m, unsigned types)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        enum slot_type type = m->pattern->slots[i].type;
        const struct slot_match *s = &m->slots[i];
        if (types >> type & 1)
            return &m->reading->told.words.items[type == SLOT_NOUNS ? s->end - 1 : s->start];
    }
    return NULL;
}

bool word_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const unsigned ONE_WORD =
        1U << SLOT_WORD | 1U << SLOT_FINITE | 1U << SLOT_DOING | 1U << SLOT_DONE;
    const struct word *w = slot_word(m, ONE_WORD);
    if (!w)
        w = slot_word(m, 1U << SLOT_NOUNS);
    return w && condition_names(c, w->lower);
}

bool amount_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct word *w = slot_word(m, 1U << SLOT_VALUE | 1U << SLOT_NUMBER);
    return w && condition_names(c, w->lower);
}
