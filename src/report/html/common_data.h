/* common_data.h: rows and members that the data of every page have.
 *
 * A seed, a case and an outcome are arrays, not objects, because there are thousands of them.
 * case_field.def names the places in an array, for C and for the script. On the page, -1 means that
 * there is nothing. */
#ifndef TEQL_REPORT_HTML_COMMON_DATA_H
#define TEQL_REPORT_HTML_COMMON_DATA_H

#include "report/html/text_list.h"
#include "score/scores.h"

struct number_list {
    uint32_t *items;
    uint32_t count;
};

/* The kinds of case_field.def */
typedef uint32_t row_number; /* TEXT_NONE for nothing */
typedef struct str row_name;
typedef struct number_list row_list;

struct seed_row {
#define SEED_FIELD(name, kind) row_##kind name;
#include "report/html/case_field.def"
};

struct case_row {
#define CASE_FIELD(name, kind)  row_##kind name;
#define CASE_DETAIL(name, kind) row_##kind name;
#include "report/html/case_field.def"
};

struct outcome_row {
#define OUTCOME_FIELD(name, kind) row_##kind name;
#include "report/html/case_field.def"
};

/* Rows of nothing, to fill in. */
extern const struct seed_row SEED_ROW_EMPTY;
extern const struct case_row CASE_ROW_EMPTY;
extern const struct outcome_row OUTCOME_ROW_EMPTY;

/* The members of the array, which the caller opens and closes. */
void seed_row_json(struct json_writer *w, const struct seed_row *row);
void case_row_json(struct json_writer *w, const struct case_row *row, bool details);
void outcome_row_json(struct json_writer *w, const struct outcome_row *row);

/* "causes": the name of each, and whether cases with it are judged. */
void causes_json(struct json_writer *w);

/* "numbers": those of all seeds, as ranges of first and last. From them the page knows which word
 * of a search is an id. */
void seed_numbers_json(struct json_writer *w, const struct scores *s);

/* An item of "relations": the id, and the name if the relation is ours. */
void relation_json(struct json_writer *w, struct str id);

/* The numbers of SQL elements in `names`, to which new ones are added. In `a`. */
struct number_list element_numbers(struct text_list *names, struct arena *a,
                                   sql_element_set elements);

#endif
