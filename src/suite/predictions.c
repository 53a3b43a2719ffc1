/* predictions.c: reading predictions and giving each to its seed or case. */
#include "suite/predictions.h"

#include "base/file.h"
#include "base/json_reader.h"
#include "sql/lex.h"

struct predictions_reading {
    const struct suite *suite;
    struct predictions *out;
    struct name_map cases;    /* id → place */
    struct prediction **last; /* of each seed, then of each case */
    struct line_reader lines;
    struct err *err;
};

/* Where a prediction of that id belongs; NULL for an id that the suite does not have. */
static const struct prediction **place_of(const struct predictions_reading *r, struct str id)
{
    struct str mark = STR("seed-");
    if (!str_starts(id, mark)) {
        uint32_t place = name_map_get(&r->cases, id);
        return place == NAME_NONE ? NULL : &r->out->cases[place];
    }
    uint64_t number;
    struct json_value digits = {JSON_KIND_NUMBER, str_slice(id, mark.len, id.len)};
    if (digits.raw.len == 0 || !json_count(digits, UINT32_MAX, &number))
        return NULL;
    uint32_t place = suite_find_seed(r->suite, (uint32_t)number);
    return place == r->suite->n_seeds ? NULL : &r->out->seeds[place];
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

/* The first time of asking comes first, then in the order of the file. Most come in their order, so
 * the last is looked at first. */
static void add(struct predictions_reading *r, const struct prediction **place, struct prediction p)
{
    struct prediction **last = &r->last[place - r->out->seeds];
    if (p.sql.ptr && !says_something(p.sql)) {
        p.sql = (struct str){NULL, 0};
        p.error = p.error.ptr ? p.error : STR("an empty answer");
    }
    struct prediction *copy = ARENA_NEW(&r->out->arena, struct prediction);
    *copy = p;
    if (*last && (*last)->repeat <= p.repeat) {
        r->out->again += (*last)->repeat == p.repeat;
        (*last)->next = copy;
        *last = copy;
        return;
    }
    while (*place && (*place)->repeat <= p.repeat)
        place = (const struct prediction **)&(*place)->next;
    copy->next = *place;
    *place = copy;
    *last = *last ? *last : copy;
}

static enum status add_line(struct predictions_reading *r, struct str line)
{
    enum { ID, SQL, ERROR, MS, REPEAT, N_MEMBERS };
    static const struct str NAMES[] = {STR_INIT("id"), STR_INIT("sql"), STR_INIT("error"),
                                       STR_INIT("ms"), STR_INIT("repeat")};
    struct arena *a = &r->out->arena;
    struct json_reader json = json_reader_of(a, arena_str(a, line));
    struct json_value v[N_MEMBERS];
    json_members(&json, NAMES, N_MEMBERS, v);
    struct prediction p = {.sql = json_text(a, v[SQL]), .error = json_text(a, v[ERROR])};
    struct str id = json_text(a, v[ID]);
    uint64_t repeat = 0;
    json_number(v[MS], &p.ms);
    json_count(v[REPEAT], UINT32_MAX, &repeat);
    enum status status = json_reader_end(&json, r->lines.line, r->err);
    if (status == OK && !id.ptr)
        status = err_at(r->err, E_INPUT, r->lines.line, 0, "no 'id'");
    if (status == OK && !v[SQL].raw.ptr && !v[ERROR].raw.ptr)
        status = err_at(r->err, E_INPUT, r->lines.line, 0, "neither 'sql' nor 'error'");
    if (status)
        return status;
    p.repeat = (uint32_t)repeat;
    const struct prediction **place = place_of(r, id);
    if (place)
        add(r, place, p);
    r->out->unknown += !place;
    r->out->count++;
    return OK;
}

/* A plain line: the seeds' come first. */
static enum status add_plain(struct predictions_reading *r, struct str line)
{
    const struct suite *s = r->suite;
    uint64_t place = r->out->count++;
    struct prediction p = {.sql = arena_str(&r->out->arena, line)};
    if (place < s->n_seeds)
        add(r, &r->out->seeds[place], p);
    else if (place - s->n_seeds < s->n_cases)
        add(r, &r->out->cases[place - s->n_seeds], p);
    else
        return err_at(r->err, E_INPUT, r->lines.line, 0, "more lines than seeds and cases");
    return OK;
}

/* Which form the file has shows its first line that is not blank. */
static enum status read_lines(struct predictions_reading *r)
{
    enum { UNDECIDED, JSON, PLAIN } form = UNDECIDED;
    struct str line;
    uint32_t blank = 0;
    enum status status;
    while ((status = line_reader_next(&r->lines, &line, r->err)) == OK && line.ptr) {
        struct str text = str_trim(line);
        if (form == UNDECIDED && text.len == 0) {
            blank++;
            continue;
        }
        if (form == UNDECIDED && text.ptr[0] == '[')
            return err_at(r->err, E_INPUT, r->lines.line, 1,
                          "a JSON array; wanted are lines, an object each");
        if (form == UNDECIDED)
            form = text.ptr[0] == '{' ? JSON : PLAIN;
        for (; form == PLAIN && blank > 0 && status == OK; blank--)
            status = add_plain(r, STR(""));
        if (status == OK && form == PLAIN)
            status = add_plain(r, text);
        else if (status == OK && text.len > 0)
            status = add_line(r, text);
        if (status)
            break;
    }
    return status;
}

enum status predictions_load(struct predictions *p, const struct suite *s, const char *path,
                             struct err *e)
{
    *p = (struct predictions){0};
    struct predictions_reading r = {.suite = s, .out = p, .err = e};
    size_t n = (size_t)s->n_seeds + s->n_cases;
    p->seeds = arena_zalloc(&p->arena, n * sizeof *p->seeds);
    p->cases = p->seeds + s->n_seeds;
    r.last = arena_zalloc(&p->arena, n * sizeof *r.last);
    name_map_init(&r.cases, &p->arena, s->n_cases);
    for (uint32_t i = 0; i < s->n_cases; i++)
        name_map_put(&r.cases, &p->arena, s->cases[i].id, i);
    enum status status = line_reader_open(&r.lines, path, e);
    if (status == OK) {
        status = read_lines(&r);
        line_reader_close(&r.lines);
        if (status)
            err_in_file(e, path);
    }
    if (status)
        predictions_release(p);
    return status;
}

void predictions_release(struct predictions *p)
{
    arena_release(&p->arena);
    *p = (struct predictions){0};
}
