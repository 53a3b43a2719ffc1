/* told_back.c: two answers side by side. */
#include "told_back.h"

#include "sql/statement.h"
#include "sure.h"
#include "verify/rows_equal.h"

static struct query_result run(struct arena *a, struct database *d, struct str sql)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 1000000, .max_bytes = 64 << 20};
    struct query_result r;
    sure_query(d, sql, &limits, a, &r);
    return r;
}

bool told_back_same(struct arena *a, struct database *shown, struct database *real,
                    const struct shown_schema *names, struct str sql)
{
    struct query_result before = run(a, shown, sql);
    struct answer_back told = shown_answer(a, names, sql);
    if (before.outcome != QUERY_ROWS) {
        if (told.sql.ptr && run(a, real, told.sql).outcome == QUERY_ROWS)
            fail_msg("%.*s does not run, but %.*s does", STR_ARG(sql), STR_ARG(told.sql));
        return false;
    }
    if (!told.sql.ptr)
        fail_msg("%.*s: %.*s", STR_ARG(sql), STR_ARG(told.problem));
    struct query_result after = run(a, real, told.sql);
    if (after.outcome != QUERY_ROWS)
        fail_msg("%.*s: %.*s: %.*s", STR_ARG(sql), STR_ARG(told.sql), STR_ARG(after.message));
    if (!rows_equal(&before.rows, &after.rows, sql_orders_rows(a, sql), a))
        fail_msg("%.*s: another answer than %.*s", STR_ARG(told.sql), STR_ARG(sql));
    return true;
}
