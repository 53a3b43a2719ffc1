/* tied.c: rows held against the runs of rows that are ranked alike.
 *
 * Without its LIMIT, the query gives one run of rows after another. It may give the rows of a run
 * in any order. So at the places of a run, the answer must have rows of that run, none of them more
 * often than the run has it. Columns are paired one by one: what fits, fits by its first columns.
 */
#include "score/tied.h"

#include "score/tied_query.h"
#include "spider/row_bag.h"
#include "spider/value_index.h"

struct tie_search {
    const struct rows *ranked; /* the last column has the rank */
    struct value_table all;    /* `ranked` without it, to the end of the last run that counts */
    struct value_table said;
    uint32_t *order; /* of columns of `said`, as far as they are paired */
    bool *paired;
    struct deadline deadline;
    struct arena *arena;
};

/* Where the run of rows ends that begins at `first`. */
static size_t run_end(const struct rows *ranked, size_t first)
{
    uint32_t rank = ranked->n_columns - 1;
    size_t end = first + 1;
    while (end < ranked->n_rows &&
           value_equal(rows_at(ranked, first, rank), rows_at(ranked, end, rank)))
        end++;
    return end;
}

/* The first columns of some rows. */
static struct value_table part_of(const struct value_table *t, size_t first, size_t end,
                                  uint32_t n_columns, struct arena *a)
{
    size_t n_rows = end - first;
    struct value_table part = {ARENA_ARRAY(a, uint32_t, n_rows * n_columns), n_rows, n_columns};
    for (size_t row = 0; row < n_rows; row++)
        memcpy(part.cells + row * n_columns, t->cells + (first + row) * t->n_columns,
               n_columns * sizeof *part.cells);
    return part;
}

static bool run_fits(const struct tie_search *s, size_t first, size_t end, uint32_t n_columns)
{
    struct row_bag bag;
    struct value_table run = part_of(&s->all, first, end, n_columns, s->arena);
    row_bag_fill(&bag, &run, s->arena);
    size_t *taken = arena_zalloc(s->arena, bag.n_slots * sizeof *taken);
    for (size_t row = first; row < end && row < s->said.n_rows; row++) {
        const struct row_slot *slot =
            row_bag_find(&bag, s->said.cells + row * s->said.n_columns, s->order);
        if (!slot || taken[slot - bag.slots]++ == slot->count)
            return false;
    }
    return true;
}

/* Do all rows, by the columns that are paired? */
static bool rows_fit(const struct tie_search *s, uint32_t n_columns)
{
    bool fit = true;
    for (size_t first = 0, end; fit && first < s->said.n_rows; first = end) {
        struct arena_mark mark = arena_mark(s->arena);
        end = run_end(s->ranked, first);
        fit = run_fits(s, first, end, n_columns);
        arena_rewind(s->arena, mark);
    }
    return fit;
}

/* Most answers have their columns in the same order, so that one is tried first. */
static bool pair_columns(struct tie_search *s, uint32_t n_paired)
{
    uint32_t n = s->said.n_columns;
    if (n_paired == n)
        return true;
    for (uint32_t i = 0; i < n && !deadline_passed(s->deadline); i++) {
        uint32_t column = (n_paired + i) % n;
        if (s->paired[column])
            continue;
        s->order[n_paired] = column;
        s->paired[column] = true;
        if (rows_fit(s, n_paired + 1) && pair_columns(s, n_paired + 1))
            return true;
        s->paired[column] = false;
    }
    return false;
}

/* Numbers for the values of the first rows and columns. */
static struct value_table table_of(struct value_index *index, const struct rows *r, size_t n_rows,
                                   uint32_t n_columns, struct arena *a)
{
    struct value_table t = {ARENA_ARRAY(a, uint32_t, n_rows * n_columns), n_rows, n_columns};
    for (size_t row = 0; row < n_rows; row++)
        for (uint32_t i = 0; i < n_columns; i++) {
            uint32_t form = value_index_add(index, a, rows_at(r, row, i));
            t.cells[row * n_columns + i] = index->forms[form].class;
        }
    return t;
}

static bool could_be(const struct rows *ranked, const struct rows *said, struct deadline deadline,
                     struct arena *a)
{
    size_t last = 0;
    while (last < said->n_rows)
        last = run_end(ranked, last);
    if (last + said->n_rows >= UINT32_MAX / ranked->n_columns)
        return false;
    struct value_index index;
    value_index_init(&index, a);
    struct tie_search s = {.ranked = ranked, .deadline = deadline, .arena = a};
    s.all = table_of(&index, ranked, last, said->n_columns, a);
    s.said = table_of(&index, said, said->n_rows, said->n_columns, a);
    s.order = ARENA_ARRAY(a, uint32_t, said->n_columns);
    s.paired = arena_zalloc(a, said->n_columns * sizeof *s.paired);
    return pair_columns(&s, 0);
}

bool tied_answer(struct runner *r, struct str sql, const struct suite_schema *schema,
                 const struct rows *said, struct arena *scratch)
{
    struct arena_mark mark = arena_mark(scratch);
    struct tied_query q;
    struct query_result all;
    bool could =
        tied_query_of(scratch, sql, &q) && runner_query(r, schema, q.sql, scratch, &all) &&
        all.outcome == QUERY_ROWS && all.rows.n_columns == said->n_columns + 1 &&
        (double)said->n_rows ==
            ((double)all.rows.n_rows < q.limit ? (double)all.rows.n_rows : q.limit) &&
        could_be(&all.rows, said, deadline_after_ms(r->rules->options.deadline_ms), scratch);
    arena_rewind(scratch, mark);
    return could;
}
