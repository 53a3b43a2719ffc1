/* breakdown.h: verdicts added up by what their seeds are: hardness, database, SQL elements.
 *
 * robustness.h adds up by relation; this is for the other charts of the page. The page cannot add
 * up by itself: a rate needs all judged cases, and the page holds only the errors. */
#ifndef TEQL_REPORT_HTML_BREAKDOWN_H
#define TEQL_REPORT_HTML_BREAKDOWN_H

#include "report/html/text_list.h"
#include "report/robustness.h"

struct judged_errors {
    uint64_t judged, errors;
};

struct breakdown {
    struct arena arena;
    struct text_list hardness, databases, elements;
    struct text_list types, clauses; /* of errors; kinds are among the types, as labels */
    uint32_t type_above[N_ERROR_TYPES +
                        N_ERROR_KINDS]; /* by number: the type of a kind, or its own number */
    /* By place in the scores' seeds: */
    uint32_t *seed_hardness, *seed_database; /* numbers in the lists, or TEXT_NONE */
    /* By number in the lists: */
    struct judged_errors *by_database, *by_element;
    struct judged_errors
        *by_cell; /* [relation * (hardness.count + 1) + hardness], the last for unknown */
};

/* The texts are those of `s`. E_LIMIT for too many levels of hardness. */
MUST_USE enum status breakdown_of(struct breakdown *b, const struct scores *s,
                                  const struct robustness *sums, struct err *e);
void breakdown_release(struct breakdown *b);

/* The place of the relation in the sums, which have it. */
uint32_t relation_number(const struct robustness *sums, struct str id);

/* Members "hardness", "databases", "types", "clauses", "elements" (names), "typeAbove" (numbers),
 * "cells" (relation, hardness or -1, judged, errors), "byDatabase" and "byElement" (judged, errors)
 * of an object. */
void breakdown_json(struct json_writer *w, const struct breakdown *b,
                    const struct robustness *sums);

#endif
