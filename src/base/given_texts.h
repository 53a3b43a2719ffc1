/* given_texts.h: a few texts that somebody else owns, such as the values of an option that may be
 * given several times. */
#ifndef TEQL_BASE_GIVEN_TEXTS_H
#define TEQL_BASE_GIVEN_TEXTS_H

#include <stddef.h>

enum { GIVEN_TEXTS_MAX = 16 };

/* Zeroed it is empty. No byte is padding, so lists can be compared as memory. */
struct given_texts {
    const char *items[GIVEN_TEXTS_MAX];
    size_t count;
};

#endif
