/* hardness.h: Spider's four levels of difficulty. */
#ifndef TEQL_SPIDER_HARDNESS_H
#define TEQL_SPIDER_HARDNESS_H

#include "spider/form.h"

enum hardness { HARDNESS_EASY, HARDNESS_MEDIUM, HARDNESS_HARD, HARDNESS_EXTRA, N_HARDNESS };

enum hardness spider_hardness(const struct spider_form *f);

/* "easy", "medium", "hard", "extra" */
struct str hardness_name(enum hardness h);

#endif
