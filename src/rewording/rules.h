/* rules.h: the patterns of the lists data/reword_<kind>.tsv, by kind. */
#ifndef TEQL_REWORDING_RULES_H
#define TEQL_REWORDING_RULES_H

#include "link/pattern/pattern.h"
#include "rewording/step.h"

/* The patterns of all kinds. Read-only once loaded, any thread. */
struct reword_rules {
    struct arena arena;
    struct {
        struct pattern *patterns;
        uint32_t count;
    } kinds[N_REWORD_KINDS];
};

/* `l` must outlive it. Errors name file and line. On failure there is nothing to release. */
MUST_USE enum status reword_rules_load(struct reword_rules *r, const struct lexicon *l,
                                       struct err *e);
void reword_rules_release(struct reword_rules *r);

/* Add the steps that patterns of `kind` give. In `a`. Thread-safe. */
void pattern_steps(struct arena *a, const struct reword_rules *rules, enum reword_kind kind,
                   const struct question_reading *r, struct reword_steps *out);

#endif
