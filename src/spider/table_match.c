/* table_match.c: search for a permutation of columns under which two tables are equal.
 *
 * If rows are in order, it is easy: the bags of columns must be equal.
 *
 * For bags of rows the problem is graph isomorphism, and is solved in the same way. Columns get
 * colours, rows get colours from the columns that their values are in, columns get new ones from
 * the rows, and so on until no more columns get different colours. Columns that correspond have
 * equal colours, so different bags of colours end a branch. If a colour has several columns, one of
 * them is paired with each candidate in turn. Columns with equal contents are collapsed first, or
 * they would be tried in every order. Colours are hashes: a collision only makes the search try
 * more, because a permutation counts only after the rows themselves were compared. */
#include "spider/table_match.h"

#include "base/hash.h"
#include "spider/row_bag.h"

#include <stdlib.h>

enum { LOOK_AHEAD_ROUNDS = 6 };

static uint32_t *identity_order(struct arena *a, uint32_t n)
{
    uint32_t *order = ARENA_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    return order;
}

bool table_same_row_set(const struct value_table *a, const struct value_table *b,
                        struct arena *scratch)
{
    struct row_bag bag;
    row_bag_fill(&bag, a, scratch);
    const uint32_t *order = identity_order(scratch, b->n_columns);
    size_t n_seen = 0;
    for (size_t row = 0; row < b->n_rows; row++) {
        struct row_slot *slot = row_bag_find(&bag, b->cells + row * b->n_columns, order);
        if (!slot)
            return false;
        n_seen += !slot->seen;
        slot->seen = true;
    }
    return n_seen == bag.n_distinct;
}

/* Hash of every column as a sequence. */
static uint64_t *column_hashes(const struct value_table *t, struct arena *a)
{
    uint64_t *hashes = arena_zalloc(a, t->n_columns * sizeof *hashes);
    for (size_t row = 0; row < t->n_rows; row++)
        for (uint32_t i = 0; i < t->n_columns; i++)
            hashes[i] = hash_combine(hashes[i], t->cells[row * t->n_columns + i]);
    return hashes;
}

static bool same_column(const struct value_table *a, uint32_t i, const struct value_table *b,
                        uint32_t j)
{
    for (size_t row = 0; row < a->n_rows; row++)
        if (a->cells[row * a->n_columns + i] != b->cells[row * b->n_columns + j])
            return false;
    return true;
}

bool table_match_in_order(const struct value_table *a, const struct value_table *b,
                          struct arena *scratch)
{
    const uint64_t *hash_a = column_hashes(a, scratch), *hash_b = column_hashes(b, scratch);
    bool *taken = arena_zalloc(scratch, b->n_columns);
    for (uint32_t i = 0; i < a->n_columns; i++) {
        uint32_t j = 0;
        while (j < b->n_columns && (taken[j] || hash_a[i] != hash_b[j] || !same_column(a, i, b, j)))
            j++;
        if (j == b->n_columns)
            return false;
        taken[j] = true;
    }
    return true;
}

/* A table whose equal columns were collapsed. */
struct table_side {
    struct value_table table;
    uint32_t *repeats;     /* per column how many it stands for */
    uint64_t *row_colours; /* recomputed from column colours whenever needed */
};

static void collapse(const struct value_table *t, struct table_side *out, struct arena *a)
{
    const uint64_t *hashes = column_hashes(t, a);
    uint32_t *kept = ARENA_ARRAY(a, uint32_t, t->n_columns);
    out->repeats = ARENA_ARRAY(a, uint32_t, t->n_columns);
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t k = 0;
        while (k < n && (hashes[kept[k]] != hashes[i] || !same_column(t, kept[k], t, i)))
            k++;
        if (k == n) {
            kept[n] = i;
            out->repeats[n++] = 0;
        }
        out->repeats[k]++;
    }
    out->table = (struct value_table){ARENA_ARRAY(a, uint32_t, t->n_rows * n), t->n_rows, n};
    for (size_t row = 0; row < t->n_rows; row++)
        for (uint32_t k = 0; k < n; k++)
            out->table.cells[row * n + k] = t->cells[row * t->n_columns + kept[k]];
    out->row_colours = ARENA_ARRAY(a, uint64_t, t->n_rows);
}

struct column_search {
    struct table_side a, b;
    struct row_bag bag; /* rows of a */
    struct deadline deadline;
    struct arena *arena;
};

/* Colours of the columns of both sides: what one branch of the search knows. */
struct colouring {
    uint64_t *a, *b;
};

static struct colouring colouring_new(const struct column_search *s)
{
    size_t n = s->a.table.n_columns;
    return (struct colouring){ARENA_ARRAY(s->arena, uint64_t, n),
                              ARENA_ARRAY(s->arena, uint64_t, n)};
}

static struct colouring colouring_copy(const struct column_search *s, const struct colouring *from)
{
    struct colouring c = colouring_new(s);
    memcpy(c.a, from->a, s->a.table.n_columns * sizeof *c.a);
    memcpy(c.b, from->b, s->a.table.n_columns * sizeof *c.b);
    return c;
}

static void colour_rows(const struct table_side *side, const uint64_t *columns)
{
    uint32_t n = side->table.n_columns;
    for (size_t row = 0; row < side->table.n_rows; row++) {
        const uint32_t *cells = side->table.cells + row * n;
        uint64_t sum = 0;
        for (uint32_t i = 0; i < n; i++)
            sum += hash_combine(columns[i], cells[i]);
        side->row_colours[row] = hash_combine(side->row_colours[row], sum);
    }
}

static void colour_columns(const struct table_side *side, uint64_t *columns, struct arena *a)
{
    uint32_t n = side->table.n_columns;
    struct arena_mark mark = arena_mark(a);
    uint64_t *sums = arena_zalloc(a, n * sizeof *sums);
    for (size_t row = 0; row < side->table.n_rows; row++) {
        const uint32_t *cells = side->table.cells + row * n;
        for (uint32_t i = 0; i < n; i++)
            sums[i] += hash_combine(side->row_colours[row], cells[i]);
    }
    for (uint32_t i = 0; i < n; i++)
        columns[i] = hash_combine(columns[i], sums[i]);
    arena_rewind(a, mark);
}

static int compare_colours(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static uint64_t *sorted_copy(const uint64_t *colours, uint32_t n, struct arena *a)
{
    uint64_t *copy = ARENA_ARRAY(a, uint64_t, n);
    memcpy(copy, colours, n * sizeof *copy);
    qsort(copy, n, sizeof *copy, compare_colours);
    return copy;
}

/* The number of colours, or 0 if the two sides do not have the same ones equally often. */
static uint32_t count_colours(const struct column_search *s, const struct colouring *c)
{
    uint32_t n = s->a.table.n_columns, count = 1;
    struct arena_mark mark = arena_mark(s->arena);
    const uint64_t *a = sorted_copy(c->a, n, s->arena), *b = sorted_copy(c->b, n, s->arena);
    if (memcmp(a, b, n * sizeof *a) != 0)
        count = 0;
    for (uint32_t i = 1; count && i < n; i++)
        count += a[i] != a[i - 1];
    arena_rewind(s->arena, mark);
    return count;
}

/* Refine until all columns differ, or until two rounds in a row brought nothing new: a difference
 * may need one round to pass through the rows. Returns as count_colours() does. */
static uint32_t refine(struct column_search *s, struct colouring *c)
{
    struct table_side *sides[] = {&s->a, &s->b};
    uint64_t *colours[] = {c->a, c->b};
    uint32_t count = 0;
    for (int k = 0; k < 2; k++) {
        memset(sides[k]->row_colours, 0, s->a.table.n_rows * sizeof(uint64_t));
        colour_columns(sides[k], colours[k], s->arena);
    }
    for (int idle = 0; idle < 2;) {
        uint32_t before = count;
        count = count_colours(s, c);
        if (count == 0 || count == s->a.table.n_columns || deadline_passed(s->deadline))
            break;
        idle = count == before ? idle + 1 : 0;
        for (int k = 0; k < 2; k++) {
            colour_rows(sides[k], colours[k]);
            colour_columns(sides[k], colours[k], s->arena);
        }
    }
    return count;
}

/* A hash of the colours of one side after `column` got a colour of its own. */
static uint64_t look_ahead(const struct table_side *side, const uint64_t *colours, uint32_t column,
                           struct arena *a)
{
    uint32_t n = side->table.n_columns;
    struct arena_mark mark = arena_mark(a);
    uint64_t *ahead = ARENA_ARRAY(a, uint64_t, n), sum = 0;
    memcpy(ahead, colours, n * sizeof *ahead);
    ahead[column] = hash_mix(colours[column] + 1);
    memset(side->row_colours, 0, side->table.n_rows * sizeof *side->row_colours);
    for (int round = 0; round < LOOK_AHEAD_ROUNDS; round++) {
        colour_rows(side, ahead);
        colour_columns(side, ahead, a);
    }
    for (uint32_t i = 0; i < n; i++)
        sum += hash_mix(ahead[i]);
    arena_rewind(a, mark);
    return sum;
}

/* Distinguish more columns than refining does, at the price of one refinement for each. It is worth
 * it once a branch has failed: else every pairing of the parts that correspond would be tried
 * before the parts that do not. False if the deadline passed. */
static bool sharpen(struct column_search *s, struct colouring *c)
{
    const struct table_side *sides[] = {&s->a, &s->b};
    uint64_t *colours[] = {c->a, c->b};
    uint32_t n = s->a.table.n_columns;
    for (int k = 0; k < 2; k++) {
        uint64_t *sums = ARENA_ARRAY(s->arena, uint64_t, n);
        for (uint32_t i = 0; i < n; i++) {
            if (deadline_passed(s->deadline))
                return false;
            sums[i] = look_ahead(sides[k], colours[k], i, s->arena);
        }
        for (uint32_t i = 0; i < n; i++)
            colours[k][i] = hash_combine(colours[k][i], sums[i]);
    }
    return true;
}

/* Every colour has one column of each side, so the permutation is fixed: compare the rows. */
static bool permutation_holds(struct column_search *s, const struct colouring *c)
{
    uint32_t n = s->a.table.n_columns;
    uint32_t *order = ARENA_ARRAY(s->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = 0;
        while (c->b[j] != c->a[i])
            j++;
        if (s->a.repeats[i] != s->b.repeats[j])
            return false;
        order[i] = j;
    }
    size_t *left = arena_zalloc(s->arena, s->bag.n_slots * sizeof *left);
    for (size_t row = 0; row < s->b.table.n_rows; row++) {
        struct row_slot *slot = row_bag_find(&s->bag, s->b.table.cells + row * n, order);
        if (!slot || left[slot - s->bag.slots]++ == slot->count)
            return false;
    }
    return true;
}

/* A column of `a` whose colour has the fewest columns, but more than one. */
static uint32_t choose_column(const struct column_search *s, const struct colouring *c)
{
    uint32_t n = s->a.table.n_columns, best = 0, best_size = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t size = 0;
        for (uint32_t j = 0; j < n; j++)
            size += c->a[j] == c->a[i];
        if (size > 1 && size < best_size) {
            best = i;
            best_size = size;
        }
    }
    return best;
}

static enum denotation_verdict search_from(struct column_search *s, struct colouring *c)
{
    uint32_t n = s->a.table.n_columns, count = refine(s, c);
    if (count == 0)
        return DENOTATION_DIFFERENT;
    if (count == n)
        return permutation_holds(s, c) ? DENOTATION_EQUAL : DENOTATION_DIFFERENT;
    uint32_t i = choose_column(s, c), tried = 0;
    for (uint32_t j = 0; j < n; j++) {
        if (c->b[j] != c->a[i])
            continue;
        if (deadline_passed(s->deadline))
            return DENOTATION_UNDECIDED;
        struct arena_mark mark = arena_mark(s->arena);
        struct colouring branch = colouring_copy(s, c);
        branch.a[i] = branch.b[j] = hash_mix(c->a[i] + 1);
        enum denotation_verdict verdict = search_from(s, &branch);
        arena_rewind(s->arena, mark);
        if (verdict != DENOTATION_DIFFERENT)
            return verdict;
        if (tried++ == 0) {
            if (!sharpen(s, c))
                return DENOTATION_UNDECIDED;
            if (count_colours(s, c) == 0)
                return DENOTATION_DIFFERENT;
        }
    }
    return DENOTATION_DIFFERENT;
}

enum denotation_verdict table_match_as_bag(const struct value_table *a, const struct value_table *b,
                                           struct deadline deadline, struct arena *scratch)
{
    struct column_search s = {.deadline = deadline, .arena = scratch};
    collapse(a, &s.a, scratch);
    collapse(b, &s.b, scratch);
    if (s.a.table.n_columns != s.b.table.n_columns)
        return DENOTATION_DIFFERENT;
    row_bag_fill(&s.bag, &s.a.table, scratch);
    struct colouring c = colouring_new(&s);
    for (uint32_t i = 0; i < s.a.table.n_columns; i++) {
        c.a[i] = hash_mix(s.a.repeats[i]);
        c.b[i] = hash_mix(s.b.repeats[i]);
    }
    return search_from(&s, &c);
}
