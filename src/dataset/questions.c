/* questions.c: one table of names for all formats. */
#include "dataset/questions.h"

#include "base/buf.h"
#include "base/csv.h"
#include "base/file.h"
#include "base/utf8.h"
#include "dataset/json_entries.h"
#include "sql/parse.h"

enum { QUESTIONS_MAX = 1 << 30, QUESTION_MAX_BYTES = 100000 };

enum question_field { QUESTION, DB_ID, QUERY, EVIDENCE, IMPOSSIBLE, N_FIELDS };

/* The names of the fields; of two names for one field the first counts. Spider-Syn has its question
 * beside the original one. The gold query is Spider's "query" or BIRD's "SQL"; in Spider's files
 * "sql" is the parsed query, not a text. */
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

static const enum question_field PARTS[N_NAMES] = {QUESTION, QUESTION, DB_ID, QUERY,    QUERY,
                                                   QUERY,    QUERY,    QUERY, EVIDENCE, IMPOSSIBLE};

/* The gold queries of a question. */
struct read_golds {
    struct str *items;
    uint32_t count;
    bool null; /* the file says that there is none */
};

struct questions_reader {
    struct arena arena;   /* the file */
    struct arena scratch; /* one entry */
    struct buf text, sql; /* one question with its variables filled in */
    uint64_t filled;      /* bytes of all of them */
    uint32_t n_columns;   /* of CSV */
    const char *path;
    question_take *take;
    void *ctx;
    struct err *err;
};

static enum status problem_at(struct questions_reader *r, uint32_t line, const char *problem)
{
    return err_at(r->err, E_INPUT, line, 0, "%s", problem);
}

/* Golds */

static void add_gold(struct arena *a, struct read_golds *g, struct str query)
{
    query = str_trim(query);
    if (query.len == 0)
        return;
    ARENA_ADD(a, g->items, g->count, query);
}

static bool parses(struct questions_reader *r, struct str query)
{
    struct arena_mark mark = arena_mark(&r->scratch);
    struct sql_stmt stmt;
    struct err e;
    bool good = sql_parse(&r->scratch, query, &stmt, &e) == OK;
    arena_rewind(&r->scratch, mark);
    return good;
}

static struct str choose_gold(struct questions_reader *r, const struct read_golds *g)
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
    return g->null && g->count == 0 ? NO_GOLD_NULL : NO_GOLD_UNSAID;
}

static enum status hand_on(struct questions_reader *r, const struct str parts[N_FIELDS],
                           const struct read_golds *golds, uint32_t line)
{
    struct str question = str_trim(parts[QUESTION]);
    if (question.len == 0)
        return problem_at(r, line, "no 'question'");
    if (parts[QUESTION].len > QUESTION_MAX_BYTES || parts[EVIDENCE].len > QUESTION_MAX_BYTES)
        return problem_at(r, line,
                          parts[EVIDENCE].len > QUESTION_MAX_BYTES
                              ? "evidence longer than 100000 bytes"
                              : "a question longer than 100000 bytes");
    struct read_question q = {.line = line,
                              .question = question,
                              .db_id = parts[DB_ID],
                              .evidence = str_trim(parts[EVIDENCE]),
                              .no_gold = why_no_gold(golds, parts[IMPOSSIBLE])};
    if (q.no_gold == NO_GOLD_UNSAID && golds->count > 0) {
        q.query = choose_gold(r, golds);
        q.other_golds = golds->count - 1;
    }
    return r->take(r->ctx, &q, r->err);
}

/* JSON */

/* A text, a list of texts, or null. In Spider's files "sql" is an object, and is ignored. */
static bool may_have_golds(struct str name, struct json_value v)
{
    return !v.raw.ptr || v.kind == JSON_KIND_STRING || v.kind == JSON_KIND_ARRAY ||
           v.kind == JSON_KIND_NULL || (v.kind == JSON_KIND_OBJECT && str_eq(name, STR("sql")));
}

/* `name` is that of the member whose value is `v`. */
static enum status read_golds(struct questions_reader *r, struct str name, struct json_value v,
                              uint32_t line, struct read_golds *out)
{
    struct arena *a = &r->scratch;
    if (!may_have_golds(name, v))
        return err_at(r->err, E_INPUT, line, 0, "'%.*s' is not a text", STR_ARG(name));
    struct json_reader list = json_reader_of(a, v.raw);
    out->null = out->null || (v.raw.ptr && v.kind == JSON_KIND_NULL);
    add_gold(a, out, json_text(a, v));
    if (v.kind != JSON_KIND_ARRAY)
        return OK;
    for (struct json_value item; json_next_item(&list, &item);) {
        if (item.kind != JSON_KIND_STRING)
            return problem_at(r, line, "a list of gold queries with something that is not a text");
        add_gold(a, out, json_text(a, item));
    }
    return OK;
}

static enum status read_object(struct questions_reader *r, struct json_value v, uint32_t line)
{
    struct json_reader json = json_reader_of(&r->scratch, v.raw);
    struct json_value members[N_NAMES];
    struct str parts[N_FIELDS] = {0};
    struct read_golds golds = {0};
    json_members(&json, NAMES, N_NAMES, members);
    for (int i = 0; i < N_NAMES; i++) {
        if (PARTS[i] == IMPOSSIBLE)
            parts[IMPOSSIBLE] = json_any_text(&r->scratch, members[i]);
        else if (PARTS[i] == QUERY && golds.count == 0)
            TRY(read_golds(r, NAMES[i], members[i], line, &golds));
        else if (PARTS[i] != QUERY && !parts[PARTS[i]].ptr)
            parts[PARTS[i]] = json_text(&r->scratch, members[i]);
    }
    return hand_on(r, parts, &golds, line);
}

/* Sentences with variables */

/* The variables of a question and its query, as text2sql-data has them. One object is many
 * questions of one query:
 *
 *   {"sentences": [{"text": "cities in state0", "variables": {"state0": "ohio"}}],
 *    "sql": ["SELECT name FROM city WHERE state = \"state0\""],
 *    "variables": [{"name": "state0", "example": "utah"}]}
 *
 * A sentence says what its variables are. If it says nothing, or only "", the example is used. */
struct sentence_variable {
    struct str name, value;
};

struct sentence_variables {
    struct sentence_variable *items;
    uint32_t count;
};

enum { VARIABLES_MAX = 200 };

static struct sentence_variable *find_variable(const struct sentence_variables *v, struct str name)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (str_eq(v->items[i].name, name))
            return &v->items[i];
    return NULL;
}

static void add_variable(struct arena *a, struct sentence_variables *v, struct str name,
                         struct str value)
{
    struct sentence_variable *known = find_variable(v, name);
    if (known && known->value.len == 0)
        known->value = value;
    if (known || v->count == VARIABLES_MAX || name.len == 0)
        return;
    ARENA_ADD(a, v->items, v->count, (struct sentence_variable){name, value});
}

/* Those of a sentence: `own` is its object of values, `examples` the list of the entry. In `a`. */
static struct sentence_variables variables_of(struct arena *a, struct json_value own,
                                              struct json_value examples)
{
    static const struct str EXAMPLE_NAMES[] = {STR_INIT("name"), STR_INIT("example")};
    struct sentence_variables out = {0};
    struct json_reader json = json_reader_of(a, own.raw);
    struct json_value value, parts[2];
    for (struct str name; own.kind == JSON_KIND_OBJECT && json_next(&json, &name, &value);)
        add_variable(a, &out, name, json_any_text(a, value));
    json = json_reader_of(a, examples.raw);
    while (examples.kind == JSON_KIND_ARRAY && json_next_item(&json, &value)) {
        struct json_reader one = json_reader_of(a, value.raw);
        if (value.kind != JSON_KIND_OBJECT)
            continue;
        json_members(&one, EXAMPLE_NAMES, 2, parts);
        add_variable(a, &out, json_text(a, parts[0]), json_any_text(a, parts[1]));
    }
    return out;
}

/* `quote` is the quote around the place of the value; 0 for none. */
static void put_value(struct buf *out, struct str value, char quote)
{
    for (size_t i = 0; i < value.len; i++) {
        if (quote && value.ptr[i] == quote)
            buf_putc(out, quote);
        buf_putc(out, value.ptr[i]);
    }
}

/* Put `text` with the values of the variables. A variable is a whole word: "name0" is not in
 * "city_name0". In SQL, `quotes`, a value between quotes has its own quotes doubled. */
static void fill_variables(const struct sentence_variables *v, struct str text, bool quotes,
                           struct buf *out)
{
    char quote = 0;
    for (size_t at = 0, end; at < text.len; at = end) {
        char c = text.ptr[at];
        for (end = at; end < text.len && ascii_word(text.ptr[end]);)
            end++;
        struct str word = str_slice(text, at, end);
        const struct sentence_variable *known = word.len ? find_variable(v, word) : NULL;
        if (known) {
            put_value(out, known->value, quote);
            continue;
        }
        if (word.len == 0) {
            word = str_slice(text, at, ++end);
            if (quotes && (quote ? c == quote : c == '\'' || c == '"'))
                quote = quote ? 0 : c;
        }
        buf_put(out, word);
    }
}

enum sentence_field { TEXT, OWN_VARIABLES, SENTENCE_DATABASE, N_SENTENCE_FIELDS };
enum entry_field { SENTENCES, ENTRY_SQL, ENTRY_VARIABLES, N_ENTRY_FIELDS };

static const struct str SENTENCE_NAMES[N_SENTENCE_FIELDS] = {
    STR_INIT("text"), STR_INIT("variables"), STR_INIT("database")};
static const struct str ENTRY_NAMES[N_ENTRY_FIELDS] = {STR_INIT("sentences"), STR_INIT("sql"),
                                                       STR_INIT("variables")};

/* What each filling counts in addition to its bytes, so that many empty ones reach the limit, too.
 */
enum { FILLING_COST = 100 };

static enum status fill_golds(struct questions_reader *r, const struct sentence_variables *v,
                              const struct read_golds *from, uint32_t line, struct read_golds *out)
{
    *out = (struct read_golds){.null = from->null};
    for (uint32_t i = 0; i < from->count; i++) {
        buf_clear(&r->sql);
        fill_variables(v, from->items[i], true, &r->sql);
        if (!buf_whole(&r->sql))
            return problem_at(r, line, "a query longer than 100000 bytes");
        r->filled += r->sql.len + FILLING_COST;
        add_gold(&r->scratch, out, arena_str(&r->scratch, buf_str(&r->sql)));
    }
    return OK;
}

static enum status read_sentence(struct questions_reader *r, struct json_value v,
                                 struct json_value examples, const struct read_golds *golds,
                                 uint32_t line)
{
    struct json_reader json = json_reader_of(&r->scratch, v.raw);
    struct json_value own[N_SENTENCE_FIELDS];
    struct str parts[N_FIELDS] = {0};
    struct read_golds filled;
    if (v.kind != JSON_KIND_OBJECT)
        return problem_at(r, line, "a sentence that is not an object");
    json_members(&json, SENTENCE_NAMES, N_SENTENCE_FIELDS, own);
    struct str text = json_text(&r->scratch, own[TEXT]);
    if (!text.ptr)
        return problem_at(r, line, "a sentence without 'text'");
    struct sentence_variables variables = variables_of(&r->scratch, own[OWN_VARIABLES], examples);
    buf_clear(&r->text);
    fill_variables(&variables, text, false, &r->text);
    if (!buf_whole(&r->text))
        return problem_at(r, line, "a question longer than 100000 bytes");
    parts[QUESTION] = buf_str(&r->text);
    parts[DB_ID] = json_text(&r->scratch, own[SENTENCE_DATABASE]);
    r->filled += r->text.len;
    TRY(fill_golds(r, &variables, golds, line, &filled));
    return r->filled > QUESTIONS_MAX
               ? problem_at(r, line, "more than 1 GB of questions with their variables filled in")
               : hand_on(r, parts, &filled, line);
}

static enum status read_sentences(struct questions_reader *r,
                                  const struct json_value entry[N_ENTRY_FIELDS], uint32_t line)
{
    struct json_reader list = json_reader_of(&r->scratch, entry[SENTENCES].raw);
    struct read_golds golds = {0};
    TRY(read_golds(r, ENTRY_NAMES[ENTRY_SQL], entry[ENTRY_SQL], line, &golds));
    for (struct json_value one; json_next_item(&list, &one);) {
        struct arena_mark mark = arena_mark(&r->scratch);
        TRY(read_sentence(r, one, entry[ENTRY_VARIABLES], &golds, line));
        arena_rewind(&r->scratch, mark);
    }
    return OK;
}

static enum status read_value(struct questions_reader *r, struct json_value v, uint32_t line)
{
    struct json_reader json = json_reader_of(&r->scratch, v.raw);
    struct json_value entry[N_ENTRY_FIELDS];
    struct str parts[N_FIELDS] = {0};
    if (v.kind == JSON_KIND_STRING) {
        parts[QUESTION] = json_text(&r->scratch, v);
        return hand_on(r, parts, &(struct read_golds){0}, line);
    }
    if (v.kind != JSON_KIND_OBJECT)
        return problem_at(r, line, "a question is an object or a string");
    json_members(&json, ENTRY_NAMES, N_ENTRY_FIELDS, entry);
    return entry[SENTENCES].kind == JSON_KIND_ARRAY ? read_sentences(r, entry, line)
                                                    : read_object(r, v, line);
}

static enum status read_entry(void *ctx, struct json_value v, uint32_t line, struct err *e)
{
    struct questions_reader *r = ctx;
    (void)e; /* it is r->err */
    enum status status = read_value(r, v, line);
    arena_clear(&r->scratch);
    return status;
}

/* CSV */

/* The column of each name; the header's `count` for those that it lacks. False if none is a
 * question.
 */
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

static enum status check_text(struct questions_reader *r, struct str text, uint32_t line)
{
    if (!utf8_valid(text))
        return problem_at(r, line, "bytes that are not UTF-8; save the file as UTF-8");
    return text.ptr && memchr(text.ptr, 0, text.len) ? problem_at(r, line, "a NUL byte") : OK;
}

/* More fields than columns mean that a query with commas is not in quotes. Some programs write
 * empty fields after the last. */
static enum status check_width(struct questions_reader *r, const struct csv_record *record)
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

/* Spreadsheets write lines of separators after the last question. */
static bool is_blank(const struct csv_record *record)
{
    for (uint32_t i = 0; i < record->count; i++)
        if (str_trim(record->fields[i]).len > 0)
            return false;
    return true;
}

/* An empty field counts as absent. */
static enum status read_record(struct questions_reader *r, const struct csv_record *record,
                               const uint32_t columns[N_NAMES])
{
    struct str parts[N_FIELDS] = {0};
    struct read_golds golds = {0};
    TRY(check_width(r, record));
    for (int i = 0; i < N_NAMES; i++) {
        struct str field = columns[i] < record->count ? record->fields[columns[i]] : STR_NONE;
        TRY(check_text(r, field, record->line));
        if (!parts[PARTS[i]].ptr && field.len > 0)
            parts[PARTS[i]] = field;
    }
    add_gold(&r->scratch, &golds, parts[QUERY]);
    return hand_on(r, parts, &golds, record->line);
}

/* Read the header line, with the separator with which it names a question. */
static enum status read_header(struct questions_reader *r, struct str text, struct csv_reader *csv,
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
                  "separate columns",
                  STR_ARG(header.count ? header.fields[0] : STR("")));
}

static enum status read_csv(struct questions_reader *r, struct str text)
{
    struct csv_reader csv;
    struct csv_record record;
    uint32_t columns[N_NAMES] = {0};
    TRY(read_header(r, text, &csv, columns));
    while (csv_next(&csv, &record)) {
        if (csv.opened)
            return problem_at(r, csv.opened, "a quote that is never closed");
        if (!is_blank(&record))
            TRY(read_record(r, &record, columns));
        arena_clear(&r->scratch);
    }
    return OK;
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

/* With a byte order mark, or with a NUL in the first character. */
static bool is_utf16(struct str text)
{
    return text.len >= 2 && (memcmp(text.ptr, "\xff\xfe", 2) == 0 ||
                             memcmp(text.ptr, "\xfe\xff", 2) == 0 || !text.ptr[0] || !text.ptr[1]);
}

static enum status read_text(struct questions_reader *r, struct str text)
{
    if (is_utf16(text))
        return problem_at(r, 1, "UTF-16, not UTF-8; save the file as UTF-8");
    if (is_csv(r->path))
        return read_csv(r, text);
    if (!questions_look(r->path, text) && str_trim(str_skip_bom(text)).len > 0)
        return problem_at(
            r, 1, "neither JSON nor CSV: questions are JSON, or in a file that ends in .csv");
    return json_entries(text, read_entry, r, r->err);
}

enum status questions_read(const char *path, question_take *take, void *ctx, struct err *e)
{
    struct questions_reader r = {.path = path, .take = take, .ctx = ctx, .err = e};
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
