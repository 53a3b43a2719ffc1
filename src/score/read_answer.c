/* read_answer.c: parsing, running and judging one query. */
#include "score/read_answer.h"

#include "diagnosis/strict_match.h"
#include "spider/exact_match.h"
#include "spider/official_text.h"
#include "sql/lex.h"
#include "sql/parse.h"
#include "sql/statement.h"
#include "suite/suite_store.h"

/* The most that a query may take through views, in SQLite's instructions: less than a tenth of a
 * second. Of 150,000 answers to Spider-dev's cases, six take more. A large database takes longer to
 * copy, so there a query may take as long as copying would. */
enum { VIEW_STEPS = 5000000, COPYING_STEPS_PER_BYTE = 4 };

/* Does the query name something that shows whether a table is a view? */
static bool sees_views(struct str sql)
{
    static const char *const NAMES[] = {"rowid",
                                        "_rowid_",
                                        "oid",
                                        "main",
                                        "temp",
                                        "sqlite_master",
                                        "sqlite_schema",
                                        "sqlite_temp_master",
                                        "sqlite_temp_schema"};
    struct sql_lexer lex = {.text = sql};
    for (struct sql_token k; (k = sql_lexer_next(&lex)).type != TOKEN_EOF;) {
        struct str text = str_slice(sql, k.span.start, k.span.end);
        if (text.len > 2 && memchr("\"'`[", text.ptr[0], 4)) /* all may be names */
            text = str_slice(text, 1, text.len - 1);
        for (size_t i = 0; i < COUNT_OF(NAMES); i++)
            if (str_eq_nocase(text, str_from(NAMES[i])))
                return true;
    }
    return false;
}

/* Run it on the database itself, made as a file, if `real`; else on views of the original. The
 * deadline is the query's: opening or making the database may take longer. */
static enum status query_database(struct runner *r, const struct suite_schema *schema, bool real,
                                  struct str sql, uint64_t max_steps, struct arena *a,
                                  struct query_result *out, struct err *e)
{
    struct store_database which = suite_schema_database(schema);
    struct database *d = NULL;
    enum status status = real ? store_open_real(r->rules->databases, r->worker, which, &d, e)
                              : store_open(r->rules->databases, r->worker, which, &d, e);
    r->found_database = r->found_database || d;
    r->has_database = d != NULL;
    if (status || !d)
        return status;
    const struct query_limits limits = {.deadline =
                                            deadline_after_ms(r->rules->options.deadline_ms),
                                        .max_rows = r->rules->max_rows,
                                        .max_bytes = r->rules->max_bytes,
                                        .max_steps = max_steps};
    TRY(database_query(d, sql, &limits, a, out, e));
    return query_damage(out, e);
}

/* Through views, as long as that is cheaper than making the database. */
static enum status query_views(struct runner *r, const struct suite_schema *schema, struct str sql,
                               struct arena *a, struct query_result *out, struct err *e)
{
    uint64_t bytes = 0;
    TRY(query_database(r, schema, false, sql, VIEW_STEPS, a, out, e));
    if (!r->has_database || out->outcome != QUERY_TOO_MANY_STEPS)
        return OK;
    TRY(store_real_cost(r->rules->databases, suite_schema_database(schema), &bytes, e));
    if (bytes <= VIEW_STEPS / COPYING_STEPS_PER_BYTE)
        return OK;
    return query_database(r, schema, false, sql, bytes * COPYING_STEPS_PER_BYTE, a, out, e);
}

/* A view hides the indexes of its table, and how many rows it has. So a join of views may take
 * hours that takes a moment on tables. A query that takes long on views runs on tables: it is only
 * late if it is late there. */
static enum status query_changed_schema(struct runner *r, const struct suite_schema *schema,
                                        struct str sql, struct arena *a, struct query_result *out,
                                        struct err *e)
{
    if (r->slow_views != schema && !sees_views(sql)) {
        TRY(query_views(r, schema, sql, a, out, e));
        if (!r->has_database ||
            (out->outcome != QUERY_TOO_MANY_STEPS && out->outcome != QUERY_TIMEOUT))
            return OK;
        r->slow_views = schema;
    }
    return query_database(r, schema, true, sql, 0, a, out, e);
}

bool runner_query(struct runner *r, const struct suite_schema *schema, struct str sql,
                  struct arena *a, struct query_result *out)
{
    struct err e;
    if (r->rules->options.no_execution)
        return false;
    if (sql.len >= DATABASE_MAX_SQL_BYTES) {
        *out = (struct query_result){.outcome = QUERY_ERROR,
                                     .message = STR("query string is too large")};
        return true;
    }
    enum status status = schema->migration ? query_changed_schema(r, schema, sql, a, out, &e)
                                           : query_database(r, schema, false, sql, 0, a, out, &e);
    if (status && r->status == OK) {
        r->status = status;
        r->err = e;
    }
    return r->has_database && r->status == OK;
}

/* The text that the official script would run; ptr NULL if it finds no statement. */
static struct str prepare_query(const struct runner *r, struct arena *a, struct str sql)
{
    struct str text = official_close_operators(a, official_fill_value(a, sql)), plain;
    if (!official_remove_distinct(a, text, &plain))
        return STR_NONE;
    return official_replace_year(a, r->keep_distinct ? text : plain);
}

static void run_answer(struct runner *r, struct read_answer *out, struct arena *a)
{
    struct str sql = out->said->sql;
    out->ran = runner_query(r, out->schema, sql, a, &out->answer);
    if (!out->ran)
        return;
    struct str prepared = prepare_query(r, a, sql);
    if (!prepared.ptr)
        out->prepared =
            (struct query_result){.outcome = QUERY_ERROR, .message = STR("no statement")};
    else if (str_eq(sql, prepared))
        out->prepared = out->answer;
    else
        runner_query(r, out->schema, prepared, a, &out->prepared);
}

/* Of what cannot be parsed, the text decides. */
bool answer_sorts_rows(struct arena *a, const struct read_answer *r)
{
    struct sql_stmt stmt;
    struct err e;
    if (!r->ran)
        return false;
    return sql_parse(a, r->said->sql, &stmt, &e) == OK ? stmt.query->order.count > 0
                                                       : official_order_matters(r->said->sql);
}

/* False if Spider's grammar does not have it. */
static bool read_form(struct arena *a, const struct suite_schema *schema, struct str sql,
                      struct spider_form *out)
{
    struct err e;
    return spider_form_read(a, schema->schema, SPIDER_RULE_TSE, sql, out, &e) == OK &&
           exact_comparable(out);
}

/* Faults */

static enum cause fault_of_failure(const struct score_rules *rules, const struct answer *said)
{
    static const enum cause CAUSES[] = {[FAILURE_NONE] = CAUSE_SYSTEM_ERROR,
                                        [FAILURE_OUTAGE] = CAUSE_OUTAGE,
                                        [FAILURE_CUT_OFF] = CAUSE_CUT_OFF};
    return rules->options.count_outages ? CAUSE_SYSTEM_ERROR : CAUSES[said->failure];
}

bool side_is_readable(struct arena *a, const struct diagnosis_side *x)
{
    struct err e;
    return strict_consistent(a, x, x, &e) == STRICT_EQUAL;
}

/* Of SQL that does not run. */
static enum cause fault_of_text(struct str sql, struct arena *a)
{
    struct sql_stmt stmt;
    struct err e;
    return sql_parse(a, sql, &stmt, &e) == OK ? CAUSE_EXECUTION_ERROR : CAUSE_UNPARSABLE;
}

/* Without a database: would it run on one? */
static enum cause fault_unrun(const struct read_answer *r, struct arena *a)
{
    const struct diagnosis_side x = {r->said->sql, r->schema->schema, NULL};
    return r->readable || side_is_readable(a, &x) ? CAUSE_CONSISTENT
                                                  : fault_of_text(r->said->sql, a);
}

static enum cause fault_of_answer(const struct score_rules *rules, const struct read_answer *r,
                                  struct arena *a)
{
    if (!r->said)
        return CAUSE_NOT_ASKED;
    if (!r->said->sql.ptr)
        return fault_of_failure(rules, r->said);
    if (!sql_begins_statement(r->said->sql))
        return CAUSE_REFUSAL;
    if (!r->ran)
        return fault_unrun(r, a);
    switch (r->answer.outcome) {
    case QUERY_ROWS:
        return CAUSE_CONSISTENT;
    case QUERY_TIMEOUT:
        return CAUSE_TIMEOUT;
    case QUERY_TOO_LARGE:
        return CAUSE_TOO_LARGE;
    case QUERY_DENIED:
        return CAUSE_EXECUTION_ERROR;
    default:
        return fault_of_text(r->said->sql, a);
    }
}

bool fault_is_answer(enum cause fault)
{
    return fault != CAUSE_OUTAGE && fault != CAUSE_CUT_OFF && fault != CAUSE_NOT_ASKED;
}

/* If the text decides, a query is good if Spider's grammar has it, though it takes too long or has
 * a placeholder for a value. */
enum cause cause_by_seed(const struct score_rules *rules, const struct read_answer *seed)
{
    switch (seed->fault) {
    case CAUSE_CONSISTENT:
        return CAUSE_CONSISTENT;
    case CAUSE_TIMEOUT:
    case CAUSE_TOO_LARGE:
    case CAUSE_EXECUTION_ERROR:
        return rules->options.by != SCORE_BY_EXECUTION && seed->readable ? CAUSE_CONSISTENT
                                                                         : CAUSE_SEED_FAILS;
    case CAUSE_UNPARSABLE:
        return CAUSE_SEED_FAILS;
    default:
        return CAUSE_NO_SEED_ANSWER;
    }
}

void read_answer_of(struct runner *r, const struct answer *said, const struct suite_schema *schema,
                    struct arena *a, struct read_answer *out)
{
    *out = (struct read_answer){.said = said, .schema = schema};
    r->slow_views = NULL; /* what a query runs on must not depend on other cases */
    if (said && said->sql.ptr) {
        out->readable = read_form(a, schema, official_fill_value(a, said->sql), &out->form);
        run_answer(r, out, a);
    }
    out->fault = fault_of_answer(r->rules, out, a);
}

void gold_of(struct runner *r, struct str query, const struct suite_schema *schema, struct arena *a,
             struct gold *out)
{
    *out = (struct gold){0};
    r->slow_views = NULL;
    if (!query.ptr)
        return;
    out->readable = read_form(a, schema, query, &out->form);
    out->ordered = official_order_matters(query);
    struct str prepared = r->rules->options.no_execution ? STR_NONE : prepare_query(r, a, query);
    bool answered = prepared.ptr && runner_query(r, schema, prepared, a, &out->answer);
    out->ran = answered && out->answer.outcome == QUERY_ROWS;
    out->late = answered && out->answer.outcome == QUERY_TIMEOUT;
}
