/* condition_signs.c: what stands at a value whose column is no longer named. */
#include "rewording/comparison.h"

bool value_place(const struct reword_comparison *c, uint32_t column, struct word_span *out)
{
    enum { BEFORE = 5, AFTER = 5 };
    const struct words *w = &c->after.words;
    uint32_t i = part_about(c, 0, PART_VALUE, column);
    while (i < c->parts->count && c->after.items[i].manner == MANNER_NONE)
        i = part_about(c, i + 1, PART_VALUE, column);
    if (i == c->parts->count)
        return false;
    const struct indicator *y = &c->after.items[i];
    *out = (struct word_span){y->start > BEFORE ? y->start - BEFORE : 0, y->end};
    while (out->end < w->count && out->end < y->end + AFTER &&
           w->items[out->end].kind != TOKEN_MARK &&
           !(w->items[out->end].classes & (WORD_CONJUNCTION | WORD_RELATIVE)))
        out->end++;
    return true;
}

/* "Who were not born in": what a person does says how they relate to a value. */
static bool is_done_by_person(const struct words *w, uint32_t at)
{
    while (at > 0 && !word_says(&w->items[at - 1]) && !word_is(w, at - 1, "who"))
        at--;
    return at > 0 && word_is(w, at - 1, "who");
}

/* Is word `k` of the old question another form of word `i` of the new one, and gone? */
static bool is_kin(const struct reword_comparison *c, uint32_t k, uint32_t i)
{
    const struct word *x = &c->before.words.items[k], *y = &c->after.words.items[i];
    return (c->aligned.partner[k] == i || !c->aligned.stays[i]) && word_says(x) &&
           !str_eq(x->lemma, y->lemma) && words_same_family(c->arena, x, y);
}

/* "earnings over 300" → "earned over 300": the word at the value that comes from one for the
 * column; or STR_NONE. */
static struct str kin_between(const struct reword_comparison *c, uint32_t part,
                              struct word_span place)
{
    const struct indicator *x = &c->before.items[part];
    for (uint32_t i = place.start; i < place.end; i++)
        for (uint32_t k = x->start; k < x->end && !c->plain[i]; k++)
            if (is_kin(c, k, i))
                return c->after.words.items[i].text;
    return STR_NONE;
}

/* Do new words at the value say its column? */
static bool says_column(const struct reword_comparison *c, uint32_t column, struct word_span place)
{
    for (uint32_t i = place.start; i < place.end; i++)
        if (c->fresh[i] && (may_mean(c, column, &c->after.words.items[i]) ||
                            is_done_by_person(&c->after.words, i)))
            return true;
    return false;
}

void column_lost(struct reword_comparison *c, uint32_t part)
{
    struct str fresh = fresh_words(c);
    sign_add(c, fresh.len ? SIGN_COLUMN_RESAID : SIGN_COLUMN_LOST, part, fresh);
}

void condition_dropped(struct reword_comparison *c, uint32_t part)
{
    uint32_t column = c->parts->items[part].column;
    struct word_span place;
    if (!value_place(c, column, &place)) {
        column_lost(c, part);
        return;
    }
    struct str kin = kin_between(c, part, place);
    if (kin.len)
        sign_add(c, SIGN_COLUMN_RENAMED, part, kin);
    else if (says_column(c, column, place))
        sign_add(c, SIGN_COLUMN_REPLACED, part, fresh_between(c, place.start, place.end));
    else
        sign_add(c, SIGN_COLUMN_BY_VALUE, part, STR_NONE);
}
