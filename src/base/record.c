/* record.c: walking a table of members; the forms that many records share. */
#include "base/record.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

void record_put_members(struct json_writer *w, const struct record *r, const void *it)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        const void *field = (const char *)it + m->offset;
        bool may_lack = m->presence == MEMBER_WHERE_SET || m->form == &FORM_RECORD;
        bool lacks = may_lack && !m->form->is_set(field, m->arg);
        if (lacks && m->presence == MEMBER_WHERE_SET)
            continue;
        json_key(w, str_from(m->name));
        if (lacks)
            json_put_null(w);
        else
            m->form->put(w, field, m->arg);
    }
}

void record_put(struct json_writer *w, const struct record *r, const void *it)
{
    json_object_open(w);
    record_put_members(w, r, it);
    json_object_close(w);
}

/* Reading */

/* The first problem is the one that is reported. */
static void note_problem(struct record_reader *r, const char *name, const char *inner, bool missing)
{
    if (r->bad)
        return;
    r->bad = inner ? arena_printf(r->arena, "%s.%s", name, inner).ptr : name;
    r->missing = missing;
}

/* The problem is in the value named `name`, or in its member `r->bad`. */
static void note_inside(struct record_reader *r, struct str name)
{
    r->bad = r->bad ? arena_printf(r->arena, "%.*s.%s", STR_ARG(name), r->bad).ptr
                    : arena_str(r->arena, name).ptr;
}

static void get_member(struct record_reader *r, const struct member *m, struct json_value v,
                       void *it)
{
    struct record_reader inner = {.arena = r->arena};
    if (v.kind == JSON_KIND_NULL && m->presence == MEMBER_NEEDED)
        note_problem(r, m->name, NULL, true);
    else if (v.kind == JSON_KIND_NULL && m->presence == MEMBER_WHERE_SET)
        return; /* as if it were not there */
    else if (v.raw.ptr && !m->form->get(&inner, v, m->arg, (char *)it + m->offset))
        note_problem(r, m->name, inner.bad, inner.missing);
}

static void get_members(struct record_reader *r, struct json_reader *json,
                        const struct record *record, void *it)
{
    struct str names[RECORD_MAX_MEMBERS];
    struct json_value values[RECORD_MAX_MEMBERS];
    assert(record->count <= RECORD_MAX_MEMBERS);
    for (size_t i = 0; i < record->count; i++)
        names[i] = str_from(record->members[i].name);
    json_members(json, names, record->count, values);
    for (size_t i = 0; i < record->count; i++)
        get_member(r, &record->members[i], values[i], it);
}

const char *record_get(struct json_reader *json, const struct record *r, void *it)
{
    struct record_reader reader = {.arena = json->arena};
    get_members(&reader, json, r, it);
    return reader.bad;
}

enum status record_read(struct arena *a, const struct record *r, struct str text, uint32_t line,
                        void *it, struct err *e)
{
    struct json_reader json = json_reader_of(a, text);
    struct record_reader reader = {.arena = a};
    get_members(&reader, &json, r, it);
    enum status status = json_reader_end(&json, line, e);
    if (status || !reader.bad)
        return status;
    return err_at(e, E_INPUT, line, 0,
                  reader.missing ? "no '%s'" : "'%s' has a value it cannot have", reader.bad);
}

bool record_add(const struct record *r, void *to, const void *from)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        if (m->form->add &&
            !m->form->add((char *)to + m->offset, (const char *)from + m->offset, m->arg))
            return false;
    }
    return true;
}

/* Text */

static void put_text(struct json_writer *w, const void *field, const void *arg)
{
    const struct str *s = field;
    (void)arg;
    if (s->ptr)
        json_put_str(w, *s);
    else
        json_put_null(w);
}

static bool get_text(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)arg;
    *(struct str *)field = json_text(r->arena, v);
    return v.kind == JSON_KIND_STRING || v.kind == JSON_KIND_NULL;
}

static bool get_any_text(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)arg;
    *(struct str *)field = json_any_text(r->arena, v);
    return true;
}

static bool has_text(const void *field, const void *arg)
{
    (void)arg;
    return ((const struct str *)field)->len > 0;
}

static void put_json(struct json_writer *w, const void *field, const void *arg)
{
    const struct str *json = field;
    (void)arg;
    if (json->ptr)
        json_put_raw(w, *json);
    else
        json_put_null(w);
}

static bool get_json(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)r, (void)arg;
    *(struct str *)field = v.kind == JSON_KIND_NULL ? STR_NONE : v.raw;
    return true;
}

static bool has_json(const void *field, const void *arg)
{
    (void)arg;
    return ((const struct str *)field)->ptr != NULL;
}

const struct member_form FORM_TEXT = {put_text, get_text, has_text, NULL};
const struct member_form FORM_ANY_TEXT = {put_text, get_any_text, has_text, NULL};
const struct member_form FORM_JSON = {put_json, get_json, has_json, NULL};

/* Numbers. A null leaves the field as it was. */

static void put_u32(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_int(w, *(const uint32_t *)field);
}

static bool get_u32(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    uint64_t n;
    (void)r, (void)arg;
    if (!json_count(v, UINT32_MAX, &n))
        return v.kind == JSON_KIND_NULL;
    *(uint32_t *)field = (uint32_t)n;
    return true;
}

static bool has_u32(const void *field, const void *arg)
{
    (void)arg;
    return *(const uint32_t *)field != 0;
}

static void put_u64(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_int(w, (int64_t) * (const uint64_t *)field);
}

static bool get_u64(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)r, (void)arg;
    return json_count(v, INT64_MAX, field) || v.kind == JSON_KIND_NULL;
}

static bool has_u64(const void *field, const void *arg)
{
    (void)arg;
    return *(const uint64_t *)field != 0;
}

/* So sums of counts that were read fit, however many parts there are. */
static bool get_count(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)r, (void)arg;
    return json_count(v, UINT32_MAX, field) || v.kind == JSON_KIND_NULL;
}

static bool add_count(void *to, const void *from, const void *arg)
{
    (void)arg;
    *(uint64_t *)to += *(const uint64_t *)from;
    return true;
}

static void put_number(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_double(w, *(const double *)field);
}

static bool get_number(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    double x;
    (void)r, (void)arg;
    if (!json_number(v, &x) || !isfinite(x))
        return v.kind == JSON_KIND_NULL;
    *(double *)field = x;
    return true;
}

static bool has_number(const void *field, const void *arg)
{
    (void)arg;
    return *(const double *)field != 0;
}

static bool get_share(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)r, (void)arg;
    *(double *)field = json_share(v);
    return *(double *)field >= 0 || v.kind == JSON_KIND_NULL;
}

static bool has_share(const void *field, const void *arg)
{
    (void)arg;
    return *(const double *)field >= 0;
}

static void put_flag(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_bool(w, *(const bool *)field);
}

static bool get_flag(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)r, (void)arg;
    *(bool *)field = v.kind == JSON_KIND_TRUE;
    return v.kind == JSON_KIND_TRUE || v.kind == JSON_KIND_FALSE || v.kind == JSON_KIND_NULL;
}

static bool has_flag(const void *field, const void *arg)
{
    (void)arg;
    return *(const bool *)field;
}

static void put_hex(struct json_writer *w, const void *field, const void *arg)
{
    char hex[17];
    (void)arg;
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)*(const uint64_t *)field);
    json_put_str(w, str_from(hex));
}

static bool get_hex(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    struct str hex = json_text(r->arena, v);
    uint64_t n = 0;
    (void)arg;
    if (hex.len == 0 || hex.len > 16)
        return v.kind == JSON_KIND_NULL;
    for (size_t i = 0; i < hex.len; i++) {
        int digit = ascii_hex_digit(hex.ptr[i]);
        if (digit < 0)
            return false;
        n = n << 4 | (uint64_t)digit;
    }
    *(uint64_t *)field = n;
    return true;
}

const struct member_form FORM_U32 = {put_u32, get_u32, has_u32, NULL};
const struct member_form FORM_U64 = {put_u64, get_u64, has_u64, NULL};
const struct member_form FORM_COUNT = {put_u64, get_count, has_u64, add_count};
const struct member_form FORM_NUMBER = {put_number, get_number, has_number, NULL};
const struct member_form FORM_SHARE = {put_number, get_share, has_share, NULL};
const struct member_form FORM_FLAG = {put_flag, get_flag, has_flag, NULL};
const struct member_form FORM_HEX = {put_hex, get_hex, has_u64, NULL};

/* Names. Enums are as wide as unsigned int. */

uint32_t name_list_find(const struct name_list *l, struct str name)
{
    uint32_t i = 0;
    while (i < l->count && !(name.ptr && str_eq(str_from(l->names[i]), name)))
        i++;
    return i;
}

static unsigned number_of(const void *field)
{
    unsigned n;
    memcpy(&n, field, sizeof n);
    return n;
}

static void put_name(struct json_writer *w, const void *field, const void *arg)
{
    const struct name_list *l = arg;
    assert(number_of(field) < l->count);
    json_put_str(w, str_from(l->names[number_of(field)]));
}

static bool get_name(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    const struct name_list *l = arg;
    unsigned n = name_list_find(l, json_text(r->arena, v));
    if (n < l->count)
        memcpy(field, &n, sizeof n);
    return n < l->count;
}

static bool has_name(const void *field, const void *arg)
{
    (void)arg;
    return number_of(field) != 0;
}

const struct member_form FORM_NAME = {put_name, get_name, has_name, NULL};

/* Records in records */

static bool has_record(const void *field, const void *arg)
{
    const struct record *r = arg;
    const struct member *first = r->members;
    if (r->is_set)
        return r->is_set(field);
    return first->form->is_set((const char *)field + first->offset, first->arg);
}

static void put_record(struct json_writer *w, const void *field, const void *arg)
{
    record_put(w, arg, field);
}

static bool get_record(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    const struct record *record = arg;
    struct json_reader json = json_reader_of(r->arena, v.raw);
    if (v.kind != JSON_KIND_OBJECT)
        return v.kind == JSON_KIND_NULL;
    get_members(r, &json, record, field);
    return !r->bad && (!record->makes_sense || record->makes_sense(field));
}

static bool add_record(void *to, const void *from, const void *arg)
{
    return record_add(arg, to, from);
}

const struct member_form FORM_RECORD = {put_record, get_record, has_record, add_record};

/* Lists. Pointers to items of any type are copied as bytes: all are alike on the machines that we
 * know, but C does not let one be read as a pointer to another type. */

struct list {
    char *items;
    uint32_t count;
};

static struct list list_at(const void *field)
{
    struct list l;
    memcpy(&l.items, field, sizeof l.items);
    memcpy(&l.count, (const char *)field + sizeof l.items, sizeof l.count);
    return l;
}

static void *item_value(const struct list *l, uint32_t i, const struct list_of *of)
{
    return l->items + i * of->size + of->value.offset;
}

static struct str *item_name(const struct list *l, uint32_t i, const struct list_of *of)
{
    return (struct str *)(void *)(l->items + i * of->size + of->name);
}

static void put_list(struct json_writer *w, const void *field, const void *arg)
{
    const struct list_of *of = arg;
    struct list l = list_at(field);
    json_array_open(w);
    for (uint32_t i = 0; i < l.count; i++)
        of->value.form->put(w, item_value(&l, i, of), of->value.arg);
    json_array_close(w);
}

static void put_map(struct json_writer *w, const void *field, const void *arg)
{
    const struct list_of *of = arg;
    struct list l = list_at(field);
    json_object_open(w);
    for (uint32_t i = 0; i < l.count; i++) {
        json_key(w, *item_name(&l, i, of));
        of->value.form->put(w, item_value(&l, i, of), of->value.arg);
    }
    json_object_close(w);
}

/* Its pointer is not NULL: an empty list is there. */
static struct list empty_list(struct arena *a, const struct list_of *of)
{
    return (struct list){arena_alloc(a, of->size), 0};
}

/* Read the next item of the list. */
static bool add_item(struct record_reader *r, struct json_value v, const struct list_of *of,
                     struct list *l)
{
    uint32_t n = l->count++;
    if (n == 0 || (n >= 4 && (n & (n - 1)) == 0)) /* as ARENA_PUSH has it */
        l->items = arena_grow_array(r->arena, l->items, n, n ? 2 * (size_t)n : 4, of->size);
    memset(l->items + n * of->size, 0, of->size);
    return v.kind != JSON_KIND_NULL &&
           of->value.form->get(r, v, of->value.arg, item_value(l, n, of));
}

static void set_list(void *field, const struct list *l)
{
    memcpy(field, &l->items, sizeof l->items);
    memcpy((char *)field + sizeof l->items, &l->count, sizeof l->count);
}

static bool get_list(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    struct json_reader json = json_reader_of(r->arena, v.raw);
    struct list l = empty_list(r->arena, arg);
    if (v.kind != JSON_KIND_ARRAY)
        return v.kind == JSON_KIND_NULL;
    for (struct json_value item; json_next_item(&json, &item);)
        if (!add_item(r, item, arg, &l))
            return false;
    set_list(field, &l);
    return true;
}

static bool get_map(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    struct json_reader json = json_reader_of(r->arena, v.raw);
    struct list l = empty_list(r->arena, arg);
    struct str name;
    if (v.kind != JSON_KIND_OBJECT)
        return v.kind == JSON_KIND_NULL;
    for (struct json_value item; json_next(&json, &name, &item);) {
        bool good = add_item(r, item, arg, &l);
        *item_name(&l, l.count - 1, arg) = name;
        if (!good) {
            note_inside(r, name);
            return false;
        }
    }
    set_list(field, &l);
    return true;
}

static bool has_items(const void *field, const void *arg)
{
    (void)arg;
    return list_at(field).count > 0;
}

static bool add_to_item(const struct list *sum, const struct list *more, uint32_t i,
                        const struct list_of *of)
{
    return of->value.form->add(item_value(sum, i, of), item_value(more, i, of), of->value.arg);
}

static bool add_list(void *to, const void *from, const void *arg)
{
    struct list sum = list_at(to), more = list_at(from);
    if (sum.count != more.count)
        return false;
    for (uint32_t i = 0; i < sum.count; i++)
        if (!add_to_item(&sum, &more, i, arg))
            return false;
    return true;
}

static bool add_map(void *to, const void *from, const void *arg)
{
    struct list sum = list_at(to), more = list_at(from);
    for (uint32_t i = 0; i < sum.count && i < more.count; i++)
        if (!str_eq(*item_name(&sum, i, arg), *item_name(&more, i, arg)))
            return false;
    return add_list(to, from, arg);
}

const struct member_form FORM_LIST = {put_list, get_list, has_items, add_list};
const struct member_form FORM_MAP = {put_map, get_map, has_items, add_map};

/* A pointer to a struct is a list of one. */

static struct list pointed_at(const void *field)
{
    struct list l = {NULL, 1};
    memcpy(&l.items, field, sizeof l.items);
    return l;
}

static bool is_pointed_at(const void *field, const void *arg)
{
    (void)arg;
    return pointed_at(field).items != NULL;
}

static void put_pointed_at(struct json_writer *w, const void *field, const void *arg)
{
    const struct list_of *of = arg;
    struct list l = pointed_at(field);
    of->value.form->put(w, item_value(&l, 0, of), of->value.arg);
}

static bool get_pointed_at(struct record_reader *r, struct json_value v, const void *arg,
                           void *field)
{
    struct list l = {NULL, 0};
    if (v.kind == JSON_KIND_NULL)
        return true;
    bool good = add_item(r, v, arg, &l);
    memcpy(field, &l.items, sizeof l.items);
    return good;
}

static bool add_pointed_at(void *to, const void *from, const void *arg)
{
    struct list sum = pointed_at(to), more = pointed_at(from);
    if (!sum.items || !more.items)
        return sum.items == more.items;
    return add_to_item(&sum, &more, 0, arg);
}

const struct member_form FORM_OPTIONAL = {put_pointed_at, get_pointed_at, is_pointed_at,
                                          add_pointed_at};

/* Counts */

static void *place_of(const void *field, uint32_t i, const struct counts_of *of)
{
    return (char *)(uintptr_t)field + i * of->size;
}

static void put_counts(struct json_writer *w, const void *field, const void *arg)
{
    const struct counts_of *of = arg;
    json_object_open(w);
    for (uint32_t i = 0; i < of->names->count; i++)
        if (of->form->is_set(place_of(field, i, of), of->arg)) {
            json_key(w, str_from(of->names->names[i]));
            of->form->put(w, place_of(field, i, of), of->arg);
        }
    json_object_close(w);
}

static bool get_counts(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    const struct counts_of *of = arg;
    struct json_reader json = json_reader_of(r->arena, v.raw);
    struct str name;
    if (v.kind != JSON_KIND_OBJECT)
        return v.kind == JSON_KIND_NULL;
    for (struct json_value count; json_next(&json, &name, &count);) {
        uint32_t i = name_list_find(of->names, name);
        if (i == of->names->count || count.kind == JSON_KIND_NULL ||
            !of->form->get(r, count, of->arg, place_of(field, i, of))) {
            note_inside(r, name);
            return false;
        }
    }
    return true;
}

static bool has_counts(const void *field, const void *arg)
{
    const struct counts_of *of = arg;
    for (uint32_t i = 0; i < of->names->count; i++)
        if (of->form->is_set(place_of(field, i, of), of->arg))
            return true;
    return false;
}

static bool add_counts(void *to, const void *from, const void *arg)
{
    const struct counts_of *of = arg;
    for (uint32_t i = 0; i < of->names->count; i++)
        if (!of->form->add(place_of(to, i, of), place_of(from, i, of), of->arg))
            return false;
    return true;
}

const struct member_form FORM_COUNTS = {put_counts, get_counts, has_counts, add_counts};

/* Rows of counts */

static void put_row(struct json_writer *w, const void *field, const void *arg)
{
    const uint64_t *counts = field;
    json_array_open(w);
    for (uint32_t i = 0; i < *(const uint32_t *)arg; i++)
        json_put_int(w, (int64_t)counts[i]);
    json_array_close(w);
}

static bool get_row(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    struct json_reader list = json_reader_of(r->arena, v.raw);
    struct json_value item;
    uint64_t *counts = field;
    uint32_t n = 0, count = *(const uint32_t *)arg;
    if (v.kind != JSON_KIND_ARRAY)
        return v.kind == JSON_KIND_NULL;
    while (json_next_item(&list, &item))
        if (n == count || !json_count(item, UINT32_MAX, &counts[n++]))
            return false;
    return n == count;
}

static bool has_row(const void *field, const void *arg)
{
    const uint64_t *counts = field;
    for (uint32_t i = 0; i < *(const uint32_t *)arg; i++)
        if (counts[i])
            return true;
    return false;
}

static bool add_row(void *to, const void *from, const void *arg)
{
    uint64_t *sums = to;
    const uint64_t *counts = from;
    for (uint32_t i = 0; i < *(const uint32_t *)arg; i++)
        sums[i] += counts[i];
    return true;
}

const struct member_form FORM_ROW = {put_row, get_row, has_row, add_row};
