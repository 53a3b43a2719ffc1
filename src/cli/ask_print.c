/* ask_print.c: plans and outcomes in words. */
#include "cli/ask_print.h"

#include "base/printable.h"

#include <inttypes.h>
#include <stdio.h>

/* Plans */

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

/* Outcomes */

/* `indent` comes before them. Most systems do not count tokens: then there is no line. */
static void print_tokens(const char *indent, const struct answer_tokens *t)
{
    if (t->prompt || t->completion)
        printf("%s%" PRIu64 " tokens in prompts, %" PRIu64 " in replies", indent, t->prompt,
               t->completion);
    if (t->reasoning)
        printf(", %" PRIu64 " of these to reason", t->reasoning);
    if (t->prompt || t->completion)
        putchar('\n');
}

/* If no answer has SQL, the reason is mostly the same for all. */
static void print_first_error(const char *error)
{
    struct arena a = {0};
    if (error[0])
        printf("          the first reply says: %s\n", printable_line(&a, str_from(error)).ptr);
    arena_release(&a);
}

void ask_print(const char *path, const struct ask_outcome *o)
{
    printf("answers   %s: %" PRIu64 " asked, %" PRIu64 " known, %" PRIu64 " without SQL\n", path,
           o->asked, o->known, o->errors);
    if (o->errors > 0 && o->errors == o->asked + o->known)
        print_first_error(o->error);
    if (o->cut_off)
        printf("          %" PRIu64
               " from replies that were cut off; their first whole query is used\n",
               o->cut_off);
    if (o->cut_short)
        printf("          %" PRIu64 " replies were cut off before they had a whole query: give "
               "the model more room with --max-tokens\n",
               o->cut_short);
    if (o->missing)
        printf("          %" PRIu64 " not asked, since %s\n", o->missing,
               o->paused ? "--max-requests was reached" : "the system failed");
    if (o->asked && o->ms > 0)
        printf("          %.1f ms a question\n", o->ms / (double)o->asked);
    print_tokens("          ", &o->tokens);
}

/* A number and a text for each reason with a number above 0, all on one line after `lead`. */
struct reason {
    uint64_t n;
    const char *why;
};

static void print_reasons(const char *lead, const struct reason *reasons, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (reasons[i].n > 0) {
            printf("%s%" PRIu64 " %s", lead, reasons[i].n, reasons[i].why);
            lead = ", ";
        }
    if (*lead == ',')
        putchar('\n');
}

void paraphrase_print(const struct paraphrase_outcome *o)
{
    struct paraphrase_tally all = {0};
    struct reason drops[N_PARAPHRASE_DROPS];
    for (int k = 0; k < N_REWORD_KINDS; k++)
        paraphrase_tally_add(&all, &o->kinds[k]);
    for (int i = 0; i < N_PARAPHRASE_DROPS; i++)
        drops[i] =
            (struct reason){all.dropped[i], paraphrase_drop_name((enum paraphrase_drop)i).ptr};
    printf("paraphrases %" PRIu64 " requests asked, %" PRIu64 " known; %" PRIu64
           " candidates, %" PRIu64 " kept\n",
           o->requests.asked, o->requests.known, all.candidates, all.kept);
    print_reasons("            dropped: ", drops, COUNT_OF(drops));
    if (all.refused)
        printf("            %" PRIu64 " requests refused by the server\n", all.refused);
    print_tokens("            ", &o->requests.tokens);
}

void synonym_print(const struct synonym_outcome *o)
{
    printf("synonyms    %" PRIu64 " requests asked, %" PRIu64 " known; %" PRIu64
           " candidates for %" PRIu64 " words\n",
           o->requests.asked, o->requests.known, o->all.candidates, o->all.words);
    if (o->all.unreadable)
        printf("            %" PRIu64 " replies without a list\n", o->all.unreadable);
    print_tokens("            ", &o->requests.tokens);
}

void attack_print_left_out(const struct manifest_attack *a)
{
    const struct reason left[] = {{a->unanswered, "without an answer that runs"},
                                  {a->wrong, "answered wrong (--right)"},
                                  {a->untried, a->blocks_given_up ? "that the search ended before"
                                                                  : "that the budget ended before"},
                                  {a->faulty_gold, "whose gold query cannot be used"},
                                  {a->unchangeable, "that nothing can be changed in"}};
    print_reasons("left out  ", left, COUNT_OF(left));
}
