/* verdict.c: the members of verdicts in JSON. */
#include "score/verdict.h"

#include <math.h>
#include <stddef.h>

const struct verdict VERDICT_EMPTY = {
    .naturalness = -1, .seed_naturalness = -1, .message = STR_INIT("")};

/* Limits of an excerpt; a file with a larger one makes no sense. */
enum { SHOWN_ROWS = 5, SHOWN_COLUMNS = 20, SHOWN_TEXT = 200 };

/* Causes */

static const char *const NAMES[] = {
#define CAUSE(id, name, judged) [CAUSE_##id] = (name),
#include "score/cause.def"
#undef CAUSE
};

static const bool JUDGED[] = {
#define CAUSE(id, name, judged) [CAUSE_##id] = (judged),
#include "score/cause.def"
#undef CAUSE
};

const struct name_list CAUSE_NAMES = NAMES_OF(NAMES);

const char *cause_name(enum cause c)
{
    return NAMES[c];
}

bool cause_is_judged(enum cause c)
{
    return JUDGED[c];
}

bool cause_is_error(enum cause c)
{
    return JUDGED[c] && c != CAUSE_CONSISTENT;
}

/* Truths: true, false, or null for unknown */

static void put_truth(struct json_writer *w, const void *field, const void *arg)
{
    enum truth t = *(const enum truth *)field;
    (void)arg;
    if (t == UNKNOWN)
        json_put_null(w);
    else
        json_put_bool(w, t == YES);
}

static bool get_truth(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    (void)r, (void)arg;
    *(enum truth *)field = v.kind == JSON_KIND_TRUE    ? YES
                           : v.kind == JSON_KIND_FALSE ? NO
                                                       : UNKNOWN;
    return *(enum truth *)field != UNKNOWN || v.kind == JSON_KIND_NULL;
}

static bool has_truth(const void *field, const void *arg)
{
    (void)arg;
    return *(const enum truth *)field != UNKNOWN;
}

static const struct member_form FORM_TRUTH = {put_truth, get_truth, has_truth, NULL};

/* Sets: an array of names. The member's `arg` is the struct name_list; fields are uint32_t. */

static void put_set(struct json_writer *w, const void *field, const void *arg)
{
    const struct name_list *l = arg;
    uint32_t set = *(const uint32_t *)field;
    json_array_open(w);
    for (uint32_t i = 0; i < l->count; i++)
        if (set >> i & 1)
            json_put_str(w, str_from(l->names[i]));
    json_array_close(w);
}

static bool get_set(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    const struct name_list *l = arg;
    struct json_reader items = json_reader_of(r->arena, v.raw);
    uint32_t set = 0;
    if (v.kind != JSON_KIND_ARRAY)
        return v.kind == JSON_KIND_NULL;
    for (struct json_value item; json_next_item(&items, &item);) {
        uint32_t i = name_list_find(l, json_text(r->arena, item));
        if (i == l->count)
            return false;
        set |= (uint32_t)1 << i;
    }
    *(uint32_t *)field = set;
    return true;
}

static bool has_set(const void *field, const void *arg)
{
    (void)arg;
    return *(const uint32_t *)field != 0;
}

static const struct member_form FORM_SET = {put_set, get_set, has_set, NULL};

/* Diagnosis */

#define FIELD(name) offsetof(struct difference, name)

static const struct member DIFFERENCE_MEMBERS[] = {
    {"clause", &FORM_NAME, FIELD(clause), MEMBER_ALWAYS, &SQL_CLAUSE_NAMES},
    {"depth", &FORM_U32, FIELD(depth), MEMBER_ALWAYS, NULL},
    {"path", &FORM_TEXT, FIELD(path), MEMBER_WHERE_SET, NULL},
    {"kinds", &FORM_SET, FIELD(kinds), MEMBER_ALWAYS, &DIFFERENCE_NAMES},
    {"before", &FORM_TEXT, FIELD(before), MEMBER_ALWAYS, NULL},
    {"after", &FORM_TEXT, FIELD(after), MEMBER_ALWAYS, NULL},
};

#undef FIELD

static const struct record DIFFERENCE_RECORD = RECORD_OF(DIFFERENCE_MEMBERS);

void differences_json(struct json_writer *w, const struct diagnosis *d)
{
    json_array_open(w);
    for (uint32_t i = 0; i < d->n_items; i++)
        record_put(w, &DIFFERENCE_RECORD, &d->items[i]);
    json_array_close(w);
}

static void put_differences(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    differences_json(w, field);
}

static bool get_differences(struct record_reader *r, struct json_value v, const void *arg,
                            void *field)
{
    struct diagnosis *d = field;
    struct json_reader items = json_reader_of(r->arena, v.raw);
    (void)arg;
    if (v.kind != JSON_KIND_ARRAY)
        return v.kind == JSON_KIND_NULL;
    for (struct json_value item; json_next_item(&items, &item);) {
        struct difference one = {.path = STR(""), .before = STR(""), .after = STR("")};
        struct json_reader json = json_reader_of(r->arena, item.raw);
        if (item.kind != JSON_KIND_OBJECT || record_get(&json, &DIFFERENCE_RECORD, &one))
            return false;
        ARENA_ADD(r->arena, d->items, d->n_items, one);
    }
    return true;
}

static bool has_diagnosis(const void *field, const void *arg)
{
    (void)arg;
    return ((const struct diagnosis *)field)->type != ERROR_NONE;
}

static const struct member_form FORM_DIFFERENCES = {put_differences, get_differences, has_diagnosis,
                                                    NULL};

struct diagnosis diagnosis_copy(struct arena *a, const struct diagnosis *d)
{
    struct diagnosis copy = *d;
    copy.items = ARENA_ARRAY(a, struct difference, d->n_items);
    for (uint32_t i = 0; i < d->n_items; i++) {
        copy.items[i] = d->items[i];
        copy.items[i].path = arena_str(a, d->items[i].path);
        copy.items[i].before = arena_str(a, d->items[i].before);
        copy.items[i].after = arena_str(a, d->items[i].after);
    }
    return copy;
}

/* Rows */

/* Text is cut. A value that JSON cannot say is the text that SQLite's shell shows. */
static void show_value(struct rows *out, struct arena *a, const struct value *v, struct value *to)
{
    *to = *v;
    if (v->type == VALUE_TEXT)
        rows_set_text(out, a, to,
                      str_slice(value_bytes(v), 0, v->len < SHOWN_TEXT ? v->len : SHOWN_TEXT));
    else if (v->type == VALUE_BLOB)
        rows_set_text(out, a, to, STR("(bytes)"));
    else if (v->type == VALUE_REAL && isinf(v->real))
        rows_set_text(out, a, to, v->real < 0 ? STR("-Inf") : STR("Inf"));
}

struct excerpt excerpt_of(struct arena *a, const struct query_result *answer)
{
    const struct rows *all = &answer->rows;
    struct excerpt x = {.known = answer->outcome == QUERY_ROWS};
    if (!x.known)
        return x;
    x.n_rows = all->n_rows;
    rows_init(&x.rows, all->n_columns < SHOWN_COLUMNS ? all->n_columns : SHOWN_COLUMNS);
    for (size_t i = 0; i < all->n_rows && i < SHOWN_ROWS; i++) {
        struct value *row = rows_add(&x.rows, a);
        for (uint32_t c = 0; c < x.rows.n_columns; c++)
            show_value(&x.rows, a, rows_at(all, i, c), &row[c]);
    }
    return x;
}

void excerpt_value_json(struct json_writer *w, const struct value *v)
{
    switch (v->type) {
    case VALUE_NULL:
    case VALUE_BLOB: /* an excerpt has none */
        json_put_null(w);
        break;
    case VALUE_INTEGER:
        json_put_int(w, v->integer);
        break;
    case VALUE_REAL:
        json_put_double(w, v->real);
        break;
    case VALUE_TEXT:
        json_put_str(w, value_bytes(v));
        break;
    }
}

void excerpt_json(struct json_writer *w, const struct excerpt *x)
{
    json_object_open(w);
    json_key_count(w, "n", x->n_rows);
    json_key(w, STR("rows"));
    json_array_open(w);
    for (size_t i = 0; i < x->rows.n_rows; i++) {
        json_array_open(w);
        for (uint32_t c = 0; c < x->rows.n_columns; c++)
            excerpt_value_json(w, rows_at(&x->rows, i, c));
        json_array_close(w);
    }
    json_array_close(w);
    json_object_close(w);
}

static void put_excerpt(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    excerpt_json(w, field);
}

static bool get_cell(struct rows *rows, struct arena *a, struct json_value v, struct value *out)
{
    *out = (struct value){.type = VALUE_NULL};
    switch (v.kind) {
    case JSON_KIND_NULL:
        return true;
    case JSON_KIND_NUMBER:
        out->type = VALUE_INTEGER;
        if (json_integer(v, &out->integer))
            return true;
        out->type = VALUE_REAL;
        return json_number(v, &out->real) && isfinite(out->real);
    case JSON_KIND_STRING:
        rows_set_text(rows, a, out, json_text(a, v));
        return out->len <= 3 * SHOWN_TEXT; /* U+FFFD is three bytes for one */
    default:
        return false;
    }
}

/* All rows are as wide as the first, and there are at most SHOWN_ROWS. */
static bool get_excerpt_row(struct excerpt *x, struct arena *a, struct json_value row)
{
    size_t n = json_item_count(row);
    if (row.kind != JSON_KIND_ARRAY || n > SHOWN_COLUMNS || x->rows.n_rows == SHOWN_ROWS)
        return false;
    if (x->rows.n_rows == 0)
        rows_init(&x->rows, (uint32_t)n);
    if (n != x->rows.n_columns)
        return false;
    struct json_reader items = json_reader_of(a, row.raw);
    struct value *values = rows_add(&x->rows, a);
    for (struct json_value v; json_next_item(&items, &v); values++)
        if (!get_cell(&x->rows, a, v, values))
            return false;
    return true;
}

static bool get_excerpt(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    struct excerpt *x = field;
    (void)arg;
    if (v.kind != JSON_KIND_OBJECT)
        return v.kind == JSON_KIND_NULL;
    struct json_value rows = json_member(r->arena, v, STR("rows"));
    struct json_reader list = json_reader_of(r->arena, rows.raw);
    x->known = rows.kind == JSON_KIND_ARRAY &&
               json_count(json_member(r->arena, v, STR("n")), INT64_MAX, &x->n_rows);
    for (struct json_value row; x->known && json_next_item(&list, &row);)
        x->known = get_excerpt_row(x, r->arena, row);
    return x->known && x->rows.n_rows <= x->n_rows;
}

static bool has_excerpt(const void *field, const void *arg)
{
    (void)arg;
    return ((const struct excerpt *)field)->known;
}

static const struct member_form FORM_EXCERPT = {put_excerpt, get_excerpt, has_excerpt, NULL};

/* Verdicts */

#define FIELD(name) offsetof(struct verdict, name)

static const struct member VERDICT_MEMBERS[] = {
    {"id", &FORM_TEXT, FIELD(id), MEMBER_ALWAYS, NULL},
    {"seed", &FORM_U32, FIELD(seed_number), MEMBER_ALWAYS, NULL},
    {"digest", &FORM_HEX, FIELD(digest), MEMBER_WHERE_SET, NULL},
    {"naturalness", &FORM_SHARE, FIELD(naturalness), MEMBER_WHERE_SET, NULL},
    {"seed_naturalness", &FORM_SHARE, FIELD(seed_naturalness), MEMBER_WHERE_SET, NULL},
    {"overlap", &FORM_RECORD, FIELD(overlap), MEMBER_WHERE_SET, &OVERLAP_RECORD},
    {"family", &FORM_TEXT, FIELD(family), MEMBER_WHERE_SET, NULL},
    {"relation", &FORM_TEXT, FIELD(relation), MEMBER_ALWAYS, NULL},
    {"cause", &FORM_NAME, FIELD(cause), MEMBER_ALWAYS, &CAUSE_NAMES},
    {"flaky", &FORM_FLAG, FIELD(flaky), MEMBER_WHERE_SET, NULL},
    {"proved_on_empty", &FORM_FLAG, FIELD(on_empty), MEMBER_WHERE_SET, NULL},
    {"consistent_exact", &FORM_TRUTH, FIELD(consistent.exact), MEMBER_ALWAYS, NULL},
    {"consistent_execution", &FORM_TRUTH, FIELD(consistent.execution), MEMBER_ALWAYS, NULL},
    {"consistent_strict", &FORM_TRUTH, FIELD(consistent.strict), MEMBER_WHERE_SET, NULL},
    {"right_exact", &FORM_TRUTH, FIELD(right.exact), MEMBER_ALWAYS, NULL},
    {"right_execution", &FORM_TRUTH, FIELD(right.execution), MEMBER_ALWAYS, NULL},
    {"gold_timeout", &FORM_FLAG, FIELD(gold_late), MEMBER_WHERE_SET, NULL},
    {"message", &FORM_TEXT, FIELD(message), MEMBER_WHERE_SET, NULL},
    {"ms", &FORM_NUMBER, FIELD(ms), MEMBER_WHERE_SET, NULL},
    {"prompt_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_PROMPT},
    {"completion_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_COMPLETION},
    {"reasoning_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_REASONING},
    {"type", &FORM_NAME, FIELD(diagnosis.type), MEMBER_WHERE_SET, &ERROR_TYPE_NAMES},
    {"kind", &FORM_NAME, FIELD(diagnosis.kind), MEMBER_WHERE_SET, &ERROR_KIND_NAMES},
    {"differences", &FORM_DIFFERENCES, FIELD(diagnosis), MEMBER_WHERE_SET, NULL},
    {"expected", &FORM_TEXT, FIELD(expected), MEMBER_WHERE_SET, NULL},
    {"rows_before", &FORM_EXCERPT, FIELD(rows_before), MEMBER_WHERE_SET, NULL},
    {"rows_after", &FORM_EXCERPT, FIELD(rows_after), MEMBER_WHERE_SET, NULL},
};

#undef FIELD
#define FIELD(name) offsetof(struct seed_verdict, name)

static const struct member SEED_MEMBERS[] = {
    {"seed", &FORM_U32, FIELD(number), MEMBER_ALWAYS, NULL},
    {"db_id", &FORM_TEXT, FIELD(db_id), MEMBER_WHERE_SET, NULL},
    {"hardness", &FORM_TEXT, FIELD(hardness), MEMBER_WHERE_SET, NULL},
    {"element", &FORM_TEXT, FIELD(element), MEMBER_WHERE_SET, NULL},
    {"category", &FORM_TEXT, FIELD(category), MEMBER_WHERE_SET, NULL},
    {"columns", &FORM_U32, FIELD(columns), MEMBER_WHERE_SET, NULL},
    {"elements", &FORM_SET, FIELD(elements), MEMBER_WHERE_SET, &SQL_ELEMENT_NAMES},
    {"answered", &FORM_FLAG, FIELD(answered), MEMBER_ALWAYS, NULL},
    {"fault", &FORM_NAME, FIELD(fault), MEMBER_WHERE_SET, &CAUSE_NAMES},
    {"flaky", &FORM_FLAG, FIELD(flaky), MEMBER_ALWAYS, NULL},
    {"right_exact", &FORM_TRUTH, FIELD(right.exact), MEMBER_ALWAYS, NULL},
    {"right_execution", &FORM_TRUTH, FIELD(right.execution), MEMBER_ALWAYS, NULL},
    {"gold_timeout", &FORM_FLAG, FIELD(gold_late), MEMBER_WHERE_SET, NULL},
    {"message", &FORM_TEXT, FIELD(message), MEMBER_WHERE_SET, NULL},
    {"ms", &FORM_NUMBER, FIELD(ms), MEMBER_WHERE_SET, NULL},
    {"prompt_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_PROMPT},
    {"completion_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_COMPLETION},
    {"reasoning_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_REASONING},
    {"rows_expected", &FORM_EXCERPT, FIELD(rows_expected), MEMBER_WHERE_SET, NULL},
    {"rows_given", &FORM_EXCERPT, FIELD(rows_given), MEMBER_WHERE_SET, NULL},
};

const struct record VERDICT_RECORD = RECORD_OF(VERDICT_MEMBERS);
const struct record SEED_VERDICT_RECORD = RECORD_OF(SEED_MEMBERS);
