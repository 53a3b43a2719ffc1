/* gram_draft.c: a draft of a model as a file. */
#include "base/buf.h"
#include "base/hash.h"
#include "fluency/gram_file.h"

#include <math.h>
#include <stdlib.h>

static void put_bytes(struct buf *out, const void *p, size_t len)
{
    buf_put(out, (struct str){p, len});
}

/* Sections begin at multiples of four bytes. */
static void put_padding(struct buf *out)
{
    while (out->len % 4)
        buf_putc(out, 0);
}

static void put_words(struct buf *out, const struct gram_draft *d)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < d->n_words; i++) {
        end += (uint32_t)d->texts[i].len;
        put_bytes(out, &end, sizeof end);
    }
    for (uint32_t i = 0; i < d->n_words; i++)
        buf_put(out, d->texts[i]);
    put_padding(out);
}

/* At least twice as many as words, so that no search is long; 0 if there are too many words. */
static uint32_t count_slots(uint32_t n_words)
{
    uint64_t n = 8;
    while (n < 2 * (uint64_t)n_words)
        n *= 2;
    return n > UINT32_MAX ? 0 : (uint32_t)n;
}

static void put_slots(struct buf *out, const struct gram_draft *d, uint32_t n_slots)
{
    uint32_t *slots = mem_resize_array(NULL, n_slots, sizeof *slots);
    for (uint32_t i = 0; i < n_slots; i++)
        slots[i] = NGRAM_NONE;
    for (uint32_t w = 0; w < d->n_words; w++) {
        uint32_t i = gram_word_hash(d->texts[w]);
        while (slots[i & (n_slots - 1)] != NGRAM_NONE)
            i++;
        slots[i & (n_slots - 1)] = w;
    }
    put_bytes(out, slots, n_slots * sizeof *slots);
    free(slots);
}

static long steps_of(double nats, long least, long most)
{
    double x = nats * NGRAM_STEPS;
    return x > (double)most ? most : x >= (double)least ? lround(x) : least; /* NaN is least */
}

static void put_costs(struct buf *out, const double *costs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint16_t x = (uint16_t)steps_of(costs[i], 0, NGRAM_MAX_COST);
        put_bytes(out, &x, sizeof x);
    }
    put_padding(out);
}

static void put_backoffs(struct buf *out, const double *backoffs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        int16_t x = (int16_t)steps_of(backoffs[i], INT16_MIN, INT16_MAX);
        put_bytes(out, &x, sizeof x);
    }
    put_padding(out);
}

static void put_tree(struct buf *out, const struct ngram_draft *d)
{
    for (uint32_t k = 0; k < d->order; k++) {
        const struct ngram_draft_level *l = &d->levels[k];
        if (k > 0)
            put_bytes(out, l->words, l->count * sizeof *l->words);
        put_costs(out, l->costs, l->count);
        if (k + 1 == d->order)
            return;
        put_backoffs(out, l->backoffs, l->count);
        put_bytes(out, l->first, ((size_t)l->count + 1) * sizeof *l->first);
    }
}

static struct gram_tree_head tree_head(const struct ngram_draft *d)
{
    struct gram_tree_head h = {.order = d->order};
    for (uint32_t k = 0; k < d->order; k++)
        h.counts[k] = d->levels[k].count;
    return h;
}

enum status gram_draft_write(const struct gram_draft *d, struct buf *out, struct err *e)
{
    uint64_t text = 0;
    size_t start = out->len;
    struct gram_head h = {.byte_order = GRAM_BYTE_ORDER,
                          .version = GRAM_VERSION,
                          .n_words = d->n_words,
                          .n_slots = count_slots(d->n_words),
                          .n_classes = d->n_classes,
                          .words = tree_head(&d->words),
                          .classes = tree_head(&d->classes)};
    memcpy(h.magic, GRAM_MAGIC, GRAM_MAGIC_LEN);
    for (uint32_t i = 0; i < d->n_words; i++)
        text += d->texts[i].len;
    if (text > UINT32_MAX || h.n_slots == 0)
        return err_set(e, E_LIMIT, "too many words for a language model");
    h.text_len = (uint32_t)text;
    if (d->n_classes) {
        h.words_cost = (uint32_t)steps_of(-log(1 - d->share), 0, NGRAM_MAX_COST);
        h.classes_cost = (uint32_t)steps_of(-log(d->share), 0, NGRAM_MAX_COST);
    }
    put_bytes(out, &h, sizeof h);
    put_words(out, d);
    put_slots(out, d, h.n_slots);
    if (d->n_classes) {
        put_bytes(out, d->class_of, d->n_words * sizeof *d->class_of);
        put_costs(out, d->within, d->n_words);
    }
    put_tree(out, &d->words);
    if (d->n_classes)
        put_tree(out, &d->classes);
    h.length = out->len - start;
    h.sum = hash_bytes((struct str){out->ptr + start + sizeof h, (size_t)h.length - sizeof h});
    memcpy(out->ptr + start, &h, sizeof h);
    return OK;
}
