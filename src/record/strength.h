/* strength.h: how far the words of cases may be from those of their seeds.
 *
 * A mild suite has only the surest other words. A bold one has all that fit: it is as hard as what
 * people write who do not know the names of the database. Suites of older versions are mild. */
#ifndef TEQL_RECORD_STRENGTH_H
#define TEQL_RECORD_STRENGTH_H

#include "base/record.h"

enum strength { STRENGTH_MILD, STRENGTH_BOLD };

extern const struct name_list STRENGTHS;

#endif
