/* golden_reading.c: reading the golden file line by line. */
#include "golden_reading.h"
#include "shared.h"
#include "unit.h"

#include <stdlib.h>

struct golden_file {
    struct arena *arena;
    struct golden_questions out;
    struct str rest; /* of the line */
    uint32_t line;
};

static void refuse_line(const struct golden_file *f, const char *problem)
{
    fail_msg("readings.txt:%u: %s: %.*s", f->line, problem, STR_ARG(f->rest));
}

static struct str next_word(struct golden_file *f)
{
    f->rest = str_trim(f->rest);
    return str_split(&f->rest, ' ');
}

static uint32_t next_number(struct golden_file *f)
{
    struct str digits = next_word(f);
    uint32_t n = 0;
    for (size_t i = 0; i < digits.len; i++)
        n = ascii_digit(digits.ptr[i]) ? n * 10 + (uint32_t)(digits.ptr[i] - '0')
                                       : UINT32_MAX / 100;
    if (n == 0 || n >= UINT32_MAX / 100)
        refuse_line(f, "no number");
    return n;
}

static void add_question(struct golden_file *f)
{
    struct golden_question q = {.line = f->line};
    q.dataset = next_word(f);
    q.db = next_word(f);
    q.number = next_number(f);
    ARENA_ADD(f->arena, f->out.items, f->out.count, q);
}

/* `"how old" 2`, or - for a part that is implied. */
static struct golden_run read_run(struct golden_file *f)
{
    struct golden_run run = {.place = 1};
    f->rest = str_trim(f->rest);
    if (str_starts(f->rest, STR("-"))) {
        f->rest = str_trim(str_slice(f->rest, 1, f->rest.len));
        return run;
    }
    size_t end = str_find(f->rest, STR("\""), 1);
    if (!str_starts(f->rest, STR("\"")) || end >= f->rest.len || end < 2)
        refuse_line(f, "neither words in quotes nor -");
    run.words = str_slice(f->rest, 1, end);
    f->rest = str_trim(str_slice(f->rest, end + 1, f->rest.len));
    if (f->rest.len > 0 && ascii_digit(f->rest.ptr[0]))
        run.place = next_number(f);
    return run;
}

static void add_part_line(struct golden_file *f, struct golden_question *q)
{
    struct golden_line line = {.line = f->line};
    size_t equals = str_find(f->rest, STR(" = "), 0);
    if (equals >= f->rest.len)
        refuse_line(f, "no ' = '");
    line.part = str_slice(f->rest, 0, equals);
    f->rest = str_slice(f->rest, equals + 3, f->rest.len);
    for (bool more = true; more;) {
        ARENA_ADD(f->arena, line.runs, line.n_runs, read_run(f));
        f->rest = str_trim(f->rest);
        more = str_starts(f->rest, STR("|"));
        f->rest = str_slice(f->rest, more, f->rest.len);
    }
    if (f->rest.len > 0)
        refuse_line(f, "more than words");
    ARENA_ADD(f->arena, q->lines, q->n_lines, line);
}

static void add_below(struct golden_file *f)
{
    if (f->out.count == 0)
        refuse_line(f, "no question before it");
    struct golden_question *q = &f->out.items[f->out.count - 1];
    f->rest = str_trim(f->rest);
    if (str_starts(f->rest, STR("asks ")))
        q->asks = str_slice(f->rest, 5, f->rest.len);
    else if (str_starts(f->rest, STR("query ")))
        q->query = str_slice(f->rest, 6, f->rest.len);
    else
        add_part_line(f, q);
}

struct golden_questions golden_questions_read(struct arena *a, const char *path)
{
    struct golden_file f = {.arena = a};
    struct text_lines lines = read_lines(a, path);
    for (size_t i = 0; i < lines.count; i++) {
        f.rest = lines.items[i];
        f.line = (uint32_t)i + 1;
        if (str_trim(f.rest).len == 0 || f.rest.ptr[0] == '#')
            continue;
        if (f.rest.ptr[0] == ' ')
            add_below(&f);
        else
            add_question(&f);
    }
    return f.out;
}
