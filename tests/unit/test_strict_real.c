/* test_strict_real.c: properties of strict comparison that hold for any query, tried on the queries
 * of Spider.
 *
 * Rewriting a query without changing what it asks keeps it equal; changing one value, condition or
 * column does not. */
#include "base/buf.h"
#include "diagnosis/strict_match.h"
#include "shared.h"
#include "sql/lex.h"
#include "sql/parse.h"
#include "sql/resolve.h"
#include "sql/walk.h"
#include "sql_print.h"
#include "unit.h"

#include <stdlib.h>

enum { MAX_TEXT = 1 << 20 };

struct query {
    struct str text, db_id;
};

struct fixture {
    bool present;
    struct arena dataset, scratch;
    struct schema_set schemas;
    struct query *queries;
    uint32_t n_queries;
    uint32_t n_edits; /* tried in the test that runs */
    struct buf text;
};

/* A piece of a query and what is put in its place. */
struct edit {
    struct sql_span span;
    struct str text;
};

/* A readable query and the edits collected from its tree. */
struct work {
    struct arena *arena;
    const struct schema *schema;
    struct sql_stmt stmt;
    struct sql_resolution names;
    struct edit *edits;
    uint32_t n_edits;
};

static void read_gold(struct fixture *f, const char *name)
{
    struct text_lines lines = read_lines(&f->dataset, shared_path(&f->dataset, name));
    for (size_t i = 0; i < lines.count; i++) {
        ARENA_PUSH(&f->dataset, f->queries, f->n_queries);
        struct query *q = &f->queries[f->n_queries++];
        split_gold_line(lines.items[i], &q->text, &q->db_id);
    }
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct err e;
    assert_non_null(f);
    *state = f;
    f->text = (struct buf){0};
    f->present = shared_present();
    if (!f->present)
        return 0;
    const char *tables = shared_path(&f->dataset, "spider/tables.json");
    assert_int_equal(schema_set_load(&f->dataset, tables, &f->schemas, &e), OK);
    read_gold(f, "spider/dev_gold.sql");
    read_gold(f, "spider/train_gold.sql");
    assert_true(f->n_queries > 9000);
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    arena_release(&f->dataset);
    arena_release(&f->scratch);
    buf_release(&f->text);
    free(f);
    return 0;
}

static enum strict_verdict compare(struct work *w, struct str gold, struct str pred)
{
    struct err e;
    struct arena_mark mark = arena_mark(w->arena);
    enum strict_verdict v = strict_match(w->arena, w->schema, gold, pred, &e);
    arena_rewind(w->arena, mark);
    return v;
}

static void expect_equal(struct work *w, struct str other)
{
    struct str text = w->stmt.text;
    if (compare(w, text, other) != STRICT_EQUAL || compare(w, other, text) != STRICT_EQUAL)
        fail_msg("not equal\n%.*s\n%.*s", STR_ARG(text), STR_ARG(other));
}

static void expect_unequal(struct work *w, struct str other)
{
    struct str text = w->stmt.text;
    if (compare(w, text, other) == STRICT_EQUAL || compare(w, other, text) == STRICT_EQUAL)
        fail_msg("equal\n%.*s\n%.*s", STR_ARG(text), STR_ARG(other));
}

/* Call `check` for every query that can be read; a few of Spider's cannot. */
static void for_each_query(struct fixture *f, void (*check)(struct fixture *f, struct work *w))
{
    uint32_t unreadable = 0;
    struct err e;
    if (!f->present)
        skip();
    f->n_edits = 0;
    for (uint32_t i = 0; i < f->n_queries; i++) {
        struct arena_mark mark = arena_mark(&f->scratch);
        struct work w = {.arena = &f->scratch,
                         .schema = schema_set_find(&f->schemas, f->queries[i].db_id)};
        assert_non_null(w.schema);
        if (sql_parse(w.arena, f->queries[i].text, &w.stmt, &e) == OK &&
            sql_resolve(w.arena, w.schema, &w.stmt, &w.names, &e) == OK)
            check(f, &w);
        else
            unreadable++;
        f->n_edits += w.n_edits;
        arena_rewind(&f->scratch, mark);
    }
    assert_true(unreadable < 20);
}

/* Edits */

static void add_edit(struct work *w, struct sql_span span, struct str text)
{
    ARENA_ADD(w->arena, w->edits, w->n_edits, (struct edit){span, text});
}

static struct str spanned(const struct work *w, struct sql_span span)
{
    return str_slice(w->stmt.text, span.start, span.end);
}

static int cmp_edits(const void *x, const void *y)
{
    const struct edit *a = x, *b = y;
    return (a->span.start > b->span.start) - (a->span.start < b->span.start);
}

/* The query with all edits from `first` on made, which must be apart from each other. */
static struct str apply(struct fixture *f, struct work *w, struct edit *first, uint32_t n)
{
    uint32_t at = 0;
    if (n > 1)
        qsort(first, n, sizeof *first, cmp_edits);
    buf_clear(&f->text);
    for (uint32_t i = 0; i < n; i++) {
        buf_put(&f->text, str_slice(w->stmt.text, at, first[i].span.start));
        buf_put(&f->text, first[i].text);
        at = first[i].span.end;
    }
    buf_put(&f->text, str_slice(w->stmt.text, at, w->stmt.text.len));
    return buf_str(&f->text);
}

/* What keeps a query equal */

static void check_itself(struct fixture *f, struct work *w)
{
    (void)f;
    expect_equal(w, w->stmt.text);
}

static void every_query_equals_itself(void **state)
{
    for_each_query(*state, check_itself);
}

static void check_printed(struct fixture *f, struct work *w)
{
    buf_clear(&f->text);
    sql_print_query(&f->text, w->stmt.query);
    expect_equal(w, buf_str(&f->text));
}

static void a_printed_query_is_equal(void **state)
{
    for_each_query(*state, check_printed);
}

static void rename_alias(struct work *w, const struct sql_name *name)
{
    struct str renamed = arena_printf(w->arena, "\"x %.*s\"", STR_ARG(name->text));
    add_edit(w, name->span, renamed);
}

static bool rename_item(void *ctx, const struct sql_from *f)
{
    if (f->alias.text.ptr)
        rename_alias(ctx, &f->alias);
    return true;
}

/* A qualifier is an alias if it is not the name of the table. */
static bool rename_qualifier(void *ctx, const struct sql_expr *x)
{
    struct work *w = ctx;
    if (x->kind != SQL_EXPR_COLUMN || !x->as.column.table.text.ptr)
        return true;
    const struct sql_from *source = w->names.bindings[x->as.column.ref].source;
    if (source && source->alias.text.ptr)
        rename_alias(w, &x->as.column.table);
    return true;
}

static void check_renamed(struct fixture *f, struct work *w)
{
    const struct sql_walker walker = {.ctx = w, .from = rename_item, .expr = rename_qualifier};
    sql_walk_query(&walker, w->stmt.query);
    expect_equal(w, apply(f, w, w->edits, w->n_edits));
}

static void other_aliases_are_equal(void **state)
{
    struct fixture *f = *state;
    for_each_query(f, check_renamed);
    assert_true(f->n_edits > 20000);
}

/* Queries of one database asked one after the other: often two ways to ask one question. */
static void equality_is_symmetric(void **state)
{
    struct fixture *f = *state;
    uint32_t equal = 0;
    if (!f->present)
        skip();
    for (uint32_t i = 1; i < f->n_queries; i++) {
        struct query *p = &f->queries[i - 1], *q = &f->queries[i];
        if (!str_eq(p->db_id, q->db_id))
            continue;
        struct work w = {.arena = &f->scratch, .schema = schema_set_find(&f->schemas, p->db_id)};
        enum strict_verdict there = compare(&w, p->text, q->text);
        enum strict_verdict back = compare(&w, q->text, p->text);
        if ((there == STRICT_EQUAL) != (back == STRICT_EQUAL))
            fail_msg("equal one way only\n%.*s\n%.*s", STR_ARG(p->text), STR_ARG(q->text));
        equal += there == STRICT_EQUAL;
    }
    assert_in_range(equal, 2000, f->n_queries);
}

/* Edits that make a query different. Each is a change of its own. */

static bool change_literal(void *ctx, const struct sql_expr *x)
{
    struct work *w = ctx;
    if (x->kind == SQL_EXPR_COLUMN && w->names.bindings[x->as.column.ref].kind == SQL_BOUND_STRING)
        add_edit(w, x->span, STR("\"something else\""));
    if (x->kind != SQL_EXPR_LITERAL)
        return true;
    if (x->as.literal.type == SQL_STRING)
        add_edit(w, x->span, STR("'something else'"));
    else if (x->as.literal.type != SQL_NULL)
        add_edit(w, x->span, arena_printf(w->arena, "%.*s7", STR_ARG(x->as.literal.text)));
    return true;
}

static bool drop_conjunct(void *ctx, const struct sql_expr *x)
{
    struct work *w = ctx;
    if (x->kind != SQL_EXPR_BINARY || (x->as.binary.op != SQL_AND && x->as.binary.op != SQL_OR))
        return true;
    struct str left = spanned(w, x->as.binary.left->span);
    struct str right = spanned(w, x->as.binary.right->span);
    add_edit(w, x->span, arena_printf(w->arena, "(%.*s)", STR_ARG(left)));
    add_edit(w, x->span, arena_printf(w->arena, "(%.*s)", STR_ARG(right)));
    return true;
}

/* The next column of the table in place of the one named. */
static bool swap_column(void *ctx, const struct sql_expr *x)
{
    struct work *w = ctx;
    if (x->kind != SQL_EXPR_COLUMN)
        return true;
    const struct sql_binding *b = &w->names.bindings[x->as.column.ref];
    if (b->kind != SQL_BOUND_COLUMN)
        return true;
    const struct schema_table *t = &w->schema->tables[b->table];
    uint32_t i = 0;
    while (t->columns[i] != b->column)
        i++;
    struct str other = w->schema->columns[t->columns[(i + 1) % t->n_columns]].name;
    if (!str_eq_nocase(other, x->as.column.name.text))
        add_edit(w, x->as.column.name.span, arena_printf(w->arena, "\"%.*s\"", STR_ARG(other)));
    return true;
}

static bool toggle_distinct(void *ctx, const struct sql_core *c)
{
    struct work *w = ctx;
    struct sql_lexer lex = {.text = w->stmt.text, .at = c->span.start};
    struct sql_span select = sql_lexer_next(&lex).span;
    if (c->distinct)
        select.end = sql_lexer_next(&lex).span.end;
    add_edit(w, select, c->distinct ? STR("SELECT") : STR("SELECT DISTINCT"));
    return true;
}

static void check_changed(struct fixture *f, struct work *w, struct sql_walker walker)
{
    walker.ctx = w;
    sql_walk_query(&walker, w->stmt.query);
    for (uint32_t i = 0; i < w->n_edits; i++)
        expect_unequal(w, apply(f, w, &w->edits[i], 1));
}

static void check_literals(struct fixture *f, struct work *w)
{
    check_changed(f, w, (struct sql_walker){.expr = change_literal});
}

static void check_conjuncts(struct fixture *f, struct work *w)
{
    check_changed(f, w, (struct sql_walker){.expr = drop_conjunct});
}

static void check_columns(struct fixture *f, struct work *w)
{
    check_changed(f, w, (struct sql_walker){.expr = swap_column});
}

static void check_distinct(struct fixture *f, struct work *w)
{
    check_changed(f, w, (struct sql_walker){.core = toggle_distinct});
}

static void values_count(void **state)
{
    struct fixture *f = *state;
    for_each_query(f, check_literals);
    assert_true(f->n_edits > 5000);
}

static void conjuncts_count(void **state)
{
    struct fixture *f = *state;
    for_each_query(f, check_conjuncts);
    assert_true(f->n_edits > 2000);
}

static void columns_count(void **state)
{
    struct fixture *f = *state;
    for_each_query(f, check_columns);
    assert_true(f->n_edits > 30000);
}

static void distinct_counts(void **state)
{
    struct fixture *f = *state;
    for_each_query(f, check_distinct);
    assert_true(f->n_edits > 9000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_query_equals_itself),
        cmocka_unit_test(a_printed_query_is_equal),
        cmocka_unit_test(other_aliases_are_equal),
        cmocka_unit_test(equality_is_symmetric),
        cmocka_unit_test(values_count),
        cmocka_unit_test(conjuncts_count),
        cmocka_unit_test(columns_count),
        cmocka_unit_test(distinct_counts),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
