/* proof.c: running the queries of seed and case, before and after the change.
 *
 * One connection serves a database and all its migrations: their views are temporary objects that
 * are in front of its tables for the time of one proof. So a proof costs the compiling of one or
 * two views and of the query, not the opening of a database; tables that did not change are read
 * as they are. */
#include "verify/proof.h"

#include "engine/database_pool.h"
#include "migration/answer_mapping.h"
#include "migration/migration_tables.h"
#include "sql/quote.h"
#include "sql/statement.h"
#include "store/rows_back.h"
#include "store/store.h"
#include "verify/rows_equal.h"
#include "verify/stored_otherwise.h"

#include <stdlib.h>

enum { OPEN_DATABASES = 8, PROBE_DEADLINE_MS = 10000 };

const struct proof_limits proof_defaults = {
    .deadline_ms = 10000, .max_rows = 1000000, .max_bytes = 64 << 20};

/* The answer of a gold query on its original database. */
struct gold_answer {
    struct arena arena;
    struct str path, sql; /* ptr NULL before the first */
    bool ordered;
    struct query_result result;
    uint64_t digest;
    bool chance_known, chance; /* tested already; the answer depends on how the rows are stored */
    enum untried untried;      /* why that could not be tested */
    struct str problem;        /* if the database cannot be copied */
};

/* The tables of its schema that the latest database lacks. */
struct fit {
    struct arena arena;
    struct str path; /* ptr NULL before the first */
    const bool *missing;
};

struct prover {
    struct proof_limits limits;
    struct database_pool originals;
    struct gold_answer gold;
    struct stored_otherwise otherwise;
    struct fit fit;
    enum untried untried; /* in this proof: why chance was not looked for */
    struct str problem;   /* good as the gold is, or as `scratch` */
    struct arena scratch; /* rewound at the start of each proof */
    enum status status;   /* of the machine, in this proof: what follows a failure is void */
    struct err err;
};

struct prover *prover_new(const struct proof_limits *limits, uint32_t workers)
{
    struct prover *p = mem_alloc(sizeof *p);
    *p = (struct prover){.limits = *limits, .otherwise.max_bytes = limits->stored_otherwise_bytes};
    database_pool_init(&p->originals, OPEN_DATABASES, workers);
    return p;
}

void prover_free(struct prover *p)
{
    if (!p)
        return;
    database_pool_release(&p->originals);
    arena_release(&p->gold.arena);
    stored_otherwise_release(&p->otherwise);
    arena_release(&p->fit.arena);
    arena_release(&p->scratch);
    free(p);
}

/* The first failure is kept. */
static void keep_failure(struct prover *p, enum status status, const struct err *e)
{
    if (status && p->status == OK) {
        p->status = status;
        p->err = *e;
    }
}

/* Did the machine fail? */
static bool failed(struct prover *p, enum status status, const struct err *e)
{
    if (status == OK || status == E_DB)
        return false;
    keep_failure(p, status, e);
    return true;
}

static void run_query(struct prover *p, struct database *d, struct str sql,
                      const struct query_limits *limits, struct arena *a, struct query_result *out)
{
    struct err e;
    enum status status = database_query(d, sql, limits, a, out, &e);
    failed(p, status, &e);
}

static struct query_limits limits_now(const struct prover *p)
{
    return (struct query_limits){.deadline = deadline_after_ms(p->limits.deadline_ms),
                                 .max_rows = p->limits.max_rows,
                                 .max_bytes = p->limits.max_bytes};
}

static struct proof reject_proof(struct prover *p, enum proof_outcome outcome, struct str message)
{
    return (struct proof){.outcome = outcome, .message = arena_str(&p->scratch, message)};
}

/* A run that gave no rows, as a rejection: of the gold on the original, or of the case's query. */
static struct proof reject_run(struct prover *p, const struct query_result *r, bool gold)
{
    switch (r->outcome) {
    case QUERY_TIMEOUT:
        return reject_proof(p, gold ? PROOF_GOLD_TIMEOUT : PROOF_TIMEOUT, r->message);
    case QUERY_TOO_LARGE:
        return reject_proof(p, gold ? PROOF_GOLD_TOO_LARGE : PROOF_TOO_LARGE, r->message);
    default:
        return reject_proof(p, gold ? PROOF_GOLD_FAILS : PROOF_FAILS, r->message);
    }
}

/* Run the gold on the original, unless it was the latest to be run. If the file is damaged there,
 * the system's answers could not be judged either: better said now than after they were paid for.
 */
static void run_gold(struct prover *p, struct database *d, const struct proof_task *task)
{
    struct gold_answer *g = &p->gold;
    struct str path = str_from(task->database);
    if (g->path.ptr && str_eq(g->path, path) && str_eq(g->sql, task->gold) &&
        g->ordered == task->ordered)
        return;
    struct query_limits limits = limits_now(p);
    arena_clear(&g->arena);
    g->path = arena_str(&g->arena, path);
    g->sql = arena_str(&g->arena, task->gold);
    g->ordered = task->ordered;
    run_query(p, d, task->gold, &limits, &g->arena, &g->result);
    struct err e;
    enum status status = query_damage(&g->result, &e);
    keep_failure(p, status, &e);
    g->digest = rows_digest(&g->result.rows, task->ordered);
    g->chance_known = g->chance = false;
    g->untried = UNTRIED_NONE;
}

/* Does the answer to `sql`, on the database as it is, depend on how its rows are stored? */
static bool left_to_chance(struct prover *p, const struct proof_task *task, struct str sql,
                           bool ordered, const struct rows *rows)
{
    struct plain_answer plain = {
        .database = task->database, .sql = sql, .ordered = ordered, .rows = rows};
    plain.schema = task->migration ? task->migration->old : task->schema;
    struct query_limits limits = limits_now(p);
    bool differs = false;
    struct err e;
    if (plain.schema) {
        enum status status =
            stored_otherwise_differs(&p->otherwise, &plain, &limits, &p->scratch, &differs, &e);
        failed(p, status, &e);
        p->untried = p->otherwise.untried;
        p->problem = arena_str(&p->scratch, p->otherwise.problem);
    }
    return differs;
}

/* The same of the gold, tested once. */
static bool gold_left_to_chance(struct prover *p, const struct proof_task *task)
{
    struct gold_answer *g = &p->gold;
    if (!g->chance_known) {
        g->chance = left_to_chance(p, task, task->gold, task->ordered, &g->result.rows);
        g->untried = p->untried;
        g->problem = arena_str(&g->arena, p->problem);
    }
    g->chance_known = true;
    p->untried = g->untried;
    p->problem = g->problem;
    return g->chance;
}

/* Tables that the database lacks
 *
 * tables.json and databases are made apart, and real ones disagree. A query that does not read the
 * missing table runs all the same, so a view of it must not count as proved by that. */

/* A query that need only compile. The table's name comes before each column, since SQLite takes a
 * lone "name" for a string if no column has that name. */
static void put_probe_query(struct buf *sql, const struct schema *s, const struct schema_table *t)
{
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_put(sql, i ? STR(", t.") : STR("SELECT t."));
        sql_put_name(sql, s->columns[t->columns[i]].name);
    }
    buf_put(sql, STR(" FROM "));
    sql_put_name(sql, t->name);
    buf_put(sql, STR(" AS t LIMIT 0"));
}

static enum status probe_table(struct arena *a, const struct schema *s,
                               const struct schema_table *t, struct database *d, bool *missing,
                               struct err *e)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(PROBE_DEADLINE_MS), .max_rows = 1, .max_bytes = 1 << 10};
    struct query_result answer;
    struct buf sql = {0};
    put_probe_query(&sql, s, t);
    enum status status = database_query(d, buf_str(&sql), &limits, a, &answer, e);
    buf_release(&sql);
    *missing = answer.outcome == QUERY_ERROR;
    return status;
}

/* For each table of `s`, in `a`: does the database lack it, or one of its columns? The database
 * must have no views in front. E_HOST if the machine failed. */
static enum status find_missing_tables(struct arena *a, const struct schema *s, struct database *d,
                                       const bool **out, struct err *e)
{
    bool *missing = ARENA_ARRAY(a, bool, s->n_tables);
    enum status status = OK;
    for (uint32_t t = 0; t < s->n_tables && status == OK; t++)
        status = probe_table(a, s, &s->tables[t], d, &missing[t], e);
    *out = missing;
    return status;
}

/* The first old table that the migration changes or folds and that is `missing`, or SCHEMA_NONE. */
static uint32_t first_missing_table(const struct migration *m, const bool *missing)
{
    for (uint32_t i = 0; i < m->n_tables; i++) {
        const struct migration_table *t = &m->tables[i];
        if (t->changed && missing[t->base])
            return t->base;
        uint32_t folded = t->fold.from != SCHEMA_NONE ? m->old->columns[t->fold.to].table : t->base;
        if (t->changed && missing[folded])
            return folded;
    }
    return SCHEMA_NONE;
}

/* A table that the migration changes and the database lacks, or SCHEMA_NONE. */
static uint32_t missing_table(struct prover *p, struct database *d, const struct proof_task *task)
{
    struct fit *f = &p->fit;
    struct str path = str_from(task->database);
    struct err e;
    if (!f->path.ptr || !str_eq(f->path, path)) {
        arena_clear(&f->arena);
        f->path = arena_str(&f->arena, path);
        enum status status =
            find_missing_tables(&f->arena, task->migration->old, d, &f->missing, &e);
        if (failed(p, status, &e))
            return SCHEMA_NONE;
    }
    return first_missing_table(task->migration, f->missing);
}

static struct proof proved(enum proof_by by, const struct gold_answer *g)
{
    return (struct proof){
        .outcome = PROOF_PROVED, .how = {by, g->result.rows.n_rows, g->digest}, .message = STR("")};
}

/* The answer of `sql`, a count, or -1 if it has none. Empties `sql`. */
static int64_t run_count(struct prover *p, struct database *d, struct buf *sql)
{
    struct query_limits limits = limits_now(p);
    struct query_result answer;
    run_query(p, d, buf_str(sql), &limits, &p->scratch, &answer);
    buf_release(sql);
    return answer.outcome == QUERY_ROWS ? rows_at(&answer.rows, 0, 0)->integer : -1;
}

/* The number of rows of a table, or of the view in front of it; -1 if they cannot be counted. */
static int64_t count_rows(struct prover *p, struct database *d, struct str table)
{
    struct buf sql = {0};
    buf_put(&sql, STR("SELECT count(*) FROM "));
    sql_put_name(&sql, table);
    return run_count(p, d, &sql);
}

/* The number of rows of the folded table to which nothing refers; 0 if they cannot be counted. The
 * database must have no views in front. */
static uint64_t count_lost(struct prover *p, struct database *d, const struct schema *s,
                           struct schema_foreign_key fold)
{
    const struct schema_column *from = &s->columns[fold.from], *to = &s->columns[fold.to];
    struct buf sql = {0};
    buf_put(&sql, STR("SELECT count(*) FROM "));
    sql_put_name(&sql, s->tables[to->table].name);
    buf_put(&sql, STR(" AS t WHERE t."));
    sql_put_name(&sql, to->name);
    buf_put(&sql, STR(" IS NULL OR t."));
    sql_put_name(&sql, to->name);
    buf_put(&sql, STR(" NOT IN (SELECT f."));
    sql_put_name(&sql, from->name);
    buf_put(&sql, STR(" FROM "));
    sql_put_name(&sql, s->tables[from->table].name);
    buf_put(&sql, STR(" AS f WHERE f."));
    sql_put_name(&sql, from->name);
    buf_put(&sql, STR(" IS NOT NULL)"));
    int64_t n = run_count(p, d, &sql);
    return n > 0 ? (uint64_t)n : 0;
}

/* The table that another is folded into, or NULL. */
static const struct migration_table *fold_of(const struct migration *m)
{
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (m->tables[t].fold.from != SCHEMA_NONE)
            return &m->tables[t];
    return NULL;
}

static struct str case_query(const struct proof_task *task)
{
    return task->changed.ptr ? task->changed : task->gold;
}

/* The answer should stay. */
static struct proof compare_same(struct prover *p, const struct proof_task *task,
                                 const struct query_result *answer)
{
    return rows_equal(&p->gold.result.rows, &answer->rows, task->ordered, &p->scratch)
               ? proved(PROOF_BY_EXECUTION, &p->gold)
               : reject_proof(p, PROOF_DIFFERS, STR(""));
}

/* The answer should stay, once it is turned back to the old values. */
static struct proof compare_mapped(struct prover *p, const struct proof_task *task,
                                   const struct query_result *answer)
{
    struct schema new;
    struct answer_mapping mapping;
    migration_schema(&p->scratch, task->migration, task->migration->old->db_id, &new, NULL);
    if (!answer_mapping_of(&p->scratch, task->migration, &new, case_query(task), &mapping))
        return reject_proof(p, PROOF_DIFFERS, STR("the query cannot be read"));
    struct rows back = rows_back(&p->scratch, &answer->rows, &mapping);
    struct rows before = rows_evened(&p->scratch, &p->gold.result.rows),
                after = rows_evened(&p->scratch, &back);
    return rows_equal(&before, &after, task->ordered, &p->scratch)
               ? proved(PROOF_BY_EXECUTION, &p->gold)
               : reject_proof(p, PROOF_DIFFERS, STR(""));
}

static bool is_nothing(const struct value *v)
{
    return v->type == VALUE_NULL || (v->type == VALUE_INTEGER && v->integer == 0) ||
           (v->type == VALUE_REAL && v->real == 0);
}

/* No rows, or a single one that has nothing but NULL and 0: what run_count() and sum() make of no
 * rows.
 */
static bool says_nothing(const struct rows *r)
{
    if (r->n_rows > 1)
        return false;
    for (uint32_t c = 0; r->n_rows == 1 && c < r->n_columns; c++)
        if (!is_nothing(rows_at(r, 0, c)))
            return false;
    return true;
}

/* Does NULL come first in an order that LIMIT cuts? SQLite sorts it before all else, and so "the
 * lowest life expectancy" is that of a country where none is known. */
static bool null_comes_first(struct prover *p, struct database *d, const struct proof_task *task,
                             const struct rows *rows)
{
    struct query_limits limits = limits_now(p);
    struct query_result answer;
    struct str sql;
    if (!sql_nulls_last(&p->scratch, task->changed, &sql))
        return false;
    run_query(p, d, sql, &limits, &p->scratch, &answer);
    return answer.outcome == QUERY_ROWS && !rows_equal(rows, &answer.rows, true, &p->scratch);
}

/* The answer should change, and the change should be visible. An empty answer in the place of
 * another is not accepted, since many wrong queries give one too. Another order is visible only if
 * both queries ask for one. */
static struct proof compare_changed(struct prover *p, struct database *d,
                                    const struct proof_task *task,
                                    const struct query_result *answer)
{
    const struct rows *before = &p->gold.result.rows, *after = &answer->rows;
    if ((after->n_rows == 0 && before->n_rows > 0) ||
        (says_nothing(after) && !says_nothing(before)))
        return reject_proof(p, PROOF_EMPTY, STR(""));
    if (rows_equal(before, after, task->ordered && task->changed_ordered, &p->scratch))
        return reject_proof(p, PROOF_NOT_VISIBLE, STR(""));
    if (null_comes_first(p, d, task, after))
        return reject_proof(p, PROOF_NULL_FIRST, STR(""));
    if (!task->migration &&
        left_to_chance(p, task, task->changed, task->changed_ordered, &answer->rows))
        return reject_proof(p, PROOF_CHANCE, STR(""));
    return (struct proof){
        .outcome = PROOF_PROVED,
        .how = {PROOF_BY_EXECUTION, after->n_rows, rows_digest(after, task->changed_ordered)},
        .message = STR(""),
    };
}

/* Run the case's query on the database as it is shown, and compare the answer with the seed's. */
static struct proof compare_answers(struct prover *p, struct database *d,
                                    const struct proof_task *task)
{
    struct query_limits limits = limits_now(p);
    struct query_result answer;
    run_query(p, d, case_query(task), &limits, &p->scratch, &answer);
    if (answer.outcome != QUERY_ROWS)
        return reject_run(p, &answer, false);
    if (task->claim == CLAIM_CHANGED)
        return compare_changed(p, d, task, &answer);
    return task->claim == CLAIM_MAPPED && task->migration ? compare_mapped(p, task, &answer)
                                                          : compare_same(p, task, &answer);
}

/* The engine rejects the changed database, or the machine failed. */
static struct proof reject_views(struct prover *p, enum status status, const struct err *e)
{
    failed(p, status, e);
    return reject_proof(p, PROOF_NO_VIEWS, str_from(e->msg));
}

/* On the database as the migration shows it. A fold must keep the number of rows, whether or not
 * the query reads them. Rows of the folded table may be lost: the query does not read them, and the
 * question does not name them. But they are reported. */
static struct proof prove_shown(struct prover *p, struct database *d, const struct proof_task *task)
{
    const struct migration_table *fold = fold_of(task->migration);
    int64_t before = fold ? count_rows(p, d, fold->name) : 0;
    struct err e;
    enum status status = database_show(d, task->migration, &e);
    struct proof proof = status ? reject_views(p, status, &e) : compare_answers(p, d, task);
    if (proof.outcome == PROOF_PROVED && fold && count_rows(p, d, fold->name) != before)
        proof = reject_proof(p, PROOF_REPEATS, fold->name);
    status = database_drop_views(d, &e);
    if (status)
        return reject_views(p, status, &e);
    if (proof.outcome == PROOF_PROVED && fold)
        proof.rows_lost = count_lost(p, d, task->migration->old, fold->fold);
    return proof;
}

/* The order of tables, and which keys are declared, matter to no query. */
static bool changes_tables(const struct migration *m)
{
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (m->tables[t].changed)
            return true;
    return false;
}

/* An index may go with a declaration. */
static bool loses_key(const struct migration *m)
{
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (m->tables[t].keyless)
            return true;
    return m->forgotten != SCHEMA_NONE;
}

/* Could the answer change because rows are found in another way? Of a query that changes, only the
 * new answer must not depend on that, and is tested later. */
static bool may_be_chance(const struct proof_task *task)
{
    return task->migration && (changes_tables(task->migration) || loses_key(task->migration));
}

static bool condition_is_met(struct prover *p, struct database *d, const struct case_condition *c)
{
    struct query_limits limits = limits_now(p);
    struct query_result answer;
    if (!c->query.ptr)
        return true;
    limits.enough_rows = 1;
    run_query(p, d, c->query, &limits, &p->scratch, &answer);
    return answer.outcome == QUERY_ROWS && (answer.rows.n_rows > 0) == c->finds;
}

static struct proof prove_by_execution(struct prover *p, const struct proof_task *task)
{
    struct database *d;
    struct err e;
    enum status status = database_pool_get(&p->originals, str_from(task->database), &d, &e);
    failed(p, status, &e);
    if (status)
        return reject_proof(p, PROOF_NO_DATABASE, str_from(e.msg));
    run_gold(p, d, task);
    if (p->gold.result.outcome != QUERY_ROWS)
        return reject_run(p, &p->gold.result, true);
    if (may_be_chance(task) && gold_left_to_chance(p, task))
        return reject_proof(p, PROOF_CHANCE, STR(""));
    if (!condition_is_met(p, d, &task->condition))
        return reject_proof(p, PROOF_CONDITION, STR(""));
    if (!task->migration)
        return task->claim != CLAIM_SAME ? compare_answers(p, d, task)
                                         : proved(PROOF_BY_CONSTRUCTION, &p->gold);
    uint32_t missing = missing_table(p, d, task);
    if (missing != SCHEMA_NONE)
        return reject_proof(p, PROOF_NO_TABLE, task->migration->old->tables[missing].name);
    return prove_shown(p, d, task);
}

static struct proof prove_by_schema(struct prover *p, const struct proof_task *task)
{
    struct query_limits limits = limits_now(p);
    struct query_result answer;
    struct database *d;
    struct err e;
    enum status status =
        database_open_memory(migration_empty_tables(&p->scratch, task->migration), &d, &e);
    if (status)
        return reject_views(p, status, &e);
    run_query(p, d, case_query(task), &limits, &p->scratch, &answer);
    database_close(d);
    if (answer.outcome != QUERY_ROWS)
        return reject_run(p, &answer, false);
    return (struct proof){.outcome = PROOF_PROVED, .how.by = PROOF_BY_SCHEMA, .message = STR("")};
}

static struct proof prove_task(struct prover *p, const struct proof_task *task)
{
    if (task->gold.ptr && task->database)
        return prove_by_execution(p, task);
    if (task->claim == CLAIM_CHANGED)
        return task->gold.ptr ? reject_proof(p, PROOF_NO_DATABASE, STR(""))
                              : reject_proof(p, PROOF_NO_GOLD, STR(""));
    if (task->gold.ptr && task->migration)
        return prove_by_schema(p, task);
    if (task->migration && changes_tables(task->migration))
        return reject_proof(p, PROOF_NO_GOLD, STR(""));
    return (struct proof){
        .outcome = PROOF_PROVED, .how.by = PROOF_BY_CONSTRUCTION, .message = STR("")};
}

/* What is kept for the next proofs must not come from a failure. */
static void forget_kept_answers(struct prover *p)
{
    p->gold.path.ptr = p->fit.path.ptr = NULL;
}

/* A proof by construction needs no answer. */
static bool lacks_rows(const struct proof *proof)
{
    return proof->outcome == PROOF_PROVED &&
           (case_proved_on_empty(&proof->how) || proof->how.by == PROOF_BY_SCHEMA);
}

enum status prover_prove(struct prover *p, const struct proof_task *task, struct proof *out,
                         struct err *e)
{
    arena_clear(&p->scratch);
    p->status = OK;
    p->untried = UNTRIED_NONE;
    p->problem = STR_NONE;
    *out = prove_task(p, task);
    if (p->limits.needs_rows && lacks_rows(out))
        *out = reject_proof(p, PROOF_NO_ROWS, STR(""));
    if (out->outcome == PROOF_PROVED && p->untried) {
        out->untried = p->untried;
        out->message = arena_str(&p->scratch, p->problem);
    }
    if (p->status) {
        forget_kept_answers(p);
        *e = p->err;
    }
    return p->status;
}
