/* expected_answer.c: queries rewritten, and rows mapped back. */
#include "score/expected_answer.h"

#include "migration/edit_places.h"
#include "migration/rewrite_mapped.h"
#include "store/rows_back.h"

static const struct read_answer *read_expected(struct runner *r, struct str sql,
                                               const struct suite_schema *schema, struct arena *a)
{
    struct read_answer *read = ARENA_NEW(a, struct read_answer);
    struct answer *said = ARENA_NEW(a, struct answer);
    said->sql = sql;
    read_answer_of(r, said, schema, a, read);
    read->ordered = answer_sorts_rows(a, read);
    return read;
}

const struct read_answer *expected_by_edit(struct runner *r, const struct test_case *c,
                                           const struct read_answer *seed,
                                           const struct suite_schema *schema, struct arena *a)
{
    struct str sql;
    if (c->edit.what == EDIT_NONE || !seed->said || !seed->said->sql.ptr ||
        !query_edit_apply(a, schema->schema, seed->said->sql, &c->edit, &sql))
        return NULL;
    return read_expected(r, sql, schema, a);
}

const struct read_answer *expected_by_mapping(struct runner *r, const struct read_answer *seed,
                                              const struct suite_schema *schema, struct arena *a)
{
    struct str sql;
    if (!schema->migration || !query_over_mapped(a, schema->migration, seed->said->sql, &sql))
        return NULL;
    return read_expected(r, sql, schema, a);
}

const struct read_answer *expected_by_gold(struct runner *r, const struct test_case *c,
                                           const struct suite_schema *schema, struct arena *a)
{
    return read_expected(r, c->query, schema, a);
}

/* `m` is NULL if no column is mapped. */
static struct query_result map_rows_back(struct arena *a, const struct query_result *r,
                                         const struct answer_mapping *m)
{
    struct query_result back = *r;
    if (r->outcome == QUERY_ROWS && m)
        back.rows = rows_back(a, &r->rows, m);
    if (r->outcome == QUERY_ROWS)
        back.rows = rows_evened(a, &back.rows);
    return back;
}

struct query_result rows_to_compare(struct arena *a, const struct query_result *r)
{
    return map_rows_back(a, r, NULL);
}

/* What the official script would run has the same columns as what was said. */
struct read_answer answer_mapped_back(struct arena *a, const struct read_answer *r)
{
    struct read_answer back = *r;
    const struct migration *migration = r->schema->migration;
    struct answer_mapping m;
    if (!r->ran)
        return back;
    bool known = migration && answer_mapping_of(a, migration, r->schema->schema, r->said->sql, &m);
    back.answer = map_rows_back(a, &r->answer, known ? &m : NULL);
    back.prepared = map_rows_back(a, &r->prepared, known ? &m : NULL);
    return back;
}
