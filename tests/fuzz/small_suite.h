/* small_suite.h: corpus/suite/shop as an open suite, for fuzzers of what refers to one. */
#ifndef TEQL_TESTS_FUZZ_SMALL_SUITE_H
#define TEQL_TESTS_FUZZ_SMALL_SUITE_H

#include "suite/suite.h"

/* The same every time. */
struct suite *small_suite(void);

#endif
