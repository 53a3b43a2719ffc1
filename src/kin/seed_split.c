/* seed_split.c: groups of kin in random order, cut into pieces. */
#include "kin/seed_split.h"

#include "base/number.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>

enum status seed_piece_share(const char *text, struct seed_piece *out, struct err *e)
{
    struct str s = str_from(text);
    double percent = 0;
    if (!str_ends(s, STR("%")) || !number_read(str_slice(s, 0, s.len - 1), &percent) ||
        percent <= 0 || percent >= 100)
        return err_set(e, E_USAGE, "--holdout takes a share such as 10%%, not '%s'", text);
    *out = (struct seed_piece){0, percent / 100};
    return OK;
}

enum status seed_piece_fold(const char *text, struct seed_piece *out, struct err *e)
{
    enum { MAX_FOLDS = 1000 };
    unsigned i, k;
    char rest;
    if (sscanf(text, "%4u/%4u%c", &i, &k, &rest) != 2 || k < 2 || k > MAX_FOLDS || i < 1 || i > k)
        return err_set(e, E_USAGE,
                       "--fold takes I/K with I from 1 to K, and K from 2 to %d, not '%s'",
                       MAX_FOLDS, text);
    *out = (struct seed_piece){(i - 1.0) / k, (double)i / k};
    return OK;
}

/* Groups: each seed points at one before it of the same group, or at itself. */

static uint32_t find_root(uint32_t *before, uint32_t seed)
{
    while (before[seed] != seed)
        seed = before[seed] = before[before[seed]];
    return seed;
}

static void unite_groups(uint32_t *before, uint32_t x, uint32_t y)
{
    x = find_root(before, x);
    y = find_root(before, y);
    before[x < y ? y : x] = x < y ? x : y;
}

static uint32_t *find_groups(struct arena *a, const struct seed_keys *keys, uint32_t n)
{
    struct seed_index index = {0};
    uint32_t *before = ARENA_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        before[i] = i;
        for (uint32_t k = 0; k < keys[i].count; k++)
            unite_groups(before, i, seed_index_enter(&index, keys[i].keys[k], i));
    }
    seed_index_release(&index);
    return before;
}

/* Seeds are ordered by the random keys of their groups, and within a group by number. */
struct split_seed {
    uint64_t key;
    uint32_t group, seed;
};

static int compare_seeds(const void *a, const void *b)
{
    const struct split_seed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return (x->seed > y->seed) - (x->seed < y->seed);
}

/* A group is in the piece if its middle is: so the piece has at most half of a group too many, or
 * too few. Returns the size of the largest group. */
static uint32_t cut_groups(const struct split_seed *order, uint32_t n, struct seed_piece piece,
                           bool *out)
{
    uint32_t largest = 0;
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && order[end].group == order[i].group;)
            end++;
        uint32_t middle = i + (end - i - 1) / 2;
        bool inside = middle >= piece.from * n && middle < piece.to * n;
        for (uint32_t k = i; k < end; k++)
            out[order[k].seed] = inside;
        largest = end - i > largest ? end - i : largest;
    }
    return largest;
}

uint32_t seed_split(const struct seed_keys *keys, uint32_t n, uint64_t random_seed,
                    struct seed_piece piece, bool *out)
{
    struct arena a = {0};
    uint32_t *before = find_groups(&a, keys, n);
    struct split_seed *order = ARENA_ARRAY(&a, struct split_seed, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t group = find_root(before, i);
        struct rng rng = rng_stream(random_seed, STR("holdout"), group);
        order[i] = (struct split_seed){rng_next(&rng), group, i};
    }
    if (n > 0)
        qsort(order, n, sizeof *order, compare_seeds);
    uint32_t largest = cut_groups(order, n, piece, out);
    arena_release(&a);
    return largest;
}
