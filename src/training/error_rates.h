/* error_rates.h: how often a system failed at each relation, as scores tell. */
#ifndef TEQL_TRAINING_ERROR_RATES_H
#define TEQL_TRAINING_ERROR_RATES_H

#include "making/case_rules.h"

/* Read the rates of the relations from scores.json at `path`, each from 0 to 1. A relation that no
 * case there was judged of has 0; *missing names those, "PR, SS", in `a`. E_INPUT where that is all
 * of them. */
MUST_USE enum status error_rates_read(struct arena *a, const char *path,
                                      const struct relation_choice *relations, double *out,
                                      struct str *missing, struct err *e);

#endif
