/* answer_memory.c: a short list in order of use. */
#include "engine/sqlite/answer_memory.h"

#include <stdlib.h>

/* Finding the program of a query takes as long as some thousand opcodes of a run. */
enum { WORTH_STEPS = 4000, MAX_ANSWERS = 16, MAX_BYTES = 4 << 20 };

struct long_answer {
    struct arena arena;
    struct str program;
    struct query_result answer;
};

struct answer_memory {
    struct long_answer answers[MAX_ANSWERS]; /* the latest first */
    size_t count;
    size_t bytes; /* of all rows */
};

struct answer_memory *answer_memory_new(void)
{
    struct answer_memory *m = mem_alloc(sizeof *m);
    *m = (struct answer_memory){0};
    return m;
}

static void forget_oldest(struct answer_memory *m)
{
    struct long_answer *oldest = &m->answers[--m->count];
    m->bytes -= oldest->answer.rows.bytes;
    arena_release(&oldest->arena);
}

void answer_memory_free(struct answer_memory *m)
{
    while (m && m->count > 0)
        forget_oldest(m);
    free(m);
}

static bool is_within_limits(const struct query_result *answer, const struct query_limits *limits)
{
    return limits->enough_rows == 0 && answer->rows.n_rows <= limits->max_rows &&
           answer->rows.bytes <= limits->max_bytes &&
           (limits->max_steps == 0 || answer->work.steps <= limits->max_steps);
}

bool answer_memory_may_have(const struct answer_memory *m, uint32_t n_columns,
                            const struct query_limits *limits)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->answers[i].answer.rows.n_columns == n_columns &&
            is_within_limits(&m->answers[i].answer, limits))
            return true;
    return false;
}

static void move_to_front(struct answer_memory *m, size_t i)
{
    struct long_answer latest = m->answers[i];
    memmove(m->answers + 1, m->answers, i * sizeof *m->answers);
    m->answers[0] = latest;
}

static void copy_answer(struct arena *a, const struct query_result *from, struct query_result *to)
{
    *to = *from;
    to->rows = rows_copy(a, &from->rows);
    to->message = STR("");
}

bool answer_memory_recall(struct answer_memory *m, struct str program,
                          const struct query_limits *limits, struct arena *a,
                          struct query_result *out)
{
    size_t i = 0;
    while (i < m->count && !str_eq(m->answers[i].program, program))
        i++;
    if (i == m->count || !is_within_limits(&m->answers[i].answer, limits))
        return false;
    move_to_front(m, i);
    copy_answer(a, &m->answers[0].answer, out);
    out->work.recalled = true;
    return true;
}

bool answer_memory_wants(const struct query_result *answer, const struct query_limits *limits)
{
    return answer->outcome == QUERY_ROWS && limits->enough_rows == 0 &&
           answer->work.steps >= WORTH_STEPS && answer->rows.bytes <= MAX_BYTES;
}

void answer_memory_keep(struct answer_memory *m, struct str program,
                        const struct query_result *answer)
{
    while (m->count == MAX_ANSWERS || m->bytes + answer->rows.bytes > MAX_BYTES)
        forget_oldest(m);
    struct long_answer *kept = &m->answers[m->count++];
    *kept = (struct long_answer){.arena = {0}};
    kept->program = arena_str(&kept->arena, program);
    copy_answer(&kept->arena, answer, &kept->answer);
    m->bytes += answer->rows.bytes;
    move_to_front(m, m->count - 1);
}
