/* tested.c: seeds added up by what they test. */
#include "report/tested.h"

#include <stdlib.h>

/* The element by which the paper counts columns. */
static const struct str BY_COLUMNS = STR_INIT("SELECT");

static struct tested_group *group_of(struct arena *a, struct tested_list *l, struct str label)
{
    uint32_t i = 0;
    while (i < l->count && !str_eq(l->items[i].label, label))
        i++;
    if (i == l->count)
        ARENA_ADD(a, l->items, l->count, (struct tested_group){.label = arena_str(a, label)});
    return &l->items[i];
}

static void add_seed_to_group(struct tested_group *g, const struct seed_verdict *s)
{
    g->seeds++;
    share_add(&g->execution, s->right.execution);
    share_add(&g->exact, s->right.exact);
}

static void add_tested_seed(struct arena *a, struct tested *t, const struct seed_verdict *s)
{
    struct str category = s->category.ptr ? s->category : STR("other");
    struct tested_group *element = group_of(a, &t->elements, s->element);
    if (!element->category.ptr)
        element->category = arena_str(a, category);
    add_seed_to_group(element, s);
    add_seed_to_group(group_of(a, &t->categories, category), s);
    if (str_eq(s->element, BY_COLUMNS) && s->columns > 0)
        add_seed_to_group(group_of(a, &t->columns, table_count(a, s->columns)), s);
    add_seed_to_group(&t->all, s);
}

static int by_number(const void *x, const void *y)
{
    const struct tested_group *a = x, *b = y;
    return a->label.len != b->label.len ? (a->label.len < b->label.len ? -1 : 1)
                                        : str_cmp(a->label, b->label);
}

/* Put the elements of each category next to each other. */
static void sort_elements(struct arena *a, struct tested *t)
{
    struct tested_list sorted = {ARENA_ARRAY(a, struct tested_group, t->elements.count), 0};
    for (uint32_t c = 0; c < t->categories.count; c++)
        for (uint32_t i = 0; i < t->elements.count; i++)
            if (str_eq(t->elements.items[i].category, t->categories.items[c].label))
                sorted.items[sorted.count++] = t->elements.items[i];
    t->elements = sorted;
}

struct tested tested_begin(void)
{
    return (struct tested){.all.label = STR("all")};
}

void tested_add(struct arena *a, struct tested *t, const struct scores *batch)
{
    for (uint32_t i = 0; i < batch->n_seeds; i++)
        if (batch->seeds[i].element.len > 0)
            add_tested_seed(a, t, &batch->seeds[i]);
}

void tested_end(struct arena *a, struct tested *t)
{
    if (t->elements.count > 0)
        sort_elements(a, t);
    if (t->columns.count > 0)
        qsort(t->columns.items, t->columns.count, sizeof *t->columns.items, by_number);
}

uint32_t tested_place(const struct tested *t, struct str element)
{
    uint32_t i = 0;
    while (i < t->elements.count && !str_eq(t->elements.items[i].label, element))
        i++;
    return i;
}

/* Tables */

static const struct table_column COLUMNS[] = {
    {"", false}, {"seeds", true}, {"right, %", true}, {"by exact, %", true}};

static void add_row(struct arena *a, struct table *t, const struct tested_group *g, bool indented)
{
    TABLE_ROW(a, t, indented ? arena_printf(a, "  %.*s", STR_ARG(g->label)) : g->label,
              table_count(a, g->seeds), table_percent(a, share_known_rate(g->execution)),
              table_percent(a, share_known_rate(g->exact)));
}

static struct table table_of(const char *title)
{
    return (struct table){.title = title, .columns = COLUMNS, .n_columns = COUNT_OF(COLUMNS)};
}

struct table tested_table(struct arena *a, const struct tested *t)
{
    struct table out = table_of("Right by element that is tested");
    for (uint32_t c = 0; c < t->categories.count; c++) {
        const struct tested_group *category = &t->categories.items[c];
        add_row(a, &out, category, false);
        for (uint32_t i = 0; i < t->elements.count; i++)
            if (str_eq(t->elements.items[i].category, category->label))
                add_row(a, &out, &t->elements.items[i], true);
    }
    if (t->all.seeds > 0)
        add_row(a, &out, &t->all, false);
    out.note = "seeds as the gold query has them, by execution and by exact set match; in a\n"
               "category every seed counts the same";
    return out;
}

struct table tested_columns_table(struct arena *a, const struct tested *t)
{
    struct table out = table_of("Right by number of columns that are asked for");
    for (uint32_t i = 0; i < t->columns.count; i++)
        add_row(a, &out, &t->columns.items[i], false);
    out.note = "seeds that test SELECT and name their columns";
    return out;
}

/* JSON */

static void put_group(struct json_writer *w, const struct tested_group *g)
{
    json_key(w, g->label);
    json_object_open(w);
    if (g->category.ptr)
        json_key_str(w, "category", g->category);
    json_key_count(w, "seeds", g->seeds);
    share_json(w, "right_execution", g->execution);
    share_json(w, "right_exact", g->exact);
    json_object_close(w);
}

static void put_list(struct json_writer *w, const char *name, const struct tested_list *l)
{
    json_key_object(w, name);
    for (uint32_t i = 0; i < l->count; i++)
        put_group(w, &l->items[i]);
    json_object_close(w);
}

void tested_json(struct json_writer *w, const struct tested *t)
{
    json_object_open(w);
    put_list(w, "elements", &t->elements);
    put_list(w, "categories", &t->categories);
    put_list(w, "columns", &t->columns);
    json_object_close(w);
}
