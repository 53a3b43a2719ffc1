/* fluency.c: texts rated by n-grams. */
#include "fluency/fluency.h"

#include "base/buf.h"
#include "base/file.h"
#include "fluency/arpa.h"

#include <stdlib.h>

double gram_fluency(const struct gram_model *m, struct str text)
{
    struct gram_sum sum = gram_rate(m, text);
    double cost = (double)sum.cost / NGRAM_STEPS / sum.words;
    return fluency_of(cost > 0 ? cost : 0); /* weights of an ARPA file may be of any size */
}

static enum status rate_by_grams(void *ctx, const struct str *texts, uint32_t n, double *out,
                                 struct err *e)
{
    (void)e;
    for (uint32_t i = 0; i < n; i++)
        out[i] = gram_fluency(ctx, texts[i]);
    return OK;
}

struct fluency_rater gram_rater(const struct gram_model *m)
{
    return (struct fluency_rater){(void *)(uintptr_t)m, rate_by_grams};
}

static enum status open_arpa(struct fluency_model *m, const char *path,
                             const struct read_watch *watch, struct err *e)
{
    struct buf bytes = {0};
    enum status status = arpa_read(path, watch, &bytes, e);
    if (status == OK)
        status = gram_model_open(&m->grams, buf_str(&bytes), e);
    m->bytes = bytes.ptr;
    if (status)
        fluency_model_close(m);
    return status;
}

enum status fluency_model_looks(const char *path, bool *out, struct err *e)
{
    enum { ENOUGH = 4096 };
    struct arena a = {0};
    struct str beginning;
    enum status status = file_read_beginning(&a, path, ENOUGH, &beginning, e);
    *out = status == OK && (gram_is_model(beginning) || arpa_looks(beginning));
    arena_release(&a);
    return status;
}

enum status fluency_model_open(struct fluency_model *m, const char *path,
                               const struct read_watch *watch, struct err *e)
{
    struct arena a = {0};
    struct str beginning;
    *m = (struct fluency_model){0};
    enum status status = file_read_beginning(&a, path, sizeof(uint64_t), &beginning, e);
    if (status == OK)
        status = gram_is_model(beginning) ? gram_model_map(&m->grams, path, e)
                                          : open_arpa(m, path, watch, e);
    arena_release(&a);
    return status;
}

void fluency_model_close(struct fluency_model *m)
{
    gram_model_close(&m->grams);
    free(m->bytes);
    *m = (struct fluency_model){0};
}
