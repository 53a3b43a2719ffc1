/* builtin_first_table.c: answer every question with all rows of the first table.
 *
 * It is right only by accident, and a change of the question changes nothing: a system that scores
 * higher than this one has understood something. */
#include "system/builtin.h"

#include "sql/quote.h"

static enum status answer_first_table(void *state, const struct ask_request *r,
                                      const struct builtin_worker *w, struct str *sql,
                                      struct err *e)
{
    (void)state;
    (void)e;
    *sql = STR_NONE;
    if (r->schema->n_tables == 0)
        return OK;
    struct buf text = {0};
    buf_put(&text, STR("SELECT * FROM "));
    sql_put_plain_name(&text, r->schema->tables[0].name);
    *sql = buf_keep(&text, w->arena);
    return OK;
}

const struct builtin builtin_first_table = {
    .name = "first-table",
    .summary = "all rows of the first table: the floor of every measure",
    .answer = answer_first_table,
};
