/* case_task.c: from a case to the task of proving it. */
#include "verify/case_task.h"

#include "migration/edit_places.h"
#include "migration/rewrite.h"
#include "sql/statement.h"

/* The query of a case that changes it. Without a gold, the query that stands in for it changes. */
static struct str changed_query(struct arena *a, const struct seed *s, const struct test_case *c)
{
    struct str out = c->query;
    if (!out.ptr && s->reads.ptr && !query_edit_apply(a, s->schema, s->reads, &c->edit, &out))
        return STR_NONE;
    return out;
}

/* The query over the schema of a case whose answer stays; ptr NULL if it is the seed's. Without a
 * gold, the query that stands in for it is rewritten for that schema. */
static struct str rewritten_query(struct arena *a, const struct seed *s,
                                  const struct sql_stmt *stmt, const struct test_case *c)
{
    struct str out = c->query, before = seed_query(s);
    const char *why;
    if (!out.ptr && c->migration && stmt && !query_over(a, c->migration, before, &out, &why))
        return STR_NONE; /* the proof will find out what is wrong with it */
    return out.ptr && !str_eq(out, before) ? out : STR_NONE;
}

struct proof_task case_task_of(struct arena *a, const struct seed *seed,
                               const struct sql_stmt *stmt, const struct test_case *c)
{
    struct proof_task task = {.database = seed->database.ptr,
                              .schema = seed->schema,
                              .gold = stmt || seed->query.ptr ? seed_query(seed) : STR_NONE,
                              .ordered = stmt && stmt->query->order.count > 0};
    if (!c)
        return task;
    task.migration = c->migration;
    task.claim = c->claim;
    task.condition = c->condition;
    if (c->claim == CLAIM_CHANGED) {
        task.changed = changed_query(a, seed, c);
        task.changed_ordered = sql_orders_rows(a, task.changed);
    } else {
        task.changed = rewritten_query(a, seed, stmt, c);
    }
    return task;
}

bool case_needs_proof(const struct test_case *c)
{
    return c->migration || c->claim != CLAIM_SAME;
}

void case_enter_proof(struct arena *a, const struct proof *p, struct test_case *c)
{
    struct str open = str_slice(c->change, 0, c->change.len - 1); /* without its closing brace */
    c->proof = p->how;
    if (p->rows_lost > 0)
        c->change = arena_printf(a, "%.*s%s\"rows_lost\":%llu}", STR_ARG(open),
                                 open.len > 1 ? "," : "", (unsigned long long)p->rows_lost);
}
