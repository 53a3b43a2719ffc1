/* amount.h: numbers as questions write them: 10, "ten", "3,000", "300k", "two hundred thousand". */
#ifndef TEQL_LINK_AMOUNT_H
#define TEQL_LINK_AMOUNT_H

#include "link/words.h"

/* The amount that words from `at` say; `*end` is then the word behind them. */
bool amount_at(const struct words *w, uint32_t at, double *out, uint32_t *end);

#endif
