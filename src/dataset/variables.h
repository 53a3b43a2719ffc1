/* variables.h: the variables of a question and its query, as text2sql-data has them.
 *
 * One object is many questions of one query:
 *
 *   {"sentences": [{"text": "cities in state0", "variables": {"state0": "ohio"}}],
 *    "sql": ["SELECT name FROM city WHERE state = \"state0\""],
 *    "variables": [{"name": "state0", "example": "utah"}]}
 *
 * A sentence says what its variables are; where it says nothing, or nothing but "", the example
 * stands for it. */
#ifndef TEQL_DATASET_VARIABLES_H
#define TEQL_DATASET_VARIABLES_H

#include "base/buf.h"
#include "base/json_reader.h"

struct sentence_variable {
    struct str name, value;
};

struct sentence_variables {
    struct sentence_variable *items;
    uint32_t count;
};

/* Those of a sentence: `own` is its object of values, `examples` the list of the entry. In `a`. */
struct sentence_variables variables_of(struct arena *a, struct json_value own,
                                       struct json_value examples);

/* Put `text` with the values of the variables. A variable is a whole word: "name0" is not in
 * "city_name0". */
void variables_fill_text(const struct sentence_variables *v, struct str text, struct buf *out);

/* The same for a query. A value that comes to stand between quotes has its own quotes doubled. */
void variables_fill_sql(const struct sentence_variables *v, struct str sql, struct buf *out);

#endif
