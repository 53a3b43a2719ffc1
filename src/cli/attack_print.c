/* attack_print.c: one line, reason by reason. */
#include "cli/attack_print.h"

#include <stdio.h>

/* Questions that are left out, by reason. */
struct left_out {
    uint64_t n;
    const char *why;
};

static void tell(const struct left_out *items, size_t n)
{
    const char *lead = "left out  ";
    for (size_t i = 0; i < n; i++)
        if (items[i].n > 0) {
            printf("%s%llu %s", lead, (unsigned long long)items[i].n, items[i].why);
            lead = ", ";
        }
    if (*lead == ',')
        putchar('\n');
}

static const char FAULTY[] = "whose gold query cannot be used",
                  UNCHANGEABLE[] = "that nothing can be changed in";

void attack_print_left_out(const struct manifest_attack *r)
{
    const struct left_out left[] = {{r->unanswered, "without an answer that runs"},
                                    {r->wrong, "answered wrong (--right)"},
                                    {r->untried, r->blocks_given_up
                                                     ? "that the search ended before"
                                                     : "that the budget ended before"},
                                    {r->faulty_gold, FAULTY},
                                    {r->unchangeable, UNCHANGEABLE}};
    tell(left, COUNT_OF(left));
}

void attack_print_plan_left_out(const struct manifest_attack *p)
{
    const struct left_out left[] = {{p->faulty_gold, FAULTY}, {p->unchangeable, UNCHANGEABLE}};
    tell(left, COUNT_OF(left));
}
