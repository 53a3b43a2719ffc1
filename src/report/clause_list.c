/* clause_list.c: reading the clauses of differences. */
#include "report/clause_list.h"

#include "base/json_reader.h"

static struct str clause_of(struct arena *a, struct json_value difference)
{
    struct str clause = json_text(a, json_member(a, difference, STR("clause")));
    uint64_t depth = 0;
    json_count(json_member(a, difference, STR("depth")), UINT32_MAX, &depth);
    return clause.ptr && depth > 0 ? arena_printf(a, "nested %.*s", STR_ARG(clause)) : clause;
}

uint32_t clauses_of(struct arena *a, struct str differences, struct str out[CLAUSES_MAX])
{
    struct json_reader json = json_reader_of(a, differences);
    uint32_t n = 0;
    if (!differences.ptr)
        return 0;
    for (struct json_value v; n < CLAUSES_MAX && json_next_item(&json, &v);) {
        struct str clause = clause_of(a, v);
        uint32_t i = 0;
        while (i < n && !str_eq(out[i], clause))
            i++;
        out[i] = clause;
        n += i == n && clause.ptr;
    }
    return n;
}
