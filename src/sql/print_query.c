/* print_query.c: queries as SQL text, on one line. */
#include "sql/printer.h"

static void put(struct buf *out, const char *text)
{
    buf_put(out, str_from(text));
}

static void print_result(struct buf *out, const struct sql_result *r)
{
    switch (r->kind) {
    case SQL_RESULT_STAR:
        buf_putc(out, '*');
        return;
    case SQL_RESULT_TABLE_STAR:
        print_name(out, &r->table);
        put(out, ".*");
        return;
    case SQL_RESULT_EXPR:
        break;
    }
    sql_print_expr(out, r->expr);
    if (r->alias.text.ptr) {
        put(out, r->as_written ? " AS " : " ");
        print_name(out, &r->alias);
    }
}

/* What stands between an item of FROM and the one before it. */
static void print_join(struct buf *out, unsigned join)
{
    static const struct {
        unsigned flag;
        const char *word;
    } words[] = {
        {SQL_JOIN_NATURAL, "NATURAL "}, {SQL_JOIN_LEFT, "LEFT "},   {SQL_JOIN_RIGHT, "RIGHT "},
        {SQL_JOIN_FULL, "FULL "},       {SQL_JOIN_OUTER, "OUTER "}, {SQL_JOIN_INNER, "INNER "},
        {SQL_JOIN_CROSS, "CROSS "},
    };
    if (!join) {
        put(out, ", ");
        return;
    }
    buf_putc(out, ' ');
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (join & words[i].flag)
            put(out, words[i].word);
    }
    put(out, "JOIN ");
}

static void print_from_list(struct buf *out, const struct sql_from *items, uint32_t count);

static void print_source(struct buf *out, const struct sql_from *f)
{
    switch (f->kind) {
    case SQL_FROM_TABLE:
    case SQL_FROM_FUNCTION:
        print_table(out, f);
        break;
    case SQL_FROM_QUERY:
        buf_putc(out, '(');
        sql_print_query(out, f->query);
        buf_putc(out, ')');
        break;
    case SQL_FROM_GROUP:
        buf_putc(out, '(');
        print_from_list(out, f->group, f->n_group);
        buf_putc(out, ')');
        break;
    }
}

static void print_from(struct buf *out, const struct sql_from *f)
{
    print_source(out, f);
    if (f->alias.text.ptr) {
        put(out, " AS ");
        print_name(out, &f->alias);
    }
    if (f->index.text.ptr) {
        put(out, " INDEXED BY ");
        print_name(out, &f->index);
    } else if (f->not_indexed) {
        put(out, " NOT INDEXED");
    }
    if (f->on) {
        put(out, " ON ");
        sql_print_expr(out, f->on);
    } else if (f->n_using) {
        put(out, " USING ");
        print_names(out, f->using, f->n_using);
    }
}

static void print_from_list(struct buf *out, const struct sql_from *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            print_join(out, items[i].join);
        print_from(out, &items[i]);
    }
}

static void print_windows(struct buf *out, const struct sql_core *c)
{
    for (uint32_t i = 0; i < c->n_windows; i++) {
        put(out, i ? ", " : " WINDOW ");
        print_name(out, &c->windows[i].name);
        put(out, " AS ");
        print_window(out, &c->windows[i]);
    }
}

static void print_values(struct buf *out, const struct sql_core *c)
{
    for (uint32_t i = 0; i < c->n_values; i++) {
        put(out, i ? ", (" : "VALUES (");
        print_exprs(out, &c->values[i]);
        buf_putc(out, ')');
    }
}

static void print_clause(struct buf *out, const char *word, const struct sql_expr *x)
{
    if (x) {
        put(out, word);
        sql_print_expr(out, x);
    }
}

static void print_select(struct buf *out, const struct sql_core *c)
{
    put(out, c->distinct ? "SELECT DISTINCT " : c->all ? "SELECT ALL " : "SELECT ");
    for (uint32_t i = 0; i < c->n_results; i++) {
        if (i)
            put(out, ", ");
        print_result(out, &c->results[i]);
    }
    if (c->n_from) {
        put(out, " FROM ");
        print_from_list(out, c->from, c->n_from);
    }
    print_clause(out, " WHERE ", c->where);
    if (c->group_by.count) {
        put(out, " GROUP BY ");
        print_exprs(out, &c->group_by);
    }
    print_clause(out, " HAVING ", c->having);
    print_windows(out, c);
}

static void print_core(struct buf *out, const struct sql_core *c)
{
    static const char *const compounds[] = {"", " UNION ", " UNION ALL ", " INTERSECT ",
                                            " EXCEPT "};
    put(out, compounds[c->op]);
    if (c->n_values)
        print_values(out, c);
    else
        print_select(out, c);
}

static void print_cte(struct buf *out, const struct sql_cte *cte)
{
    static const char *const hints[] = {" AS (", " AS MATERIALIZED (", " AS NOT MATERIALIZED ("};
    print_name(out, &cte->name);
    if (cte->n_columns)
        print_names(out, cte->columns, cte->n_columns);
    put(out, hints[cte->materialized]);
    sql_print_query(out, cte->query);
    buf_putc(out, ')');
}

static void print_limit(struct buf *out, const struct sql_query *q)
{
    if (q->offset_first) {
        print_clause(out, " LIMIT ", q->offset);
        print_clause(out, ", ", q->limit);
    } else {
        print_clause(out, " LIMIT ", q->limit);
        print_clause(out, " OFFSET ", q->offset);
    }
}

void sql_print_query(struct buf *out, const struct sql_query *q)
{
    for (uint32_t i = 0; i < q->n_ctes; i++) {
        put(out, i ? ", " : q->recursive ? "WITH RECURSIVE " : "WITH ");
        print_cte(out, &q->ctes[i]);
        if (i + 1 == q->n_ctes)
            buf_putc(out, ' ');
    }
    for (uint32_t i = 0; i < q->n_cores; i++)
        print_core(out, &q->cores[i]);
    print_order(out, " ", &q->order);
    print_limit(out, q);
}
