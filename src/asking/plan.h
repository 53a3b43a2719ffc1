/* plan.h: what asking a suite would cost, found out without asking: `--dry-run`. */
#ifndef TEQL_ASKING_PLAN_H
#define TEQL_ASKING_PLAN_H

#include "asking/ask.h"

/* Tokens are counted by the model, which is not asked. This is the usual rule for English. */
enum { BYTES_PER_TOKEN = 4 };

/* Sums stop at UINT64_MAX. Failures, which are asked again (--retries), are not counted. */
struct ask_plan {
    uint64_t seeds, cases, repeats; /* times of asking each */
    uint64_t requests, known;       /* of those: answers that are kept already */
    uint64_t allowed;               /* that may be sent (--max-requests); 0 for all */
    bool keeps;                     /* answers are kept: what is known is not asked again */
    bool at_most;                   /* the cases are not made yet: there are no more than these */

    /* Of systems that have prompts; zeroed for others. */
    bool has_prompts;
    uint64_t prompt_tokens; /* of requests whose answers are not known */
    uint64_t longest_bytes; /* of a prompt */
    char longest_id[64];    /* whose it is; a longer id is cut */
    uint32_t max_tokens;    /* of a reply; 0 for as many as the server allows */
};

/* Fill in the plan of carrying out `job`. The cache is read if there is one. Fails as ask_suite
 * would before it asks. */
MUST_USE enum status ask_plan(const struct ask_job *job, const struct listener *listener,
                              struct ask_plan *out, struct err *e);

/* Turn the plan of a suite without cases into the plan of asking it, and then a suite of the same
 * seeds with as many cases as there can be. Each prompt of a case counts as long as the longest
 * prompt of a seed. */
void ask_plan_add_cases(struct ask_plan *p, uint64_t most_per_seed);

/* How many requests have to be made; and the tokens of a prompt of `bytes` bytes. */
uint64_t ask_plan_unknown(const struct ask_plan *p);
uint64_t prompt_tokens(uint64_t bytes);

/* The most tokens that all replies can have. */
uint64_t ask_plan_reply_tokens(const struct ask_plan *p);

#endif
