/* small_suite.h: corpus/suite/shop as an open suite, for fuzzers of files that refer to a suite. */
#ifndef TEQL_TESTS_FUZZ_SMALL_SUITE_H
#define TEQL_TESTS_FUZZ_SMALL_SUITE_H

#include "suite/suite.h"

/* The same every time. */
struct suite *small_suite(void);

#endif
