/* verdict_json.h: what a verdict shows people, as JSON texts that scores.json holds as they are. */
#ifndef TEQL_SCORE_VERDICT_JSON_H
#define TEQL_SCORE_VERDICT_JSON_H

#include "diagnosis/diagnosis.h"
#include "engine/database.h"

/* All in `a`. */

/* The first rows of an answer: {"n":…,"rows":[[…],…]}; ptr NULL where it has none. */
struct str verdict_rows(struct arena *a, const struct query_result *answer);

/* An array of objects: clause, depth, path where it is not the outermost query, kinds, before,
 * after. */
struct str verdict_differences(struct arena *a, const struct diagnosis *d);

/* The names of the elements of a query; ptr NULL where it cannot be read. */
struct str verdict_elements(struct arena *a, struct str sql);

#endif
