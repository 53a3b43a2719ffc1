/* differ_match.c: what two lists of terms have in common, and pairs of the rest that are most
 * alike. */
#include "diagnosis/differ.h"

#include <stdlib.h>

/* What both have */

static int by_hash(const void *p, const void *q)
{
    const struct term *x = *(struct term *const *)p, *y = *(struct term *const *)q;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

static int by_place(const void *p, const void *q)
{
    const struct term *x = *(struct term *const *)p, *y = *(struct term *const *)q;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return by_hash(p, q);
}

static void sort_terms(struct term_list list, int (*order)(const void *, const void *))
{
    if (list.count > 1)
        qsort(list.items, list.count, sizeof *list.items, order);
}

static struct term_list sorted_copy(struct arena *a, struct term_list list)
{
    struct term_list copy = list.count ? term_list_of(a, list.items, list.count) : list;
    sort_terms(copy, by_hash);
    return copy;
}

struct leftovers differ_match(struct differ *d, struct term_list before, struct term_list after)
{
    struct term_list x = sorted_copy(d->arena, before), y = sorted_copy(d->arena, after);
    struct leftovers left = {0};
    for (uint32_t i = 0, k = 0; i < x.count || k < y.count;) {
        if (i < x.count && k < y.count && term_same(x.items[i], y.items[k])) {
            i++;
            k++;
        } else if (k == y.count || (i < x.count && x.items[i]->hash < y.items[k]->hash)) {
            term_list_add(d->arena, &left.rest[BEFORE], x.items[i++]);
        } else {
            term_list_add(d->arena, &left.rest[AFTER], y.items[k++]);
        }
    }
    sort_terms(left.rest[BEFORE], by_place);
    sort_terms(left.rest[AFTER], by_place);
    return left;
}

/* Pairing */

enum { MAX_LIKENESSES = 4096, MAX_PARTS = 8 };
#define UNPAIRED UINT32_MAX

/* The term without order, negation or number. */
static const struct term *unwrap_term(const struct term *t)
{
    while (t->n_kids > 0 &&
           (t->tag == TERM_ORDER || t->tag == TERM_RESULT || term_is_operator(t, STR("NOT"))))
        t = t->kids[0];
    return t;
}

/* Add to the `n` terms of `out`, which has room for MAX_PARTS, the main operands of a term, or
 * itself. */
static uint32_t gather_parts(const struct term *t, const struct term **out, uint32_t n)
{
    if (t->tag == TERM_CALL)
        t = t->kids[0];
    if (t->n_kids == 0 && n < MAX_PARTS)
        out[n++] = t;
    for (uint32_t i = 0; i < t->n_kids && n < MAX_PARTS; i++) {
        if (differ_is_connective(t) && !differ_is_connective(t->kids[i]))
            n = gather_parts(t->kids[i], out, n);
        else
            out[n++] = t->kids[i];
    }
    return n;
}

static uint32_t weight_of(const struct term *t)
{
    switch (t->tag) {
    case TERM_ABSENT:
    case TERM_LIST:
        return 0;
    case TERM_NULL:
    case TERM_INTEGER:
    case TERM_FLOAT:
    case TERM_STRING:
    case TERM_BLOB:
        return 2;
    default:
        return 4;
    }
}

uint32_t differ_likeness(const struct term *x, const struct term *y)
{
    const struct term *p[MAX_PARTS], *q[MAX_PARTS];
    x = unwrap_term(x);
    y = unwrap_term(y);
    uint32_t n_p = gather_parts(x, p, 0), n_q = gather_parts(y, q, 0);
    bool alike = x->tag == y->tag && str_eq(x->text, y->text), places = alike && !x->bag;
    uint32_t likeness = alike || (x->tag == TERM_COLUMN && y->tag == TERM_COLUMN);
    for (uint32_t i = 0; i < n_p; i++)
        for (uint32_t k = 0; k < n_q; k++)
            if (term_same(p[i], q[k])) {
                likeness += weight_of(p[i]) + (places && i == k);
                break;
            }
    return likeness;
}

struct match {
    uint32_t before, after, likeness;
};

/* The two most alike of those without a partner. */
static struct match best_match(const struct leftovers *l, const uint32_t *partner,
                               const bool *taken)
{
    struct match best = {UNPAIRED, UNPAIRED, 0};
    for (uint32_t i = 0; i < l->rest[BEFORE].count; i++)
        for (uint32_t k = 0; partner[i] == UNPAIRED && k < l->rest[AFTER].count; k++) {
            if (taken[k])
                continue;
            uint32_t likeness = differ_likeness(l->rest[BEFORE].items[i], l->rest[AFTER].items[k]);
            if (best.before == UNPAIRED || likeness > best.likeness)
                best = (struct match){i, k, likeness};
        }
    return best;
}

/* Reorder both lists: pairs first. */
static uint32_t put_pairs_first(struct differ *d, struct leftovers *l, const uint32_t *partner,
                                const bool *taken)
{
    struct term_list before = {0}, after = {0};
    for (uint32_t i = 0; i < l->rest[BEFORE].count; i++)
        if (partner[i] != UNPAIRED) {
            term_list_add(d->arena, &before, l->rest[BEFORE].items[i]);
            term_list_add(d->arena, &after, l->rest[AFTER].items[partner[i]]);
        }
    uint32_t n_pairs = before.count;
    for (uint32_t i = 0; i < l->rest[BEFORE].count; i++)
        if (partner[i] == UNPAIRED)
            term_list_add(d->arena, &before, l->rest[BEFORE].items[i]);
    for (uint32_t k = 0; k < l->rest[AFTER].count; k++)
        if (!taken[k])
            term_list_add(d->arena, &after, l->rest[AFTER].items[k]);
    *l = (struct leftovers){{before, after}};
    return n_pairs;
}

uint32_t differ_pair(struct differ *d, struct leftovers *l, bool forced)
{
    uint32_t n = l->rest[BEFORE].count, m = l->rest[AFTER].count, least = n < m ? n : m;
    if ((uint64_t)n * m > MAX_LIKENESSES) /* nobody reads that many */
        return forced ? least : 0;
    uint32_t *partner = ARENA_ARRAY(d->arena, uint32_t, n);
    bool *taken = arena_zalloc(d->arena, m * sizeof *taken);
    for (uint32_t i = 0; i < n; i++)
        partner[i] = UNPAIRED;
    for (uint32_t i = 0; i < least; i++) {
        struct match best = best_match(l, partner, taken);
        if (best.likeness == 0 && !forced)
            break;
        partner[best.before] = best.after;
        taken[best.after] = true;
    }
    return put_pairs_first(d, l, partner, taken);
}
