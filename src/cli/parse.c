/* parse.c: `teql parse`, what the parsers make of SQL. */
#include "sql/parse.h"
#include "base/file.h"
#include "base/json_writer.h"
#include "cli/command.h"
#include "evaluate/databases.h"
#include "sql/resolve.h"
#include "sql/sql_json.h"

#include <stddef.h>
#include <stdio.h>

enum parse_output { OUTPUT_SPIDER, OUTPUT_TREE, OUTPUT_READS };

enum { OUTPUT_LINE_MAX = 1 << 30 };

struct parse_args {
    const char *table, *db;
    int output;
};

#define FIELD(name) offsetof(struct parse_args, name)

static const struct option OPTIONS[] = {
    {"form", 0, OPTION_CHOICE, FIELD(output), "spider|tree|reads", "spider|tree|reads",
     "Spider's parsed form (default), the syntax tree, or the columns read"},
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

/* A line of output: what the parser made of the query, or null and why. */
static void put_parsed_query(enum parse_output output, struct arena *a,
                             const struct database_entry *db, uint32_t line, struct str sql,
                             struct buf *out)
{
    static enum status (*const PUT[])(struct arena *, const struct schema *, struct str,
                                      struct json_writer *, struct err *) = {
        put_spider_form, put_syntax_tree, put_columns_read};
    struct json_writer json = json_writer_to(out);
    struct err e;
    json_object_open(&json);
    json_key_count(&json, "line", line);
    json_key_str(&json, "db_id", db->db_id);
    json_key(&json, STR("sql"));
    if (PUT[output](a, db->schema, sql, &json, &e)) {
        char text[600];
        err_format(&e, text, sizeof text);
        json_put_null(&json);
        json_key_str(&json, "error", str_from(text));
    }
    json_object_close(&json);
    json_line_end(&json);
}

static enum status parse_line(const struct parse_args *args, struct databases *databases,
                              struct arena *a, uint32_t number, struct str line, struct buf *out,
                              struct err *e)
{
    size_t tab = str_after_last(line, '\t');
    if (tab == 0)
        return err_set(e, E_INPUT, "no tab between SQL and db_id");
    const struct database_entry *db;
    TRY(databases_get(databases, str_slice(line, tab, line.len), &db, e));
    put_parsed_query((enum parse_output)args->output, a, db, number, str_slice(line, 0, tab - 1),
                     out);
    return buf_whole(out)
               ? OK
               : err_set(e, E_LIMIT, "more than %d bytes of output for one query", OUTPUT_LINE_MAX);
}

static enum status parse_lines(const struct parse_args *args, struct databases *databases,
                               struct line_reader *in, struct err *e)
{
    struct arena a = {0};
    struct buf out = {0};
    buf_limit(&out, OUTPUT_LINE_MAX);
    enum status status;
    struct str line;
    while ((status = line_reader_next(in, &line, e)) == OK && line.ptr) {
        line = str_trim(line);
        if (line.len == 0)
            continue;
        arena_clear(&a);
        buf_clear(&out);
        status = parse_line(args, databases, &a, in->line, line, &out, e);
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
    arena_release(&a);
    return status;
}

enum status parse_run(int argc, char **argv, struct err *e)
{
    struct parse_args args = {0};
    TRY(options_parse(&parse_options, argc, argv, &args, e));
    if (!args.table && !args.db)
        return err_set(e, E_USAGE, "--table or --db is needed");
    struct databases databases;
    TRY(databases_init(&databases, args.table, args.db, false, e));
    struct line_reader in;
    enum status status = line_reader_open(&in, "-", e);
    if (status == OK) {
        status = parse_lines(&args, &databases, &in, e);
        line_reader_close(&in);
    }
    databases_release(&databases);
    return status;
}
