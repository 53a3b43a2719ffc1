/* parse.c: `teql parse`, what the parsers make of SQL and of questions. */
#include "sql/parse.h"
#include "base/file.h"
#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/parse_question.h"
#include "sql/resolve.h"
#include "sql/sql_json.h"

#include <stddef.h>
#include <stdio.h>

enum parse_output { OUTPUT_SPIDER, OUTPUT_TREE, OUTPUT_READS, OUTPUT_MEANING };

enum { OUTPUT_LINE_MAX = 1 << 30 };

struct parse_args {
    const char *table, *db;
    int output;
};

#define FIELD(name) offsetof(struct parse_args, name)

static const struct option OPTIONS[] = {
    {"form", 0, OPTION_CHOICE, FIELD(output), "spider|tree|reads|meaning",
     "spider|tree|reads|meaning",
     "Spider's parsed form (default), the syntax tree, the columns read, or what a question means"},
    {"table", 0, OPTION_TEXT, FIELD(table), "FILE", NULL,
     "tables.json; without it schemas come from the databases"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL, "databases, DIR/db_id/db_id.sqlite"},
};

const struct option_list parse_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

static enum status put_spider_form(struct arena *a, const struct schema *s, struct str sql,
                                   struct json_writer *json, struct err *e)
{
    struct spider_form form;
    TRY(spider_form_read(a, s, SPIDER_RULE_SPIDER, sql, &form, e));
    spider_form_json(json, &form);
    return OK;
}

static enum status put_syntax_tree(struct arena *a, const struct schema *s, struct str sql,
                                   struct json_writer *json, struct err *e)
{
    struct sql_stmt stmt;
    (void)s;
    TRY(sql_parse(a, sql, &stmt, e));
    sql_tree_json(json, stmt.query);
    return OK;
}

static enum status put_columns_read(struct arena *a, const struct schema *s, struct str sql,
                                    struct json_writer *json, struct err *e)
{
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    TRY(sql_parse(a, sql, &stmt, e));
    TRY(sql_resolve(a, s, &stmt, &resolution, e));
    sql_reads_json(json, s, &resolution);
    return OK;
}

/* What lines are parsed with. */
struct parsing {
    enum parse_output output;
    struct databases databases;
    struct question_parser questions; /* open for OUTPUT_MEANING */
    struct arena scratch;             /* of a line */
};

/* What the parser made of the query, or null and why. */
static void put_parsed_query(struct parsing *p, const struct database_entry *db, struct str sql,
                             struct json_writer *json)
{
    static enum status (*const PUT[])(struct arena *, const struct schema *, struct str,
                                      struct json_writer *, struct err *) = {
        put_spider_form, put_syntax_tree, put_columns_read};
    struct err e;
    json_key(json, STR("sql"));
    if (PUT[p->output](&p->scratch, db->schema, sql, json, &e)) {
        char text[600];
        err_format(&e, text, sizeof text);
        json_put_null(json);
        json_key_str(json, "error", str_from(text));
    }
}

/* "question" or "question, tab, query". */
static enum status put_parsed_question(struct parsing *p, const struct database_entry *db,
                                       struct str line, struct json_writer *json, struct err *e)
{
    size_t tab = str_after_last(line, '\t');
    struct parsed_question q = {.db = db, .text = str_trim(line)};
    if (tab > 0) {
        q.text = str_trim(str_slice(line, 0, tab - 1));
        q.query = str_trim(str_slice(line, tab, line.len));
    }
    return question_parse(&p->questions, &p->scratch, &q, json, e);
}

/* Write the line of output for a line of input. */
static enum status parse_line(struct parsing *p, uint32_t number, struct str line, struct buf *out,
                              struct err *e)
{
    size_t tab = str_after_last(line, '\t');
    struct json_writer json = json_writer_to(out);
    const struct database_entry *db;
    if (tab == 0)
        return err_set(e, E_INPUT, "no tab before db_id");
    TRY(databases_get(&p->databases, str_trim(str_slice(line, tab, line.len)), &db, e));
    line = str_slice(line, 0, tab - 1);
    json_object_open(&json);
    json_key_count(&json, "line", number);
    json_key_str(&json, "db_id", db->db_id);
    if (p->output == OUTPUT_MEANING)
        TRY(put_parsed_question(p, db, line, &json, e));
    else
        put_parsed_query(p, db, str_trim(line), &json);
    json_object_close(&json);
    json_line_end(&json);
    return buf_whole(out)
               ? OK
               : err_set(e, E_LIMIT, "more than %d bytes of output for one query", OUTPUT_LINE_MAX);
}

static enum status parse_lines(struct parsing *p, struct line_reader *in, struct err *e)
{
    struct buf out = {0};
    buf_limit(&out, OUTPUT_LINE_MAX);
    enum status status;
    struct str line;
    while ((status = line_reader_next(in, &line, e)) == OK && line.ptr) {
        if (str_trim(line).len == 0)
            continue;
        arena_clear(&p->scratch);
        buf_clear(&out);
        status = parse_line(p, in->line, line, &out, e);
        if (status && !e->file[0]) {
            e->line = in->line;
            err_in_file(e, "standard input");
        }
        if (status)
            break;
        if (fwrite(out.ptr, 1, out.len, stdout) != out.len)
            break; /* reported when standard output is flushed */
    }
    buf_release(&out);
    return status;
}

static enum status parse_input(struct parsing *p, struct err *e)
{
    struct line_reader in;
    TRY(line_reader_open(&in, "-", e));
    enum status status = parse_lines(p, &in, e);
    line_reader_close(&in);
    return status;
}

static enum status parse_questions(struct parsing *p, struct err *e)
{
    TRY(question_parser_open(&p->questions, e));
    enum status status = parse_input(p, e);
    question_parser_release(&p->questions);
    return status;
}

enum status parse_run(int argc, char **argv, struct err *e)
{
    struct parse_args args = {0};
    struct parsing p = {0};
    TRY(options_parse(&parse_options, argc, argv, &args, e));
    if (!args.table && !args.db)
        return err_set(e, E_USAGE, "--table or --db is needed");
    p.output = (enum parse_output)args.output;
    TRY(databases_init(&p.databases, args.table, args.db, false, e));
    enum status status = p.output == OUTPUT_MEANING ? parse_questions(&p, e) : parse_input(&p, e);
    arena_release(&p.scratch);
    databases_release(&p.databases);
    return status;
}
