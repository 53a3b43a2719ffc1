/* common_data.h: members that the data of every page have. */
#ifndef TEQL_REPORT_HTML_COMMON_DATA_H
#define TEQL_REPORT_HTML_COMMON_DATA_H

#include "report/html/case_row.h"
#include "score/scores.h"

/* "causes": the name of each, and whether cases with it are judged. */
void causes_json(struct json_writer *w);

/* "numbers": those of all seeds, as ranges of first and last. They tell the page which word of a
 * search is an id. */
void seed_numbers_json(struct json_writer *w, const struct scores *s);

/* An item of "relations": the id, and the name if the relation is ours. */
void relation_json(struct json_writer *w, struct str id);

/* The numbers of SQL elements in `names`, to which new ones are added. In `a`. */
struct number_list element_numbers(struct text_list *names, struct arena *a,
                                   sql_element_set elements);

#endif
