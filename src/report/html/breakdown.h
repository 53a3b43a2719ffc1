/* breakdown.h: verdicts added up by what their seeds are: hardness, database, SQL elements.
 *
 * By relation they are added up in robustness.h. This is for what else the page draws. It cannot
 * add up itself: a rate needs all cases that were judged, and the page holds only the errors. */
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
    struct text_list types, clauses; /* of errors; kinds stand among the types, as labels */
    uint32_t type_above[N_ERROR_TYPES + N_ERROR_KINDS]; /* by number: the type it stands beneath, or
                                                           its own number */
    /* By place in the scores' seeds: */
    uint32_t *seed_hardness, *seed_database; /* numbers in the lists, or TEXT_NONE */
    /* By number in the lists: */
    struct judged_errors *by_database, *by_element;
    struct judged_errors
        *by_cell; /* [relation * (hardness.count + 1) + hardness], the last for unknown */
};

/* The texts are those of `s`. E_LIMIT where there are more levels of hardness than anybody has. */
MUST_USE enum status breakdown_of(struct breakdown *b, const struct scores *s,
                                  const struct robustness *sums, struct err *e);
void breakdown_release(struct breakdown *b);

/* Place of the relation in the sums, which have it. */
uint32_t relation_number(const struct robustness *sums, struct str id);

/* Members "hardness", "databases", "types", "clauses", "elements" (names), "typeAbove" (numbers),
 * "cells" (relation, hardness or -1, judged, errors), "byDatabase" and "byElement" (judged, errors)
 * of an object. */
void breakdown_json(struct json_writer *w, const struct breakdown *b,
                    const struct robustness *sums);

#endif
