/* model_tool.c: for people who work on the language model.
 *
 * model_tool try MODEL SET…: how often is a question that was garbled on purpose rated lower?
 * Prints a line of JSON for each set of questions, as `teql fluency` reads them, and each way to
 * garble. MODEL "-" is the built-in one.
 *
 * model_tool arpa MODEL: the n-grams of words of a model in ARPA format, for other programs. */
#include "arpa_write.h"
#include "base/buf.h"
#include "base/file.h"
#include "fluency/fluency.h"
#include "garble.h"
#include "model/rater.h"
#include "rating/question_sets.h"

#include <stdio.h>

struct garbled_tally {
    uint32_t pairs, lower;
};

static void try_text(struct arena *a, const struct gram_model *m, struct str text, enum garbling g,
                     uint32_t number, struct garbled_tally *tally)
{
    struct rng rng = rng_stream(1, str_from(garbling_name(g)), number);
    struct str spoiled = garble(a, text, g, &rng);
    if (!spoiled.ptr)
        return;
    tally->pairs++;
    tally->lower += gram_fluency(m, spoiled) < gram_fluency(m, text);
}

/* Originals and changed questions alike. */
static void try_set(struct arena *a, const struct gram_model *m, const struct question_set *s,
                    enum garbling g)
{
    struct garbled_tally tally = {0};
    for (uint32_t i = 0; i < s->n_originals; i++)
        try_text(a, m, s->originals[i], g, i, &tally);
    for (uint32_t i = 0; i < s->n_changed; i++)
        try_text(a, m, s->changed[i].text, g, i, &tally);
    printf("{\"set\":\"%.*s\",\"garbled\":\"%s\",\"questions\":%u,\"lower_percent\":%.1f}\n",
           STR_ARG(s->name), garbling_name(g), tally.pairs,
           tally.pairs ? 100.0 * tally.lower / tally.pairs : 0.0);
}

static enum status try_model(const struct gram_model *m, char **paths, int n, struct err *e)
{
    struct arena a = {0};
    enum status status = OK;
    for (int i = 0; i < n && status == OK; i++) {
        struct question_set set;
        status = question_set_read(&a, paths[i], &set, e);
        for (int g = 0; g < N_GARBLINGS && status == OK; g++)
            try_set(&a, m, &set, (enum garbling)g);
    }
    arena_release(&a);
    return status;
}

static enum status put_arpa(const struct gram_model *m, struct err *e)
{
    struct buf text = {0};
    arpa_write(m, &text);
    enum status status = file_write("-", buf_str(&text), e);
    buf_release(&text);
    return status;
}

int main(int argc, char **argv)
{
    bool tries = argc > 3 && strcmp(argv[1], "try") == 0;
    struct fluency_model model = {0};
    struct err e;
    if (!tries && !(argc == 3 && strcmp(argv[1], "arpa") == 0))
        return fputs("usage: model_tool try MODEL SET… | arpa MODEL\n", stderr), 2;
    enum status status = strcmp(argv[2], "-") == 0 ? default_model_open(&model.grams, &e)
                                                   : fluency_model_open(&model, argv[2], NULL, &e);
    if (status == OK)
        status =
            tries ? try_model(&model.grams, argv + 3, argc - 3, &e) : put_arpa(&model.grams, &e);
    if (status) {
        char text[sizeof e.msg + sizeof e.file + 40];
        err_format(&e, text, sizeof text);
        fprintf(stderr, "model_tool: %s\n", text);
    }
    fluency_model_close(&model);
    return status != OK;
}
