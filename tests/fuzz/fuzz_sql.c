/* fuzz_sql.c: whatever is read prints to a text that reads as the same tree. */
#include "../support/sql_print.h"
#include "base/json_writer.h"
#include "input.h"
#include "sql/equal.h"
#include "sql/parse.h"
#include "sql/sql_json.h"
#include "sql/walk.h"

enum { MAX_TEXT = 1 << 24 };

static bool count_columns(void *count, const struct sql_expr *x)
{
    *(uint32_t *)count += x->kind == SQL_EXPR_COLUMN;
    return true;
}

static void check_tree(struct arena *a, const struct sql_stmt *stmt, struct buf *out)
{
    struct sql_stmt again;
    struct err e;
    uint32_t columns = 0;
    struct sql_walker walker = {.ctx = &columns, .expr = count_columns};
    sql_walk_query(&walker, stmt->query);
    require(columns == stmt->n_refs);
    sql_print_query(out, stmt->query);
    require(sql_parse(a, buf_str(out), &again, &e) == OK);
    require(sql_tree_equal(stmt->query, again.query));
}

static void dump_tree(const struct sql_stmt *stmt, struct buf *out)
{
    struct json_writer w = json_writer_to(out);
    buf_clear(out);
    sql_tree_json(&w, stmt->query);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct sql_stmt stmt;
    struct err e;
    struct buf out;
    out = (struct buf){0};
    if (sql_parse(&a, (struct str){(const char *)data, size}, &stmt, &e) == OK) {
        check_tree(&a, &stmt, &out);
        dump_tree(&stmt, &out);
    }
    buf_release(&out);
    arena_release(&a);
    return 0;
}
