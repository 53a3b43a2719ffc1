/* nearest.h: which of some names a misspelt word meant.
 *
 * Offer all names, then ask which is near: a few letters more, fewer, other or swapped, in capitals
 * or not; or the word begins with a name; or it is the beginning of one name alone. */
#ifndef TEQL_BASE_NEAREST_H
#define TEQL_BASE_NEAREST_H

#include "base/str.h"

struct nearest {
    struct str word;
    struct str name;   /* the nearest so far; ptr NULL for none */
    size_t distance;   /* of it */
    bool tied;         /* another is as near */
    struct str within; /* the longest name that the word begins with; ptr NULL for none */
    struct str begun;  /* a name that begins with the word; ptr NULL for none */
    bool several;      /* names begin with it */
};

static inline struct nearest nearest_to(struct str word)
{
    return (struct nearest){.word = word};
}

void nearest_offer(struct nearest *n, struct str name);

/* ptr NULL if none is near enough, or two are as near. */
struct str nearest_name(const struct nearest *n);

#endif
