/* gram_train.c: from a corpus to a model: words chosen, sorted into classes, n-grams counted. */
#include "fluency/gram_train.h"

#include "base/buf.h"

#include <math.h>
#include <stdlib.h>

const struct gram_train_options gram_train_default = {
    .words = {.order = 3, .min_count = 2},
    .classes = {.order = 4, .min_count = 3},
    .clusters = {.own = 100, .shared = 100, .rounds = 5},
    .share = 0.5};

/* How often a word must occur, where nobody says: a large corpus has names and slips that occur
 * more than once. */
static uint32_t usual_min_word(const struct gram_corpus *c)
{
    enum { LARGE = 100000 };
    return c->words < LARGE ? 2 : 5;
}

/* The word of the model that each type of the corpus becomes. */
static uint32_t *choose_words(const struct gram_corpus *c, uint32_t min_word, struct str *texts,
                              uint32_t *n_words)
{
    static const struct str MARKS[GRAM_FIRST_WORD] = {STR_INIT("<s>"), STR_INIT("</s>"),
                                                      STR_INIT("<unk>")};
    uint32_t *of = mem_resize_array(NULL, c->n_types, sizeof *of);
    uint32_t n = 0;
    for (; n < GRAM_FIRST_WORD; n++)
        texts[n] = MARKS[n];
    for (uint32_t i = 0; i < c->n_types; i++) {
        const struct gram_type *type = &c->types[i];
        if (i == GRAM_UNKNOWN) {
            of[i] = GRAM_UNKNOWN_WORD;
        } else if (i >= N_GRAM_CLASSES && type->count < min_word) {
            of[i] = of[gram_class_of_unknown(type->text)];
        } else {
            of[i] = n;
            texts[n++] = type->text;
        }
    }
    *n_words = n;
    return of;
}

static struct gram_tokens write_tokens(const struct gram_corpus *c, const uint32_t *of,
                                       uint32_t n_words)
{
    size_t room = c->n_stream + (size_t)c->sentences + NGRAM_MAX_ORDER;
    struct gram_tokens out = {mem_resize_array(NULL, room, sizeof *out.words), 0, n_words};
    bool begins = true;
    for (size_t i = 0; i < c->n_stream; i++) {
        bool stop = c->stream[i] == GRAM_STOP;
        if (begins)
            out.words[out.count++] = NGRAM_BEGIN;
        out.words[out.count++] = stop ? NGRAM_END : of[c->stream[i]];
        begins = stop;
    }
    for (size_t i = out.count; i < room; i++)
        out.words[i] = NGRAM_BEGIN;
    return out;
}

/* Words of the same ending begin in the same class. */
static uint32_t *guess_classes(const struct gram_draft *d, uint32_t shared)
{
    uint32_t *begin = mem_resize_array(NULL, d->n_words, sizeof *begin);
    for (uint32_t w = 0; w < d->n_words; w++)
        begin[w] = (uint32_t)gram_class_of_unknown(d->texts[w]) % shared;
    return begin;
}

/* The cost of each word within its class, by how often it occurs; half a time more, so that no word
 * is impossible. */
static double *rate_within(const struct gram_tokens *t, const uint32_t *class_of,
                           uint32_t n_classes)
{
    double *within = mem_resize_array(NULL, t->n_words, sizeof *within);
    double *sums = mem_resize_array(NULL, n_classes, sizeof *sums);
    for (uint32_t w = 0; w < t->n_words; w++)
        within[w] = 0.5;
    for (size_t i = 0; i < t->count; i++)
        within[t->words[i]]++;
    for (uint32_t k = 0; k < n_classes; k++)
        sums[k] = 0;
    for (uint32_t w = 0; w < t->n_words; w++)
        sums[class_of[w]] += within[w];
    for (uint32_t w = 0; w < t->n_words; w++)
        within[w] = -log(within[w] / sums[class_of[w]]);
    free(sums);
    return within;
}

/* The tokens become classes. */
static void add_classes(struct gram_draft *d, struct gram_tokens *t,
                        const struct gram_train_options *o)
{
    uint32_t *begin = guess_classes(d, o->clusters.shared);
    d->share = o->share;
    d->class_of = mem_resize_array(NULL, d->n_words, sizeof *d->class_of);
    d->n_classes = word_clusters(t, &o->clusters, begin, d->class_of);
    d->within = rate_within(t, d->class_of, d->n_classes);
    for (size_t i = 0; i < t->count; i++)
        t->words[i] = d->class_of[t->words[i]];
    t->n_words = d->n_classes;
    kneser_ney(t, &o->classes, &d->classes);
    free(begin);
}

enum status gram_train(const struct gram_corpus *c, const struct gram_train_options *o,
                       struct buf *out, struct err *e)
{
    struct gram_draft d = {0};
    if (c->sentences == 0)
        return err_set(e, E_INPUT, "no words to learn from");
    struct str *texts = mem_resize_array(NULL, (size_t)c->n_types + GRAM_FIRST_WORD, sizeof *texts);
    uint32_t min_word = o->min_word ? o->min_word : usual_min_word(c);
    uint32_t *of = choose_words(c, min_word, texts, &d.n_words);
    struct gram_tokens tokens = write_tokens(c, of, d.n_words);
    d.texts = texts;
    kneser_ney(&tokens, &o->words, &d.words);
    if (o->share > 0)
        add_classes(&d, &tokens, o);
    enum status status = gram_draft_write(&d, out, e);
    ngram_draft_release(&d.words);
    ngram_draft_release(&d.classes);
    free(d.class_of);
    free(d.within);
    free(tokens.words);
    free(of);
    free(texts);
    return status;
}
