/* plan_print.c: a plan in words. */
#include "cli/plan_print.h"

#include <inttypes.h>
#include <stdio.h>

static void print_prompts(const struct ask_plan *p)
{
    printf("prompts   about %" PRIu64 " tokens, taking %d bytes for one%s\n", p->prompt_tokens,
           BYTES_PER_TOKEN, p->at_most ? ", and each case for as long as the longest seed" : "");
    printf("          longest: %" PRIu64 " bytes, about %" PRIu64 " tokens (%s)\n",
           p->longest_bytes, prompt_tokens(p->longest_bytes), p->longest_id);
    if (p->max_tokens == 0)
        puts("replies   as many tokens as the server allows: the requests name no limit");
    else
        printf("replies   at most %" PRIu64 " tokens: %" PRIu32 " for each\n",
               ask_plan_reply_tokens(p), p->max_tokens);
}

void plan_print(const struct ask_plan *p)
{
    const char *at_most = p->at_most ? "at most " : "";
    printf("questions %" PRIu64 " seeds, %s%" PRIu64 " cases%s\n", p->seeds, at_most, p->cases,
           p->at_most ? ": which ones depends on the answers to the seeds" : "");
    printf("requests  %s%" PRIu64 ", %" PRIu64 " known, %s%" PRIu64 " to ask", at_most, p->requests,
           p->known, at_most, ask_plan_unknown(p));
    if (p->repeats > 1)
        printf(" (--repeat %" PRIu64 ")", p->repeats);
    if (p->allowed && p->allowed < ask_plan_unknown(p))
        printf(", %" PRIu64 " of them in one run (--max-requests)", p->allowed);
    putchar('\n');
    if (p->has_prompts)
        print_prompts(p);
    puts("nothing was asked (--dry-run)");
}
