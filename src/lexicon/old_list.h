/* old_list.h: lists of earlier versions in a user's folder, as lines of today's lists. */
#ifndef TEQL_LEXICON_OLD_LIST_H
#define TEQL_LEXICON_OLD_LIST_H

#include "lexicon/lexicon.h"

/* The names of old lists, as embedded files without bytes; the last has no name. */
extern const struct embedded_file OLD_LISTS[];

/* Is it a list of an earlier version? synonyms.tsv is one if its lines have no direction. */
bool is_old_list(struct str name, const struct lexicon_table *read);

/* Lines of words.tsv, synonyms.tsv and phrases.tsv. */
struct translated_lists {
    struct lexicon_table words, synonyms, phrases;
};

/* Add what the lines of the old list are now. In `a`. A line that makes no sense is E_INPUT at its
 * line. */
MUST_USE enum status old_list_add(struct arena *a, const struct lexicon_table *old,
                                  struct translated_lists *out, struct err *e);

#endif
