/* augment.c: `teql augment`, questions turned into training data. */
#include "asking/defend.h"
#include "training/retraining.h"

#include "base/number.h"
#include "base/path.h"
#include "base/printable.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"
#include "dataset/data_folder.h"
#include "report/relation_label.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

struct augment_args {
    const char *data, *questions, *tests;
    struct augment_options options;
    struct word_sources words;
    struct retraining_job job;  /* all that is about a system that is trained or attacked */
    struct tested_seeds tested; /* what `tests` names */
};

#define FIELD(name)   offsetof(struct augment_args, name)
#define SETTING(name) FIELD(job.ask.name)
#define WORDS(name)   FIELD(words.name)

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset: a folder as Spider or BIRD have it, a file of questions; or mini"},
    {"questions", 0, OPTION_TEXT, FIELD(questions), "FILE", NULL,
     "the questions to train on, with gold queries (default: train.json, train_spider.json in "
     "DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(job.augment.out), "DIR", NULL, "the folder to make"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(options.field), __VA_ARGS__)
#include "training/augment_option.def"
    {"relations", 0, OPTION_RELATIONS, FIELD(options.suite.relations), "LIST", NULL,
     "ids and families with commas between them, all (default: mt-teql; adversarial: syn)"},
#define FOR_AUGMENT
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(options.suite.field), __VA_ARGS__)
#include "making/suite_option.def"
#define OPTION(kind, field, usual, ...)                                                            \
    OPTION_ROW(kind, FIELD(options.suite.relation.field), __VA_ARGS__)
#include "relation/relation_option.def"
    {"test", 0, OPTION_TEXT, FIELD(tests), "LIST", NULL,
     "what is tested on and not trained on: files, folders, suites, none (default: dev.json, "
     "test.json in DIR)"},
#include "cli/word_options.def"
    {"train-command", 0, OPTION_TEXT, FIELD(job.command), "COMMAND", NULL,
     "adaptive, adversarial: a program that trains, with {train}, {epochs} and {model} in it"},
    {"epochs", 0, OPTION_COUNT, FIELD(job.epochs), "N", NULL,
     "train-command: of a training; the first adaptive one has half of them"},
    {"system", 0, OPTION_SYSTEM, FIELD(job.system), "SPEC", NULL,
     "what is trained and tested, or attacked, such as 'command:python3 ask.py {model}'"},
    {"rounds", 0, OPTION_COUNT, FIELD(job.rounds), "N", NULL,
     "adversarial: attacks, each on the model that learnt from those before (default: 1)"},
    {"budget", 0, OPTION_COUNT, FIELD(job.budget), "N", NULL,
     "adversarial: questions that an attack asks at most (default: 10 for each question)"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(job.score.field), __VA_ARGS__)
#include "score/score_option.def"
#undef FOR_AUGMENT
#define ASKS_ONCE /* what is asked again, or will be, is not known before a model is trained */
#include "cli/ask_options.def"
#undef ASKS_ONCE
};

const struct option_list augment_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* Input */

/* The questions to train on: those that the user named, or the folder's own for training. */
static enum status find_training_questions(struct arena *a, struct dataset_source *from,
                                           struct err *e)
{
    static const char *const TRAINING[] = {"train.json", "train_spider.json"};
    struct path_info file;
    for (size_t i = 0; !from->questions && i < COUNT_OF(TRAINING); i++) {
        const char *path = arena_printf(a, "%s/%s", from->data, TRAINING[i]).ptr;
        TRY(path_look(path, &file, e));
        if (file.kind == PATH_FILE)
            from->questions = path;
    }
    return OK;
}

static enum status load_tested_seeds(struct augment_args *args, const struct dataset_source *from,
                                     const char *questions, struct err *e)
{
    bool apart = args->options.holdout || args->options.fold;
    if (args->tests && strcmp(args->tests, "none") == 0)
        return OK;
    if (args->tests)
        return tested_seeds_load(&args->tested, args->tests, from, e);
    return tested_seeds_find(&args->tested, from, questions, apart, e);
}

/* What was made */

/* When a column of the table is shown. */
enum column_use { COLUMN_ALWAYS, COLUMN_OF_QUOTAS, COLUMN_WHERE_ANY };

#define TALLY(name) offsetof(struct sample_tally, name)

static const struct column {
    const char *name;
    int width;
    enum column_use use;
    size_t offset; /* of a uint64_t */
} COLUMNS[] = {
    {"candidates", 10, COLUMN_ALWAYS, TALLY(candidates)},
    {"quota", 8, COLUMN_OF_QUOTAS, TALLY(quota)},
    {"drawn", 8, COLUMN_ALWAYS, TALLY(drawn)},
    {"filled", 8, COLUMN_OF_QUOTAS, TALLY(filled)},
    {"rejected", 8, COLUMN_ALWAYS, TALLY(outcomes[SAMPLE_REJECTED])},
    {"less fluent", 11, COLUMN_WHERE_ANY, TALLY(outcomes[SAMPLE_NOT_FLUENT])},
    {"tested", 8, COLUMN_WHERE_ANY, TALLY(outcomes[SAMPLE_TESTED])},
};

static uint64_t column_value(const struct column *c, const struct sample_tally *t)
{
    return *(const uint64_t *)(const void *)((const char *)t + c->offset);
}

static uint64_t column_sum(const struct column *c, const struct augmented *m)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < m->n_tallies; i++)
        sum += column_value(c, &m->tallies[i]);
    return sum;
}

static bool column_is_shown(const struct column *c, const struct augmented *m, int scheme)
{
    bool quotas = scheme == AUGMENT_STRATIFIED || scheme == AUGMENT_ADAPTIVE;
    return c->use == COLUMN_ALWAYS || (c->use == COLUMN_OF_QUOTAS && quotas) ||
           (c->use == COLUMN_WHERE_ANY && column_sum(c, m) > 0);
}

/* What a row of the table is about; the row after the last tally has the sums. */
static struct str sample_label(struct arena *a, const struct augmented *m, uint32_t row, int scheme)
{
    if (row == m->n_tallies)
        return STR("     all");
    if (scheme == AUGMENT_ADVERSARIAL)
        return arena_printf(a, "     worst cases of round %u", row + 1);
    return relation_label(a, str_from(m->relations.items[row]->id));
}

/* A row for each relation, or round, and one for their sums. */
static void print_samples(const struct augmented *m, int scheme)
{
    struct arena a = {0};
    printf("%-29s", "id   relation");
    for (const struct column *c = COLUMNS; c < COLUMNS + COUNT_OF(COLUMNS); c++)
        if (column_is_shown(c, m, scheme))
            printf(" %*s", c->width, c->name);
    putchar('\n');
    for (uint32_t row = 0; row <= m->n_tallies; row++) {
        printf("%-29.*s", STR_ARG(sample_label(&a, m, row, scheme)));
        for (const struct column *c = COLUMNS; c < COLUMNS + COUNT_OF(COLUMNS); c++)
            if (column_is_shown(c, m, scheme))
                printf(" %*" PRIu64, c->width,
                       row < m->n_tallies ? column_value(c, &m->tallies[row]) : column_sum(c, m));
        putchar('\n');
    }
    putchar('\n');
    arena_release(&a);
}

/* `remedy` is what can be done about it, or NULL. */
static void report_left_out(const struct listener *l, const char *why,
                            const struct question_names *q, const char *remedy)
{
    struct arena a = {0};
    if (q->count)
        listener_notice(l, "left out, %s: %u question%s (%.*s)%s%s", why, q->count,
                        plural(q->count), STR_ARG(some_names(&a, q->items, q->count)),
                        remedy ? "; " : "", remedy ? remedy : "");
    arena_release(&a);
}

static void report_shortfalls(const struct augmented *m, const struct listener *l)
{
    struct arena a = {0};
    if (m->cases < m->size)
        listener_notice(l, "%" PRIu64 " case%s asked for, and there %s %" PRIu64, m->size,
                        m->size == 1 ? " was" : "s were", m->cases == 1 ? "is" : "are", m->cases);
    if (m->faults.count > 1)
        listener_notice(l, "%u questions have no cases, since their queries cannot be used (%.*s)",
                        m->faults.count, STR_ARG(some_names(&a, m->faults.items, m->faults.count)));
    report_left_out(l, "without a gold query in Spider's grammar", &m->outside,
                    "--format chat takes them");
    report_left_out(l, "without a gold query", &m->without_gold, NULL);
    report_left_out(l, "since systems are tested on them", &m->left_out, NULL);
    arena_release(&a);
}

/* Releases the set; with a table of its samples if it has some. */
static void print_training_set(struct augmented *m, bool samples, const char *path,
                               const struct augment_options *o, const struct listener *listener)
{
    if (samples)
        print_samples(m, o->scheme);
    report_shortfalls(m, listener);
    printf("training  %s/%s: ", path, training_file((enum training_format)o->format));
    if (o->format == TRAINING_PAIRS)
        printf("%" PRIu64 " pair%s\n", m->cases, plural(m->cases));
    else
        printf("%" PRIu64 " original%s and %" PRIu64 " case%s\n", m->originals,
               plural(m->originals), m->cases, plural(m->cases));
    if (m->held_out)
        printf("held out  %s/holdout: %" PRIu64 " seed%s with %" PRIu64 " case%s\n", path,
               m->held_out, plural(m->held_out), m->held_out_cases, plural(m->held_out_cases));
    augmented_release(m);
}

/* Training */

/* A set, and, if there is a program that trains, a model. */
static enum status train_step(struct retraining *r, uint32_t step, struct err *e)
{
    struct augmented made;
    TRY(retraining_make_set(r, step, &made, e));
    print_training_set(&made, step > 0, retraining_set_path(r, step), r->job->augment.options,
                       r->listener);
    if (!r->job->command)
        return OK;
    fflush(stdout);
    TRY(retraining_train(r, step, e));
    printf("trained   %s\n", retraining_model_path(r, step));
    return OK;
}

static enum status test_step(struct retraining *r, uint32_t step, struct err *e)
{
    struct robustness sums;
    if (!r->job->command)
        return OK;
    fflush(stdout);
    TRY(retraining_test(r, step, &sums, e));
    printf("\ntested    %s/scores.json\n", retraining_test_path(r, step));
    robustness_print(stdout, &sums);
    return OK;
}

/* Adversarial sets are made of the worst cases of an attack, others by the rates of the test. */
static enum status attack_step(struct retraining *r, uint32_t step, struct err *e)
{
    struct attack_result found;
    if (r->job->augment.options->scheme != AUGMENT_ADVERSARIAL)
        return OK;
    fflush(stdout);
    TRY(retraining_attack(r, step, &found, e));
    printf("\nattacked  %s: %llu question%s broken, %llu held, %llu unfinished\n",
           retraining_attack_path(r, step), (unsigned long long)found.search.broken,
           plural(found.search.broken), (unsigned long long)found.search.held,
           (unsigned long long)found.search.unfinished);
    attack_print_left_out(&found.search);
    return OK;
}

static enum status run_steps(struct retraining *r, struct err *e)
{
    TRY(train_step(r, 0, e));
    TRY(test_step(r, 0, e));
    for (uint32_t step = 1; step <= r->job->rounds; step++) {
        TRY(attack_step(r, step - 1, e));
        putchar('\n');
        TRY(train_step(r, step, e));
    }
    return test_step(r, r->job->rounds, e);
}

static enum status train_system(const struct retraining_job *job, const struct listener *listener,
                                struct err *e)
{
    struct retraining r;
    enum status status = retraining_open(&r, job, listener, e);
    if (status == OK)
        status = run_steps(&r, e);
    retraining_close(&r);
    return status;
}

/* Stages */

static enum status make_training_set(const struct augment_job *job, const struct listener *listener,
                                     struct err *e)
{
    struct augmented made;
    TRY(augment_make(job, listener, &made, e));
    print_training_set(&made, made.size > 0, job->out, job->options, listener);
    return OK;
}

/* The seeds and the test sets are in the job. */
static enum status augment_seeds(struct augment_args *args, const struct listener *listener,
                                 struct err *e)
{
    struct vocabulary words;
    struct augment_job *job = &args->job.augment;
    if (suite_wants_canonical(job->dataset, &args->options.suite))
        return err_set(e, E_USAGE,
                       "canonical questions cannot be trained on: leave them out of --relations");
    TRY(data_check_source(job->dataset, args->job.ask.db, &args->options.suite, listener, e));
    TRY(vocabulary_load(&words, &args->words, &job->dataset->schemas, listener, e));
    job->words = &words;
    enum status status = args->job.system ? train_system(&args->job, listener, e)
                                          : make_training_set(job, listener, e);
    vocabulary_release(&words);
    return status;
}

static enum status augment_dataset(struct augment_args *args, struct dataset *dataset,
                                   const struct dataset_source *from, struct arena *a,
                                   struct err *e)
{
    struct listener listener = listen_and_ask(args->job.ask.quiet, args->job.ask.yes);
    struct layout layout;
    struct augment_job *job = &args->job.augment;
    TRY(layout_find(&layout, a, from, e));
    TRY(data_sample(dataset, args->options.suite.sample_rows, job->out, &listener, e));
    TRY(load_tested_seeds(args, from, layout.questions, e));
    job->dataset = dataset;
    job->tests = &args->tested;
    job->questions = layout.questions;
    return augment_seeds(args, &listener, e);
}

/* Arguments */

static enum status check_scheme(const struct augment_args *a, struct err *e)
{
    bool adversarial = a->options.scheme == AUGMENT_ADVERSARIAL,
         adaptive = a->options.scheme == AUGMENT_ADAPTIVE;
    const struct misuse misuses[] = {
        {a->job.system && !adversarial && !(adaptive && a->job.command),
         "--system is for --scheme adversarial, or for adaptive with a --train-command"},
        {!a->job.system && a->job.command, "--train-command needs --system: what is trained"},
        {!a->job.system && adversarial, "--scheme adversarial needs --system: what is attacked"},
        {!a->job.system && adaptive && !a->options.rates,
         "--scheme adaptive goes by error rates: name scores.json with --rates, or a "
         "--train-command to find them"},
    };
    TRY(options_refuse(misuses, COUNT_OF(misuses), e));
    return a->job.system ? retraining_check(&a->job, e) : OK;
}

/* Also options that would change nothing: a user who gives them expects something else. */
static enum status check_augment_use(const struct augment_args *a, struct err *e)
{
    bool adversarial = a->options.scheme == AUGMENT_ADVERSARIAL;
    const struct misuse misuses[] = {
        {!a->data || !a->job.augment.out, "--data and --out are needed"},
        {a->job.rounds && !adversarial, "--rounds is for --scheme adversarial"},
        {a->job.budget && !adversarial, "--budget is for --scheme adversarial"},
        {a->job.epochs && !a->job.command, "--epochs is for --train-command"},
        {a->options.leave_out && a->tests && strcmp(a->tests, "none") == 0,
         "--leave-out leaves out what is tested on, and by --test none that is nothing"},
        {a->job.ask.synonyms.address && !adversarial && !defence_is_automatic(&a->job.ask),
         "--synonyms is for --scheme adversarial or --defence auto here"},
    };
    return options_refuse(misuses, COUNT_OF(misuses), e);
}

/* What follows from other options. */
static void complete_args(struct augment_args *a)
{
    if (a->job.rounds == 0)
        a->job.rounds = 1;
    if (a->options.format == TRAINING_CHAT || !a->job.system) /* else it is for the system */
        a->options.template_path = a->job.ask.system.template_path;
    data_share_options(&a->options.suite, &a->job.ask, &a->words);
    if (a->job.command && !a->options.holdout && !a->options.fold)
        a->options.holdout = "10%"; /* one fold of ten, as the paper has it */
    if (a->options.scheme == AUGMENT_ADVERSARIAL && !a->options.suite.relations)
        a->options.suite.relations = "syn"; /* as for teql attack */
}

/* Is the option only for asking a system or judging its answers? */
static bool is_for_system(const struct option *o)
{
    size_t ask = FIELD(job.ask), score = FIELD(job.score);
    return !str_among(str_from(o->name), "vectors template db quiet jobs") &&
           ((o->offset >= ask && o->offset < ask + sizeof(struct ask_settings)) ||
            (o->offset >= score && o->offset < score + sizeof(struct score_options)));
}

static struct augment_args usual_args(void)
{
    return (struct augment_args){
        .options = augment_options_default(),
        .words = {.min_weight = 1},
        .job = {.ask = ask_settings_default, .score = score_options_default}};
}

/* Without a system, options for one would change nothing. */
static enum status check_without_system(const struct augment_args *a, struct err *e)
{
    const struct augment_args usual = usual_args();
    for (size_t i = 0; i < augment_options.count; i++) {
        const struct option *o = &augment_options.items[i];
        if (is_for_system(o) && option_differs(o, a, &usual))
            return err_set(e, E_USAGE, "--%s is for --system", o->name);
    }
    return OK;
}

static enum status check_augment_args(struct augment_args *a, struct err *e)
{
    TRY(check_augment_use(a, e));
    complete_args(a);
    TRY(augment_options_check(&a->options, e));
    TRY(check_scheme(a, e));
    return a->job.system ? OK : check_without_system(a, e);
}

static enum status load_training_data(const struct augment_args *args, struct arena *a,
                                      struct dataset_source *from, struct dataset *out,
                                      struct err *e)
{
    TRY(data_folder(a, args->data, &from->data, e));
    TRY(find_training_questions(a, from, e));
    interrupt_watch();
    return dataset_load(out, from, e);
}

enum status augment_run(int argc, char **argv, struct err *e)
{
    struct augment_args args = usual_args();
    struct request_watch watch = {0};
    struct arena arena = {0};
    struct dataset dataset;
    args.job.augment.options = &args.options;
    args.job.ask.system.watch = &watch;
    TRY(options_parse(&augment_options, argc, argv, &args, e));
    TRY(check_augment_args(&args, e));
    struct dataset_source from = {.questions = args.questions, .databases = args.job.ask.db};
    enum status status = load_training_data(&args, &arena, &from, &dataset, e);
    if (status == OK) {
        status = augment_dataset(&args, &dataset, &from, &arena, e);
        tested_seeds_release(&args.tested);
        dataset_release(&dataset);
    }
    arena_release(&arena);
    return status;
}
