/* questions.c: one table of names for all forms. */
#include "dataset/questions.h"

#include "base/csv.h"
#include "base/file.h"
#include "base/utf8.h"
#include "dataset/json_entries.h"

enum { QUESTIONS_MAX = 1 << 30, QUESTION_MAX_BYTES = 100000 };

enum question_part { QUESTION, DB_ID, QUERY, EVIDENCE, N_PARTS };

/* What the parts are called; of two names for one part the first counts. Spider-Syn has its
 * question beside the one that it was made of. The gold query is Spider's "query" or BIRD's "SQL";
 * in Spider's files "sql" is the parsed form, and no text. */
static const struct str NAMES[] = {
    STR_INIT("SpiderSynQuestion"),
    STR_INIT("question"),
    STR_INIT("db_id"),
    STR_INIT("query"),
    STR_INIT("SQL"),
    STR_INIT("sql"),
    STR_INIT("gold"),
    STR_INIT("evidence"),
};

enum { N_NAMES = sizeof NAMES / sizeof *NAMES };

static const enum question_part PARTS[N_NAMES] = {QUESTION, QUESTION, DB_ID, QUERY,
                                                  QUERY,    QUERY,    QUERY, EVIDENCE};

struct questions_reading {
    struct arena arena;   /* the file */
    struct arena scratch; /* one question */
    const char *path;
    question_take *take;
    void *ctx;
    struct err *err;
};

static enum status problem_at(struct questions_reading *r, uint32_t line, const char *problem)
{
    return err_at(r->err, E_INPUT, line, 0, "%s", problem);
}

static enum status hand_on(struct questions_reading *r, const struct str parts[N_PARTS],
                           uint32_t line)
{
    if (!parts[QUESTION].ptr)
        return problem_at(r, line, "no 'question'");
    if (parts[QUESTION].len > QUESTION_MAX_BYTES || parts[EVIDENCE].len > QUESTION_MAX_BYTES)
        return problem_at(r, line,
                          parts[EVIDENCE].len > QUESTION_MAX_BYTES
                              ? "evidence longer than 100000 bytes"
                              : "a question longer than 100000 bytes");
    const struct read_question q = {.line = line,
                                    .question = str_trim(parts[QUESTION]),
                                    .db_id = parts[DB_ID],
                                    .query = str_trim(parts[QUERY]),
                                    .evidence = str_trim(parts[EVIDENCE])};
    return r->take(r->ctx, &q, r->err);
}

/* JSON */

static enum status read_value(struct questions_reading *r, struct json_value v, uint32_t line)
{
    struct json_reader json = json_reader_of(&r->scratch, v.raw);
    struct json_value members[N_NAMES];
    struct str parts[N_PARTS] = {0};
    if (v.kind == JSON_KIND_STRING) {
        parts[QUESTION] = json_text(&r->scratch, v);
        return hand_on(r, parts, line);
    }
    if (v.kind != JSON_KIND_OBJECT)
        return problem_at(r, line, "a question is an object or a string");
    json_members(&json, NAMES, N_NAMES, members);
    for (int i = 0; i < N_NAMES; i++)
        if (!parts[PARTS[i]].ptr)
            parts[PARTS[i]] = json_text(&r->scratch, members[i]);
    return hand_on(r, parts, line);
}

static enum status read_entry(void *ctx, struct json_value v, uint32_t line, struct err *e)
{
    struct questions_reading *r = ctx;
    (void)e; /* that of the reading */
    enum status status = read_value(r, v, line);
    arena_rewind(&r->scratch, (struct arena_mark){0});
    return status;
}

/* CSV */

/* Where the columns of the names are; `count` of the header for those that it lacks. */
static enum status read_header(struct questions_reading *r, const struct csv_record *header,
                               uint32_t columns[N_NAMES])
{
    bool asks = false;
    for (int i = 0; i < N_NAMES; i++) {
        columns[i] = 0;
        while (columns[i] < header->count &&
               !str_eq_nocase(str_trim(header->fields[columns[i]]), NAMES[i]))
            columns[i]++;
        asks = asks || (PARTS[i] == QUESTION && columns[i] < header->count);
    }
    if (asks)
        return OK;
    return err_at(
        r->err, E_INPUT, header->line, 0,
        "no column 'question' in the header line, but '%.*s'; commas stand between columns",
        STR_ARG(header->count ? header->fields[0] : STR("")));
}

static enum status check_text(struct questions_reading *r, struct str text, uint32_t line)
{
    if (!utf8_valid(text))
        return problem_at(r, line, "bytes that are not UTF-8; save the file as UTF-8");
    return text.len && memchr(text.ptr, 0, text.len) ? problem_at(r, line, "a NUL byte") : OK;
}

/* An empty field says nothing, but a question may be empty. */
static enum status read_record(struct questions_reading *r, const struct csv_record *record,
                               const uint32_t columns[N_NAMES])
{
    struct str parts[N_PARTS] = {0};
    enum status status = OK;
    for (int i = 0; i < N_NAMES && status == OK; i++) {
        struct str field =
            columns[i] < record->count ? record->fields[columns[i]] : (struct str){NULL, 0};
        status = check_text(r, field, record->line);
        if (!parts[PARTS[i]].ptr && (field.len > 0 || PARTS[i] == QUESTION))
            parts[PARTS[i]] = field;
    }
    return status ? status : hand_on(r, parts, record->line);
}

static enum status read_csv(struct questions_reading *r, struct str text)
{
    struct csv_reader csv = csv_reader_of(&r->scratch, text);
    struct csv_record record;
    uint32_t columns[N_NAMES];
    if (!csv_next(&csv, &record))
        return OK;
    enum status status = read_header(r, &record, columns);
    while (status == OK && csv_next(&csv, &record)) {
        status = csv.opened ? problem_at(r, csv.opened, "a quote that is never closed")
                            : read_record(r, &record, columns);
        arena_rewind(&r->scratch, (struct arena_mark){0});
    }
    return status;
}

/* Files */

static bool is_csv(const char *path)
{
    struct str name = str_from(path);
    return name.len >= 4 && str_eq_nocase(str_slice(name, name.len - 4, name.len), STR(".csv"));
}

bool questions_look(const char *path, struct str beginning)
{
    beginning = str_trim(str_skip_bom(beginning));
    return is_csv(path) ||
           (beginning.len > 0 && beginning.ptr[0] && strchr("[{\"", *beginning.ptr));
}

static enum status read_text(struct questions_reading *r, struct str text)
{
    if (is_csv(r->path))
        return read_csv(r, text);
    if (!questions_look(r->path, text) && str_trim(str_skip_bom(text)).len > 0)
        return problem_at(
            r, 1, "neither JSON nor CSV: questions are JSON, or in a file that ends in .csv");
    return json_entries(text, read_entry, r, r->err);
}

enum status questions_read(const char *path, question_take *take, void *ctx, struct err *e)
{
    struct questions_reading r = {.path = path, .take = take, .ctx = ctx, .err = e};
    struct str text;
    enum status status = file_read(&r.arena, path, QUESTIONS_MAX, &text, e);
    if (status == OK) {
        status = read_text(&r, text);
        if (status && !e->file[0])
            err_in_file(e, path);
    }
    arena_release(&r.arena);
    arena_release(&r.scratch);
    return status;
}
