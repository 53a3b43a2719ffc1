/* builtin_first_table.c: answer every question with all rows of the first table.
 *
 * Right only by accident, and the same whatever is done to the question: what a system gains over
 * it is understanding. */
#include "system/builtin.h"

#include "sql/quote.h"

static struct str answer(void *state, const struct ask_request *r, const struct builtin_worker *w)
{
    (void)state;
    if (r->schema->n_tables == 0)
        return (struct str){NULL, 0};
    struct buf sql;
    buf_init(&sql, DATABASE_MAX_SQL_BYTES);
    buf_put(&sql, STR("SELECT * FROM "));
    sql_put_plain_name(&sql, r->schema->tables[0].name);
    struct str copy = arena_str(w->arena, buf_str(&sql));
    buf_release(&sql);
    return copy;
}

const struct builtin builtin_first_table = {
    .name = "first-table",
    .summary = "all rows of the first table: the floor of every measure",
    .answer = answer,
};
