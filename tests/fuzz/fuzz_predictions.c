/* fuzz_predictions.c: any bytes as predictions to a small suite. Each is where it belongs, in the
 * order in which it was asked; found by their ids they are the same. */
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

static void check_predictions(const struct predictions *p, const struct suite *s)
{
    uint64_t n = p->unknown;
    for (uint32_t i = 0; i < s->n_seeds; i++)
        n += check_list(p->seeds[i]);
    for (uint32_t i = 0; i < s->n_cases; i++)
        n += check_list(p->cases[i]);
    require(n == p->count && p->again < p->count + 1);
}

static void require_same(const struct answer *x, const struct answer *y)
{
    for (; x && y; x = x->next, y = y->next)
        require(str_eq(x->sql, y->sql) && x->repeat == y->repeat);
    require(!x && !y);
}

/* Without the index they were accepted as `p`, or not (NULL). */
static void check_index(const char *path, const struct suite *s, const struct predictions *p)
{
    struct prediction_index x;
    struct predictions found;
    struct err e;
    if (prediction_index_open(&x, path, &e)) {
        require(!p);
        return;
    }
    prediction_index_note(&x, s);
    require((prediction_index_check(&x, s, &e) == OK) == (p != NULL));
    if (p) {
        require(x.count == p->count && x.unknown == p->unknown && x.again == p->again);
        require(prediction_index_read(&x, s, s->n_seeds, &found, &e) == OK);
        for (uint32_t i = 0; i < s->n_seeds; i++)
            require_same(found.seeds[i], p->seeds[i]);
        for (uint32_t i = 0; i < s->n_cases; i++)
            require_same(found.cases[i], p->cases[i]);
        predictions_release(&found);
    }
    prediction_index_close(&x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct suite *s = small_suite();
    struct arena a = {0};
    struct predictions p;
    struct err e;
    const char *path = input_file(&a, "predictions.jsonl", (struct str){(const char *)data, size});
    if (predictions_load(&p, s, path, &e) == OK) {
        check_predictions(&p, s);
        check_index(path, s, &p);
        predictions_release(&p);
    } else {
        check_index(path, s, NULL);
    }
    arena_release(&a);
    return 0;
}
