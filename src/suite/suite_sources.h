/* suite_sources.h: what a suite was made of, one by one: so that it can be told why another is
 * made.
 *
 * The key of a suite says that something differs; these say what. */
#ifndef TEQL_SUITE_SUITE_SOURCES_H
#define TEQL_SUITE_SUITE_SOURCES_H

#include "base/arena.h"

/* Digests, and the version of teql. An older suite does not tell: ptr NULL. */
struct suite_sources {
    struct str questions, databases, words, options, version;
};

/* In what `now` differs from what a suite was made of, as it goes behind "was made": "before the
 * databases changed", "with other options". In `a`. */
const char *suite_sources_differ(struct arena *a, const struct suite_sources *made,
                                 const struct suite_sources *now);

#endif
