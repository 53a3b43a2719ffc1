/* read_answer.c: reading and running queries. */
#include "score/read_answer.h"

#include "score/fault.h"
#include "spider/exact_match.h"
#include "spider/official_text.h"
#include "sql/lex.h"
#include "sql/parse.h"
#include "suite/suite_store.h"

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
        for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
            if (str_eq_nocase(text, NAMES[i]))
                return true;
    }
    return false;
}

static enum status open_database(struct runner *r, const struct suite_schema *schema,
                                 struct str sql, struct database **out, struct err *e)
{
    struct store_database which = suite_schema_database(schema);
    return schema->migration && sees_views(sql)
               ? store_open_real(r->rules->databases, r->worker, which, out, e)
               : store_open(r->rules->databases, r->worker, which, out, e);
}

bool runner_query(struct runner *r, const struct suite_schema *schema, struct str sql,
                  struct arena *a, struct query_result *out)
{
    const struct query_limits limits = {.deadline = deadline_after_ms(r->rules->deadline_ms),
                                        .max_rows = r->rules->max_rows,
                                        .max_bytes = r->rules->max_bytes};
    struct database *d = NULL;
    struct err e;
    if (r->rules->no_execution)
        return false;
    if (sql.len >= DATABASE_MAX_SQL_BYTES) {
        *out = (struct query_result){.outcome = QUERY_ERROR,
                                     .message = STR("query string is too large")};
        return true;
    }
    enum status status = open_database(r, schema, sql, &d, &e);
    r->found_database = r->found_database || d;
    if (status == OK && d)
        status = database_query(d, sql, &limits, a, out, &e);
    if (status && r->status == OK) {
        r->status = status;
        r->err = e;
    }
    return d && r->status == OK;
}

/* The text that the official script would run; ptr NULL where it finds no statement. */
static struct str prepare(const struct runner *r, struct arena *a, struct str sql)
{
    struct str text = official_close_operators(a, official_fill_value(a, sql)), plain;
    if (!official_remove_distinct(a, text, &plain))
        return (struct str){NULL, 0};
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
    if (!query.ptr)
        return;
    out->readable =
        spider_form_read(a, schema->schema, SPIDER_RULE_TSE, query, &out->form, &e) == OK &&
        exact_comparable(&out->form);
    out->ordered = official_order_matters(query);
    struct str prepared = r->rules->no_execution ? (struct str){NULL, 0} : prepare(r, a, query);
    out->ran = prepared.ptr && runner_query(r, schema, prepared, a, &out->answer) &&
               out->answer.outcome == QUERY_ROWS;
}
