/* strength.c: the names of strengths. */
#include "record/strength.h"

static const char *const NAMES[] = {"mild", "bold"};
const struct name_list STRENGTHS = NAMES_OF(NAMES);
