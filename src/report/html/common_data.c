/* common_data.c: what all pages have in their data. */
#include "report/html/common_data.h"

#include "relation/relation.h"
#include "score/scores_walk.h"

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
    if (!r->any)
        return;
    json_array_open(w);
    json_put_int(w, r->first);
    json_put_int(w, r->last);
    json_array_close(w);
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
    for (const struct scores *part; (part = scores_walk_next(&walk));)
        for (uint32_t i = 0; i < part->n_seeds; i++)
            add_number(w, &range, part->seeds[i].number);
    put_range(w, &range);
    json_array_close(w);
}

void relation_json(struct json_writer *w, struct str id)
{
    const struct relation *known = relation_find(id);
    json_array_open(w);
    json_put_str(w, id);
    json_put_str(w, str_from(known ? known->name : ""));
    json_array_close(w);
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
