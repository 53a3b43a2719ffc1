/* fuzz_predictions.c: any bytes as predictions to a small suite. Each is where it belongs, in the
 * order in which it was asked. */
#include "input.h"
#include "small_suite.h"
#include "suite/predictions.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct suite *s = small_suite();
    struct arena a = {0};
    struct predictions p;
    struct err e;
    const char *path = input_file(&a, "predictions.jsonl", (struct str){(const char *)data, size});
    if (predictions_load(&p, s, path, &e) == OK) {
        check_predictions(&p, s);
        predictions_release(&p);
    }
    arena_release(&a);
    return 0;
}
