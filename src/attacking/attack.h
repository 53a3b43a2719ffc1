/* attack.h: the worst case of each question for one system, searched for in rounds.
 *
 * In each round every search (attack/search.h) says what it wants to ask, everything is asked
 * together, and the searches get the outcomes. What a search wants depends on answers alone, and
 * the budget is given out in the order of the seeds. So the result is the same for any number of
 * workers, and a run that was ended goes on with the answers that are kept. Seeds learn from each
 * other in blocks (attacking.h), and a shard has whole blocks: so the parts together are the same
 * as one run. */
#ifndef TEQL_ATTACKING_ATTACK_H
#define TEQL_ATTACKING_ATTACK_H

#include "attack/point.h"
#include "pipeline/testing.h"
#include "record/manifest.h"

/* Without a budget, each seed that can be changed has ATTACK_QUESTIONS. With a smaller budget the
 * attack begins with fewer seeds, so that each has at least the smaller number, and spends on other
 * seeds what these leave. */
enum { ATTACK_QUESTIONS = 10, ATTACK_QUESTIONS_LEAST = 4 };

/* What came of an attack; or of a plan of one, what is known without asking. */
struct attack_result {
    struct manifest_attack search; /* as the manifest has it; of a plan, what needs no answer */
    uint32_t seeds, drawn_of;      /* seeds that are asked, of those that the shard has */
    uint32_t unshrunk;             /* broken seeds whose search ended before they were shrunk */
    uint64_t asked, known;         /* of search.questions */
    uint64_t rounds;
    uint64_t ranks;   /* of a plan: questions that rank words */
    uint64_t changes; /* of a plan: single changes that can be tried */
};

/* Attack the questions of the test, whose options name the relations. Writes the suite and the
 * predictions into the folder of the test; the result lives in the test. Fails as ask_suite does;
 * then the answers are kept. */
MUST_USE enum status testing_attack(struct testing *t, const struct attack_options *o,
                                    struct attack_result *out, struct err *e);

/* Find what an attack would do, without asking. */
MUST_USE enum status testing_plan_attack(struct testing *t, const struct attack_options *o,
                                         struct attack_result *out, struct err *e);

#endif
