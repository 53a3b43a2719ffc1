/* arpa_write.c: a tree of n-grams, level by level. */
#include "arpa_write.h"

#include "base/buf.h"

static const double LN_10 = 2.302585092994046;

static double log_10(int32_t cost)
{
    return -(double)cost / NGRAM_STEPS / LN_10;
}

/* A node of level k, with the words that lead to it. */
static void put_node(struct buf *out, const struct gram_model *m, const uint32_t *path, uint32_t k,
                     uint32_t node)
{
    const struct ngram_level *l = &m->words.levels[k];
    if (k == 0 && node == NGRAM_BEGIN)
        buf_put(out, STR("-99"));
    else
        buf_printf(out, "%.6f", log_10(l->costs[node]));
    for (uint32_t i = 0; i <= k; i++) {
        struct str word = gram_model_word(m, path[i]);
        buf_printf(out, "%c%.*s", i == 0 ? '\t' : ' ', STR_ARG(word));
    }
    if (l->backoffs && l->first[node] < l->first[node + 1])
        buf_printf(out, "\t%.6f", log_10(l->backoffs[node]));
    buf_putc(out, '\n');
}

/* All nodes of level k below one of level `at`. */
static void put_below(struct buf *out, const struct gram_model *m, uint32_t *path, uint32_t at,
                      uint32_t node, uint32_t k)
{
    const struct ngram_level *l = m->words.levels;
    path[at] = at == 0 ? node : l[at].words[node];
    if (at == k) {
        put_node(out, m, path, k, node);
        return;
    }
    for (uint32_t i = l[at].first[node]; i < l[at].first[node + 1]; i++)
        put_below(out, m, path, at + 1, i, k);
}

void arpa_write(const struct gram_model *m, struct buf *out)
{
    uint32_t path[NGRAM_MAX_ORDER];
    buf_put(out, STR("\\data\\\n"));
    for (uint32_t k = 0; k < m->words.order; k++)
        buf_printf(out, "ngram %u=%u\n", k + 1, m->words.levels[k].count);
    for (uint32_t k = 0; k < m->words.order; k++) {
        buf_printf(out, "\n\\%u-grams:\n", k + 1);
        for (uint32_t w = 0; w < m->n_words; w++)
            put_below(out, m, path, 0, w, k);
    }
    buf_put(out, STR("\n\\end\\\n"));
}
