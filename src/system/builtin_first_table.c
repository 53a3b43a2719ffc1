/* builtin_first_table.c: answer every question with all rows of the first table.
 *
 * Right only by accident, and the same whatever is done to the question: what a system gains over
 * it is understanding. */
#include "system/builtin.h"

#include "sql/quote.h"

static enum status answer(void *state, const struct ask_request *r, const struct builtin_worker *w,
                          struct str *sql, struct err *e)
{
    (void)state;
    (void)e;
    *sql = STR_NONE;
    if (r->schema->n_tables == 0)
        return OK;
    struct buf text = {0};
    buf_put(&text, STR("SELECT * FROM "));
    sql_put_plain_name(&text, r->schema->tables[0].name);
    *sql = arena_str(w->arena, buf_str(&text));
    buf_release(&text);
    return OK;
}

const struct builtin builtin_first_table = {
    .name = "first-table",
    .summary = "all rows of the first table: the floor of every measure",
    .answer = answer,
};
