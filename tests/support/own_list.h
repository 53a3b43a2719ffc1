/* own_list.h: a lexicon in which a list of the test replaces ours. */
#ifndef TEQL_TESTS_OWN_LIST_H
#define TEQL_TESTS_OWN_LIST_H

#include "lexicon/lexicon.h"

/* As lexicon_load(), with `lines` for the list `name`. */
enum status own_list_load(struct lexicon *l, const struct lexicon_set *set, const char *name,
                          const char *lines, struct err *e);

#endif
