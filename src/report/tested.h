/* tested.h: right answers to canonical questions, by what these test.
 *
 * By element of SQL, by category of elements and by number of columns, as in Tables 1 and 3 of Lent
 * et al. (2021). Every question counts the same, so the figure of a category is the mean of its
 * elements, weighted by their questions. */
#ifndef TEQL_REPORT_TESTED_H
#define TEQL_REPORT_TESTED_H

#include "base/json_writer.h"
#include "report/table.h"
#include "report/tally.h"

/* The seeds that test one thing. */
struct tested_group {
    struct str label, category; /* category: of elements only */
    uint64_t seeds;
    struct share execution, exact; /* right */
};

struct tested_list {
    struct tested_group *items;
    uint32_t count;
};

/* Empty if no seed tests an element. */
struct tested {
    struct tested_list elements, categories; /* in the order found; elements by category */
    struct tested_list columns;              /* of the element SELECT, by number */
    struct tested_group all;
};

/* Add up the seeds that test an element, batch by batch (scores_walk.h). In `a`. */
struct tested tested_begin(void);
void tested_add(struct arena *a, struct tested *t, const struct scores *batch);
void tested_end(struct arena *a, struct tested *t);

/* The place of an element in the list, or the list's count. */
uint32_t tested_place(const struct tested *t, struct str element);

/* Tables for people: elements with their categories; columns. No rows if there is nothing to show.
 */
struct table tested_table(struct arena *a, const struct tested *t);
struct table tested_columns_table(struct arena *a, const struct tested *t);

/* An object: elements, categories and columns with their figures. */
void tested_json(struct json_writer *w, const struct tested *t);

#endif
