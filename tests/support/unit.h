/* unit.h: cmocka, and the headers it wants before itself. */
#ifndef TEQL_TESTS_SUPPORT_UNIT_H
#define TEQL_TESTS_SUPPORT_UNIT_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
