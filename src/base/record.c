/* record.c: walking a table of members; the forms that many records share. */
#include "base/record.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void record_put_members(struct json_writer *w, const struct record *r, const void *it)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        const void *field = (const char *)it + m->offset;
        if (m->presence == MEMBER_WHERE_SET && !m->form->is_set(field, m->arg))
            continue;
        json_key(w, str_from(m->name));
        m->form->put(w, field, m->arg);
    }
}

void record_put(struct json_writer *w, const struct record *r, const void *it)
{
    json_object_open(w);
    record_put_members(w, r, it);
    json_object_close(w);
}

const char *record_get(struct json_reader *json, const struct record *r, void *it)
{
    struct str names[RECORD_MAX_MEMBERS];
    struct json_value values[RECORD_MAX_MEMBERS];
    const char *bad = NULL;
    assert(r->count <= RECORD_MAX_MEMBERS);
    for (size_t i = 0; i < r->count; i++)
        names[i] = str_from(r->members[i].name);
    json_members(json, names, r->count, values);
    for (size_t i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        if (values[i].raw.ptr &&
            !m->form->get(json->arena, values[i], m->arg, (char *)it + m->offset) && !bad)
            bad = m->name;
    }
    return bad;
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

static bool get_text(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)arg;
    *(struct str *)field = json_text(a, v);
    return true;
}

static bool get_any_text(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)arg;
    *(struct str *)field = json_any_text(a, v);
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

static bool get_json(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)a, (void)arg;
    *(struct str *)field = v.kind == JSON_KIND_NULL ? STR_NONE : v.raw;
    return true;
}

static bool has_json(const void *field, const void *arg)
{
    (void)arg;
    return ((const struct str *)field)->ptr != NULL;
}

const struct member_form FORM_TEXT = {put_text, get_text, has_text};
const struct member_form FORM_ANY_TEXT = {put_text, get_any_text, has_text};
const struct member_form FORM_JSON = {put_json, get_json, has_json};

/* Numbers. What is none, or out of range, leaves the field as it was. */

static void put_u32(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_int(w, *(const uint32_t *)field);
}

static bool get_u32(struct arena *a, struct json_value v, const void *arg, void *field)
{
    uint64_t n;
    (void)a, (void)arg;
    if (json_count(v, UINT32_MAX, &n))
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

static bool get_u64(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)a, (void)arg;
    json_count(v, INT64_MAX, field);
    return true;
}

static bool has_u64(const void *field, const void *arg)
{
    (void)arg;
    return *(const uint64_t *)field != 0;
}

static void put_number(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_double(w, *(const double *)field);
}

static bool get_number(struct arena *a, struct json_value v, const void *arg, void *field)
{
    double x;
    (void)a, (void)arg;
    if (json_number(v, &x) && isfinite(x))
        *(double *)field = x;
    return true;
}

static bool has_number(const void *field, const void *arg)
{
    (void)arg;
    return *(const double *)field != 0;
}

static bool get_share(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)a, (void)arg;
    *(double *)field = json_share(v);
    return true;
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

static bool get_flag(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)a, (void)arg;
    *(bool *)field = v.kind == JSON_KIND_TRUE;
    return true;
}

static bool is_true(const void *field, const void *arg)
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

static bool get_hex(struct arena *a, struct json_value v, const void *arg, void *field)
{
    char text[17] = "";
    struct str hex = json_text(a, v);
    (void)arg;
    if (hex.ptr && hex.len < sizeof text)
        memcpy(text, hex.ptr, hex.len);
    *(uint64_t *)field = strtoull(text, NULL, 16);
    return true;
}

const struct member_form FORM_U32 = {put_u32, get_u32, has_u32};
const struct member_form FORM_U64 = {put_u64, get_u64, has_u64};
const struct member_form FORM_NUMBER = {put_number, get_number, has_number};
const struct member_form FORM_SHARE = {put_number, get_share, has_share};
const struct member_form FORM_FLAG = {put_flag, get_flag, is_true};
const struct member_form FORM_HEX = {put_hex, get_hex, has_u64};

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

static bool get_name(struct arena *a, struct json_value v, const void *arg, void *field)
{
    const struct name_list *l = arg;
    unsigned n = name_list_find(l, json_text(a, v));
    if (n < l->count)
        memcpy(field, &n, sizeof n);
    return n < l->count;
}

static bool has_name(const void *field, const void *arg)
{
    (void)arg;
    return number_of(field) != 0;
}

const struct member_form FORM_NAME = {put_name, get_name, has_name};
