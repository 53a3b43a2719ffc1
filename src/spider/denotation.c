/* denotation.c: from values to numbers, the sorted-rows oddity, and the search for columns. */
#include "spider/denotation.h"

#include "base/number.h"
#include "spider/table_match.h"
#include "spider/value_index.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ROWS_BETWEEN_CLOCK_READS = 1024 };

/* The usual case of a right prediction: nothing to permute. */
static bool rows_identical(const struct rows *a, const struct rows *b)
{
    size_t n = a->n_rows * a->n_columns;
    for (size_t i = 0; i < n; i++)
        if (!value_identical(&a->values[i], &b->values[i]))
            return false;
    return true;
}

/* The forms of all values. False if the deadline passed. */
static bool index_rows(struct value_index *index, const struct rows *r, struct deadline deadline,
                       struct value_table *out, struct arena *a)
{
    *out = (struct value_table){ARENA_ARRAY(a, uint32_t, r->n_rows * r->n_columns), r->n_rows,
                                r->n_columns};
    for (size_t row = 0; row < r->n_rows; row++) {
        if (row % ROWS_BETWEEN_CLOCK_READS == 0 && deadline_passed(deadline))
            return false;
        for (uint32_t i = 0; i < r->n_columns; i++)
            out->cells[row * r->n_columns + i] = value_index_add(index, a, rows_at(r, row, i));
    }
    return true;
}

/* Python's repr() of bytes. */
static struct str blob_text(struct arena *a, struct str blob)
{
    static const char hex[] = "0123456789abcdef";
    bool single = blob.len && memchr(blob.ptr, '\'', blob.len);
    char quote = single && !memchr(blob.ptr, '"', blob.len) ? '"' : '\'';
    char *text = arena_alloc(a, 4 * blob.len + 3), *to = text;
    *to++ = 'b';
    *to++ = quote;
    for (size_t i = 0; i < blob.len; i++) {
        unsigned char c = (unsigned char)blob.ptr[i];
        const char *special = c ? strchr("\tt\nn\rr", c) : NULL;
        if (c == (unsigned char)quote || c == '\\') {
            *to++ = '\\';
            *to++ = (char)c;
        } else if (special && c < ' ') {
            *to++ = '\\';
            *to++ = special[1];
        } else if (c < ' ' || c >= 0x7F) {
            *to++ = '\\';
            *to++ = 'x';
            *to++ = hex[c >> 4];
            *to++ = hex[c & 15];
        } else {
            *to++ = (char)c;
        }
    }
    *to++ = quote;
    return (struct str){text, (size_t)(to - text)};
}

/* Python's str(value) + str(type(value)), by which the script sorts. */
static struct str sort_key(struct arena *a, const struct value *v)
{
    char number[NUMBER_TEXT_MAX];
    switch (v->type) {
    case VALUE_INTEGER:
        return arena_printf(a, "%" PRId64 "<class 'int'>", v->integer);
    case VALUE_REAL:
        number_format(v->real, number);
        return arena_printf(a, "%s<class 'float'>", number);
    case VALUE_NULL:
        return STR("None<class 'NoneType'>");
    default:
        break;
    }
    struct str text = v->type == VALUE_BLOB ? blob_text(a, value_bytes(v)) : value_bytes(v);
    struct str class = v->type == VALUE_BLOB ? STR("<class 'bytes'>") : STR("<class 'str'>");
    char *key = arena_alloc(a, text.len + class.len);
    if (text.len)
        memcpy(key, text.ptr, text.len);
    memcpy(key + text.len, class.ptr, class.len);
    return (struct str){key, text.len + class.len};
}

struct keyed_form {
    struct str key;
    uint32_t form;
};

/* UTF-8 sorts by bytes as Python's strings do by code points. */
static int compare_keys(const void *x, const void *y)
{
    return str_cmp(((const struct keyed_form *)x)->key, ((const struct keyed_form *)y)->key);
}

static int compare_ranks(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static struct keyed_form *forms_by_key(const struct value_index *index, struct arena *a)
{
    struct keyed_form *sorted = ARENA_ARRAY(a, struct keyed_form, index->n_forms);
    for (uint32_t i = 0; i < index->n_forms; i++)
        sorted[i] = (struct keyed_form){sort_key(a, index->forms[i].value), i};
    qsort(sorted, index->n_forms, sizeof *sorted, compare_keys);
    return sorted;
}

/* A copy of the table of forms, with each row sorted by key and forms replaced by their classes. */
static struct value_table sort_rows(const struct value_table *t, const struct value_index *index,
                                    const struct keyed_form *by_rank, const uint32_t *rank_of,
                                    struct arena *a)
{
    size_t n_cells = t->n_rows * t->n_columns;
    struct value_table sorted = {ARENA_ARRAY(a, uint32_t, n_cells), t->n_rows, t->n_columns};
    for (size_t i = 0; i < n_cells; i++)
        sorted.cells[i] = rank_of[t->cells[i]];
    for (size_t row = 0; row < t->n_rows; row++)
        qsort(sorted.cells + row * t->n_columns, t->n_columns, sizeof *sorted.cells, compare_ranks);
    for (size_t i = 0; i < n_cells; i++)
        sorted.cells[i] = index->forms[by_rank[sorted.cells[i]].form].class;
    return sorted;
}

/* The oddity that denotation.h describes. It can reject only if some values are equal but not
 * identical: else equal rows sort alike, and the search alone decides. */
static bool same_when_rows_sorted(const struct value_table *a, const struct value_table *b,
                                  const struct value_index *index, bool order_matters,
                                  struct arena *scratch)
{
    const struct keyed_form *by_rank = forms_by_key(index, scratch);
    uint32_t *rank_of = ARENA_ARRAY(scratch, uint32_t, index->n_forms);
    for (uint32_t rank = 0; rank < index->n_forms; rank++)
        rank_of[by_rank[rank].form] = rank;
    struct value_table sorted_a = sort_rows(a, index, by_rank, rank_of, scratch);
    struct value_table sorted_b = sort_rows(b, index, by_rank, rank_of, scratch);
    if (order_matters)
        return memcmp(sorted_a.cells, sorted_b.cells,
                      a->n_rows * a->n_columns * sizeof *sorted_a.cells) == 0;
    return table_same_row_set(&sorted_a, &sorted_b, scratch);
}

static void replace_by_classes(struct value_table *t, const struct value_index *index)
{
    for (size_t i = 0; i < t->n_rows * t->n_columns; i++)
        t->cells[i] = index->forms[t->cells[i]].class;
}

static enum denotation_verdict compare_rows(const struct rows *gold, const struct rows *predicted,
                                            bool order_matters, struct deadline deadline,
                                            struct arena *scratch)
{
    struct value_index index;
    struct value_table a, b;
    value_index_init(&index, scratch);
    if (!index_rows(&index, gold, deadline, &a, scratch) ||
        !index_rows(&index, predicted, deadline, &b, scratch))
        return DENOTATION_UNDECIDED;
    if (index.mixed) {
        if (!same_when_rows_sorted(&a, &b, &index, order_matters, scratch))
            return DENOTATION_DIFFERENT;
        replace_by_classes(&a, &index);
        replace_by_classes(&b, &index);
    }
    if (!order_matters)
        return table_match_as_bag(&a, &b, deadline, scratch);
    return table_match_in_order(&a, &b, scratch) ? DENOTATION_EQUAL : DENOTATION_DIFFERENT;
}

enum denotation_verdict denotation_equal(const struct rows *gold, const struct rows *predicted,
                                         bool order_matters, struct deadline deadline,
                                         struct arena *scratch)
{
    if (gold->n_rows != predicted->n_rows)
        return DENOTATION_DIFFERENT;
    if (gold->n_rows == 0)
        return DENOTATION_EQUAL;
    if (gold->n_columns != predicted->n_columns)
        return DENOTATION_DIFFERENT;
    if (rows_identical(gold, predicted))
        return DENOTATION_EQUAL;
    if (gold->n_rows >= UINT32_MAX / 2 / gold->n_columns)
        return DENOTATION_UNDECIDED;
    struct arena_mark mark = arena_mark(scratch);
    enum denotation_verdict verdict =
        compare_rows(gold, predicted, order_matters, deadline, scratch);
    arena_rewind(scratch, mark);
    return verdict;
}
