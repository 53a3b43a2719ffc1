/* mapped.c: bringing back the answers to cases whose values are mapped. */
#include "score/mapped.h"

#include "migration/rewrite_mapped.h"
#include "store/rows_back.h"

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

bool expected_by_mapping(struct runner *r, const struct read_answer *seed,
                         const struct suite_schema *schema, struct arena *a,
                         struct expected_answer *out)
{
    struct str sql;
    if (!schema->migration || !query_over_mapped(a, schema->migration, seed->said->sql, &sql))
        return false;
    *out = (struct expected_answer){.said = {.sql = sql}};
    reading_of(r, &out->said, schema, a, &out->read);
    return true;
}
