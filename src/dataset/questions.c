/* questions.c: one table of names for all forms. */
#include "dataset/questions.h"

#include "base/csv.h"
#include "base/file.h"
#include "base/utf8.h"
#include "dataset/json_entries.h"
#include "dataset/variables.h"
#include "sql/parse.h"

enum { QUESTIONS_MAX = 1 << 30, QUESTION_MAX_BYTES = 100000 };

enum question_part { QUESTION, DB_ID, QUERY, EVIDENCE, IMPOSSIBLE, N_PARTS };

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
    STR_INIT("queries"),
    STR_INIT("evidence"),
    STR_INIT("is_impossible"),
};

enum { N_NAMES = COUNT_OF(NAMES) };

static const enum question_part PARTS[N_NAMES] = {QUESTION, QUESTION, DB_ID, QUERY,    QUERY,
                                                  QUERY,    QUERY,    QUERY, EVIDENCE, IMPOSSIBLE};

/* What is said of the gold. */
struct read_golds {
    struct str *items;
    uint32_t count;
    bool null; /* said to be none */
};

struct questions_reading {
    struct arena arena;   /* the file */
    struct arena scratch; /* one entry */
    struct buf text, sql; /* one question with its variables filled in */
    uint64_t filled;      /* bytes that all of them had */
    uint32_t n_columns;   /* of CSV */
    const char *path;
    question_take *take;
    void *ctx;
    struct err *err;
};

static enum status problem_at(struct questions_reading *r, uint32_t line, const char *problem)
{
    return err_at(r->err, E_INPUT, line, 0, "%s", problem);
}

/* Golds */

static void add_gold(struct arena *a, struct read_golds *g, struct str query)
{
    query = str_trim(query);
    if (query.len == 0)
        return;
    ARENA_PUSH(a, g->items, g->count);
    g->items[g->count++] = query;
}

static bool parses(struct questions_reading *r, struct str query)
{
    struct arena_mark mark = arena_mark(&r->scratch);
    struct sql_stmt stmt;
    struct err e;
    bool good = sql_parse(&r->scratch, query, &stmt, &e) == OK;
    arena_rewind(&r->scratch, mark);
    return good;
}

static struct str choose_gold(struct questions_reading *r, const struct read_golds *g)
{
    for (uint32_t i = 0; i < g->count && g->count > 1; i++)
        if (parses(r, g->items[i]))
            return g->items[i];
    return g->count ? g->items[0] : STR_NONE;
}

static bool says_true(struct str flag)
{
    return str_eq_nocase(flag, STR("true")) || str_eq(flag, STR("1"));
}

static enum no_gold why_no_gold(const struct read_golds *g, struct str impossible)
{
    if (says_true(str_trim(impossible)) ||
        (g->count == 1 && str_eq_nocase(g->items[0], STR("null"))))
        return NO_GOLD_POSSIBLE;
    return g->null && g->count == 0 ? NO_GOLD_NULL : NO_GOLD_TOLD;
}

static enum status hand_on(struct questions_reading *r, const struct str parts[N_PARTS],
                           const struct read_golds *golds, uint32_t line)
{
    if (!parts[QUESTION].ptr)
        return problem_at(r, line, "no 'question'");
    if (parts[QUESTION].len > QUESTION_MAX_BYTES || parts[EVIDENCE].len > QUESTION_MAX_BYTES)
        return problem_at(r, line,
                          parts[EVIDENCE].len > QUESTION_MAX_BYTES
                              ? "evidence longer than 100000 bytes"
                              : "a question longer than 100000 bytes");
    struct read_question q = {.line = line,
                              .question = str_trim(parts[QUESTION]),
                              .db_id = parts[DB_ID],
                              .evidence = str_trim(parts[EVIDENCE]),
                              .no_gold = why_no_gold(golds, parts[IMPOSSIBLE])};
    if (q.no_gold == NO_GOLD_TOLD && golds->count > 0) {
        q.query = choose_gold(r, golds);
        q.other_golds = golds->count - 1;
    }
    return r->take(r->ctx, &q, r->err);
}

/* JSON */

/* A text, a list of texts, or null; what is of another kind says nothing. */
static enum status read_golds(struct questions_reading *r, struct json_value v, uint32_t line,
                              struct read_golds *out)
{
    struct arena *a = &r->scratch;
    struct json_reader list = json_reader_of(a, v.raw);
    out->null = out->null || (v.raw.ptr && v.kind == JSON_KIND_NULL);
    add_gold(a, out, json_text(a, v));
    if (v.kind != JSON_KIND_ARRAY)
        return OK;
    for (struct json_value item; json_next_item(&list, &item);) {
        if (item.kind != JSON_KIND_STRING)
            return problem_at(r, line, "a list of gold queries with something that is no text");
        add_gold(a, out, json_text(a, item));
    }
    return OK;
}

static enum status read_object(struct questions_reading *r, struct json_value v, uint32_t line)
{
    struct json_reader json = json_reader_of(&r->scratch, v.raw);
    struct json_value members[N_NAMES];
    struct str parts[N_PARTS] = {0};
    struct read_golds golds = {0};
    enum status status = OK;
    json_members(&json, NAMES, N_NAMES, members);
    for (int i = 0; i < N_NAMES && status == OK; i++) {
        if (PARTS[i] == IMPOSSIBLE)
            parts[IMPOSSIBLE] = json_any_text(&r->scratch, members[i]);
        else if (PARTS[i] == QUERY && golds.count == 0)
            status = read_golds(r, members[i], line, &golds);
        else if (PARTS[i] != QUERY && !parts[PARTS[i]].ptr)
            parts[PARTS[i]] = json_text(&r->scratch, members[i]);
    }
    return status ? status : hand_on(r, parts, &golds, line);
}

/* Sentences with variables */

enum sentence_part { TEXT, OWN_VARIABLES, SENTENCE_DATABASE, N_SENTENCE_PARTS };
enum entry_part { SENTENCES, ENTRY_SQL, ENTRY_VARIABLES, N_ENTRY_PARTS };

static const struct str SENTENCE_NAMES[N_SENTENCE_PARTS] = {STR_INIT("text"), STR_INIT("variables"),
                                                            STR_INIT("database")};
static const struct str ENTRY_NAMES[N_ENTRY_PARTS] = {STR_INIT("sentences"), STR_INIT("sql"),
                                                      STR_INIT("variables")};

/* What a filling counts for besides its bytes, so that many empty ones come to an end too. */
enum { FILLING_COST = 100 };

static enum status fill_golds(struct questions_reading *r, const struct sentence_variables *v,
                              const struct read_golds *from, uint32_t line, struct read_golds *out)
{
    *out = (struct read_golds){.null = from->null};
    for (uint32_t i = 0; i < from->count; i++) {
        buf_clear(&r->sql);
        variables_fill_sql(v, from->items[i], &r->sql);
        if (!buf_whole(&r->sql))
            return problem_at(r, line, "a query longer than 100000 bytes");
        r->filled += r->sql.len + FILLING_COST;
        add_gold(&r->scratch, out, arena_str(&r->scratch, buf_str(&r->sql)));
    }
    return OK;
}

static enum status read_sentence(struct questions_reading *r, struct json_value v,
                                 struct json_value examples, const struct read_golds *golds,
                                 uint32_t line)
{
    struct json_reader json = json_reader_of(&r->scratch, v.raw);
    struct json_value own[N_SENTENCE_PARTS];
    struct str parts[N_PARTS] = {0};
    struct read_golds filled;
    if (v.kind != JSON_KIND_OBJECT)
        return problem_at(r, line, "a sentence that is no object");
    json_members(&json, SENTENCE_NAMES, N_SENTENCE_PARTS, own);
    struct str text = json_text(&r->scratch, own[TEXT]);
    if (!text.ptr)
        return problem_at(r, line, "a sentence without 'text'");
    struct sentence_variables variables = variables_of(&r->scratch, own[OWN_VARIABLES], examples);
    buf_clear(&r->text);
    variables_fill_text(&variables, text, &r->text);
    if (!buf_whole(&r->text))
        return problem_at(r, line, "a question longer than 100000 bytes");
    parts[QUESTION] = r->text.len ? buf_str(&r->text) : STR("");
    parts[DB_ID] = json_text(&r->scratch, own[SENTENCE_DATABASE]);
    r->filled += r->text.len;
    enum status status = fill_golds(r, &variables, golds, line, &filled);
    if (status == OK && r->filled > QUESTIONS_MAX)
        status = problem_at(r, line, "more than 1 GB of questions with their variables filled in");
    return status ? status : hand_on(r, parts, &filled, line);
}

static enum status read_sentences(struct questions_reading *r,
                                  const struct json_value entry[N_ENTRY_PARTS], uint32_t line)
{
    struct json_reader list = json_reader_of(&r->scratch, entry[SENTENCES].raw);
    struct read_golds golds = {0};
    enum status status = read_golds(r, entry[ENTRY_SQL], line, &golds);
    for (struct json_value one; status == OK && json_next_item(&list, &one);) {
        struct arena_mark mark = arena_mark(&r->scratch);
        status = read_sentence(r, one, entry[ENTRY_VARIABLES], &golds, line);
        arena_rewind(&r->scratch, mark);
    }
    return status;
}

static enum status read_value(struct questions_reading *r, struct json_value v, uint32_t line)
{
    struct json_reader json = json_reader_of(&r->scratch, v.raw);
    struct json_value entry[N_ENTRY_PARTS];
    struct str parts[N_PARTS] = {0};
    if (v.kind == JSON_KIND_STRING) {
        parts[QUESTION] = json_text(&r->scratch, v);
        return hand_on(r, parts, &(struct read_golds){0}, line);
    }
    if (v.kind != JSON_KIND_OBJECT)
        return problem_at(r, line, "a question is an object or a string");
    json_members(&json, ENTRY_NAMES, N_ENTRY_PARTS, entry);
    return entry[SENTENCES].kind == JSON_KIND_ARRAY ? read_sentences(r, entry, line)
                                                    : read_object(r, v, line);
}

static enum status read_entry(void *ctx, struct json_value v, uint32_t line, struct err *e)
{
    struct questions_reading *r = ctx;
    (void)e; /* that of the reading */
    enum status status = read_value(r, v, line);
    arena_clear(&r->scratch);
    return status;
}

/* CSV */

/* Where the columns of the names are; `count` of the header for those that it lacks. False where
 * none of them is a question. */
static bool find_columns(const struct csv_record *header, uint32_t columns[N_NAMES])
{
    bool asks = false;
    for (int i = 0; i < N_NAMES; i++) {
        columns[i] = 0;
        while (columns[i] < header->count &&
               !str_eq_nocase(str_trim(header->fields[columns[i]]), NAMES[i]))
            columns[i]++;
        asks = asks || (PARTS[i] == QUESTION && columns[i] < header->count);
    }
    return asks;
}

static enum status check_text(struct questions_reading *r, struct str text, uint32_t line)
{
    if (!utf8_valid(text))
        return problem_at(r, line, "bytes that are not UTF-8; save the file as UTF-8");
    return text.ptr && memchr(text.ptr, 0, text.len) ? problem_at(r, line, "a NUL byte") : OK;
}

/* More fields than columns tell of a query with commas that is not in quotes. Some programs write
 * empty fields behind the last. */
static enum status check_width(struct questions_reading *r, const struct csv_record *record)
{
    uint32_t count = record->count;
    while (count > r->n_columns && record->fields[count - 1].len == 0)
        count--;
    return count <= r->n_columns
               ? OK
               : err_at(r->err, E_INPUT, record->line, 0,
                        "%u fields, and the header line has %u; a field with the separator in it "
                        "must be in quotes",
                        count, r->n_columns);
}

/* Spreadsheets write lines of separators behind the last question. */
static bool is_blank(const struct csv_record *record)
{
    for (uint32_t i = 0; i < record->count; i++)
        if (str_trim(record->fields[i]).len > 0)
            return false;
    return true;
}

/* An empty field says nothing, but a question may be empty. */
static enum status read_record(struct questions_reading *r, const struct csv_record *record,
                               const uint32_t columns[N_NAMES])
{
    struct str parts[N_PARTS] = {0};
    struct read_golds golds = {0};
    enum status status = check_width(r, record);
    for (int i = 0; i < N_NAMES && status == OK; i++) {
        struct str field = columns[i] < record->count ? record->fields[columns[i]] : STR_NONE;
        status = check_text(r, field, record->line);
        if (!parts[PARTS[i]].ptr && (field.len > 0 || PARTS[i] == QUESTION))
            parts[PARTS[i]] = field;
    }
    add_gold(&r->scratch, &golds, parts[QUERY]);
    return status ? status : hand_on(r, parts, &golds, record->line);
}

/* Read the header line with the separator under which it names a question. */
static enum status read_header(struct questions_reading *r, struct str text, struct csv_reader *csv,
                               uint32_t columns[N_NAMES])
{
    struct csv_record header = {0};
    for (const char *separator = ",;\t"; *separator; separator++) {
        *csv = csv_reader_of(&r->scratch, text);
        csv->separator = *separator;
        if (!csv_next(csv, &header))
            return OK;
        r->n_columns = header.count;
        if (find_columns(&header, columns))
            return OK;
    }
    return err_at(r->err, E_INPUT, header.line, 0,
                  "no column 'question' in the header line, but '%.*s'; commas, semicolons or tabs "
                  "stand between columns",
                  STR_ARG(header.count ? header.fields[0] : STR("")));
}

static enum status read_csv(struct questions_reading *r, struct str text)
{
    struct csv_reader csv;
    struct csv_record record;
    uint32_t columns[N_NAMES] = {0};
    enum status status = read_header(r, text, &csv, columns);
    while (status == OK && csv_next(&csv, &record)) {
        if (csv.opened)
            status = problem_at(r, csv.opened, "a quote that is never closed");
        else if (!is_blank(&record))
            status = read_record(r, &record, columns);
        arena_clear(&r->scratch);
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
    buf_limit(&r.text, QUESTION_MAX_BYTES);
    buf_limit(&r.sql, QUESTION_MAX_BYTES);
    enum status status = file_read(&r.arena, path, QUESTIONS_MAX, &text, e);
    if (status == OK) {
        status = read_text(&r, text);
        if (status && !e->file[0])
            err_in_file(e, path);
    }
    buf_release(&r.text);
    buf_release(&r.sql);
    arena_release(&r.arena);
    arena_release(&r.scratch);
    return status;
}
