/* paraphrase_print.c: a few lines of counts. */
#include "cli/paraphrase_print.h"

#include "cli/ask_print.h"

#include <inttypes.h>
#include <stdio.h>

static void print_dropped(const struct paraphrase_tally *all)
{
    const char *before = "            dropped: ";
    for (int i = 0; i < N_PARAPHRASE_DROPS; i++)
        if (all->dropped[i]) {
            printf("%s%" PRIu64 " %.*s", before, all->dropped[i],
                   STR_ARG(paraphrase_drop_name((enum paraphrase_drop)i)));
            before = ", ";
        }
    if (*before == ',')
        putchar('\n');
}

void paraphrase_print(const struct paraphrase_outcome *o)
{
    struct paraphrase_tally all = {0};
    for (int k = 0; k < N_REWORD_KINDS; k++)
        paraphrase_tally_add(&all, &o->kinds[k]);
    printf("paraphrases %" PRIu64 " requests asked, %" PRIu64 " known; %" PRIu64
           " candidates, %" PRIu64 " kept\n",
           o->requests.asked, o->requests.known, all.candidates, all.kept);
    print_dropped(&all);
    if (all.refused)
        printf("            %" PRIu64 " requests refused by the server\n", all.refused);
    tokens_tell("            ", &o->requests.tokens);
}

void synonym_print(const struct synonym_outcome *o)
{
    printf("synonyms    %" PRIu64 " requests asked, %" PRIu64 " known; %" PRIu64
           " candidates for %" PRIu64 " words\n",
           o->requests.asked, o->requests.known, o->all.candidates, o->all.words);
    if (o->all.unreadable)
        printf("            %" PRIu64 " replies without a list\n", o->all.unreadable);
    tokens_tell("            ", &o->requests.tokens);
}
