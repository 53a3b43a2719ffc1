/* predictions.c: giving each answer to its seed or case; the file of answers. */
#include "suite/predictions.h"

#include "base/number.h"
#include "sql/lex.h"

#include <stdio.h>

/* In memory */

void predictions_begin(struct predictions *p, const struct suite *s)
{
    size_t n = (size_t)s->n_seeds + s->n_cases;
    *p = (struct predictions){
        .suite = s, .seeds_before = s->seeds_before, .cases_before = s->cases_before};
    p->seeds = arena_zalloc(&p->arena, n * sizeof *p->seeds);
    p->cases = p->seeds + s->n_seeds;
    p->last = arena_zalloc(&p->arena, n * sizeof *p->last);
    name_map_init(&p->places, &p->arena, s->n_cases);
    for (uint32_t i = 0; i < s->n_cases; i++)
        name_map_put(&p->places, &p->arena, s->cases[i].id, i);
}

void predictions_release(struct predictions *p)
{
    arena_release(&p->arena);
    *p = (struct predictions){0};
}

/* Where an answer of that id belongs; NULL for an id that the suite does not have. */
static const struct answer **place_of(const struct predictions *p, struct str id)
{
    struct str mark = STR("seed-");
    if (!str_starts(id, mark)) {
        uint32_t place = name_map_get(&p->places, id);
        return place == NAME_NONE ? NULL : &p->cases[place];
    }
    uint64_t number;
    struct json_value digits = {JSON_KIND_NUMBER, str_slice(id, mark.len, id.len)};
    if (digits.raw.len == 0 || !json_count(digits, UINT32_MAX, &number))
        return NULL;
    uint32_t place = suite_find_seed(p->suite, (uint32_t)number);
    return place == p->suite->n_seeds ? NULL : &p->seeds[place];
}

/* Comments and semicolons alone say nothing. */
static bool says_something(struct str sql)
{
    struct sql_lexer lex = {.text = sql};
    enum sql_token_type type;
    do
        type = sql_lexer_next(&lex).type;
    while (type == TOKEN_SEMICOLON);
    return type != TOKEN_EOF;
}

/* The first time of asking comes first, then in the order of adding. Most come in their order, so
 * the last is looked at first. */
static void put(struct predictions *p, const struct answer **place, struct answer *new)
{
    struct answer **last = &p->last[place - p->seeds];
    if (*last && (*last)->repeat <= new->repeat) {
        p->again += (*last)->repeat == new->repeat;
        (*last)->next = new;
        *last = new;
        return;
    }
    while (*place && (*place)->repeat <= new->repeat)
        place = (const struct answer **)&(*place)->next;
    new->next = *place;
    *place = new;
    *last = *last ? *last : new;
}

static void add_at(struct predictions *p, const struct answer **place, const struct answer *answer)
{
    struct answer *copy = ARENA_NEW(&p->arena, struct answer);
    *copy = *answer;
    copy->id = (struct str){NULL, 0}; /* its place tells */
    copy->sql = arena_str_or_null(&p->arena, answer->sql);
    copy->error = arena_str_or_null(&p->arena, answer->error);
    copy->next = NULL;
    if (copy->sql.ptr && !says_something(copy->sql)) {
        copy->sql = (struct str){NULL, 0};
        copy->error = copy->error.ptr ? copy->error : STR("an empty answer");
    }
    put(p, place, copy);
}

void predictions_add(struct predictions *p, const struct answer *answer)
{
    const struct answer **place = place_of(p, answer->id);
    if (place)
        add_at(p, place, answer);
    p->unknown += !place;
    p->count++;
}

struct predictions predictions_narrowed(const struct predictions *p)
{
    struct predictions narrow = *p;
    narrow.seeds += p->suite->seeds_before - p->seeds_before;
    narrow.cases += p->suite->cases_before - p->cases_before;
    return narrow;
}

/* Reading */

struct predictions_reading {
    struct predictions *out;
    struct line_reader lines;
    enum { LINES_UNKNOWN, LINES_JSON, LINES_PLAIN } form;
    uint32_t blank; /* lines before the form is known */
    struct arena scratch;
    char stranger[40]; /* the first id that the suite does not have */
    struct err *err;
};

static enum status add_json(struct predictions_reading *r, struct str line)
{
    static const char NOTHING[1];
    static const struct str NOT_GIVEN = {NOTHING, 0};
    struct json_reader json = json_reader_of(&r->scratch, line);
    struct answer answer = {.sql = NOT_GIVEN, .error = NOT_GIVEN};
    const char *bad = record_get(&json, &ANSWER_RECORD, &answer);
    bool has_sql = answer.sql.ptr != NOT_GIVEN.ptr, has_error = answer.error.ptr != NOT_GIVEN.ptr;
    enum status status = json_reader_end(&json, r->lines.line, r->err);
    if (status == OK && !answer.id.ptr)
        status = err_at(r->err, E_INPUT, r->lines.line, 0, "no 'id'");
    if (status == OK && !has_sql && !has_error)
        status = err_at(r->err, E_INPUT, r->lines.line, 0, "neither 'sql' nor 'error'");
    if (status == OK && bad)
        status = err_at(r->err, E_INPUT, r->lines.line, 0, "'%s' has a value it cannot have", bad);
    if (status)
        return status;
    answer.sql = has_sql ? answer.sql : (struct str){NULL, 0};
    answer.error = has_error ? answer.error : (struct str){NULL, 0};
    predictions_add(r->out, &answer);
    if (r->out->unknown == 1 && !r->stranger[0])
        snprintf(r->stranger, sizeof r->stranger, "%.*s", STR_ARG(answer.id));
    return OK;
}

/* A plain line: the seeds' come first. */
static enum status add_plain(struct predictions_reading *r, struct str line)
{
    struct predictions *p = r->out;
    uint64_t place = p->count++;
    if (place >= (uint64_t)p->suite->n_seeds + p->suite->n_cases)
        return err_at(r->err, E_INPUT, r->lines.line, 0, "more lines than seeds and cases");
    add_at(p, &p->seeds[place], &(struct answer){.sql = line});
    return OK;
}

/* `text` is the first line that is not blank. Blank ones before it count where lines are plain. */
static enum status find_form(struct predictions_reading *r, struct str text)
{
    enum status status = OK;
    if (text.ptr[0] == '[')
        return err_at(r->err, E_INPUT, r->lines.line, 1,
                      "a JSON array; wanted are lines, an object each");
    r->form = text.ptr[0] == '{' ? LINES_JSON : LINES_PLAIN;
    for (; r->form == LINES_PLAIN && r->blank > 0 && status == OK; r->blank--)
        status = add_plain(r, STR(""));
    return status;
}

static enum status read_line(struct predictions_reading *r, struct str text)
{
    if (r->form == LINES_UNKNOWN && text.len == 0) {
        r->blank++;
        return OK;
    }
    enum status status = r->form == LINES_UNKNOWN ? find_form(r, text) : OK;
    if (status == OK && r->form == LINES_PLAIN)
        return add_plain(r, text);
    return status || text.len == 0 ? status : add_json(r, text);
}

static enum status read_lines(struct predictions_reading *r)
{
    struct str line;
    enum status status;
    while ((status = line_reader_next(&r->lines, &line, r->err)) == OK && line.ptr) {
        status = read_line(r, str_trim(line));
        arena_rewind(&r->scratch, (struct arena_mark){0});
        if (status)
            break;
    }
    return status;
}

/* Answers that belong to nothing are the wrong file, or a file to the wrong suite. */
static enum status check_whole(const struct predictions_reading *r)
{
    const struct predictions *p = r->out;
    const struct suite *s = p->suite;
    if (r->form == LINES_PLAIN && p->count != (uint64_t)s->n_seeds + s->n_cases)
        return err_set(r->err, E_INPUT, "%llu line%s for %u seed%s and %u case%s, seeds first",
                       (unsigned long long)p->count, plural(p->count), s->n_seeds,
                       plural(s->n_seeds), s->n_cases, plural(s->n_cases));
    if (p->count > 0 && p->unknown == p->count)
        return err_set(r->err, E_INPUT,
                       "none of its ids is of this suite: they should be like seed-%u and %.*s, "
                       "not '%s'",
                       s->n_seeds ? s->seeds[0].number : 0,
                       STR_ARG(s->n_cases ? s->cases[0].id : STR("0-PI-0")), r->stranger);
    return OK;
}

enum status predictions_load(struct predictions *p, const struct suite *s, const char *path,
                             struct err *e)
{
    struct predictions_reading r = {.out = p, .err = e};
    predictions_begin(p, s);
    enum status status = line_reader_open(&r.lines, path, e);
    if (status == OK) {
        status = read_lines(&r);
        if (status == OK)
            status = check_whole(&r);
        line_reader_close(&r.lines);
        arena_release(&r.scratch);
        if (status)
            err_in_file(e, path);
    }
    if (status)
        predictions_release(p);
    return status;
}

/* Writing */

enum { FLUSH_AT = 1 << 20 };

enum status predictions_writer_open(struct predictions_writer *w, const char *path, struct err *e)
{
    w->lines = (struct buf){0};
    return out_file_open(&w->file, path, e);
}

static enum status flush(struct predictions_writer *w, struct err *e)
{
    enum status status = out_file_write(&w->file, buf_str(&w->lines), e);
    buf_clear(&w->lines);
    return status;
}

enum status predictions_writer_add(struct predictions_writer *w, const struct answer *answer,
                                   struct err *e)
{
    struct json_writer json = json_writer_to(&w->lines);
    record_put(&json, &ANSWER_RECORD, answer);
    json_line_end(&json);
    return w->lines.len < FLUSH_AT ? OK : flush(w, e);
}

enum status predictions_writer_commit(struct predictions_writer *w, struct err *e)
{
    enum status status = flush(w, e);
    if (status == OK)
        status = out_file_commit(&w->file, e);
    predictions_writer_discard(w);
    return status;
}

void predictions_writer_discard(struct predictions_writer *w)
{
    out_file_discard(&w->file);
    buf_release(&w->lines);
}
