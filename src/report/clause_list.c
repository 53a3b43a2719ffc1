/* clause_list.c: collecting the clauses of differences. */
#include "report/clause_list.h"

uint32_t clauses_of(struct arena *a, const struct diagnosis *d, struct str out[CLAUSES_MAX])
{
    bool seen[2][N_CLAUSES] = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_items; i++) {
        bool nested = d->items[i].depth > 0;
        enum sql_clause clause = d->items[i].clause;
        struct str name = sql_clause_name(clause);
        if (!seen[nested][clause])
            out[n++] = nested ? arena_printf(a, "nested %.*s", STR_ARG(name)) : name;
        seen[nested][clause] = true;
    }
    return n;
}
