/* prompt.c: filling templates. */
#include "system/prompt.h"

#include "base/embedded.h"
#include "base/number.h"
#include "base/template.h"
#include "system/table_text.h"

extern const struct embedded_file SYSTEM_FILES[]; /* the first: data/prompt.txt */

enum placeholder {
    TABLES,
    SCHEMA,
    ROWS,
    QUESTION,
    EVIDENCE,
    DESCRIPTIONS,
    DB_ID,
    OPEN,
    CLOSE,
    NO_PLACEHOLDER
};

/* In the order of enum placeholder, which goes on as template.h does. */
static const struct str PLACEHOLDERS[] = {
    STR_INIT("{tables}"),   STR_INIT("{schema}"),       STR_INIT("{rows}"), STR_INIT("{question}"),
    STR_INIT("{evidence}"), STR_INIT("{descriptions}"), STR_INIT("{db_id}")};

static const struct template_names NAMES = {PLACEHOLDERS, OPEN};

_Static_assert(COUNT_OF(PLACEHOLDERS) == OPEN && NO_PLACEHOLDER == OPEN + TEMPLATE_UNKNOWN,
               "a placeholder is the number of its name");

static bool text_ends_with_select(struct str t)
{
    t = str_trim(t);
    if (t.len < 6 || !str_eq_nocase(str_slice(t, t.len - 6, t.len), STR("select")))
        return false;
    return t.len == 6 || ascii_space(t.ptr[t.len - 7]);
}

struct str prompt_default(void)
{
    return embedded_text(&SYSTEM_FILES[0]);
}

/* Is the line at `at` only `mark`? *end is where the next line begins. */
static bool line_is_mark(struct str text, size_t at, struct str mark, size_t *end)
{
    size_t newline = str_find(text, STR("\n"), at);
    *end = newline < text.len ? newline + 1 : newline;
    return str_eq(str_trim(str_slice(text, at, newline)), mark);
}

static enum status split_parts(struct prompt_template *t, struct err *e)
{
    size_t start, end;
    t->system = STR("");
    t->user = t->text;
    if (!line_is_mark(t->text, 0, STR("{system}"), &start))
        return OK;
    for (size_t at = start; at < t->text.len; at = end)
        if (line_is_mark(t->text, at, STR("{user}"), &end)) {
            t->system = str_slice(t->text, start, at);
            t->user = str_slice(t->text, end, t->text.len);
            return OK;
        }
    return err_set(e, E_INPUT, "template with {system} and without a line {user} after it");
}

/* Check a part of the template; *asks becomes true where it has the question. */
static enum status read_part(struct prompt_template *t, struct str part, bool *asks, struct err *e)
{
    size_t begin = part.len ? (size_t)(part.ptr - t->text.ptr) : 0;
    for (size_t at = 0; at < part.len;) {
        struct template_piece p = template_next(&NAMES, part, &at);
        if (p.end)
            break;
        if (p.what == NO_PLACEHOLDER)
            return err_at(e, E_SYNTAX, template_line(t->text, begin + at), 0,
                          "'{' that begins none of {tables}, {schema}, {rows}, {question}, "
                          "{evidence}, {descriptions}, {db_id} (write '{{' for a brace)");
        *asks = *asks || p.what == QUESTION;
        t->describes = t->describes || p.what == DESCRIPTIONS;
        t->reads_database = t->reads_database || p.what == ROWS || p.what == TABLES;
        t->shows_schema = t->shows_schema || p.what == SCHEMA || p.what == TABLES;
        t->shows_evidence = t->shows_evidence || p.what == EVIDENCE;
    }
    return OK;
}

enum status prompt_template_read(struct prompt_template *t, struct str text, struct err *e)
{
    bool asks = false;
    *t = (struct prompt_template){
        .text = text, .ends_with_select = text_ends_with_select(text), .rows = PROMPT_ROWS};
    TRY(split_parts(t, e));
    TRY(read_part(t, t->system, &asks, e));
    asks = false; /* the question must be in the user's part */
    TRY(read_part(t, t->user, &asks, e));
    return asks ? OK : err_set(e, E_INPUT, "template without {question}");
}

struct str prompt_holds(const struct prompt_template *t, struct arena *a)
{
    const bool shows_rows = t->reads_database && t->rows > 0;
    const struct {
        bool there;
        const char *what;
    } PARTS[] = {
        {true, "questions"},
        {t->shows_evidence, "their evidence"},
        {t->shows_schema, "schemas"},
        {t->describes, "descriptions of columns"},
        {shows_rows, arena_printf(a, "%u row%s of each table", t->rows, plural(t->rows)).ptr},
    };
    enum { N_PARTS = COUNT_OF(PARTS) };
    struct str all = STR("");
    size_t last = 0;
    for (size_t i = 0; i < N_PARTS; i++)
        last = PARTS[i].there ? i : last;
    for (size_t i = 0; i < N_PARTS; i++)
        if (PARTS[i].there)
            all = arena_printf(a, "%.*s%s%s", STR_ARG(all),
                               all.len == 0 ? ""
                               : i == last  ? " and "
                                            : ", ",
                               PARTS[i].what);
    return all;
}

void prompt_tables_release(struct prompt_tables *t)
{
    buf_release(&t->schema_json);
    buf_release(&t->schema);
    buf_release(&t->rows);
    buf_release(&t->tables);
    buf_release(&t->descriptions);
}

static enum status put_table(struct prompt_tables *t, const struct schema *s, uint32_t table,
                             struct database *d, uint32_t n_rows, struct err *e)
{
    size_t create = t->schema.len, rows = t->rows.len;
    table_text_create(&t->schema, s, table);
    enum status status = d ? table_text_rows(&t->rows, s, table, d, n_rows, e) : OK;
    buf_put(&t->tables, str_slice(buf_str(&t->schema), create, t->schema.len));
    buf_put(&t->tables, str_slice(buf_str(&t->rows), rows, t->rows.len));
    buf_putc(&t->tables, '\n');
    return status;
}

/* Make the texts of the request's database, unless they are there already. */
static enum status fill_tables(struct prompt_tables *t, const struct prompt_template *template,
                               const struct ask_source *source, const struct ask_request *r,
                               struct err *e)
{
    if (t->schema_json.len > 0 && str_eq(buf_str(&t->schema_json), r->schema_json))
        return OK;
    enum status status = OK;
    struct database *d = NULL;
    if (template->reads_database && template->rows > 0 && source->database)
        d = source->database(source->ctx, 0, r);
    buf_clear(&t->schema);
    buf_clear(&t->rows);
    buf_clear(&t->tables);
    buf_clear(&t->descriptions);
    buf_clear(&t->schema_json);
    for (uint32_t i = 0; i < r->schema->n_tables && status == OK; i++)
        status = put_table(t, r->schema, i, d, template->rows, e);
    if (status == OK && template->describes && source->describe)
        status = source->describe(source->ctx, r, &t->descriptions, e);
    if (status == OK)
        buf_put(&t->schema_json, r->schema_json);
    return status;
}

/* Evidence may have lines; in a prompt it is in a comment that ends with its line. */
static void put_on_one_line(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        buf_putc(out, text.ptr[i] == '\n' || text.ptr[i] == '\r' ? ' ' : text.ptr[i]);
}

/* Does the line show something that the question or the database does not have? */
static bool line_is_left_out(struct str line, const struct prompt_tables *t,
                             const struct ask_request *r)
{
    for (size_t at = 0; at < line.len;) {
        struct template_piece p = template_next(&NAMES, line, &at);
        if (!p.end && ((p.what == EVIDENCE && r->evidence.len == 0) ||
                       (p.what == DESCRIPTIONS && t->descriptions.len == 0)))
            return true;
    }
    return false;
}

static void put_line(struct str line, const struct prompt_tables *t, const struct ask_request *r,
                     struct buf *out)
{
    const struct str texts[] = {
        [TABLES] = buf_str(&t->tables),
        [SCHEMA] = buf_str(&t->schema),
        [ROWS] = buf_str(&t->rows),
        [QUESTION] = r->question,
        [EVIDENCE] = r->evidence,
        [DESCRIPTIONS] = buf_str(&t->descriptions),
        [DB_ID] = r->db_id,
        [OPEN] = STR("{"),
        [CLOSE] = STR("}"),
    };
    for (size_t at = 0; at < line.len;) {
        struct template_piece p = template_next(&NAMES, line, &at);
        buf_put(out, p.text);
        if (!p.end && p.what == EVIDENCE)
            put_on_one_line(out, r->evidence);
        else if (!p.end)
            buf_put(out, texts[p.what]);
    }
}

static void put_part(struct str part, const struct prompt_tables *tables,
                     const struct ask_request *r, struct buf *out)
{
    for (size_t at = 0, end; at < part.len; at = end) {
        size_t newline = str_find(part, STR("\n"), at);
        end = newline < part.len ? newline + 1 : newline;
        struct str line = str_slice(part, at, end);
        if (!line_is_left_out(line, tables, r))
            put_line(line, tables, r, out);
    }
}

enum status prompt_render(const struct prompt_template *t, struct prompt_tables *tables,
                          const struct ask_source *source, const struct ask_request *r,
                          struct buf *out, size_t *system_len, struct err *e)
{
    size_t begin = out->len;
    TRY(fill_tables(tables, t, source, r, e));
    put_part(t->system, tables, r, out);
    *system_len = out->len - begin;
    put_part(t->user, tables, r, out);
    if (!buf_whole(out))
        return err_set(e, E_LIMIT, "prompt of more than %d bytes for '%.*s'", PROMPT_MAX_BYTES,
                       STR_ARG(r->db_id));
    return OK;
}
