/* fuzz_language_model.c: any bytes as a language model, whose check sum is made to fit; as an ARPA
 * file; and as text to learn from. A model that can be opened rates a text, and within bounds. */
#include "arpa_write.h"
#include "base/buf.h"
#include "base/hash.h"
#include "fluency/arpa.h"
#include "fluency/fluency.h"
#include "fluency/gram_file.h"
#include "fluency/gram_train.h"
#include "garble.h"
#include "input.h"

#include <stdlib.h>

static const struct str TEXTS[] = {STR_INIT(""), STR_INIT("How many singers are there in 2014?"),
                                   STR_INIT("list list 'x y' <unk> </s> Zoë \xff _a1")};

static void check_model(struct str bytes)
{
    struct gram_model m;
    struct err e = {0};
    if (gram_model_open(&m, bytes, &e) != OK) {
        require(e.msg[0]);
        return;
    }
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++) {
        double f = gram_fluency(&m, TEXTS[i]);
        require(f > 0 && f <= 1);
    }
    struct buf text = {0};
    buf_limit(&text, 1 << 20);
    arpa_write(&m, &text);
    (void)buf_whole(&text);
    buf_release(&text);
}

/* An attacker makes head and check sum fit. */
static void check_bytes(struct str input)
{
    uint64_t *aligned = mem_alloc(input.len + sizeof(uint64_t));
    memcpy(aligned, input.ptr, input.len);
    check_model((struct str){(const char *)aligned, input.len});
    if (input.len >= sizeof(struct gram_head)) {
        struct gram_head *h = (void *)aligned;
        memcpy(h->magic, GRAM_MAGIC, GRAM_MAGIC_LEN);
        h->byte_order = GRAM_BYTE_ORDER;
        h->version = GRAM_VERSION;
        h->length = input.len;
        h->sum = hash_bytes((struct str){(const char *)aligned + sizeof *h, input.len - sizeof *h});
        check_model((struct str){(const char *)aligned, input.len});
    }
    free(aligned);
}

static void check_arpa(struct str input)
{
    struct arena a = {0};
    struct buf model = {0};
    struct err e = {0};
    if (arpa_read(input_file(&a, "model.arpa", input), NULL, &model, &e) == OK)
        check_model(buf_str(&model));
    else
        require(e.msg[0]);
    buf_release(&model);
    arena_release(&a);
}

/* A model that teql made can always be opened. */
static void check_training(struct str input)
{
    struct gram_corpus c;
    struct buf model = {0};
    struct gram_model m;
    struct arena a = {0};
    struct rng rng = rng_stream(1, STR("fuzz"), 0);
    struct err e;
    gram_corpus_init(&c);
    for (struct str rest = input, line; rest.ptr;) {
        line = str_split(&rest, '\n');
        gram_corpus_add_line(&c, line);
        (void)garble(&a, line, GARBLE_SWAP, &rng);
        (void)garble(&a, line, GARBLE_DROP, &rng);
    }
    if (gram_train(&c, &gram_train_default, &model, &e) == OK) {
        require(gram_model_open(&m, buf_str(&model), &e) == OK);
        check_model(buf_str(&model));
    } else {
        require(c.sentences == 0);
    }
    buf_release(&model);
    gram_corpus_release(&c);
    arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str input = {(const char *)data, size};
    check_bytes(input);
    check_arpa(input);
    check_training(input);
    return 0;
}
