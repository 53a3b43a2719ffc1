/* retraining.c: the steps, one after another. */
#include "pipeline/retraining.h"

#include "base/folder.h"
#include "system/program.h"

#include <stdio.h>

static const struct str TRAIN = STR_INIT("{train}"), EPOCHS = STR_INIT("{epochs}"),
                        MODEL = STR_INIT("{model}");

static const char *path_of(struct retraining *r, const char *name)
{
    return arena_printf(&r->arena, "%s/%s", r->order->augment.out, name).ptr;
}

/* The name of the first step, of the last, or of one between. */
static const char *step_path(struct retraining *r, uint32_t step, const char *first,
                             const char *last, const char *between)
{
    if (step == 0 || step == r->order->rounds)
        return path_of(r, step == 0 ? first : last);
    return arena_printf(&r->arena, "%s/%s-%u", r->order->augment.out, between, step).ptr;
}

const char *retraining_set_path(struct retraining *r, uint32_t step)
{
    return step_path(r, step, "first", "final", "round");
}

const char *retraining_model_path(struct retraining *r, uint32_t step)
{
    return step_path(r, step, "model-first", "model", "model");
}

const char *retraining_test_path(struct retraining *r, uint32_t step)
{
    return path_of(r, step == 0 ? "before" : "after");
}

const char *retraining_attack_path(struct retraining *r, uint32_t step)
{
    return arena_printf(&r->arena, "%s/attack-%u", r->order->augment.out, step + 1).ptr;
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

static enum status check_command(const struct retraining_order *o, struct err *e)
{
    struct arena a = {0};
    struct command_line line;
    if (!has(o->command, TRAIN) || !has(o->command, MODEL))
        return err_set(e, E_USAGE,
                       "--train-command needs {train} and {model}: what is trained on, "
                       "and where the model is put");
    if (has(o->command, EPOCHS) && o->epochs == 0)
        return err_set(e, E_USAGE, "--train-command has {epochs}: name their number with --epochs");
    if (!o->augment.options->holdout && !o->augment.options->fold)
        return err_set(e, E_USAGE, "--train-command tests on what is set aside: name a --holdout");
    enum status status = command_line_read(&line, &a, str_from(o->command), e);
    arena_release(&a);
    return status;
}

enum status retraining_check(const struct retraining_order *o, struct err *e)
{
    if (!is_plain(o->augment.out))
        return err_set(e, E_USAGE,
                       "--out becomes part of the commands: a path without spaces, "
                       "quotes and braces");
    if (o->augment.options->format == TRAINING_PAIRS && o->command)
        return err_set(e, E_USAGE, "--train-command trains on questions too, which pairs lack");
    if (o->augment.options->rates)
        return err_set(e, E_USAGE, "--train-command finds the rates itself: leave out --rates");
    if (!o->command && o->rounds > 1)
        return err_set(e, E_USAGE,
                       "--rounds needs a --train-command: between them a model is "
                       "trained");
    return o->command ? check_command(o, e) : OK;
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

/* The folders of the attacks before the step. */
static const char *const *attacked_before(struct retraining *r, uint32_t step)
{
    const char **paths = ARENA_ARRAY(&r->arena, const char *, step);
    for (uint32_t i = 0; i < step; i++)
        paths[i] = retraining_attack_path(r, i);
    return paths;
}

enum status retraining_make_set(struct retraining *r, uint32_t step, struct augmented *out,
                                struct err *e)
{
    struct augment_options options = *r->order->augment.options;
    struct augment_order order = r->order->augment;
    bool adversarial = options.scheme == AUGMENT_ADVERSARIAL;
    order.out = retraining_set_path(r, step);
    order.options = &options;
    order.seeds_too = adversarial && step == 0;
    if (step == 0) { /* to be trained on as it is */
        options.scheme = AUGMENT_RANDOM;
        options.size = 0;
        options.without_originals = false;
    } else if (adversarial) {
        order.attacked = attacked_before(r, step);
        order.n_attacked = step;
    } else {
        options.rates = arena_printf(&r->arena, "%s/scores.json", retraining_test_path(r, 0)).ptr;
    }
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

enum status retraining_train(struct retraining *r, uint32_t step, struct err *e)
{
    const struct retraining_order *o = r->order;
    struct arena *a = &r->arena;
    struct command_line line;
    char epochs[20];
    uint32_t half = o->epochs > 1 ? o->epochs / 2 : 1;
    bool in_half = step == 0 && o->augment.options->scheme == AUGMENT_ADAPTIVE;
    snprintf(epochs, sizeof epochs, "%u", in_half ? half : o->epochs);
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

/* Score what was answered, and write scores.json. */
static enum status score(struct testing *t, struct robustness *out, struct arena *a, struct err *e)
{
    bool reused;
    enum status status = testing_score(t, &reused, e);
    if (status)
        return status;
    score_sums(a, &t->scores, out);
    return score_save(&t->scores, out, testing_file(t, "scores.json"), e);
}

static enum status test(struct testing *t, struct robustness *out, struct arena *a, struct err *e)
{
    struct ask_outcome outcome;
    bool reused;
    enum status status = testing_make_suite(t, &reused, e);
    if (status == OK)
        status = testing_ask(t, &outcome, e);
    return status ? status : score(t, out, a, e);
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

/* A test of the model of the step, on the seeds of the suite `seeds`. */
static struct test_order test_of(struct retraining *r, uint32_t step, const char *seeds,
                                 const char *out)
{
    const struct retraining_order *o = r->order;
    struct str system = str_from(o->system);
    return (struct test_order){
        .seeds_of = seeds,
        .system = put_in(&r->arena, system, MODEL, retraining_model_path(r, step)).ptr,
        .out = out,
        .suite = o->augment.options->suite,
        .words = o->augment.words->sources,
        .ask = o->ask,
        .paraphraser = model_settings_default,
        .by = o->by,
        .deadline_ms = o->deadline_ms};
}

/* The suite that was set aside is made anew of its seeds: the same, in the folder of a test. */
enum status retraining_test(struct retraining *r, uint32_t step, struct robustness *out,
                            struct err *e)
{
    struct arena *a = &r->arena;
    struct testing t;
    const char *seeds = arena_printf(a, "%s/holdout", retraining_set_path(r, step)).ptr;
    const struct test_order order = test_of(r, step, seeds, retraining_test_path(r, step));
    enum status status = testing_open(&t, &order, r->listener, e);
    if (status == OK)
        status = test(&t, out, a, e);
    if (status == OK)
        keep_labels(a, out);
    testing_close(&t);
    return status;
}

enum status retraining_attack(struct retraining *r, uint32_t step, struct attack_result *out,
                              struct err *e)
{
    struct attack_settings settings = attack_settings_default;
    struct robustness sums;
    struct testing t;
    const char *seeds = arena_printf(&r->arena, "%s/seeds", retraining_set_path(r, 0)).ptr;
    const struct test_order order = test_of(r, step, seeds, retraining_attack_path(r, step));
    settings.budget = r->order->budget;
    enum status status = testing_open(&t, &order, r->listener, e);
    if (status == OK)
        status = testing_attack(&t, &settings, out, e);
    if (status == OK)
        status = score(&t, &sums, &r->arena, e);
    testing_close(&t);
    out->by_changes = out->by_relation = NULL; /* which went with the test */
    return status;
}
