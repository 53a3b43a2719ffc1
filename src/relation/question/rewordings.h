/* rewordings.h: the variants of a question, each once. */
#ifndef TEQL_RELATION_QUESTION_REWORDINGS_H
#define TEQL_RELATION_QUESTION_REWORDINGS_H

#include "link/sentence.h"
#include "relation/relation.h"

struct rewording {
    struct str question, change;
    uint64_t hash; /* of the question, case and white space ignored */
};

struct rewordings {
    const struct words *text; /* the seed's question */
    struct rewording *items;
    uint32_t count;
};

/* A member of the JSON object that says what changed. */
struct change_entry {
    const char *key; /* NULL: none */
    struct str value;
};

/* A list without variants. It is in `a`, and also `*plan`. */
struct rewordings *rewordings_begin(struct arena *a, const struct relation_seed *s,
                                    const void **plan);

/* Add a question unless it is in the list already, case and white space ignored. False if it is the
 * original. */
bool rewordings_add(struct arena *a, struct rewordings *r, struct str question,
                    struct change_entry first, struct change_entry second);

/* The make() of relations whose plan is a struct rewordings. */
bool rewordings_make(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                     struct test_case *out);

/* Equal except for ASCII case and white space? */
bool wording_equal(struct str a, struct str b);

#endif
