/* pattern_match.h: a pattern found in a question. Inside rewording/. */
#ifndef TEQL_REWORDING_PATTERN_MATCH_H
#define TEQL_REWORDING_PATTERN_MATCH_H

#include "rewording/pattern.h"

/* What a slot was found to be. */
struct slot_match {
    uint32_t start, end; /* words */
    uint32_t part;       /* of the query; UINT32_MAX for none */
    uint32_t table;      /* of a noun; UINT32_MAX for none */
    bool plural;         /* of a noun */
};

struct pattern_match {
    struct arena *arena;
    const struct reword_pattern *pattern;
    const struct question_reading *reading;
    uint32_t start, end; /* words */
    struct slot_match slots[PATTERN_SLOTS_MAX];
    uint32_t budget; /* of tries, so that no pattern and question take long */
};

/* Does the pattern stand at word `at`, and do its conditions hold? The first way in which they do
 * counts. */
bool pattern_match(struct pattern_match *m, uint32_t at);

/* What the pattern has for it. In m->arena. */
struct str pattern_write(const struct pattern_match *m, const struct pattern_text *to);

#endif
