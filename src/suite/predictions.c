/* predictions.c: gives each answer to its seed or case, and reads and writes files of answers. */
#include "suite/predictions.h"

#include "sql/lex.h"

/* In memory */

void predictions_begin(struct predictions *p, const struct suite *s)
{
    size_t n = (size_t)s->n_seeds + s->n_cases;
    *p = (struct predictions){.suite = s};
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

enum answer_target answer_target(struct str id, uint32_t *seed)
{
    struct str mark = STR("seed-");
    uint64_t number;
    if (!str_starts(id, mark))
        return TO_CASE;
    struct json_value digits = {JSON_KIND_NUMBER, str_slice(id, mark.len, id.len)};
    if (digits.raw.len == 0 || !json_count(digits, UINT32_MAX, &number))
        return TO_NOTHING;
    *seed = (uint32_t)number;
    return TO_SEED;
}

/* Where an answer of that id belongs, or NULL if the suite does not have the id. */
static const struct answer **place_of(const struct predictions *p, struct str id)
{
    uint32_t number = 0, place;
    switch (answer_target(id, &number)) {
    case TO_CASE:
        place = name_map_get(&p->places, id);
        return place == NAME_NONE ? NULL : &p->cases[place];
    case TO_SEED:
        place = suite_find_seed(p->suite, number);
        return place == p->suite->n_seeds ? NULL : &p->seeds[place];
    case TO_NOTHING:
        break;
    }
    return NULL;
}

/* Is there more than comments and semicolons? */
static bool says_something(struct str sql)
{
    struct sql_lexer lex = {.text = sql};
    enum sql_token_type type;
    do
        type = sql_lexer_next(&lex).type;
    while (type == TOKEN_SEMICOLON);
    return type != TOKEN_EOF;
}

/* Sorted by repeat, then by when they were added. Most are added in that order, so the last one is
 * compared first. */
static void insert_answer(struct predictions *p, const struct answer **place, struct answer *new)
{
    struct answer **last = &p->last[place - p->seeds];
    if (*last && (*last)->repeat <= new->repeat) {
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

static void add_answer(struct predictions *p, const struct answer **place,
                       const struct answer *answer)
{
    struct answer *copy = ARENA_NEW(&p->arena, struct answer);
    *copy = *answer;
    copy->id = STR_NONE; /* known from its place */
    copy->sql = arena_str_or_null(&p->arena, answer->sql);
    copy->error = arena_str_or_null(&p->arena, answer->error);
    copy->next = NULL;
    if (copy->sql.ptr && !says_something(copy->sql)) {
        copy->sql = STR_NONE;
        copy->error = copy->error.ptr ? copy->error : STR("an empty answer");
    }
    insert_answer(p, place, copy);
}

void predictions_add(struct predictions *p, const struct answer *answer)
{
    const struct answer **place = place_of(p, answer->id);
    if (place)
        add_answer(p, place, answer);
}

void predictions_put(struct predictions *p, uint64_t place, const struct answer *answer)
{
    add_answer(p, &p->seeds[place], answer);
}

/* Reading */

enum status answer_lines_open(struct answer_lines *l, const char *path, struct err *e)
{
    *l = (struct answer_lines){.form = LINES_UNKNOWN};
    return line_reader_open(&l->lines, path, e);
}

void answer_lines_close(struct answer_lines *l)
{
    line_reader_close(&l->lines);
    arena_release(&l->scratch);
}

enum status answer_line_parse(struct arena *a, struct str line, uint32_t number, struct answer *out,
                              struct err *e)
{
    static const char NOTHING[1];
    static const struct str NOT_GIVEN = {NOTHING, 0};
    struct answer answer = {.sql = NOT_GIVEN, .error = NOT_GIVEN};
    TRY(record_read(a, &ANSWER_RECORD, line, number, &answer, e));
    bool has_sql = answer.sql.ptr != NOT_GIVEN.ptr, has_error = answer.error.ptr != NOT_GIVEN.ptr;
    if (!has_sql && !has_error)
        return err_at(e, E_INPUT, number, 0, "neither 'sql' nor 'error'");
    answer.sql = has_sql ? answer.sql : STR_NONE;
    answer.error = has_error ? answer.error : STR_NONE;
    *out = answer;
    return OK;
}

/* Read on until a line that counts. Blank ones do where lines are plain. */
static enum status next_answer_text(struct answer_lines *l, struct err *e)
{
    enum status status;
    struct str line;
    do {
        status = line_reader_next(&l->lines, &line, e);
        l->text = status == OK && line.ptr ? str_trim(line) : STR_NONE;
        l->blank += l->form == LINES_UNKNOWN && l->text.ptr && l->text.len == 0;
        if (l->text.ptr)
            status = prediction_form_look(&l->one, l->text, l->lines.line, e);
    } while (status == OK && l->text.ptr && l->text.len == 0 && l->form != LINES_PLAIN);
    return status;
}

/* By the first line that is not blank. */
static enum status find_lines_form(struct answer_lines *l, struct err *e)
{
    enum status status = next_answer_text(l, e);
    if (status || !l->text.ptr) {
        l->blank = 0; /* a file of blank lines has no answers */
        return status;
    }
    if (l->text.ptr[0] == '[')
        return err_at(e, E_INPUT, l->lines.line, 1,
                      "a JSON array; wanted are lines, an object each");
    l->form = l->text.ptr[0] == '{' ? LINES_JSON : LINES_PLAIN;
    l->blank = l->form == LINES_PLAIN ? l->blank + 1 : 0;
    return OK;
}

enum status answer_lines_next(struct answer_lines *l, struct answer *out, bool *more, struct err *e)
{
    bool first = l->form == LINES_UNKNOWN;
    arena_clear(&l->scratch);
    *more = true;
    if (l->blank > 1) { /* before the first plain line, which is held meanwhile */
        l->blank--;
        *out = (struct answer){.sql = STR("")};
        return OK;
    }
    enum status status = first ? find_lines_form(l, e) : l->blank ? OK : next_answer_text(l, e);
    if (first && status == OK && l->blank > 1)
        return answer_lines_next(l, out, more, e);
    l->blank = 0;
    *more = status == OK && l->text.ptr;
    if (!*more)
        return status;
    *out = (struct answer){.sql = l->text};
    return l->form == LINES_PLAIN ? OK
                                  : answer_line_parse(&l->scratch, l->text, l->lines.line, out, e);
}

/* Writing */

enum { FLUSH_AT = 1 << 20 };

enum status predictions_writer_open(struct predictions_writer *w, const char *path, struct err *e)
{
    w->lines = (struct buf){0};
    return out_file_open(&w->file, path, e);
}

static enum status flush_lines(struct predictions_writer *w, struct err *e)
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
    return predictions_writer_add_line(w, STR(""), e);
}

enum status predictions_writer_add_line(struct predictions_writer *w, struct str line,
                                        struct err *e)
{
    buf_put(&w->lines, line);
    buf_putc(&w->lines, '\n');
    return w->lines.len < FLUSH_AT ? OK : flush_lines(w, e);
}

enum status predictions_writer_commit(struct predictions_writer *w, struct err *e)
{
    enum status status = flush_lines(w, e);
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
