/* keyword_signs.c: the words for a keyword, in one question and in the other. */
#include "rewording/comparison.h"

/* "total amount" is another word than "total", but "ascending order" is the same as "ascending". */
static bool is_aggregate(enum query_keyword k)
{
    return k <= KEYWORD_MIN;
}

/* Dr.Spider ignores the others: "each", "both" and "not" come and go with the grammar. */
static bool is_looked_at(enum query_keyword k)
{
    return k <= KEYWORD_BETWEEN;
}

static enum sign_type keyword_sign(enum query_keyword k, enum manner y)
{
    if (k == KEYWORD_NE)
        return SIGN_NEGATION_REWORDED;
    if (y == MANNER_CARRIER)
        return is_aggregate(k) ? SIGN_KEYWORD_CARRIED : SIGN_ORDER_CARRIED;
    return y == MANNER_ATTRIBUTE ? SIGN_KEYWORD_BY_ADJECTIVE : SIGN_KEYWORD_REWORDED;
}

/* Does the adjective also say the column, which was named before? Then the column was reworded. */
static bool says_column_too(const struct reword_comparison *c, uint32_t column)
{
    uint32_t i = part_about(c, 0, PART_COLUMN, column);
    while (i < c->parts->count && (c->before.items[i].manner != MANNER_WORD ||
                                   c->after.items[i].manner != MANNER_ATTRIBUTE))
        i = part_about(c, i + 1, PART_COLUMN, column);
    return i < c->parts->count;
}

/* Do other words say the keyword? To say plainly what a carrier implied is not one of the kinds.
 * Words that are only added, or left out, count for an aggregate, and in "most number of" → "most",
 * which counts rows. */
static bool is_reworded(const struct reword_comparison *c, uint32_t part)
{
    const struct query_part *p = &c->parts->items[part];
    uint32_t lost = words_beyond(c->arena, &c->before, &c->after, part),
             won = words_beyond(c->arena, &c->after, &c->before, part);
    if (c->before.items[part].manner == MANNER_CARRIER &&
        c->after.items[part].manner == MANNER_WORD)
        return false;
    return is_aggregate(p->keyword) || p->column == SCHEMA_STAR ? lost + won > 0
                                                                : lost > 0 && won > 0;
}

void compare_keyword(struct reword_comparison *c, uint32_t part)
{
    const struct query_part *p = &c->parts->items[part];
    enum manner x = c->before.items[part].manner, y = c->after.items[part].manner;
    if (x == MANNER_NONE || !is_looked_at(p->keyword) ||
        (!is_aggregate(p->keyword) && part_stays(c, part)))
        return;
    if (y == MANNER_NONE && p->keyword != KEYWORD_NE)
        sign_add(c, SIGN_KEYWORD_LOST, part, fresh_words(c));
    if (y == MANNER_NONE || !is_reworded(c, part))
        return;
    enum sign_type type = keyword_sign(p->keyword, y);
    if (type == SIGN_KEYWORD_BY_ADJECTIVE && says_column_too(c, p->column))
        return;
    if (type == SIGN_ORDER_CARRIED) /* the published pairs have it among the synonyms */
        sign_add(c, SIGN_KEYWORD_REWORDED, part, part_text(&c->after, part));
    sign_add(c, type, part, part_text(&c->after, part));
}
