/* breakdown.c: adding verdicts up by what their seeds are. */
#include "report/html/breakdown.h"

#include "report/tally.h"
#include "spider/hardness.h"

enum { MAX_HARDNESS = 64 };

uint32_t relation_number(const struct robustness *sums, struct str id)
{
    uint32_t i = 0;
    while (i + 1 < sums->relations.count && !str_eq(sums->relations.items[i].label, id))
        i++;
    return i;
}

/* Listing */

static void list_elements(struct breakdown *b, sql_element_set elements)
{
    for (enum sql_element i = 0; i < SQL_N_ELEMENTS; i++)
        if (sql_element_in(elements, i))
            text_list_add(&b->elements, &b->arena, sql_element_name(i));
}

static void list_type(struct breakdown *b, const struct diagnosis *d)
{
    uint32_t type = text_list_add(&b->types, &b->arena, error_type_name(d->type));
    uint32_t label = text_list_add(&b->types, &b->arena, error_label(d));
    b->type_above[type] = type;
    b->type_above[label] = type;
}

static void list_error(struct breakdown *b, const struct verdict *c)
{
    struct str clauses[CLAUSES_MAX];
    uint32_t n = clauses_of(&b->arena, &c->diagnosis, clauses);
    for (uint32_t i = 0; i < n; i++)
        text_list_add(&b->clauses, &b->arena, clauses[i]);
    if (c->diagnosis.type != ERROR_NONE)
        list_type(b, &c->diagnosis);
}

/* Spider's levels first, in their order, then others in the order found. */
static void list_names(struct breakdown *b, const struct scores *s)
{
    for (int h = 0; h < N_HARDNESS; h++)
        text_list_add(&b->hardness, &b->arena, hardness_name((enum hardness)h));
    b->seed_hardness = ARENA_ARRAY(&b->arena, uint32_t, s->n_seeds);
    b->seed_database = ARENA_ARRAY(&b->arena, uint32_t, s->n_seeds);
    for (uint32_t i = 0; i < s->n_seeds; i++) {
        const struct seed_verdict *seed = &s->seeds[i];
        b->seed_hardness[i] = text_list_add(&b->hardness, &b->arena, seed->hardness);
        b->seed_database[i] = text_list_add(&b->databases, &b->arena, seed->db_id);
        list_elements(b, seed->elements);
    }
    for (uint32_t i = 0; i < s->n_cases; i++)
        if (cause_is_error(s->cases[i].cause))
            list_error(b, &s->cases[i]);
}

/* Adding up */

static void add_counts(struct judged_errors *to, struct judged_errors t)
{
    to->judged += t.judged;
    to->errors += t.errors;
}

static void add_elements(struct breakdown *b, sql_element_set elements, struct judged_errors t)
{
    for (enum sql_element i = 0; i < SQL_N_ELEMENTS && t.judged > 0; i++)
        if (sql_element_in(elements, i))
            add_counts(&b->by_element[text_list_add(&b->elements, &b->arena, sql_element_name(i))],
                       t);
}

static struct judged_errors *cell_of(const struct breakdown *b, uint32_t relation,
                                     uint32_t hardness)
{
    uint32_t column = hardness == TEXT_NONE ? b->hardness.count : hardness;
    return &b->by_cell[(size_t)relation * (b->hardness.count + 1) + column];
}

/* Add the cases of one seed, which are adjacent. Returns the place after them. */
static uint32_t add_seed_cases(struct breakdown *b, const struct scores *s,
                               const struct robustness *sums, uint32_t first)
{
    uint32_t seed = s->cases[first].seed, i = first;
    struct judged_errors all = {0, 0};
    for (; i < s->n_cases && s->cases[i].seed == seed; i++) {
        const struct verdict *c = &s->cases[i];
        struct judged_errors t = {cause_is_judged(c->cause), cause_is_error(c->cause)};
        add_counts(cell_of(b, relation_number(sums, c->relation), b->seed_hardness[seed]), t);
        add_counts(&all, t);
    }
    if (b->seed_database[seed] != TEXT_NONE)
        add_counts(&b->by_database[b->seed_database[seed]], all);
    add_elements(b, s->seeds[seed].elements, all);
    return i;
}

static struct judged_errors *counts_for(struct breakdown *b, size_t n)
{
    return arena_zalloc(&b->arena, (n ? n : 1) * sizeof(struct judged_errors));
}

enum status breakdown_of(struct breakdown *b, const struct scores *s, const struct robustness *sums,
                         struct err *e)
{
    memset(b, 0, sizeof *b);
    list_names(b, s);
    if (b->hardness.count > MAX_HARDNESS)
        return err_set(e, E_LIMIT, "more than %d levels of hardness", MAX_HARDNESS);
    b->by_database = counts_for(b, b->databases.count);
    b->by_element = counts_for(b, b->elements.count);
    b->by_cell = counts_for(b, (size_t)sums->relations.count * (b->hardness.count + 1));
    for (uint32_t i = 0; i < s->n_cases;)
        i = add_seed_cases(b, s, sums, i);
    return OK;
}

void breakdown_release(struct breakdown *b)
{
    arena_release(&b->arena);
}

/* JSON */

static void put_types_above(struct json_writer *w, const struct breakdown *b)
{
    json_key_array(w, "typeAbove");
    for (uint32_t i = 0; i < b->types.count; i++)
        json_put_int(w, b->type_above[i]);
    json_array_close(w);
}

static void put_all_counts(struct json_writer *w, const char *key, const struct judged_errors *t,
                           uint32_t n)
{
    json_key_array(w, key);
    for (uint32_t i = 0; i < n; i++)
        number_pair_json(w, t[i].judged, t[i].errors);
    json_array_close(w);
}

static void put_cells(struct json_writer *w, const struct breakdown *b,
                      const struct robustness *sums)
{
    uint32_t columns = b->hardness.count + 1;
    json_key_array(w, "cells");
    for (uint32_t i = 0; i < sums->relations.count * columns; i++) {
        if (b->by_cell[i].judged == 0)
            continue;
        json_array_open(w);
        json_put_int(w, i / columns);
        json_put_int(w, i % columns == b->hardness.count ? -1 : (int64_t)(i % columns));
        json_put_int(w, (int64_t)b->by_cell[i].judged);
        json_put_int(w, (int64_t)b->by_cell[i].errors);
        json_array_close(w);
    }
    json_array_close(w);
}

void breakdown_json(struct json_writer *w, const struct breakdown *b, const struct robustness *sums)
{
    text_list_json(w, "hardness", &b->hardness);
    text_list_json(w, "databases", &b->databases);
    text_list_json(w, "types", &b->types);
    put_types_above(w, b);
    text_list_json(w, "clauses", &b->clauses);
    text_list_json(w, "elements", &b->elements);
    put_cells(w, b, sums);
    put_all_counts(w, "byDatabase", b->by_database, b->databases.count);
    put_all_counts(w, "byElement", b->by_element, b->elements.count);
}
