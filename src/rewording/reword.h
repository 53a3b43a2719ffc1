/* reword.h: a question in other words, by rule. */
#ifndef TEQL_REWORDING_REWORD_H
#define TEQL_REWORDING_REWORD_H

#include "rewording/rules.h"

enum { REWORDED_STEPS = 2 };

struct reworded {
    struct str question;
    struct {
        enum reword_kind kind;
        struct str from, to;
    } steps[REWORDED_STEPS]; /* MULTITYPE has two, VALUE_SYNONYM and OTHERS may */
    uint32_t n_steps;
};

struct reworded_list {
    struct reworded *items;
    uint32_t count;
    uint32_t n_unfaithful; /* left out, since they would speak of something else */
};

/* All wordings of the kind that speak of the same things; some may be equal. In `a`. Thread-safe.
 */
struct reworded_list reword(struct arena *a, const struct reword_rules *rules,
                            const struct question_reading *r, enum reword_kind kind);

#endif
