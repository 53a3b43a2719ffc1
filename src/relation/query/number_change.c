/* number_change.c: one number for another. */
#include "relation/query/number_change.h"

#include "relation/refusal.h"

/* Most steps between whole numbers, so that there is an end to them: 3.1415 becomes 3.1515, say. */
enum { FINEST = 100 };

/* How many literals of the query are this number? */
static uint32_t times_in_query(const struct value_search *v, const struct said_number *number)
{
    uint32_t n = 0;
    struct said_number other;
    for (uint32_t i = 0; i < v->n_literals; i++)
        n += said_number_read(v->seed->lexicon, v->literals[i]->text, &other) &&
             said_number_equal(&other, number);
    return n;
}

/* Query and question must have as many decimals: 2.5 equals 2.50, but which of the two to write is
 * unclear.
 */
static bool is_said_alike(const struct number_place *n)
{
    return n->number.decimals == n->said.decimals;
}

bool number_place_read(const struct value_search *v, const struct edit_place *place,
                       struct number_place *out)
{
    const struct relation_seed *s = v->seed;
    struct str digits = literal_text(place->edit.from);
    *out = (struct number_place){.place = place, .text = digits.len < place->edit.from.len};
    if (!said_number_read(s->lexicon, digits, &out->number) ||
        out->number.saying != SAID_IN_DIGITS || out->number.grouped)
        return refuse_unless(s, false, REFUSED_VALUE_UNSAID);
    int64_t one = said_number_one(&out->number);
    out->reach = NUMBER_REACH * one;
    out->step = one > FINEST ? one / FINEST : 1;
    if (!refuse_unless(s, out->number.units > one, REFUSED_VALUE_SMALL) ||
        !value_place_may_change(v, place) ||
        !refuse_unless(s, times_in_query(v, &out->number) == 1, REFUSED_VALUE_REPEATED))
        return false;
    uint32_t n = value_mention_number(v->text, s->lexicon, &out->number, &out->mention, &out->said);
    return value_mention_may_change(v, &out->mention, n) &&
           refuse_unless(s, is_said_alike(out), REFUSED_VALUE_UNSAID);
}

bool number_place_takes(const struct value_search *v, const struct number_place *n, int64_t units)
{
    struct said_number new = n->number, said;
    struct value_mention m;
    new.units = units;
    return units != n->number.units && units > said_number_one(&new) &&
           times_in_query(v, &new) == 0 &&
           value_mention_number(v->text, v->seed->lexicon, &new, &m, &said) == 0;
}

void number_place_add(struct value_search *v, const struct number_place *n, int64_t units)
{
    const struct lexicon *l = v->seed->lexicon;
    struct str said = said_number_write(v->arena, l, &n->said, units);
    struct str literal = said_number_write(v->arena, l, &n->number, units), written = literal;
    if (n->text) {
        char quote = v->seed->stmt->text.ptr[n->place->span.start];
        written = arena_printf(v->arena, "%c%.*s%c", quote, STR_ARG(literal), quote);
        literal = arena_printf(v->arena, "'%.*s'", STR_ARG(literal));
    }
    if (said.len > 0)
        value_search_add(
            v, &n->mention,
            (struct value_change){
                .place = n->place, .to = said, .literal = literal, .written = written});
}
