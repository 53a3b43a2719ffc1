/* retraining.c: the steps, one after another. */
#include "training/retraining.h"

#include "base/folder.h"
#include "base/out_folder.h"
#include "base/path.h"
#include "system/program.h"

#include <stdio.h>
#include <unistd.h>

static const struct str TRAIN = STR_INIT("{train}"), EPOCHS = STR_INIT("{epochs}"),
                        MODEL = STR_INIT("{model}");

static const char *path_below(struct retraining *r, const char *name)
{
    return arena_printf(&r->arena, "%s/%s", r->job->augment.out, name).ptr;
}

/* The path of a step or an attack that has a number. */
static const char *round_path(struct retraining *r, const char *name, uint32_t step)
{
    return arena_printf(&r->arena, "%s/%s-%u", r->job->augment.out, name, step).ptr;
}

const char *retraining_set_path(struct retraining *r, uint32_t step)
{
    return step == 0                ? path_below(r, "first")
           : step == r->job->rounds ? r->job->augment.out
                                    : round_path(r, "round", step);
}

const char *retraining_model_path(struct retraining *r, uint32_t step)
{
    return step == 0                ? path_below(r, "model-first")
           : step == r->job->rounds ? path_below(r, "model")
                                    : round_path(r, "model", step);
}

const char *retraining_test_path(struct retraining *r, uint32_t step)
{
    return path_below(r, step == 0 ? "before" : "after");
}

const char *retraining_attack_path(struct retraining *r, uint32_t step)
{
    return round_path(r, "attack", step + 1);
}

/* Checks */

static bool has_place(const char *text, struct str name)
{
    struct str s = str_from(text);
    return str_find(s, name, 0) < s.len;
}

static enum status check_command(const struct retraining_job *o, struct err *e)
{
    struct arena a = {0};
    struct command_line line;
    if (!has_place(o->command, TRAIN) || !has_place(o->command, MODEL))
        return err_set(e, E_USAGE,
                       "--train-command needs {train} and {model}: what is trained on, "
                       "and where the model is put");
    if (has_place(o->command, EPOCHS) && o->epochs == 0)
        return err_set(e, E_USAGE, "--train-command has {epochs}: name their number with --epochs");
    if (!has_place(o->command, EPOCHS) && o->epochs > 0)
        return err_set(e, E_USAGE, "--epochs needs {epochs} in --train-command: where they go");
    if (!o->augment.options->holdout && !o->augment.options->fold)
        return err_set(e, E_USAGE, "--train-command tests on what is set aside: name a --holdout");
    enum status status = command_line_read(&line, &a, str_from(o->command), e);
    arena_release(&a);
    return status;
}

/* The text with a value in the place of each `name`. */
static struct str fill_in(struct arena *a, struct str text, struct str name, const char *value)
{
    for (size_t at; (at = str_find(text, name, 0)) < text.len;)
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(str_slice(text, 0, at)), value,
                            STR_ARG(str_slice(text, at + name.len, text.len)));
    return text;
}

/* Can the system be asked? Not known if the model is the program or the file itself: it is not made
 * yet. */
static enum status check_system(const struct retraining_job *o, struct err *e)
{
    struct arena a = {0};
    struct str spec = str_from(o->system);
    if (str_find(spec, MODEL, 0) < str_find(spec, STR(" "), 0))
        return OK;
    enum status status = ask_check(fill_in(&a, spec, MODEL, "model").ptr, &o->ask, e);
    arena_release(&a);
    return status;
}

enum status retraining_check(const struct retraining_job *o, struct err *e)
{
    if (strpbrk(o->augment.out, " \t\n\r'\"\\$`{}"))
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
    if (o->command)
        TRY(check_command(o, e));
    return check_system(o, e);
}

enum status retraining_open(struct retraining *r, const struct retraining_job *job,
                            const struct listener *listener, struct err *e)
{
    struct out_folder empty;
    *r = (struct retraining){.job = job, .listener = listener};
    TRY(out_folder_open(&empty, job->augment.out, e));
    out_folder_discard(&empty); /* so it can be made */
    return folder_make(job->augment.out, e);
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

struct move_up {
    const char *from, *to;
    struct err err;
};

static void move_entry_up(void *ctx, const char *name)
{
    struct move_up *m = ctx;
    struct arena a = {0};
    const char *from = arena_printf(&a, "%s/%s", m->from, name).ptr;
    bool own = strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    if (own && !m->err.code && rename(from, arena_printf(&a, "%s/%s", m->to, name).ptr) != 0)
        err_io(&m->err, from, "move it");
    arena_release(&a);
}

/* Move what is in the folder at `from` into the one above it. A training set is whole or not there,
 * so it is made in a folder of its own. */
static enum status move_set_up(struct retraining *r, const char *from, struct err *e)
{
    struct move_up m = {.from = from, .to = r->job->augment.out};
    TRY(path_list(from, move_entry_up, &m, e));
    if (m.err.code) {
        *e = m.err;
        return m.err.code;
    }
    folder_remove(from);
    return folder_sync_of(from, e);
}

enum status retraining_make_set(struct retraining *r, uint32_t step, struct augmented *out,
                                struct err *e)
{
    struct augment_options options = *r->job->augment.options;
    struct augment_job job = r->job->augment;
    bool adversarial = options.scheme == AUGMENT_ADVERSARIAL, last = step == r->job->rounds;
    job.out = last ? path_below(r, "final") : retraining_set_path(r, step);
    job.options = &options;
    job.seeds_too = adversarial && step == 0;
    if (step == 0) { /* trained on as it is */
        options.scheme = AUGMENT_RANDOM;
        options.size = 0;
        options.without_originals = false;
    } else if (adversarial) {
        job.attacked = attacked_before(r, step);
        job.n_attacked = step;
    } else {
        options.rates = arena_printf(&r->arena, "%s/scores.json", retraining_test_path(r, 0)).ptr;
    }
    enum status status = augment_make(&job, r->listener, out, e);
    if (status || !last)
        return status;
    status = move_set_up(r, job.out, e);
    if (status == OK && !r->job->command)
        status = out_folder_remove(retraining_set_path(r, 0), e); /* nobody trained on it */
    if (status)
        augmented_release(out);
    return status;
}

/* A program that ends without an error may have put its model elsewhere, or nowhere. */
static enum status expect_model(struct retraining *r, uint32_t step, const char *log, struct err *e)
{
    const char *model = retraining_model_path(r, step);
    struct path_info there;
    TRY(path_look(model, &there, e));
    if (there.kind != PATH_ABSENT)
        return OK;
    return err_set(e, E_SYSTEM, "the training command did not make %s; what it wrote is in %s",
                   model, log);
}

enum status retraining_train(struct retraining *r, uint32_t step, struct err *e)
{
    const struct retraining_job *o = r->job;
    struct arena *a = &r->arena;
    struct command_line line;
    uint32_t half = o->epochs > 1 ? o->epochs / 2 : 1;
    bool in_half = step == 0 && o->augment.options->scheme == AUGMENT_ADAPTIVE;
    const char *epochs = arena_printf(a, "%u", in_half ? half : o->epochs).ptr;
    const char *train =
        arena_printf(a, "%s/%s", retraining_set_path(r, step),
                     training_file((enum training_format)o->augment.options->format))
            .ptr;
    TRY(command_line_read(&line, a, str_from(o->command), e));
    for (uint32_t i = 0; i < line.count; i++) {
        struct str word = fill_in(a, str_from(line.words[i]), TRAIN, train);
        word = fill_in(a, word, EPOCHS, epochs);
        word = fill_in(a, word, MODEL, retraining_model_path(r, step));
        line.words[i] = (char *)arena_str(a, word).ptr;
    }
    const char *log = path_below(r, "train.log");
    TRY(program_run(&line, log, r->listener->stop, e));
    return expect_model(r, step, log, e);
}

/* Score what was answered, and write scores.json. */
static enum status score_test(struct testing *t, struct robustness *out, struct arena *a,
                              struct err *e)
{
    bool reused;
    TRY(testing_score(t, &reused, e));
    score_sums(a, &t->scores, out);
    return testing_place_scores(t, e);
}

static enum status run_test(struct testing *t, struct robustness *out, struct arena *a,
                            struct err *e)
{
    struct ask_outcome outcome;
    bool reused;
    TRY(testing_make_suite(t, &reused, e));
    TRY(testing_ask(t, &outcome, e));
    return score_test(t, out, a, e);
}

/* The sums refer to texts of the scores, which go with the test. */
static void keep_tally_labels(struct arena *a, struct robustness *r)
{
    for (uint32_t i = 0; i < r->relations.count; i++) {
        struct tally *t = &r->relations.items[i];
        t->label = arena_str(a, t->label);
        t->family = arena_str(a, t->family);
    }
}

/* A test of the model of the step, on the seeds of the suite `seeds`. */
static struct test_job describe_test(struct retraining *r, uint32_t step, const char *seeds,
                                     const char *out)
{
    const struct retraining_job *o = r->job;
    struct str system = str_from(o->system);
    return (struct test_job){
        .seeds_of = seeds,
        .system = fill_in(&r->arena, system, MODEL, retraining_model_path(r, step)).ptr,
        .out = out,
        .suite = o->augment.options->suite,
        .words = o->augment.words->sources,
        .ask = o->ask,
        .score = o->score,
        .hold = 0 /* only the sums are needed */};
}

/* The folder was made for this test, and nobody else works in it. */
static void close_test(struct retraining *r, struct testing *t)
{
    const char *lock = arena_printf(&r->arena, "%s/lock", t->job.out).ptr;
    if (t->lock >= 0)
        folder_remove(lock);
    testing_close(t);
}

/* The suite that was set aside is made again from its seeds, in the folder of the test. */
enum status retraining_test(struct retraining *r, uint32_t step, struct robustness *out,
                            struct err *e)
{
    struct arena *a = &r->arena;
    struct testing t;
    const char *seeds = arena_printf(a, "%s/holdout", retraining_set_path(r, step)).ptr;
    const struct test_job job = describe_test(r, step, seeds, retraining_test_path(r, step));
    enum status status = testing_open(&t, &job, r->listener, e);
    if (status == OK)
        status = run_test(&t, out, a, e);
    if (status == OK)
        keep_tally_labels(a, out);
    close_test(r, &t);
    return status;
}

enum status retraining_attack(struct retraining *r, uint32_t step, struct attack_result *out,
                              struct err *e)
{
    struct attack_options settings = attack_options_default;
    struct robustness sums;
    struct testing t;
    const char *seeds = arena_printf(&r->arena, "%s/seeds", retraining_set_path(r, 0)).ptr;
    const struct test_job job = describe_test(r, step, seeds, retraining_attack_path(r, step));
    settings.budget = r->job->budget;
    settings.block = 0; /* it has no shards */
    enum status status = testing_open(&t, &job, r->listener, e);
    if (status == OK)
        status = testing_attack(&t, &settings, out, e);
    if (status == OK)
        status = score_test(&t, &sums, &r->arena, e);
    close_test(r, &t);
    out->search.n_changes = out->search.n_relations = 0; /* the lists went with the test */
    return status;
}
