/* retraining.c: the steps, one after another. */
#include "pipeline/retraining.h"

#include "base/folder.h"
#include "system/program.h"

#include <stdio.h>

/* The names in the folder, by step. */
static const char *const SETS[] = {"first", "final"};
static const char *const MODELS[] = {"model-first", "model"};
static const char *const TESTS[] = {"before", "after"};

static const struct str TRAIN = STR_INIT("{train}"), EPOCHS = STR_INIT("{epochs}"),
                        MODEL = STR_INIT("{model}");

static const char *path_of(struct retraining *r, const char *name)
{
    return arena_printf(&r->arena, "%s/%s", r->order->augment.out, name).ptr;
}

const char *retraining_set_path(struct retraining *r, enum retraining_step step)
{
    return path_of(r, SETS[step]);
}

const char *retraining_model_path(struct retraining *r, enum retraining_step step)
{
    return path_of(r, MODELS[step]);
}

const char *retraining_test_path(struct retraining *r, enum retraining_step step)
{
    return path_of(r, TESTS[step]);
}

/* Checks */

static bool has(const char *text, struct str part)
{
    struct str s = str_from(text);
    return str_find(s, part, 0) < s.len;
}

/* A path becomes part of a command line, where these would be read in another way. */
static bool is_plain(const char *path)
{
    return strpbrk(path, " \t\n\r'\"\\$`{}") == NULL;
}

enum status retraining_check(const struct retraining_order *o, struct err *e)
{
    struct arena a = {0};
    struct command_line line;
    if (!has(o->command, TRAIN) || !has(o->command, MODEL))
        return err_set(e, E_USAGE,
                       "--train-command needs {train} and {model}: what is trained on, "
                       "and where the model is put");
    if (has(o->command, EPOCHS) && o->epochs == 0)
        return err_set(e, E_USAGE, "--train-command has {epochs}: name their number with --epochs");
    if (!is_plain(o->augment.out))
        return err_set(e, E_USAGE,
                       "--out becomes part of the commands: a path without spaces, "
                       "quotes and braces");
    if (o->augment.options->format == TRAINING_PAIRS)
        return err_set(e, E_USAGE, "--train-command trains on questions too, which pairs lack");
    if (!o->augment.options->holdout && !o->augment.options->fold)
        return err_set(e, E_USAGE, "--train-command tests on what is set aside: name a --holdout");
    if (o->augment.options->rates)
        return err_set(e, E_USAGE, "--train-command finds the rates itself: leave out --rates");
    if (o->ask.dry_run)
        return err_set(e, E_USAGE,
                       "there is nothing to plan before a model is trained: leave out "
                       "--dry-run");
    enum status status = command_line_read(&line, &a, str_from(o->command), e);
    arena_release(&a);
    return status;
}

enum status retraining_open(struct retraining *r, const struct retraining_order *order,
                            const struct listener *listener, struct err *e)
{
    struct out_folder empty;
    *r = (struct retraining){.order = order, .listener = listener};
    enum status status = out_folder_open(&empty, order->augment.out, e);
    if (status)
        return status;
    out_folder_discard(&empty); /* it may be made */
    return folder_make(order->augment.out, e);
}

void retraining_close(struct retraining *r)
{
    arena_release(&r->arena);
}

/* Steps */

enum status retraining_make_set(struct retraining *r, enum retraining_step step,
                                struct augmented *out, struct err *e)
{
    struct augment_options options = *r->order->augment.options;
    struct augment_order order = r->order->augment;
    options.without_originals = false;
    options.scheme = step == RETRAINING_FIRST ? AUGMENT_RANDOM : AUGMENT_ADAPTIVE;
    if (step == RETRAINING_FIRST)
        options.size = 0;
    else
        options.rates =
            arena_printf(&r->arena, "%s/scores.json", retraining_test_path(r, RETRAINING_FIRST))
                .ptr;
    order.options = &options;
    order.out = retraining_set_path(r, step);
    return augment_make(&order, r->listener, out, e);
}

/* The text with a value in the place of each `name`. */
static struct str put_in(struct arena *a, struct str text, struct str name, const char *value)
{
    for (size_t at; (at = str_find(text, name, 0)) < text.len;)
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(str_slice(text, 0, at)), value,
                            STR_ARG(str_slice(text, at + name.len, text.len)));
    return text;
}

enum status retraining_train(struct retraining *r, enum retraining_step step, struct err *e)
{
    const struct retraining_order *o = r->order;
    struct arena *a = &r->arena;
    struct command_line line;
    char epochs[20];
    uint32_t half = o->epochs > 1 ? o->epochs / 2 : 1;
    snprintf(epochs, sizeof epochs, "%u", step == RETRAINING_FIRST ? half : o->epochs);
    const char *train =
        arena_printf(a, "%s/%s", retraining_set_path(r, step),
                     training_file((enum training_format)o->augment.options->format))
            .ptr;
    enum status status = command_line_read(&line, a, str_from(o->command), e);
    if (status)
        return status;
    for (uint32_t i = 0; i < line.count; i++) {
        struct str word = put_in(a, str_from(line.words[i]), TRAIN, train);
        word = put_in(a, word, EPOCHS, epochs);
        word = put_in(a, word, MODEL, retraining_model_path(r, step));
        line.words[i] = (char *)arena_str(a, word).ptr;
    }
    return program_run(&line, path_of(r, "train.log"), r->listener->stop, e);
}

/* The suite that was set aside is made anew of its seeds: the same, in the folder of a test. */
static enum status test(struct testing *t, struct robustness *out, struct arena *a, struct err *e)
{
    struct ask_outcome outcome;
    bool reused;
    enum status status = testing_make_suite(t, &reused, e);
    if (status == OK)
        status = testing_ask(t, &outcome, e);
    if (status == OK)
        status = testing_score(t, &reused, e);
    if (status)
        return status;
    score_sums(a, &t->scores, out);
    return score_save(&t->scores, out, testing_file(t, "scores.json"), e);
}

/* The sums refer to texts of the scores, which go with the test. */
static void keep_labels(struct arena *a, struct robustness *r)
{
    for (uint32_t i = 0; i < r->relations.count; i++) {
        struct tally *t = &r->relations.items[i];
        t->label = arena_str(a, t->label);
        t->family = arena_str(a, t->family);
    }
}

enum status retraining_test(struct retraining *r, enum retraining_step step, struct robustness *out,
                            struct err *e)
{
    const struct retraining_order *o = r->order;
    struct arena *a = &r->arena;
    struct testing t;
    struct test_order order = {
        .data = "mini",
        .seeds_of = arena_printf(a, "%s/holdout", retraining_set_path(r, step)).ptr,
        .system = put_in(a, str_from(o->system), MODEL, retraining_model_path(r, step)).ptr,
        .out = retraining_test_path(r, step),
        .suite = o->augment.options->suite,
        .words = o->augment.words->sources,
        .ask = o->ask,
        .paraphraser = paraphraser_settings_default,
        .by = o->by,
        .deadline_ms = o->deadline_ms};
    enum status status = testing_open(&t, &order, r->listener, e);
    if (status == OK)
        status = test(&t, out, a, e);
    if (status == OK)
        keep_labels(a, out);
    testing_close(&t);
    return status;
}
