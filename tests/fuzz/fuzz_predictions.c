/* fuzz_predictions.c: any bytes as predictions to a small suite. Each belongs to its
 * question, in the order of asking; found by their ids they are the same. */
#include "input.h"
#include "small_suite.h"
#include "suite/prediction_index.h"

static uint64_t check_list(const struct answer *p)
{
    uint64_t n = 0;
    for (uint32_t repeat = 0; p; p = p->next, n++) {
        require(p->repeat >= repeat);
        require(!p->sql.ptr || p->sql.len > 0);
        repeat = p->repeat;
    }
    return n;
}

/* As many answers as the index has, without those of unknown ids. */
static void check_counts(const struct prediction_index *x, const struct predictions *p)
{
    const struct suite *s = p->suite;
    uint64_t n = x->unknown;
    for (uint32_t i = 0; i < s->n_seeds; i++)
        n += check_list(p->seeds[i]);
    for (uint32_t i = 0; i < s->n_cases; i++)
        n += check_list(p->cases[i]);
    require(n == x->count && x->again < x->count + 1);
}

static void require_same(const struct answer *x, const struct answer *y)
{
    for (; x && y; x = x->next, y = y->next)
        require(str_eq(x->sql, y->sql) && x->repeat == y->repeat);
    require(!x && !y);
}

/* Added line by line, the answers are the same. */
static void check_in_order(const char *path, const struct predictions *found)
{
    const struct suite *s = found->suite;
    struct answer_lines lines;
    struct predictions p;
    struct answer answer;
    struct err e;
    bool more = true;
    require(answer_lines_open(&lines, path, &e) == OK);
    predictions_begin(&p, s);
    for (uint64_t place = 0; answer_lines_next(&lines, &answer, &more, &e) == OK && more; place++) {
        if (lines.form == LINES_JSON)
            predictions_add(&p, &answer);
        else
            predictions_put(&p, place, &answer);
    }
    for (uint32_t i = 0; i < s->n_seeds; i++)
        require_same(found->seeds[i], p.seeds[i]);
    for (uint32_t i = 0; i < s->n_cases; i++)
        require_same(found->cases[i], p.cases[i]);
    predictions_release(&p);
    answer_lines_close(&lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct suite *s = small_suite();
    struct arena a = {0};
    struct prediction_index x;
    struct predictions p;
    struct err e;
    const char *path = input_file(&a, "predictions.jsonl", (struct str){(const char *)data, size});
    if (prediction_index_open(&x, path, &e) == OK) {
        prediction_index_note(&x, s);
        if (prediction_index_check(&x, s, &e) == OK) {
            require(prediction_index_read(&x, s, s->n_seeds, &p, &e) == OK);
            check_counts(&x, &p);
            check_in_order(path, &p);
            predictions_release(&p);
        }
        prediction_index_close(&x);
    }
    arena_release(&a);
    return 0;
}
