/* gram_training.c: reading, training, writing. */
#include "fluency/gram_training.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/path.h"
#include "fluency/fluency.h"
#include "fluency/gram_train.h"

/* What occurs as often as a word must, is never too rare. */
static void keep_from(uint32_t *min_count, uint32_t enough)
{
    if (enough && enough < *min_count)
        *min_count = enough;
}

static struct gram_train_options train_options(const struct gram_training *a)
{
    struct gram_train_options o = gram_train_default;
    o.words.order = a->order ? a->order : o.words.order;
    o.min_word = a->min_count;
    keep_from(&o.words.min_count, a->min_count);
    keep_from(&o.classes.min_count, a->min_count);
    return o;
}

static enum status write_model(const struct gram_training *a, const struct gram_corpus *corpus,
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

/* Only a model is written over: a slip must not cost a corpus. */
static enum status check_out(const char *out, struct err *e)
{
    struct path_info info;
    bool model = true;
    if (strcmp(out, "-") == 0)
        return OK;
    enum status status = path_look(out, &info, e);
    if (status == OK && info.kind == PATH_FILE && info.size > 0)
        status = fluency_model_looks(out, &model, e);
    if (status == OK && !model) {
        status = err_set(e, E_INPUT,
                         "is there already, and is no language model: name another "
                         "file or remove it");
        err_in_file(e, out);
    }
    return status;
}

enum status gram_train_files(const struct gram_training *t, struct gram_trained *out, struct err *e)
{
    struct gram_corpus corpus;
    enum status status = check_out(t->out, e);
    if (status)
        return status;
    gram_corpus_init(&corpus);
    for (uint32_t i = 0; i < t->n_files && status == OK; i++)
        status = gram_corpus_read(&corpus, t->files[i], e);
    if (status == OK)
        status = write_model(t, &corpus, out, e);
    gram_corpus_release(&corpus);
    return status;
}
