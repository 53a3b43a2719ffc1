/* mapped.c: bringing back the answers to cases whose values are mapped. */
#include "score/mapped.h"

#include "spider/exact_match.h"
#include "store/rows_back.h"
#include "suite/suite.h"

struct query_result mapped_standard(struct arena *a, const struct query_result *r)
{
    struct query_result even = *r;
    if (r->outcome == QUERY_ROWS)
        even.rows = rows_evened(a, &r->rows);
    return even;
}

static struct query_result back(struct arena *a, const struct query_result *r,
                                const struct answer_mapping *m)
{
    struct query_result returned = *r;
    if (m && r->outcome == QUERY_ROWS)
        returned.rows = rows_back(a, &r->rows, m);
    return mapped_standard(a, &returned);
}

/* What the official script would run has the same columns as what was said. */
struct read_answer mapped_back(struct arena *a, const struct read_answer *r)
{
    struct read_answer returned = *r;
    struct answer_mapping m;
    if (!r->ran)
        return returned;
    bool known = r->schema->migration &&
                 answer_mapping_of(a, r->schema->migration, r->schema->schema, r->said->sql, &m);
    returned.answer = back(a, &r->answer, known ? &m : NULL);
    returned.prepared = back(a, &r->prepared, known ? &m : NULL);
    return returned;
}

/* The seed's answer told over the case's schema. */
static bool query_over_case(struct arena *a, const struct migration *m, struct str sql,
                            struct str *out)
{
    (void)a;
    (void)m;
    (void)sql;
    (void)out;
    return false;
}

bool mapped_seed(struct arena *a, const struct read_answer *seed, const struct read_answer *r,
                 struct read_answer *out)
{
    struct answer *told = ARENA_NEW(a, struct answer);
    struct err e;
    *out = *seed;
    if (seed->ran)
        out->answer = mapped_standard(a, &seed->answer);
    *told = *seed->said;
    if (!r->schema->migration ||
        !query_over_case(a, r->schema->migration, seed->said->sql, &told->sql))
        return false;
    out->said = told;
    out->schema = r->schema;
    out->readable =
        spider_form_read(a, r->schema->schema, SPIDER_RULE_TSE, told->sql, &out->form, &e) == OK &&
        exact_comparable(&out->form);
    return true;
}
