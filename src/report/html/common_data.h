/* common_data.h: members that the data of every page have. */
#ifndef TEQL_REPORT_HTML_COMMON_DATA_H
#define TEQL_REPORT_HTML_COMMON_DATA_H

#include "base/json_writer.h"
#include "score/scores.h"

/* "causes": their names, and whether they are judged. */
void causes_json(struct json_writer *w);

/* "numbers": those of all seeds, as runs of first and last. The page knows by them what is an id.
 */
void seed_numbers_json(struct json_writer *w, const struct scores *s);

/* An item of "relations": id, and the name where the relation is ours. */
void relation_json(struct json_writer *w, struct str id);

/* The numbers of SQL elements in the list of their names, which gets those that are new. */
struct text_list;
void elements_json(struct json_writer *w, struct text_list *names, struct arena *a,
                   sql_element_set elements);

#endif
