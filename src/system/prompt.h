/* prompt.h: the text that a language model is asked with, made from a template.
 *
 * A template is text with {tables}, {schema}, {rows}, {question}, {evidence}, {descriptions} and
 * {db_id} in it; {{ and }} stand for the braces themselves. A line with {evidence} or
 * {descriptions} is left out if there are none. A template whose first line is {system} has two
 * parts: the text after that line is the system's message, and the text after the line {user} is
 * what the model is asked.
 *
 * - {schema}: CREATE TABLE statements, one for each table, with types and keys
 * - {rows}: the first rows of each table, by default three, as comments
 * - {descriptions}: what is known of the columns, a comment for each
 * - {tables}: schema and rows, the rows of each table after its statement (Dr.Spider, appendix:
 *   "Create Table + Select 3") */
#ifndef TEQL_SYSTEM_PROMPT_H
#define TEQL_SYSTEM_PROMPT_H

#include "system/system.h"

enum {
    PROMPT_MAX_BYTES = 4 << 20,
    PROMPT_MAX_TEMPLATE = 1 << 20,
    PROMPT_ROWS = 3,        /* of each table, by default … */
    PROMPT_MAX_ROWS = 1000, /* … and at most */
    PROMPT_MAX_VALUE = 100  /* bytes of a value that are shown */
};

struct prompt_template {
    struct str text;         /* all of it */
    struct str system, user; /* its parts; `system` is empty if there is one part */
    bool ends_with_select;   /* the model is to go on after SELECT */
    bool reads_database, describes;
    bool shows_schema, shows_evidence;
    uint32_t rows; /* of each table that are shown; the caller may change it */
};

/* The contents of prompts, in words: "questions, schemas and 3 rows of each table". In `a`. */
struct str prompt_holds(const struct prompt_template *t, struct arena *a);

/* The one that is embedded. */
struct str prompt_default(void);

/* Check the text, which must outlive `t`. E_SYNTAX, with the line, for a brace that does not begin
 * a placeholder; E_INPUT if {question} is missing in what is asked, or the line {user} is missing.
 */
MUST_USE enum status prompt_template_read(struct prompt_template *t, struct str text,
                                          struct err *e);

/* The texts of a database in prompts, kept from one request to the next. Begins zeroed. */
struct prompt_tables {
    struct buf schema_json; /* names the database */
    struct buf schema, rows, tables, descriptions;
};

void prompt_tables_release(struct prompt_tables *t);

/* Append the prompt of `r` to `out`: `*system_len` bytes of the system's message, then what is
 * asked. E_LIMIT if it is larger than makes sense. */
MUST_USE enum status prompt_render(const struct prompt_template *t, struct prompt_tables *tables,
                                   const struct ask_source *source, const struct ask_request *r,
                                   struct buf *out, size_t *system_len, struct err *e);

#endif
