/* term.c: making, hashing and ordering terms. */
#include "diagnosis/term.h"

#include "base/hash.h"

#include <stdlib.h>

void term_list_add(struct arena *a, struct term_list *list, struct term *t)
{
    ARENA_ADD(a, list->items, list->count, t);
}

void term_list_append(struct arena *a, struct term_list *list, struct term_list more)
{
    for (uint32_t i = 0; i < more.count; i++)
        term_list_add(a, list, more.items[i]);
}

struct term_list term_list_of(struct arena *a, struct term *const *items, size_t count)
{
    struct term_list list = {ARENA_ARRAY(a, struct term *, count), (uint32_t)count};
    memcpy(list.items, items, count * sizeof *items);
    return list;
}

/* Hash of a term whose children have theirs. That of a bag is a sum, so that it needs no order. */
static uint64_t hash_of_term(const struct term *t)
{
    uint64_t h = hash_combine(t->label, t->variable ? t->variable->colour : 0), sum = 0;
    for (uint32_t i = 0; i < t->n_kids; i++) {
        if (t->bag)
            sum += hash_mix(t->kids[i]->hash);
        else
            h = hash_combine(h, t->kids[i]->hash);
    }
    return hash_combine(h, sum);
}

void term_rehash(struct term *t)
{
    for (uint32_t i = 0; i < t->n_kids; i++)
        term_rehash(t->kids[i]);
    t->hash = hash_of_term(t);
}

static int cmp_number(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

int term_cmp(const struct term *x, const struct term *y)
{
    int order = cmp_number(x->hash, y->hash);
    if (x == y || order)
        return order;
    if ((order = cmp_number(x->tag, y->tag)) || (order = cmp_number(x->bag, y->bag)) ||
        (order = cmp_number(x->n_kids, y->n_kids)) || (order = str_cmp(x->text, y->text)) ||
        (order = cmp_number(x->variable != NULL, y->variable != NULL)))
        return order;
    if (x->variable && (order = cmp_number(x->variable->colour, y->variable->colour)))
        return order;
    for (uint32_t i = 0; i < x->n_kids && !order; i++)
        order = term_cmp(x->kids[i], y->kids[i]);
    return order;
}

static int cmp_items(const void *x, const void *y)
{
    return term_cmp(*(struct term *const *)x, *(struct term *const *)y);
}

static void sort_list(struct term **items, uint32_t count)
{
    if (count > 1)
        qsort(items, count, sizeof *items, cmp_items);
}

void term_sort(struct term *t)
{
    for (uint32_t i = 0; i < t->n_kids; i++)
        term_sort(t->kids[i]);
    if (t->bag)
        sort_list(t->kids, t->n_kids);
}

static uint32_t add_saturating(uint32_t x, uint32_t y)
{
    return x > UINT32_MAX - y ? UINT32_MAX : x + y;
}

static struct term *make_term(struct arena *a, enum term_tag tag, bool bag, struct variable *v,
                              struct str text, struct term_list kids)
{
    struct term *t = ARENA_NEW(a, struct term);
    *t = (struct term){.tag = tag,
                       .bag = bag,
                       .n_kids = kids.count,
                       .kids = kids.items,
                       .text = text,
                       .variable = v,
                       .size = 1};
    t->label = hash_combine(hash_bytes(text), (uint64_t)tag * 2 + bag);
    for (uint32_t i = 0; i < t->n_kids; i++) {
        t->size = add_saturating(t->size, t->kids[i]->size);
        if (t->kids[i]->height > t->height)
            t->height = t->kids[i]->height;
    }
    t->height++;
    t->hash = hash_of_term(t);
    return t;
}

struct term *term_make(struct arena *a, enum term_tag tag, struct str text, struct term_list kids)
{
    return make_term(a, tag, false, NULL, text, kids);
}

struct term *term_make_bag(struct arena *a, enum term_tag tag, struct str text,
                           struct term_list kids)
{
    sort_list(kids.items, kids.count);
    return make_term(a, tag, true, NULL, text, kids);
}

struct term *term_make_of(struct arena *a, enum term_tag tag, struct variable *v, struct str text,
                          struct term_list kids)
{
    return make_term(a, tag, false, v, text, kids);
}

struct term *term_make_set(struct arena *a, enum term_tag tag, struct term_list kids)
{
    uint32_t n = 0;
    sort_list(kids.items, kids.count);
    for (uint32_t i = 0; i < kids.count; i++)
        if (n == 0 || term_cmp(kids.items[n - 1], kids.items[i]))
            kids.items[n++] = kids.items[i];
    kids.count = n;
    return make_term(a, tag, true, NULL, STR(""), kids);
}
