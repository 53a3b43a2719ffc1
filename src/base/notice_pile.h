/* notice_pile.h: notices that say the same of many things, given as one with a count.
 *
 * A dataset with one fault has it in hundreds of questions, and hundreds of lines that say so hide
 * all others. So the notices are put on a pile, and given at the end: one for each reason, with the
 * number of things and the names of some. Reasons that differ in a name only ("no such column: a",
 * "no such column: b") count as one. Belongs to one thread. */
#ifndef TEQL_BASE_NOTICE_PILE_H
#define TEQL_BASE_NOTICE_PILE_H

#include "base/listener.h"

#include "base/arena.h"

struct notice_heap;

/* Begins zeroed. */
struct notice_pile {
    struct arena arena;
    struct notice_heap *heaps; /* in the order in which they began */
    uint32_t count;
};

/* How it is worded: "seed 7 has no cases: no such table: t (dev.json:12)", "3 seeds have no cases:
 * … (7, 9, 12; the first is dev.json:12)". */
struct notice_wording {
    const char *thing, *things; /* "seed", "seeds" */
    const char *says, *say;     /* "has no cases", "have no cases" */
    const char *file;           /* that the things come from; or NULL */
};

/* Add a notice about the thing of that name, on that line of the file (0 if unknown), for that
 * reason. What is needed of both texts is copied. */
void notice_pile_add(struct notice_pile *p, struct str name, uint32_t line, struct str reason);

/* Give all notices, and leave the pile empty. */
void notice_pile_tell(struct notice_pile *p, const struct notice_wording *w,
                      const struct listener *l);

void notice_pile_release(struct notice_pile *p);

#endif
