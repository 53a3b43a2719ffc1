/* value_index.c: interning of values under two equalities at once.
 *
 * Equal values have equal hashes, so all forms of a class are on one probe sequence: the walk to a
 * free slot passes all of them. */
#include "spider/value_index.h"

#include "base/hash.h"

enum { FIRST_SLOTS = 64 };

/* To Python a real that an int64 holds exactly is that integer. Beyond the bounds it cannot equal
 * an integer of a result. */
static bool as_integer(const struct value *v, int64_t *out)
{
    if (v->type == VALUE_INTEGER) {
        *out = v->integer;
        return true;
    }
    const double bound = 9223372036854775808.0;
    if (v->type != VALUE_REAL || !(v->real >= -bound && v->real < bound))
        return false;
    *out = (int64_t)v->real;
    return (double)*out == v->real;
}

bool value_equal(const struct value *a, const struct value *b)
{
    int64_t i, j;
    if (as_integer(a, &i))
        return as_integer(b, &j) && i == j;
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case VALUE_REAL:
        return a->real == b->real;
    case VALUE_TEXT:
    case VALUE_BLOB:
        return str_eq(value_bytes(a), value_bytes(b));
    default:
        return true;
    }
}

bool value_identical(const struct value *a, const struct value *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case VALUE_INTEGER:
        return a->integer == b->integer;
    case VALUE_REAL:
        return memcmp(&a->real, &b->real, sizeof a->real) == 0; /* tells 0.0 from -0.0 */
    case VALUE_TEXT:
    case VALUE_BLOB:
        return str_eq(value_bytes(a), value_bytes(b));
    default:
        return true;
    }
}

static uint64_t hash_value(const struct value *v)
{
    int64_t integer;
    uint64_t bits;
    if (as_integer(v, &integer))
        return hash_combine(VALUE_INTEGER, (uint64_t)integer);
    switch (v->type) {
    case VALUE_REAL:
        memcpy(&bits, &v->real, sizeof bits);
        return hash_combine(VALUE_REAL, bits);
    case VALUE_TEXT:
    case VALUE_BLOB:
        return hash_combine(v->type, hash_bytes(value_bytes(v)));
    default:
        return hash_mix(1);
    }
}

void value_index_init(struct value_index *index, struct arena *a)
{
    *index = (struct value_index){.n_slots = FIRST_SLOTS};
    index->slots = arena_zalloc(a, FIRST_SLOTS * sizeof *index->slots);
}

static void put_form(struct value_index *index, uint32_t form)
{
    size_t i = (size_t)index->forms[form].hash & (index->n_slots - 1);
    while (index->slots[i])
        i = (i + 1) & (index->n_slots - 1);
    index->slots[i] = form + 1;
}

static void grow_index(struct value_index *index, struct arena *a)
{
    index->n_slots *= 4;
    index->slots = arena_zalloc(a, index->n_slots * sizeof *index->slots);
    for (uint32_t form = 0; form < index->n_forms; form++)
        put_form(index, form);
}

uint32_t value_index_add(struct value_index *index, struct arena *a, const struct value *v)
{
    uint64_t hash = hash_value(v);
    uint32_t class = index->n_forms;
    size_t mask = index->n_slots - 1;
    for (size_t i = (size_t)hash & mask; index->slots[i]; i = (i + 1) & mask) {
        const struct value_form *form = &index->forms[index->slots[i] - 1];
        if (form->hash != hash)
            continue;
        if (value_identical(form->value, v))
            return index->slots[i] - 1;
        if (value_equal(form->value, v)) {
            class = form->class;
            index->mixed = true;
        }
    }
    ARENA_PUSH(a, index->forms, index->n_forms);
    index->forms[index->n_forms] = (struct value_form){v, hash, class};
    if ((size_t)index->n_forms * 2 >= index->n_slots) {
        index->n_forms++;
        grow_index(index, a);
    } else {
        put_form(index, index->n_forms++);
    }
    return index->n_forms - 1;
}
