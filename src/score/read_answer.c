/* read_answer.c: reading and running queries. */
#include "score/read_answer.h"

#include "score/fault.h"
#include "spider/exact_match.h"
#include "spider/official_text.h"
#include "sql/lex.h"
#include "sql/parse.h"
#include "suite/suite_store.h"

/* What a query may take through views, in SQLite's instructions: less than a tenth of a
 * second. Of 150,000 queries that a system said to Spider-dev's cases, six take more. A large
 * database takes longer to copy than that, so there a query may take what copying would. */
enum { VIEW_STEPS = 5000000, COPYING_STEPS_PER_BYTE = 4 };

/* Does the query name something that shows whether a table is a view? */
static bool sees_views(struct str sql)
{
    static const struct str NAMES[] = {STR_INIT("rowid"),
                                       STR_INIT("_rowid_"),
                                       STR_INIT("oid"),
                                       STR_INIT("main"),
                                       STR_INIT("temp"),
                                       STR_INIT("sqlite_master"),
                                       STR_INIT("sqlite_schema"),
                                       STR_INIT("sqlite_temp_master"),
                                       STR_INIT("sqlite_temp_schema")};
    struct sql_lexer lex = {.text = sql};
    for (struct sql_token k; (k = sql_lexer_next(&lex)).type != TOKEN_EOF;) {
        struct str text = str_slice(sql, k.span.start, k.span.end);
        bool quoted = text.len > 2 && memchr("\"'`[", text.ptr[0], 4); /* all may be names */
        text = quoted ? str_slice(text, 1, text.len - 1) : text;
        for (size_t i = 0; i < COUNT_OF(NAMES); i++)
            if (str_eq_nocase(text, NAMES[i]))
                return true;
    }
    return false;
}

/* On the database itself, made as a file, or else on views of the original. The deadline is the
 * query's: to open or make the database may take longer than that. */
static enum status query_on(struct runner *r, const struct suite_schema *schema, bool real,
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
    return database_query(d, sql, &limits, a, out, e);
}

/* Through views, for as long as that is cheaper than to make the database. */
static enum status query_shown(struct runner *r, const struct suite_schema *schema, struct str sql,
                               struct arena *a, struct query_result *out, struct err *e)
{
    uint64_t bytes = 0;
    enum status status = query_on(r, schema, false, sql, VIEW_STEPS, a, out, e);
    if (status || !r->has_database || out->outcome != QUERY_TOO_MANY_STEPS)
        return status;
    status = store_real_cost(r->rules->databases, suite_schema_database(schema), &bytes, e);
    if (status || bytes <= VIEW_STEPS / COPYING_STEPS_PER_BYTE)
        return status;
    return query_on(r, schema, false, sql, bytes * COPYING_STEPS_PER_BYTE, a, out, e);
}

/* A view hides the indexes that the table would have, and how many rows it has, so a join of views
 * may take hours that takes a moment on tables. Where it takes long, the system's query is given
 * what it was written for: no query is late before it was late there. */
static enum status query_changed(struct runner *r, const struct suite_schema *schema,
                                 struct str sql, struct arena *a, struct query_result *out,
                                 struct err *e)
{
    if (r->slow_views != schema && !sees_views(sql)) {
        enum status status = query_shown(r, schema, sql, a, out, e);
        if (status || !r->has_database ||
            (out->outcome != QUERY_TOO_MANY_STEPS && out->outcome != QUERY_TIMEOUT))
            return status;
        r->slow_views = schema;
    }
    return query_on(r, schema, true, sql, 0, a, out, e);
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
    enum status status = schema->migration ? query_changed(r, schema, sql, a, out, &e)
                                           : query_on(r, schema, false, sql, 0, a, out, &e);
    if (status && r->status == OK) {
        r->status = status;
        r->err = e;
    }
    return r->has_database && r->status == OK;
}

/* The text that the official script would run; ptr NULL where it finds no statement. */
static struct str prepare(const struct runner *r, struct arena *a, struct str sql)
{
    struct str text = official_close_operators(a, official_fill_value(a, sql)), plain;
    if (!official_remove_distinct(a, text, &plain))
        return STR_NONE;
    return official_replace_year(a, r->keep_distinct ? text : plain);
}

static void run_both(struct runner *r, struct read_answer *out, struct arena *a)
{
    struct str sql = out->said->sql;
    out->ran = runner_query(r, out->schema, sql, a, &out->answer);
    if (!out->ran)
        return;
    struct str prepared = prepare(r, a, sql);
    if (!prepared.ptr)
        out->prepared =
            (struct query_result){.outcome = QUERY_ERROR, .message = STR("no statement")};
    else if (str_eq(sql, prepared))
        out->prepared = out->answer;
    else
        runner_query(r, out->schema, prepared, a, &out->prepared);
}

/* What cannot be parsed is told by its text. */
bool reading_sorts_rows(struct arena *a, const struct read_answer *r)
{
    struct sql_stmt stmt;
    struct err e;
    return sql_parse(a, r->said->sql, &stmt, &e) == OK ? stmt.query->order.count > 0
                                                       : official_order_matters(r->said->sql);
}

void reading_of(struct runner *r, const struct answer *said, const struct suite_schema *schema,
                struct arena *a, struct read_answer *out)
{
    struct err e;
    *out = (struct read_answer){.said = said, .schema = schema};
    r->slow_views = NULL; /* what a query is run on must not depend on those of other cases */
    if (said && said->sql.ptr) {
        out->readable = spider_form_read(a, schema->schema, SPIDER_RULE_TSE,
                                         official_fill_value(a, said->sql), &out->form, &e) == OK &&
                        exact_comparable(&out->form);
        run_both(r, out, a);
    }
    out->fault = fault_of(r->rules, out, a);
}

void gold_of(struct runner *r, struct str query, const struct suite_schema *schema, struct arena *a,
             struct gold *out)
{
    struct err e;
    *out = (struct gold){0};
    r->slow_views = NULL;
    if (!query.ptr)
        return;
    out->readable =
        spider_form_read(a, schema->schema, SPIDER_RULE_TSE, query, &out->form, &e) == OK &&
        exact_comparable(&out->form);
    out->ordered = official_order_matters(query);
    struct str prepared = r->rules->options.no_execution ? STR_NONE : prepare(r, a, query);
    bool answered = prepared.ptr && runner_query(r, schema, prepared, a, &out->answer);
    out->ran = answered && out->answer.outcome == QUERY_ROWS;
    out->late = answered && out->answer.outcome == QUERY_TIMEOUT;
}
