/* reviewed_suite.h: a suite folder of two seeds and six cases, for tests of reviews.
 *
 * In their order: 4-PI-0 to 4-PI-3, whose questions are changed; 9-CRm-0, whose schema is; 9-CM-1,
 * of no relation of ours, whose question, query and claim are. */
#ifndef TEQL_TESTS_SUPPORT_REVIEWED_SUITE_H
#define TEQL_TESTS_SUPPORT_REVIEWED_SUITE_H

#include "suite/suite.h"

enum { REVIEWED_CASES = 6 };

struct reviewed_suite {
    struct arena arena;
    const char *dir;     /* of the suite */
    const char *reviews; /* path of its reviews.jsonl, which does not exist */
};

/* For cmocka_unit_test_setup_teardown: *state is a struct reviewed_suite. */
int reviewed_suite_set_up(void **state);
int reviewed_suite_tear_down(void **state);

/* Write reviews.jsonl. */
void reviewed_suite_write(struct reviewed_suite *s, struct str text);

/* Its contents; empty if there is no such file. */
struct str reviewed_suite_text(struct reviewed_suite *s);

#endif
