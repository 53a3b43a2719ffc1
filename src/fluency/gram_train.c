/* gram_train.c: from a corpus to a model: words chosen, sorted into classes, n-grams counted. */
#include "fluency/gram_train.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/path.h"
#include "fluency/fluency.h"

#include <math.h>
#include <stdlib.h>

const struct gram_train_options gram_train_default = {
    .words = {.order = 3, .min_count = 2},
    .classes = {.order = 4, .min_count = 3},
    .clusters = {.own = 100, .shared = 100, .rounds = 5},
    .share = 0.5};

/* How often a word must occur, unless the options say: in a large corpus, names and slips occur
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

/* Files */

/* N-grams need not be more frequent than words. */
static void limit_min_count(uint32_t *min_count, uint32_t enough)
{
    if (enough && enough < *min_count)
        *min_count = enough;
}

static struct gram_train_options train_options(const struct gram_training *a)
{
    struct gram_train_options o = gram_train_default;
    o.words.order = a->order ? a->order : o.words.order;
    o.min_word = a->min_count;
    limit_min_count(&o.words.min_count, a->min_count);
    limit_min_count(&o.classes.min_count, a->min_count);
    return o;
}

static enum status train_model(const struct gram_training *a, const struct gram_corpus *corpus,
                               struct gram_trained *out, struct err *e)
{
    struct gram_train_options o = train_options(a);
    struct buf model = {0};
    enum status status = gram_train(corpus, &o, &model, e);
    if (status == OK)
        status = file_write(a->out, buf_str(&model), e);
    *out = (struct gram_trained){
        .words = corpus->words, .sentences = corpus->sentences, .bytes = model.len};
    buf_release(&model);
    return status;
}

/* Only a model is replaced: a misspelt name must not cost a corpus. */
static enum status check_out(const char *out, struct err *e)
{
    struct path_info info;
    bool model = true;
    if (strcmp(out, "-") == 0)
        return OK;
    TRY(path_look(out, &info, e));
    if (info.kind == PATH_FILE && info.size > 0)
        TRY(fluency_model_looks(out, &model, e));
    if (model)
        return OK;
    err_set(e, E_INPUT,
            "is there already, and is not a language model: name another file or "
            "remove it");
    return err_in_file(e, out);
}

enum status gram_train_files(const struct gram_training *t, struct gram_trained *out, struct err *e)
{
    struct gram_corpus corpus;
    enum status status = OK;
    TRY(check_out(t->out, e));
    gram_corpus_init(&corpus);
    for (uint32_t i = 0; i < t->n_files && status == OK; i++)
        status = gram_corpus_read(&corpus, t->files[i], e);
    if (status == OK)
        status = train_model(t, &corpus, out, e);
    gram_corpus_release(&corpus);
    return status;
}
