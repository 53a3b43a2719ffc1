/* predictions.c: giving each answer to its seed or case; the file of answers. */
#include "suite/predictions.h"

#include "base/number.h"
#include "sql/lex.h"

#include <stdio.h>

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

/* Where an answer of that id belongs; NULL for an id that the suite does not have. */
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
    copy->id = STR_NONE; /* its place tells */
    copy->sql = arena_str_or_null(&p->arena, answer->sql);
    copy->error = arena_str_or_null(&p->arena, answer->error);
    copy->next = NULL;
    if (copy->sql.ptr && !says_something(copy->sql)) {
        copy->sql = STR_NONE;
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

void predictions_put(struct predictions *p, uint64_t place, const struct answer *answer)
{
    add_at(p, &p->seeds[place], answer);
}

/* Reading */

struct predictions_reading {
    struct predictions *out;
    struct answer_lines lines;
    char stranger[40]; /* the first id that the suite does not have */
};

static void add_json(struct predictions_reading *r, const struct answer *answer)
{
    predictions_add(r->out, answer);
    if (r->out->unknown == 1 && !r->stranger[0])
        snprintf(r->stranger, sizeof r->stranger, "%.*s", STR_ARG(answer->id));
}

/* A plain line: the seeds' come first. */
static enum status add_plain(struct predictions_reading *r, const struct answer *answer,
                             struct err *e)
{
    struct predictions *p = r->out;
    uint64_t place = p->count++;
    if (place >= (uint64_t)p->suite->n_seeds + p->suite->n_cases)
        return err_at(e, E_INPUT, r->lines.lines.line, 0, "more lines than seeds and cases");
    predictions_put(p, place, answer);
    return OK;
}

static enum status read_lines(struct predictions_reading *r, struct err *e)
{
    struct answer answer;
    bool more = true;
    enum status status;
    while ((status = answer_lines_next(&r->lines, &answer, &more, e)) == OK && more) {
        if (r->lines.form == LINES_JSON)
            add_json(r, &answer);
        else
            status = add_plain(r, &answer, e);
        if (status)
            break;
    }
    return status;
}

enum status predictions_check(const struct predictions_facts *f, const struct suite *s,
                              struct err *e)
{
    if (f->plain && f->count != (uint64_t)s->n_seeds + s->n_cases)
        return err_set(e, E_INPUT, "%llu line%s for %u seed%s and %u case%s, seeds first",
                       (unsigned long long)f->count, plural(f->count), s->n_seeds,
                       plural(s->n_seeds), s->n_cases, plural(s->n_cases));
    if (f->count > 0 && f->unknown == f->count)
        return err_set(e, E_INPUT,
                       "none of its ids is of this suite: they should be like seed-%u and %.*s, "
                       "not '%s'",
                       f->first_seed, STR_ARG(f->first_case.ptr ? f->first_case : STR("0-PI-0")),
                       f->stranger);
    return OK;
}

static enum status check_whole(const struct predictions_reading *r, struct err *e)
{
    const struct suite *s = r->out->suite;
    const struct predictions_facts facts = {.plain = r->lines.form == LINES_PLAIN,
                                            .count = r->out->count,
                                            .unknown = r->out->unknown,
                                            .first_seed = s->n_seeds ? s->seeds[0].number : 0,
                                            .first_case = s->n_cases ? s->cases[0].id : STR_NONE,
                                            .stranger = r->stranger};
    return predictions_check(&facts, s, e);
}

enum status predictions_load(struct predictions *p, const struct suite *s, const char *path,
                             struct err *e)
{
    struct predictions_reading r = {.out = p};
    predictions_begin(p, s);
    enum status status = answer_lines_open(&r.lines, path, e);
    if (status == OK) {
        status = read_lines(&r, e);
        if (status == OK)
            status = check_whole(&r, e);
        answer_lines_close(&r.lines);
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
    return predictions_writer_add_line(w, STR(""), e);
}

enum status predictions_writer_add_line(struct predictions_writer *w, struct str line,
                                        struct err *e)
{
    buf_put(&w->lines, line);
    buf_putc(&w->lines, '\n');
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
