/* differ_compound.c: UNION, INTERSECT, EXCEPT. */
#include "diagnosis/differ.h"

static struct str upper_case(struct arena *a, struct str s)
{
    char *out = arena_alloc(a, s.len);
    for (size_t i = 0; i < s.len; i++)
        out[i] = ascii_small(s.ptr[i]) ? (char)(s.ptr[i] - 'a' + 'A') : s.ptr[i];
    return (struct str){out, s.len};
}

/* "UNION SELECT …" */
static struct str part_text(struct differ *d, enum differ_side side, const struct term *compound,
                            const struct term *part)
{
    struct str text = differ_text(d, side, part), op = upper_case(d->arena, compound->text);
    return arena_printf(d->arena, "%.*s %.*s", STR_ARG(op), STR_ARG(text));
}

enum { SAME_CLAUSE = 100 /* more than the likeness of clauses that differ */ };

static uint32_t body_likeness(const struct term *x, const struct term *y)
{
    if (x->tag != TERM_SELECT || y->tag != TERM_SELECT)
        return x->tag == y->tag;
    uint32_t likeness = 1;
    for (uint32_t i = 0; i < x->n_kids; i++)
        likeness += term_same(x->kids[i], y->kids[i]) ? SAME_CLAUSE
                                                      : differ_likeness(x->kids[i], y->kids[i]);
    return likeness;
}

static uint32_t most_like(struct term_list parts, const struct term *t)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < parts.count; i++)
        if (body_likeness(parts.items[i], t) > body_likeness(parts.items[best], t))
            best = i;
    return best;
}

static void report_part(struct differ *d, enum differ_side side, const struct term *compound,
                        const struct term *part)
{
    d->clause = CLAUSE_SET_OPERATION;
    struct str text = part_text(d, side, compound, part);
    differ_report_text(d, DIFFERENCE_BIT(SET_OPERATION), side == BEFORE ? text : STR(""),
                       side == BEFORE ? STR("") : text);
}

static struct term_list in_source_order(struct differ *d, const struct term *compound)
{
    return differ_match(d, term_kids(compound), (struct term_list){0}).rest[BEFORE];
}

void differ_compound_alone(struct differ *d, enum differ_side alone, const struct term *t,
                           const struct term *compound)
{
    struct term_list list = in_source_order(d, compound);
    uint32_t like = most_like(list, t);
    differ_body(d, alone == BEFORE ? t : list.items[like], alone == BEFORE ? list.items[like] : t);
    for (uint32_t i = 0; i < list.count; i++)
        if (i != like)
            report_part(d, !alone, compound, list.items[i]);
}

static struct str enter_part(struct differ *d, const struct term *compound, uint32_t number)
{
    struct str outer = d->path, op = upper_case(d->arena, compound->text);
    if (number > 0)
        d->path = arena_printf(d->arena, "%.*s%spart %u of %.*s", STR_ARG(outer),
                               outer.len ? " > " : "", number + 1, STR_ARG(op));
    return outer;
}

/* Compare the parts of two set operations in the order of the first; those of EXCEPT by their
 * places. */
static void diff_parts(struct differ *d, const struct term *x, const struct term *y)
{
    bool ordered = !x->bag || !y->bag;
    struct leftovers l = {{in_source_order(d, x), in_source_order(d, y)}};
    if (!ordered)
        l = differ_match(d, term_kids(x), term_kids(y));
    uint32_t n_done = 0, n_before = l.rest[BEFORE].count;
    for (; n_done < n_before && n_done < l.rest[AFTER].count; n_done++) {
        struct term **after = l.rest[AFTER].items + n_done;
        struct term_list open = {after, l.rest[AFTER].count - n_done};
        uint32_t like = ordered ? 0 : most_like(open, l.rest[BEFORE].items[n_done]);
        struct term *chosen = after[like];
        after[like] = after[0];
        struct str outer = enter_part(d, x, n_done);
        differ_body(d, l.rest[BEFORE].items[n_done], chosen);
        d->path = outer;
    }
    for (uint32_t i = n_done; i < n_before; i++)
        report_part(d, BEFORE, x, l.rest[BEFORE].items[i]);
    for (uint32_t i = n_done; i < l.rest[AFTER].count; i++)
        report_part(d, AFTER, y, l.rest[AFTER].items[i]);
}

void differ_compounds(struct differ *d, const struct term *x, const struct term *y)
{
    if (!str_eq(x->text, y->text)) {
        d->clause = CLAUSE_SET_OPERATION;
        differ_report_text(d, DIFFERENCE_BIT(SET_OPERATION), upper_case(d->arena, x->text),
                           upper_case(d->arena, y->text));
    }
    diff_parts(d, x, y);
}
