/* faithful.c: comparing what two questions mention. */
#include "rewording/faithful.h"

#include "rewording/sound.h"

/* Names that weigh less are guesses: "order" for the table "order items". */
static const double SURE_NAME = 0.7;

/* Do the words `start` to `end` of `x` stand somewhere in `y`, but for singular and plural? */
static bool words_stand(const struct words *x, uint32_t start, uint32_t end, const struct words *y)
{
    for (uint32_t at = 0; at < y->count; at++)
        if (words_equal(y, at, x, start, end - start))
            return true;
    return false;
}

/* Names */

/* Does the query have the column, or any column of the table? */
static bool query_has(const struct question_reading *r, const struct referent *m)
{
    for (uint32_t i = 0; i < r->parts->count; i++) {
        uint32_t c = r->parts->items[i].column;
        if (c != SCHEMA_STAR && (m->is_table ? r->book->schema->columns[c].table : c) == m->id)
            return true;
    }
    return false;
}

/* Did the question before, or the query, have one of the things that the name can mean? A weak name
 * means nothing. */
static bool name_is_known(const struct question_reading *before, const struct mention *name)
{
    bool sure = false;
    for (uint32_t i = 0; i < name->n_referents; i++) {
        const struct referent *m = &name->referents[i];
        sure |= m->weight >= SURE_NAME;
        if (query_has(before, m))
            return true;
        for (uint32_t k = 0; k < before->mentions.count; k++)
            if (mention_means(&before->mentions.items[k], m->is_table, m->id))
                return true;
    }
    return !sure;
}

/* Values */

/* Do both stand for a value that the rows spell alike? */
static bool same_value(struct arena *a, const struct row_values *v, uint32_t x, struct str plain)
{
    for (uint32_t i = x; i != NAME_NONE; i = v->items[i].next)
        if (str_eq(plain_text(a, v->items[i].text), plain))
            return true;
    return false;
}

static bool value_is_known(struct arena *a, const struct question_reading *before,
                           const struct mention *value)
{
    const struct row_values *v = &before->book->link.values;
    for (uint32_t i = 0; i < before->parts->count; i++)
        if (before->parts->items[i].kind == PART_VALUE &&
            same_value(a, v, value->value, plain_text(a, before->parts->items[i].value)))
            return true;
    for (uint32_t i = 0; i < before->mentions.count; i++) {
        const struct mention *m = &before->mentions.items[i];
        if (m->kind == MENTION_VALUE &&
            same_value(a, v, value->value, plain_text(a, v->items[m->value].text)))
            return true;
    }
    return false;
}

/* Numbers */

/* A number is said as a whole: "three hundred" is neither three nor a hundred. */
static bool says_number(const struct words *w, double number)
{
    double said;
    for (uint32_t i = 0, end = 1; i < w->count; i = end, end = i + 1)
        if (amount_at(w, i, &said, &end) && said == number)
            return true;
    return false;
}

/* Is it a value of the query, or its neighbour, which says the same with another operator? */
static bool query_says_number(struct arena *a, const struct question_reading *r, double number)
{
    for (uint32_t i = 0; i < r->parts->count; i++) {
        if (r->parts->items[i].kind != PART_VALUE)
            continue;
        struct value_forms v = value_forms_of(a, &r->book->link, &r->parts->items[i]);
        if (v.has_number && (v.number == number || v.beside == number))
            return true;
    }
    return false;
}

/* Is the word part of a value of the query that is said as a whole, as the 17 of a date is? */
static bool is_of_value(const struct question_reading *r, uint32_t word)
{
    uint32_t i = 0;
    while (reading_part(r, PART_VALUE, word, word + 1, &i) && r->said.items[i].form != VALUE_WHOLE)
        i++;
    return i < r->parts->count;
}

static bool numbers_known(struct arena *a, const struct question_reading *before,
                          const struct question_reading *after)
{
    const struct words *w = &after->said.words;
    double said;
    for (uint32_t i = 0, end = 1; i < w->count; i = end, end = i + 1)
        if (amount_at(w, i, &said, &end) && !word_is(w, i, "one ones") &&
            /* "the one" does not count */ !is_of_value(after, i) &&
            !says_number(&before->said.words, said) && !query_says_number(a, before, said))
            return false;
    return true;
}

/* What must still be said */

static bool values_kept(const struct question_reading *before, const struct question_reading *after)
{
    for (uint32_t i = 0; i < before->parts->count; i++)
        if (before->parts->items[i].kind == PART_VALUE &&
            before->said.items[i].manner != MANNER_NONE &&
            after->said.items[i].manner == MANNER_NONE)
            return false;
    return true;
}

static bool mention_is_known(struct arena *a, const struct question_reading *before,
                             const struct question_reading *after, const struct mention *m)
{
    if (words_stand(&after->said.words, m->start, m->end, &before->said.words))
        return true;
    if (m->kind == MENTION_NAME)
        return name_is_known(before, m);
    return m->kind != MENTION_VALUE || value_is_known(a, before, m);
}

bool reword_faithful(struct arena *a, const struct question_reading *before,
                     const struct question_reading *after)
{
    if (after->said.words.cut)
        return false;
    for (uint32_t i = 0; i < after->mentions.count; i++)
        if (!mention_is_known(a, before, after, &after->mentions.items[i]))
            return false;
    return numbers_known(a, before, after) && values_kept(before, after);
}

enum worth question_worth(struct arena *a, const struct question_reading *origin,
                          struct str question, unsigned slips)
{
    struct arena_mark mark = arena_mark(a);
    struct question_reading after = question_read_again(a, origin, question);
    enum worth worth = !reword_faithful(a, origin, &after) ? UNFAITHFUL
                       : question_faults(&after) & ~slips  ? UNSOUND
                                                           : GOOD;
    arena_rewind(a, mark);
    return worth;
}
