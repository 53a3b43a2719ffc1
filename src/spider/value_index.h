/* value_index.h: values as small numbers, so that tables of them compare fast and exactly.
 *
 * Every value gets the number of its *form*: type and content exactly as they are. Forms that are
 * equal in Python (1 and 1.0, 0.0 and -0.0) share a *class*, whose number is that of the form that
 * came first. Forms count from 0. */
#ifndef TEQL_SPIDER_VALUE_INDEX_H
#define TEQL_SPIDER_VALUE_INDEX_H

#include "engine/rows.h"

struct value_form {
    const struct value *value;
    uint64_t hash; /* equal for equal values */
    uint32_t class;
};

struct value_index {
    struct value_form *forms;
    uint32_t n_forms;
    bool mixed;      /* some class has several forms */
    uint32_t *slots; /* number of a form plus one, 0 where free */
    size_t n_slots;  /* a power of two */
};

void value_index_init(struct value_index *index, struct arena *a);

/* The number of the form of `v`, which must outlive the index. At most UINT32_MAX - 1 values. */
uint32_t value_index_add(struct value_index *index, struct arena *a, const struct value *v);

/* Equal in Python. */
bool value_equal(const struct value *a, const struct value *b);

/* The same type and content. */
bool value_identical(const struct value *a, const struct value *b);

#endif
