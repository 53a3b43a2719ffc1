/* main.c: the program that makes the default model while teql is built.
 *
 * make_model OUT CORPUS …: train on those of the files that are there, and tell which are not. */
#include "base/buf.h"
#include "base/file.h"
#include "fluency/gram_train.h"

#include <stdio.h>

static enum status read_all(struct gram_corpus *c, int n, char **paths, struct err *e)
{
    enum status status = OK;
    for (int i = 0; i < n && status == OK; i++)
        status = gram_corpus_read(c, paths[i], e);
    return status;
}

int main(int argc, char **argv)
{
    struct gram_corpus corpus;
    struct buf model = {0};
    struct err e;
    char text[sizeof e.msg + sizeof e.file + 40];
    if (argc < 3)
        return fputs("usage: make_model OUT CORPUS …\n", stderr), 2;
    gram_corpus_init(&corpus);
    enum status status = read_all(&corpus, argc - 2, argv + 2, &e);
    if (status == OK)
        status = gram_train(&corpus, &gram_train_default, &model, &e);
    if (status == OK)
        status = file_write(argv[1], buf_str(&model), &e);
    if (status) {
        err_format(&e, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    buf_release(&model);
    gram_corpus_release(&corpus);
    return status != OK;
}
