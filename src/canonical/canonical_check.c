/* canonical_check.c: running a query, and others that show what its answer depends on. */
#include "canonical/canonical_check.h"

#include "base/hash.h"
#include "engine/database_pool.h"
#include "migration/migration.h"
#include "migration/migration_tables.h"
#include "score/chance.h"
#include "spider/value_index.h"
#include "sql/parse.h"
#include "sql/splice.h"
#include "sql/statement.h"
#include "verify/rows_equal.h"
#include "verify/stored_otherwise.h"

#include <stdlib.h>

/* Which pairs are kept must not depend on how busy the machine is. So steps are limited, to about a
 * second of them; the clock only ends what takes long in one step. */
enum {
    OPEN_DATABASES = 4,
    MAX_STEPS = 100000000,
    DEADLINE_MS = 60000,
    MAX_ROWS = 1000000,
    MAX_BYTES = 64 << 20
};

static const char *const NAMES[] = {
#define CANONICAL_REJECTION(id, name) name,
#include "canonical/canonical_rejection.def"
#undef CANONICAL_REJECTION
};

const char *canonical_rejection_name(enum canonical_rejection r)
{
    return NAMES[r];
}

struct canonical_checker {
    struct database_pool databases;
    struct stored_otherwise otherwise;
    struct arena scratch;
    struct arena failed; /* of `failure` */
    struct str failure;
    struct database *empty; /* tables of `of`, without rows; NULL before the first */
    const struct schema *of;
    struct arena counted;   /* of the next two */
    struct name_map counts; /* of the latest database: how many rows a query gives */
    struct str counts_of;   /* its path; ptr NULL before the first */
};

struct canonical_checker *canonical_checker_new(uint32_t workers)
{
    struct canonical_checker *c = mem_alloc(sizeof *c);
    *c = (struct canonical_checker){.otherwise.by_size = true, .failure = STR("")};
    database_pool_init(&c->databases, OPEN_DATABASES, workers);
    return c;
}

void canonical_checker_free(struct canonical_checker *c)
{
    if (!c)
        return;
    database_pool_release(&c->databases);
    stored_otherwise_release(&c->otherwise);
    database_close(c->empty);
    arena_release(&c->counted);
    arena_release(&c->failed);
    arena_release(&c->scratch);
    free(c);
}

struct str canonical_checker_failure(const struct canonical_checker *c)
{
    return c->failure;
}

/* A pair being checked. */
struct checking {
    struct canonical_checker *checker;
    const struct dataset_subject *subject;
    struct database *database;
    struct str query;
    struct query_result answer;
    bool late;          /* a query ran until its deadline */
    enum status status; /* E_HOST if the machine failed: then the verdict is void */
    struct err *err;
};

static struct query_limits limits_now(void)
{
    return (struct query_limits){.deadline = deadline_after_ms(DEADLINE_MS),
                                 .max_rows = MAX_ROWS,
                                 .max_bytes = MAX_BYTES,
                                 .max_steps = MAX_STEPS};
}

/* Run a query. False if there is no answer. */
static bool run_query(struct checking *c, struct str sql, struct query_result *out)
{
    struct query_limits limits = limits_now();
    if (c->status == OK)
        c->status = database_query(c->database, sql, &limits, &c->checker->scratch, out, c->err);
    c->late = c->late || (c->status == OK && out->outcome == QUERY_TIMEOUT);
    return c->status == OK && out->outcome == QUERY_ROWS;
}

/* Databases */

/* The statements that make the tables of the schema. */
static struct str empty_tables(struct arena *a, const struct schema *s)
{
    uint32_t *order = ARENA_ARRAY(a, uint32_t, s->n_tables + 1);
    for (uint32_t t = 0; t < s->n_tables; t++)
        order[t] = t;
    return migration_empty_tables(a, migration_reorder_tables(a, s, order));
}

/* Open a database with the tables of the schema, without rows. */
static enum status open_empty(struct checking *c)
{
    struct canonical_checker *k = c->checker;
    const struct schema *s = c->subject->schema;
    if (k->of != s) {
        database_close(k->empty);
        k->empty = NULL;
        k->of = s;
        TRY(database_open_memory(empty_tables(&k->scratch, s), &k->empty, c->err));
    }
    c->database = k->empty;
    return OK;
}

static bool open_subject(struct checking *c)
{
    struct str path = c->subject->database;
    enum status status = path.ptr
                             ? database_pool_get(&c->checker->databases, path, &c->database, c->err)
                             : open_empty(c);
    c->status = status == E_HOST ? status : OK;
    return status == OK && c->database;
}

/* Rows */

static bool is_missing(const struct value *v)
{
    return v->type == VALUE_NULL || (v->type == VALUE_TEXT && v->len == 0);
}

static bool is_nothing(const struct value *v)
{
    return is_missing(v) || (v->type == VALUE_INTEGER && v->integer == 0) ||
           (v->type == VALUE_REAL && v->real == 0);
}

/* Is the answer empty, or a row of NULL and 0, as count() and sum() give for no rows, or are all
 * values missing? */
static bool is_empty_answer(const struct rows *r)
{
    for (size_t row = 0; row < r->n_rows; row++)
        for (uint32_t i = 0; i < r->n_columns; i++)
            if (r->n_rows == 1 ? !is_nothing(rows_at(r, 0, i)) : !is_missing(rows_at(r, row, i)))
                return false;
    return true;
}

/* The first SELECT of the query, without its conditions; false if nothing is left out. */
static bool without_conditions(struct arena *a, struct str query, struct str *out)
{
    struct sql_stmt stmt;
    struct sql_splices splices = {.arena = a};
    struct err e;
    if (sql_parse(a, query, &stmt, &e) != OK)
        return false;
    const struct sql_query *q = stmt.query;
    const struct sql_core *core = &q->cores[0];
    if (!core->where && !core->having && q->n_cores == 1)
        return false;
    if (core->where)
        sql_splice_add(&splices, core->where->span, STR("1"));
    if (core->having)
        sql_splice_add(&splices, core->having->span, STR("1"));
    if (q->n_cores > 1)
        sql_splice_add(&splices, (struct sql_span){core->span.end, (uint32_t)query.len}, STR(""));
    return sql_splice_apply(a, &splices, query, out);
}

/* The counts of this database; those of another are forgotten. */
static struct name_map *find_counts(struct checking *c)
{
    struct canonical_checker *k = c->checker;
    struct str path = c->subject->database;
    if (!k->counts_of.ptr || !str_eq(k->counts_of, path)) {
        arena_clear(&k->counted);
        name_map_init_exact(&k->counts, &k->counted, 64);
        k->counts_of = arena_str(&k->counted, path);
    }
    return &k->counts;
}

/* Would the query give the same without its conditions? Without them many queries are the same, so
 * the number of its rows is kept. Mostly it differs, and the query need not be run. */
static bool gives_all(struct checking *c)
{
    struct arena *kept = &c->checker->counted;
    struct name_map *counts = find_counts(c);
    struct query_result all;
    struct str sql;
    if (!without_conditions(&c->checker->scratch, c->query, &sql))
        return false;
    uint32_t count = name_map_get(counts, sql);
    if ((count != NAME_NONE && count != c->answer.rows.n_rows) || !run_query(c, sql, &all))
        return false;
    if (count == NAME_NONE)
        name_map_put(counts, kept, arena_str(kept, sql), (uint32_t)all.rows.n_rows);
    return rows_equal(&c->answer.rows, &all.rows, false, &c->checker->scratch);
}

/* Ties */

static bool is_same_row(const struct rows *r, size_t x, size_t y, uint32_t n_columns)
{
    for (uint32_t i = 0; i < n_columns; i++)
        if (!value_equal(rows_at(r, x, i), rows_at(r, y, i)))
            return false;
    return true;
}

/* Rows in their order, with their rank in the last column: is there a tie among the first `limit`,
 * or between the last of them and the next? */
static bool has_tie(const struct rows *ranked, double limit)
{
    uint32_t rank = ranked->n_columns - 1;
    for (size_t i = 0; i + 1 < ranked->n_rows && (double)i < limit; i++)
        if (value_equal(rows_at(ranked, i, rank), rows_at(ranked, i + 1, rank)) &&
            !is_same_row(ranked, i, i + 1, rank))
            return true;
    return false;
}

/* Is the answer another one if the rows are stored in other ways? For queries whose ranks cannot be
 * asked for. */
static bool depends_on_storage(struct checking *c)
{
    struct query_limits limits = limits_now();
    const struct plain_answer plain = {.database = c->subject->database.ptr,
                                       .schema = c->subject->schema,
                                       .sql = c->query,
                                       .ordered = sql_orders_rows(&c->checker->scratch, c->query),
                                       .rows = &c->answer.rows};
    bool differs = false;
    if (c->status == OK)
        c->status = stored_otherwise_differs(&c->checker->otherwise, &plain, &limits,
                                             &c->checker->scratch, &differs, c->err);
    return differs;
}

static bool is_tied(struct checking *c)
{
    struct tied_query tied;
    struct query_result ranked;
    if (tied_query_of(&c->checker->scratch, c->query, &tied) && run_query(c, tied.sql, &ranked))
        return has_tie(&ranked.rows, tied.limit);
    return depends_on_storage(c);
}

static bool null_comes_first(struct checking *c)
{
    struct query_result answer;
    struct str sql;
    return sql_nulls_last(&c->checker->scratch, c->query, &sql) && run_query(c, sql, &answer) &&
           !rows_equal(&c->answer.rows, &answer.rows, true, &c->checker->scratch);
}

static enum canonical_rejection note_failure(struct canonical_checker *k, struct str message)
{
    arena_clear(&k->failed);
    k->failure = arena_str(&k->failed, message);
    return CANONICAL_FAILS;
}

static enum canonical_rejection reject_query(struct canonical_checker *k,
                                             const struct query_result *r)
{
    if (r->outcome == QUERY_TOO_MANY_STEPS)
        return CANONICAL_TOO_MANY_STEPS;
    return r->outcome == QUERY_TOO_LARGE ? CANONICAL_TOO_LARGE : note_failure(k, r->message);
}

static enum canonical_rejection check_query(struct checking *c, const struct grammar_rule *rule)
{
    if (!open_subject(c))
        return note_failure(c->checker, str_from(c->err->msg));
    if (!run_query(c, c->query, &c->answer))
        return reject_query(c->checker, &c->answer);
    if (!c->subject->database.ptr)
        return CANONICAL_SOUND;
    if (rule->some_rows && is_empty_answer(&c->answer.rows))
        return CANONICAL_NO_ROWS;
    if (rule->not_all_rows && gives_all(c))
        return CANONICAL_ALL_ROWS;
    if (rule->no_ties && is_tied(c))
        return CANONICAL_TIED;
    if (rule->no_ties && null_comes_first(c))
        return CANONICAL_NULL_FIRST;
    return CANONICAL_SOUND;
}

enum status canonical_check(struct canonical_checker *c, const struct grammar_rule *rule,
                            const struct dataset_subject *subject, struct str query,
                            enum canonical_rejection *out, struct err *e)
{
    struct arena_mark mark = arena_mark(&c->scratch);
    struct checking checking = {
        .checker = c, .subject = subject, .query = query, .status = OK, .err = e};
    *out = check_query(&checking, rule);
    if (checking.late)
        *out = CANONICAL_TIMEOUT;
    arena_rewind(&c->scratch, mark);
    return checking.status;
}
