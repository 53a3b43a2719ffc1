/* common_data.c: what all pages have in their data. */
#include "report/html/common_data.h"

#include "relation/relation.h"
#include "report/html/text_list.h"

void causes_json(struct json_writer *w)
{
    json_key(w, STR("causes"));
    json_array_open(w);
    for (int c = 0; c < N_CAUSES; c++) {
        json_array_open(w);
        json_put_str(w, str_from(cause_name((enum cause)c)));
        json_put_bool(w, cause_is_judged((enum cause)c));
        json_array_close(w);
    }
    json_array_close(w);
}

void seed_numbers_json(struct json_writer *w, const struct scores *s)
{
    json_key(w, STR("numbers"));
    json_array_open(w);
    for (uint32_t i = 0, end; i < s->n_seeds; i = end) {
        end = i + 1;
        while (end < s->n_seeds && s->seeds[end].number == s->seeds[end - 1].number + 1)
            end++;
        json_array_open(w);
        json_put_int(w, s->seeds[i].number);
        json_put_int(w, s->seeds[end - 1].number);
        json_array_close(w);
    }
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

void elements_json(struct json_writer *w, struct text_list *names, struct arena *a,
                   sql_element_set elements)
{
    json_array_open(w);
    for (enum sql_element i = 0; i < SQL_N_ELEMENTS; i++)
        if (sql_element_in(elements, i))
            text_number_json(w, text_list_add(names, a, sql_element_name(i)));
    json_array_close(w);
}
