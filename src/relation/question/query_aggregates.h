/* query_aggregates.h: which aggregates and superlatives a query has. */
#ifndef TEQL_RELATION_QUESTION_QUERY_AGGREGATES_H
#define TEQL_RELATION_QUESTION_QUERY_AGGREGATES_H

#include "relation/relation.h"

enum query_aggregate { QUERY_MAX, QUERY_MIN, QUERY_AVG, QUERY_SUM, QUERY_COUNT, N_CALLED };

struct query_aggregates {
    bool called[N_CALLED]; /* MAX(), MIN(), … anywhere in the query */
    bool shown[N_CALLED];  /* the same, among the results of the query itself */
    bool top, bottom;      /* ORDER BY … DESC LIMIT, ORDER BY … ASC LIMIT */
    bool most, fewest;     /* the same, by COUNT() */
    uint32_t *columns;     /* that are aggregated, or that ORDER BY … LIMIT has first */
    uint32_t n_columns;
};

/* Of the seed's query, which must not be NULL. */
struct query_aggregates query_aggregates_of(struct arena *a, const struct relation_seed *s);

#endif
