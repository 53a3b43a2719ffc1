/* chance.c: queries searched for what chance may decide, and answers for tied rows. */
#include "score/chance.h"

#include "base/number.h"
#include "score/read_answer.h"
#include "spider/row_bag.h"
#include "spider/value_index.h"
#include "sql/elements.h"
#include "sql/equal.h"
#include "sql/parse.h"
#include "sql/splice.h"
#include "sql/walk.h"

#include <math.h>

static bool note_core(void *ctx, const struct sql_core *c)
{
    bool *depends = ctx;
    for (uint32_t i = 0; i < c->n_results; i++)
        *depends = *depends || c->results[i].kind != SQL_RESULT_EXPR;
    return true;
}

static bool note_from(void *ctx, const struct sql_from *f)
{
    const struct str name = f->table.text, prefix = STR("sqlite_");
    bool *depends = ctx;
    *depends = *depends || f->join & SQL_JOIN_NATURAL || f->kind == SQL_FROM_FUNCTION ||
               (name.len >= prefix.len && str_eq_nocase(str_slice(name, 0, prefix.len), prefix));
    return true;
}

bool sql_leaves_to_chance(struct arena *a, struct str sql)
{
    static const enum sql_element BY_CHANCE[] = {SQL_ELEMENT_LIMIT, SQL_ELEMENT_GROUP_BY,
                                                 SQL_ELEMENT_AGGREGATE, SQL_ELEMENT_WINDOW,
                                                 SQL_ELEMENT_NESTED};
    struct sql_stmt stmt;
    struct err e;
    bool depends = false, possible = false;
    if (sql_parse(a, sql, &stmt, &e) != OK)
        return false;
    sql_walk_query(&(struct sql_walker){.ctx = &depends, .core = note_core, .from = note_from},
                   stmt.query);
    for (size_t i = 0; i < COUNT_OF(BY_CHANCE); i++)
        possible = possible || sql_element_in(sql_elements(&stmt), BY_CHANCE[i]);
    return possible && !depends;
}

/* Ties: the terms of ORDER BY once more, as the order of a window.
 *
 * SQLite itself finds their rank, so collations and NULL need no rules here. A window does not know
 * the names and numbers that ORDER BY may use for results: they are replaced by the expressions. */

static bool is_integer(const struct sql_expr *x, double *out)
{
    return x->kind == SQL_EXPR_LITERAL && x->as.literal.type == SQL_INTEGER &&
           number_read(x->as.literal.text, out);
}

static bool calls_by_alias(const struct sql_expr *term, const struct sql_result *r)
{
    return term->kind == SQL_EXPR_COLUMN && !term->as.column.table.text.ptr && r->alias.text.ptr &&
           str_eq_nocase(term->as.column.name.text, r->alias.text);
}

/* An alias goes before all else that the term may mean. NULL if the term is not a result. */
static const struct sql_expr *result_named(const struct sql_core *core, const struct sql_expr *term)
{
    for (uint32_t i = 0; i < core->n_results; i++)
        if (calls_by_alias(term, &core->results[i]))
            return core->results[i].expr;
    for (uint32_t i = 0; i < core->n_results; i++)
        if (core->results[i].expr && sql_expr_equal(core->results[i].expr, term))
            return core->results[i].expr;
    return NULL;
}

/* A star stands for any number of results. */
static const struct sql_expr *result_at(const struct sql_core *core, double number)
{
    for (uint32_t i = 0; i < core->n_results; i++) {
        if (core->results[i].kind != SQL_RESULT_EXPR)
            return NULL;
        if (number == i + 1)
            return core->results[i].expr;
    }
    return NULL;
}

/* SQLite reads a number with a sign as the number of a result, too. */
static bool is_signed_literal(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_UNARY && (x->as.unary.operand->kind == SQL_EXPR_LITERAL ||
                                         x->as.unary.operand->kind == SQL_EXPR_UNARY);
}

struct alias_search {
    const struct sql_core *core;
    bool found;
};

static bool note_alias(void *ctx, const struct sql_expr *x)
{
    struct alias_search *s = ctx;
    for (uint32_t i = 0; i < s->core->n_results; i++)
        s->found = s->found || calls_by_alias(x, &s->core->results[i]);
    return true;
}

/* Within a term, a name may be that of a column or of a result. Which one is not known here. */
static bool has_alias(const struct sql_core *core, const struct sql_expr *term)
{
    struct alias_search s = {.core = core};
    sql_walk_expr(&(struct sql_walker){.ctx = &s, .expr = note_alias}, term);
    return s.found;
}

/* One term as a window can read it. False if that is not known. */
static bool put_rank_term(struct buf *out, struct str sql, const struct sql_core *core,
                          const struct sql_expr *term)
{
    const struct sql_expr *inner = term;
    double number;
    while (inner->kind == SQL_EXPR_COLLATE)
        inner = inner->as.collate.operand;
    bool by_number = is_integer(inner, &number);
    const struct sql_expr *meant = by_number ? result_at(core, number) : result_named(core, inner);
    if (!meant &&
        (by_number || core->distinct || is_signed_literal(inner) || has_alias(core, inner)))
        return false;
    struct sql_span said = meant ? meant->span : inner->span;
    buf_put(out, str_slice(sql, term->span.start, inner->span.start));
    buf_putc(out, '(');
    buf_put(out, str_slice(sql, said.start, said.end));
    buf_putc(out, ')');
    buf_put(out, str_slice(sql, inner->span.end, term->span.end));
    return true;
}

/* The rank of a row, as one more result. */
static bool put_rank(struct buf *out, struct str sql, const struct sql_query *q)
{
    buf_put(out, STR(", dense_rank() OVER (ORDER BY "));
    for (uint32_t i = 0; i < q->order.count; i++) {
        if (i)
            buf_put(out, STR(", "));
        if (!put_rank_term(out, sql, &q->cores[0], q->order.items[i].expr))
            return false;
    }
    buf_putc(out, ')');
    return true;
}

bool tied_query_of(struct arena *a, struct str sql, struct tied_query *out)
{
    struct sql_stmt stmt;
    struct err e;
    out->limit = INFINITY;
    if (!sql.ptr || sql_parse(a, sql, &stmt, &e) != OK)
        return false;
    const struct sql_query *q = stmt.query;
    const struct sql_core *core = &q->cores[0];
    if (q->n_cores > 1 || !core->n_results || !q->order.count || q->offset ||
        (q->limit && !is_integer(q->limit, &out->limit)))
        return false;
    struct buf rank = {0};
    struct sql_splices splices = {.arena = a};
    uint32_t end = core->results[core->n_results - 1].span.end;
    buf_limit(&rank, DATABASE_MAX_SQL_BYTES);
    bool known = put_rank(&rank, sql, q) && buf_whole(&rank);
    if (known)
        sql_splice_add(&splices, (struct sql_span){end, end}, buf_str(&rank));
    if (q->limit)
        sql_splice_add(&splices, q->limit->span, STR("-1"));
    known = known && sql_splice_apply(a, &splices, sql, &out->sql);
    buf_release(&rank);
    return known;
}

/* Tied answers: without its LIMIT, the query gives one run of tied rows after another.
 *
 * The rows of a run may come in any order. So at the places of a run, the answer must have rows of
 * that run, none of them more often than the run has it. Columns are paired one by one: if all fit,
 * the first ones fit by themselves. */

struct tie_search {
    const struct rows *ranked; /* the last column has the rank */
    struct value_table all;    /* `ranked` without it, to the end of the last run that counts */
    struct value_table said;
    uint32_t *order; /* of the columns of `said` that are paired */
    bool *paired;    /* by column of `said` */
    struct deadline deadline;
    struct arena *arena;
};

/* The end of the run that begins at `first`. */
static size_t run_end(const struct rows *ranked, size_t first)
{
    uint32_t rank = ranked->n_columns - 1;
    size_t end = first + 1;
    while (end < ranked->n_rows &&
           value_equal(rows_at(ranked, first, rank), rows_at(ranked, end, rank)))
        end++;
    return end;
}

/* The first columns of some rows. */
static struct value_table first_columns(const struct value_table *t, size_t first, size_t end,
                                        uint32_t n_columns, struct arena *a)
{
    size_t n_rows = end - first;
    struct value_table part = {ARENA_ARRAY(a, uint32_t, n_rows * n_columns), n_rows, n_columns};
    for (size_t row = 0; row < n_rows; row++)
        memcpy(part.cells + row * n_columns, t->cells + (first + row) * t->n_columns,
               n_columns * sizeof *part.cells);
    return part;
}

static bool run_fits(const struct tie_search *s, size_t first, size_t end, uint32_t n_columns)
{
    struct row_bag bag;
    struct value_table run = first_columns(&s->all, first, end, n_columns, s->arena);
    row_bag_fill(&bag, &run, s->arena);
    size_t *taken = arena_zalloc(s->arena, bag.n_slots * sizeof *taken);
    for (size_t row = first; row < end && row < s->said.n_rows; row++) {
        const struct row_slot *slot =
            row_bag_find(&bag, s->said.cells + row * s->said.n_columns, s->order);
        if (!slot || taken[slot - bag.slots]++ == slot->count)
            return false;
    }
    return true;
}

/* Do all rows fit, by the columns that are paired? */
static bool rows_fit(const struct tie_search *s, uint32_t n_columns)
{
    bool fit = true;
    for (size_t first = 0, end; fit && first < s->said.n_rows; first = end) {
        struct arena_mark mark = arena_mark(s->arena);
        end = run_end(s->ranked, first);
        fit = run_fits(s, first, end, n_columns);
        arena_rewind(s->arena, mark);
    }
    return fit;
}

/* Most answers have their columns in the same order, so that one is tried first. */
static bool pair_columns(struct tie_search *s, uint32_t n_paired)
{
    uint32_t n = s->said.n_columns;
    if (n_paired == n)
        return true;
    for (uint32_t i = 0; i < n && !deadline_passed(s->deadline); i++) {
        uint32_t column = (n_paired + i) % n;
        if (s->paired[column])
            continue;
        s->order[n_paired] = column;
        s->paired[column] = true;
        if (rows_fit(s, n_paired + 1) && pair_columns(s, n_paired + 1))
            return true;
        s->paired[column] = false;
    }
    return false;
}

/* The first rows and columns, with numbers for values. */
static struct value_table number_values(struct value_index *index, const struct rows *r,
                                        size_t n_rows, uint32_t n_columns, struct arena *a)
{
    struct value_table t = {ARENA_ARRAY(a, uint32_t, n_rows * n_columns), n_rows, n_columns};
    for (size_t row = 0; row < n_rows; row++)
        for (uint32_t i = 0; i < n_columns; i++) {
            uint32_t form = value_index_add(index, a, rows_at(r, row, i));
            t.cells[row * n_columns + i] = index->forms[form].class;
        }
    return t;
}

static bool rows_could_be(const struct rows *ranked, const struct rows *said,
                          struct deadline deadline, struct arena *a)
{
    size_t last = 0;
    while (last < said->n_rows)
        last = run_end(ranked, last);
    if (last + said->n_rows >= UINT32_MAX / ranked->n_columns)
        return false;
    struct value_index index;
    value_index_init(&index, a);
    struct tie_search s = {.ranked = ranked, .deadline = deadline, .arena = a};
    s.all = number_values(&index, ranked, last, said->n_columns, a);
    s.said = number_values(&index, said, said->n_rows, said->n_columns, a);
    s.order = ARENA_ARRAY(a, uint32_t, said->n_columns);
    s.paired = arena_zalloc(a, said->n_columns * sizeof *s.paired);
    return pair_columns(&s, 0);
}

bool tied_answer(struct runner *r, struct str sql, const struct suite_schema *schema,
                 const struct rows *said, struct arena *scratch)
{
    struct arena_mark mark = arena_mark(scratch);
    struct tied_query q;
    struct query_result all;
    bool could =
        tied_query_of(scratch, sql, &q) && runner_query(r, schema, q.sql, scratch, &all) &&
        all.outcome == QUERY_ROWS && all.rows.n_columns == said->n_columns + 1 &&
        (double)said->n_rows ==
            ((double)all.rows.n_rows < q.limit ? (double)all.rows.n_rows : q.limit) &&
        rows_could_be(&all.rows, said, deadline_after_ms(r->rules->options.deadline_ms), scratch);
    arena_rewind(scratch, mark);
    return could;
}
