/* expected_answer.c: from the answer to the seed, or from the gold. */
#include "score/expected_answer.h"

#include "migration/edit_places.h"

static void read_as_said(struct runner *r, struct str sql, const struct suite_schema *schema,
                         struct arena *a, struct expected_answer *out)
{
    *out = (struct expected_answer){.said = {.sql = sql}};
    reading_of(r, &out->said, schema, a, &out->read);
}

bool expected_by_edit(struct runner *r, const struct test_case *c, const struct read_answer *seed,
                      const struct suite_schema *schema, struct arena *a,
                      struct expected_answer *out)
{
    struct str sql;
    if (c->edit.what == EDIT_NONE || !seed->said || !seed->said->sql.ptr ||
        !query_edit_apply(a, schema->schema, seed->said->sql, &c->edit, &sql))
        return false;
    read_as_said(r, sql, schema, a, out);
    return true;
}

void expected_by_gold(struct runner *r, const struct test_case *c,
                      const struct suite_schema *schema, struct arena *a,
                      struct expected_answer *out)
{
    read_as_said(r, c->query, schema, a, out);
}
