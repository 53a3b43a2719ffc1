/* default_model.c: the bytes of the model, where teql_embed_whole put them. */
#include "model/default_model.h"

#include "fluency/gram_file.h"

extern const char DEFAULT_MODEL[], DEFAULT_MODEL_END[];

enum status default_model_open(struct gram_model *m, struct err *e)
{
    struct str bytes = {DEFAULT_MODEL, (size_t)(DEFAULT_MODEL_END - DEFAULT_MODEL)};
    return gram_model_open(m, bytes, e);
}

uint64_t default_model_sum(void)
{
    struct gram_head h;
    memcpy(&h, DEFAULT_MODEL, sizeof h);
    return h.sum;
}
