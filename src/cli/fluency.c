/* fluency.c: `teql fluency`, how well questions read; `fluency train`, a model to judge them by. */
#include "base/file.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "fluency/gram_train.h"
#include "fluency/ngram.h"
#include "rating/measure.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

enum { NOT_GIVEN = -1 }; /* a choice that was not made */

struct fluency_args {
    struct operands operands;
    struct rater_settings rater;
    struct measure_job measure;
    struct gram_training train; /* its `out` is that of figures, too */
};

#define FIELD(name) offsetof(struct fluency_args, name)
#define MODEL(name) FIELD(rater.ask.name)

static const struct option OPTIONS[] = {
    {"suite", 0, OPTION_TEXT, FIELD(measure.suite), "DIR", NULL,
     "a suite folder, before the others that are named"},
    {"language-model", 0, OPTION_TEXT, FIELD(rater.model), "FILE|URL", NULL,
     "a model of teql's, one in ARPA format, or a server's http(s)://host/v1 (default: built in)"},
    {"format", 0, OPTION_CHOICE, FIELD(measure.format), "text|json|csv", "text|json|csv",
     "of the figures (default: text)"},
    {"out", 0, OPTION_TEXT, FIELD(train.out), "FILE", NULL,
     "figures (default: standard output); train: the model"},
    {"grammar-check", 0, OPTION_FLAG, FIELD(measure.grammar_check), NULL, NULL,
     "instead of fluency: list the changed questions that do not parse though their originals do"},
#define RATES_TEXTS
#include "cli/model_options.def"
#undef RATES_TEXTS
    {"order", 0, OPTION_COUNT, FIELD(train.order), "N", NULL,
     "train: words of the longest n-grams (default: 3)"},
    {"min-count", 0, OPTION_COUNT, FIELD(train.min_count), "N", NULL,
     "train: a word that is rarer counts as unknown (default: 2; 5 from 100,000 words on); n-grams "
     "that occur as often are kept, so that 1 keeps all"},
};

const struct option_list fluency_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(operands), true};

static enum status train_model(struct fluency_args *a, struct err *e)
{
    struct gram_trained made;
    a->train.files = a->operands.items + 1;
    a->train.n_files = a->operands.count - 1;
    TRY(gram_train_files(&a->train, &made, e));
    fprintf(stderr, "trained on %" PRIu64 " words of %" PRIu64 " sentences: %zu bytes\n",
            made.words, made.sentences, made.bytes);
    return OK;
}

static enum status measure_sets(struct fluency_args *a, struct err *e)
{
    struct buf out = {0};
    interrupt_watch();
    const struct listener listener = listen_on_stderr(a->rater.ask.quiet);
    a->measure.sets = a->operands.items;
    a->measure.n_sets = a->operands.count;
    a->measure.rater = &a->rater;
    enum status status = measure_fluency(&a->measure, &listener, &out, e);
    if (status == OK)
        status = file_write(a->train.out ? a->train.out : "-", buf_str(&out), e);
    buf_release(&out);
    return status;
}

static enum status check_fluency_args(const struct fluency_args *a, bool trains, struct err *e)
{
    bool sets = a->operands.count > 0 || a->measure.suite;
    const struct misuse misuses[] = {
        {!trains && a->train.order, "--order is for 'fluency train'"},
        {!trains && a->train.min_count, "--min-count is for 'fluency train'"},
        {trains && a->measure.suite,
         "'fluency train' takes no --suite: it reads sentences, one a line"},
        {trains && a->measure.grammar_check, "'fluency train' takes no --grammar-check"},
        {trains && a->rater.model, "'fluency train' takes no --language-model"},
        {trains && a->measure.format != NOT_GIVEN, "'fluency train' takes no --format"},
        {a->measure.grammar_check && a->rater.model, "--grammar-check asks no language model"},
        {rater_settings_idle(&a->rater),
         "no server is asked: --language-model http(s)://… names one"},
        {trains && (a->operands.count < 2 || !a->train.out),
         "train needs files to learn from, and --out"},
        {!trains && !sets, "a suite, a dataset or pairs of questions are needed"},
    };
    TRY(options_refuse(misuses, COUNT_OF(misuses), e));
    if (a->train.order > NGRAM_MAX_ORDER)
        return err_set(e, E_USAGE, "--order takes at most %d", NGRAM_MAX_ORDER);
    return OK;
}

enum status fluency_run(int argc, char **argv, struct err *e)
{
    struct fluency_args args = {.rater = rater_settings_default, .measure = {.format = NOT_GIVEN}};
    TRY(options_parse(&fluency_options, argc, argv, &args, e));
    bool trains = args.operands.count > 0 && strcmp(args.operands.items[0], "train") == 0;
    TRY(check_fluency_args(&args, trains, e));
    if (args.measure.format == NOT_GIVEN)
        args.measure.format = FLUENCY_TEXT;
    return trains ? train_model(&args, e) : measure_sets(&args, e);
}
