/* told_back.h: an answer of the shown database compared with its translation for the real one. */
#ifndef TEQL_TESTS_SUPPORT_TOLD_BACK_H
#define TEQL_TESTS_SUPPORT_TOLD_BACK_H

#include "defence/shown_schema.h"
#include "engine/database.h"

/* Fails the test where `sql` gives other rows on `shown` than what it is told as gives on `real`,
 * or where it runs on one of them only. False where it runs on neither. */
bool told_back_same(struct arena *a, struct database *shown, struct database *real,
                    const struct shown_schema *names, struct str sql);

#endif
