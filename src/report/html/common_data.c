/* common_data.c: what all pages have in their data. */
#include "report/html/common_data.h"

#include "relation/relation.h"
#include "score/scores_walk.h"

/* Rows by the table of their fields */

#define NOTHING_number TEXT_NONE
#define NOTHING_name                                                                               \
    {                                                                                              \
        NULL, 0                                                                                    \
    }
#define NOTHING_list                                                                               \
    {                                                                                              \
        NULL, 0                                                                                    \
    }

const struct seed_row SEED_ROW_EMPTY = {
#define SEED_FIELD(name, kind) .name = NOTHING_##kind,
#include "report/html/case_field.def"
};

const struct case_row CASE_ROW_EMPTY = {
#define CASE_FIELD(name, kind)  .name = NOTHING_##kind,
#define CASE_DETAIL(name, kind) .name = NOTHING_##kind,
#include "report/html/case_field.def"
};

const struct outcome_row OUTCOME_ROW_EMPTY = {
#define OUTCOME_FIELD(name, kind) .name = NOTHING_##kind,
#include "report/html/case_field.def"
};

static void put_number(struct json_writer *w, row_number number)
{
    text_number_json(w, number);
}

static void put_name(struct json_writer *w, row_name name)
{
    json_put_str(w, name);
}

static void put_list(struct json_writer *w, row_list list)
{
    json_array_open(w);
    for (uint32_t i = 0; i < list.count; i++)
        put_number(w, list.items[i]);
    json_array_close(w);
}

void seed_row_json(struct json_writer *w, const struct seed_row *row)
{
#define SEED_FIELD(name, kind) put_##kind(w, row->name);
#include "report/html/case_field.def"
}

void case_row_json(struct json_writer *w, const struct case_row *row, bool details)
{
#define CASE_FIELD(name, kind) put_##kind(w, row->name);
#include "report/html/case_field.def"
    if (!details)
        return;
#define CASE_DETAIL(name, kind) put_##kind(w, row->name);
#include "report/html/case_field.def"
}

void outcome_row_json(struct json_writer *w, const struct outcome_row *row)
{
#define OUTCOME_FIELD(name, kind) put_##kind(w, row->name);
#include "report/html/case_field.def"
}

/* Members */

void causes_json(struct json_writer *w)
{
    json_key_array(w, "causes");
    for (int c = 0; c < N_CAUSES; c++) {
        json_array_open(w);
        json_put_str(w, str_from(cause_name((enum cause)c)));
        json_put_bool(w, cause_is_judged((enum cause)c));
        json_array_close(w);
    }
    json_array_close(w);
}

/* Consecutive numbers. */
struct number_range {
    uint32_t first, last;
    bool any;
};

static void put_range(struct json_writer *w, const struct number_range *r)
{
    if (r->any)
        number_pair_json(w, r->first, r->last);
}

static void add_number(struct json_writer *w, struct number_range *r, uint32_t number)
{
    if (r->any && number == r->last + 1) {
        r->last = number;
        return;
    }
    put_range(w, r);
    *r = (struct number_range){number, number, true};
}

void seed_numbers_json(struct json_writer *w, const struct scores *s)
{
    struct number_range range = {.any = false};
    struct scores_walk walk = scores_walk(s);
    json_key_array(w, "numbers");
    for (const struct scores *batch; (batch = scores_walk_next(&walk));)
        for (uint32_t i = 0; i < batch->n_seeds; i++)
            add_number(w, &range, batch->seeds[i].number);
    put_range(w, &range);
    json_array_close(w);
}

void relation_json(struct json_writer *w, struct str id)
{
    const struct relation *known = relation_find(id);
    text_pair_json(w, id, str_from(known ? known->name : ""));
}

struct number_list element_numbers(struct text_list *names, struct arena *a,
                                   sql_element_set elements)
{
    struct number_list out = {ARENA_ARRAY(a, uint32_t, SQL_N_ELEMENTS), 0};
    for (enum sql_element i = 0; i < SQL_N_ELEMENTS; i++)
        if (sql_element_in(elements, i))
            out.items[out.count++] = text_list_add(names, a, sql_element_name(i));
    return out;
}
