/* attack.h: the worst case of each question for one system, searched for in rounds.
 *
 * In each round every search (attack/search.h) says what it wants to be asked, all of it is asked
 * in one go, and the searches are told. What a search wants depends on answers alone, and the
 * budget is given out in the order of the seeds. So what comes out is the same for any number of
 * workers, and a run that was ended goes on with the answers that are kept. Seeds learn from each
 * other in blocks (attack_block.h), and a shard has some of these: so parts of an attack are what
 * the whole has. */
#ifndef TEQL_ATTACKING_ATTACK_H
#define TEQL_ATTACKING_ATTACK_H

#include "attack/point.h"
#include "pipeline/testing.h"

/* Without a budget, this is the number of questions for each seed that can be changed. With a
 * smaller one the attack begins with fewer seeds, so that each has the least, and goes on with
 * others for what they leave. */
enum { ATTACK_QUESTIONS = 10, ATTACK_QUESTIONS_LEAST = 4 };

/* What came of it. */
struct attack_result {
    uint32_t seeds, drawn_of;          /* that were asked, of so many that the shard has */
    uint32_t faulty;                   /* not asked: the gold query cannot be used */
    uint32_t unchangeable;             /* mostly not asked: nothing can be changed in them */
    uint32_t unanswered, wrong;        /* without an answer that runs; not wanted (`right`) */
    uint32_t untried;                  /* the search ended before the first change */
    uint32_t broken, held, unfinished; /* of those that were attacked, with a change at least: the
                                          search ended first */
    uint32_t unshrunk;                 /* of the broken ones: it ended before they were shrunk */
    uint32_t given_up;                 /* blocks whose search was ended by outages, not by the
                                          budget */
    uint64_t budget, spent;            /* questions */
    uint64_t asked, known;             /* of those that were spent */
    uint64_t rounds;
    uint32_t *by_changes;  /* of the broken ones, by how many changes, from 1; NULL at first */
    uint32_t steps;        /* how many of these there are */
    uint32_t *by_relation; /* of the broken ones, those that a relation is needed for */
    const struct relation *const *relations;
    uint32_t n_relations;
};

/* What an attack would do, found out without asking. */
struct attack_plan {
    uint32_t seeds, drawn_of;
    uint32_t faulty, unchangeable;
    uint64_t budget;
    uint64_t ranks;   /* questions that rank words */
    uint64_t changes; /* single changes that can be tried */
    uint32_t steps;
};

/* Attack the questions of the test, whose options name the relations. The suite and the
 * predictions are then in its folder; texts of the result live in the test. Fails as ask_suite
 * does; then the answers are kept. */
MUST_USE enum status testing_attack(struct testing *t, const struct attack_options *o,
                                    struct attack_result *out, struct err *e);

MUST_USE enum status testing_plan_attack(struct testing *t, const struct attack_options *o,
                                         struct attack_plan *out, struct err *e);

#endif
