/* value_signs.c: the words for a value, in one question and in the other. */
#include "rewording/comparison.h"

static bool is_digits(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_digit(text.ptr[i]) && text.ptr[i] != ' ')
            return false;
    return text.len > 0;
}

/* "32" and "32's", "200" and "200cm"; not "32" and "32.5". */
static bool has_unit(struct str number, struct str text)
{
    return is_digits(number) && str_starts(text, number) && text.len > number.len &&
           !ascii_digit(text.ptr[number.len]) && !memchr(",.-", text.ptr[number.len], 3);
}

/* "dog" and "dogs", "200" and "200cm" are the same. */
static bool is_same_value(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part], *y = &c->after.items[part];
    struct str from = c->before.words.items[x->start].lower,
               to = c->after.words.items[y->start].lower;
    if (x->end - x->start == 1 && y->end - y->start == 1 && has_unit(from, to))
        return true;
    return words_beyond(c->arena, &c->before, &c->after, part) +
                   words_beyond(c->arena, &c->after, &c->before, part) ==
               0 &&
           !is_digits(from) && !is_digits(to);
}

/* New words that may stand for a value: those with capitals, else any. */
static struct str new_name(const struct reword_comparison *c)
{
    const struct words *w = &c->after.words;
    uint32_t i = 0;
    while (i < w->count && (!w->items[i].capital || c->aligned.stays[i]))
        i++;
    uint32_t end = i;
    while (end < w->count && w->items[end].capital && !c->aligned.stays[end])
        end++;
    return end > i ? indicator_text(w, i, end) : fresh_words(c);
}

/* Was the column named before, and does now only the new form of the value say it: "French" for
 * "citizenship is France"? A number says nothing of its column. */
static bool says_own_column(const struct reword_comparison *c, uint32_t part)
{
    uint32_t column = c->parts->items[part].column;
    struct word_span place;
    if (c->before.words.items[c->before.items[part].start].has_number ||
        !value_place(c, column, &place) || fresh_between(c, place.start, place.end).len)
        return false;
    for (uint32_t i = part_about(c, 0, PART_COLUMN, column); i < c->parts->count;
         i = part_about(c, i + 1, PART_COLUMN, column))
        if (c->parts->items[i].clause == IN_WHERE && c->before.items[i].manner == MANNER_WORD &&
            c->after.items[i].manner == MANNER_NONE && !column_replacement(c, i).len)
            return true;
    return false;
}

void compare_value(struct reword_comparison *c, uint32_t part)
{
    const struct indicator *y = &c->after.items[part];
    struct str from = plain_text(c->arena, part_text(&c->before, part));
    struct str to = plain_text(c->arena, part_text(&c->after, part));
    if (c->before.items[part].manner == MANNER_NONE || y->form == VALUE_BESIDE ||
        part_stays(c, part))
        return;
    if (y->manner == MANNER_NONE)
        sign_add(c, SIGN_VALUE_LOST, part, new_name(c));
    else if (!str_eq(from, to) && !is_same_value(c, part)) /* "two" → "2", "3000" → "3,000" */
        sign_add(c,
                 is_digits(to)              ? SIGN_NUMBER_REWRITTEN
                 : says_own_column(c, part) ? SIGN_VALUE_FOR_COLUMN
                                            : SIGN_VALUE_REWORDED,
                 part, part_text(&c->after, part));
}
