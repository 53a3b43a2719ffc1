/* golden_reading.h: the questions of tests/golden/readings.txt, read by people.
 *
 * Its head says how it is written. */
#ifndef TEQL_TESTS_SUPPORT_GOLDEN_READING_H
#define TEQL_TESTS_SUPPORT_GOLDEN_READING_H

#include "base/arena.h"

#include <stdint.h>

/* Words of the question, and which of the places where they stand, from 1. */
struct golden_run {
    struct str words; /* ptr NULL: the part is implied */
    uint32_t place;
};

/* What says one part of the query: one of the runs. */
struct golden_line {
    struct str part;
    struct golden_run *runs;
    uint32_t n_runs;
    uint32_t line; /* of the file */
};

struct golden_question {
    struct str dataset, db;
    uint32_t number;        /* in its file, from 1 */
    struct str asks, query; /* ptr NULL: the dataset has them */
    struct golden_line *lines;
    uint32_t n_lines, line;
};

struct golden_questions {
    struct golden_question *items;
    uint32_t count;
};

/* In `a`; fails the test if the file is not written as it should be. */
struct golden_questions golden_questions_read(struct arena *a, const char *path);

#endif
