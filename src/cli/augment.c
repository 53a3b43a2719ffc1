/* augment.c: `teql augment`, questions turned into training data. */
#include "pipeline/augment.h"

#include "base/number.h"
#include "base/path.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/listen.h"
#include "cli/missing.h"
#include "dataset/data_folder.h"
#include "report/relation_label.h"

#include <stddef.h>
#include <stdio.h>

struct augment_args {
    const char *data, *questions, *db, *tests, *out;
    struct augment_options options;
    struct word_sources words;
};

#define FIELD(name)   offsetof(struct augment_args, name)
#define AUGMENT(name) (FIELD(options) + offsetof(struct augment_options, name))
#define SUITE(name)   (AUGMENT(suite) + offsetof(struct suite_options, name))
#define WORDS(name)   (FIELD(words) + offsetof(struct word_sources, name))

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset: a folder as Spider or BIRD have it, a file of questions; or mini"},
    {"questions", 0, OPTION_TEXT, FIELD(questions), "FILE", NULL,
     "the questions to train on, with gold queries (default: train.json, train_spider.json in "
     "DIR)"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the databases, as db_id/db_id.sqlite (default: in DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "DIR", NULL, "the folder to make"},
    {"size", 0, OPTION_AMOUNT, AUGMENT(size), "N", NULL,
     "cases to add (default: as many as there are questions)"},
    {"scheme", 0, OPTION_CHOICE, AUGMENT(scheme), "random|stratified|adaptive",
     "random|stratified|adaptive",
     "how they are drawn: all alike, as many of each relation, or by error rate (default: random)"},
    {"rates", 0, OPTION_TEXT, AUGMENT(rates), "FILE", NULL,
     "adaptive: scores.json of the system, for the error rates of the relations"},
    {"relations", 0, OPTION_RELATIONS, SUITE(relations), "LIST", NULL,
     "ids and families with commas between them, all; mt-teql by default"},
    {"max-per-seed", 0, OPTION_COUNT, SUITE(max_per_seed), "N", NULL,
     "cases of one relation for one question to draw from (default: 10)"},
    {"max-changes", 0, OPTION_COUNT, SUITE(max_changes), "K", NULL,
     "words that syn replaces in a question at most; 0 for all (default: 2)"},
    {"seed", 0, OPTION_COUNT, SUITE(random_seed), "N", NULL, "random seed (default: 1)"},
    {"format", 0, OPTION_CHOICE, AUGMENT(format), "spider|chat|pairs", "spider|chat|pairs",
     "train.json as Spider's, messages for instruction tuning, or pairs (default: spider)"},
    {"template", 0, OPTION_TEXT, AUGMENT(template_path), "FILE", NULL,
     "chat: the prompt, as of ask (default: built in)"},
    {"databases", 0, OPTION_CHOICE, SUITE(databases), "none|copy", "none|copy",
     "also write the databases that the examples ask about (default: none)"},
    {"without-originals", 0, OPTION_FLAG, AUGMENT(without_originals), NULL, NULL,
     "only cases, without the questions that they were made of"},
    {"holdout", 0, OPTION_TEXT, AUGMENT(holdout), "SHARE", NULL,
     "set this share of the questions aside, such as 10%, and write their suite: holdout in DIR"},
    {"fold", 0, OPTION_TEXT, AUGMENT(fold), "I/K", NULL, "set the I-th of K parts aside, likewise"},
    {"test", 0, OPTION_TEXT, FIELD(tests), "LIST", NULL,
     "what is tested on and not trained on: files, folders, suites, none (default: dev.json in "
     "DIR)"},
    {"leave-out", 0, OPTION_FLAG, AUGMENT(leave_out), NULL, NULL,
     "leave out questions that are tested on, instead of failing"},
    {"lexicon", 0, OPTION_TEXT, WORDS(lexicon), "DIR", NULL,
     "word lists that replace the built-in ones of the same name"},
    {"wordnet", 0, OPTION_TEXT, WORDS(wordnet), "DIR", NULL,
     "WordNet's files (default: where Debian's wordnet-base puts them)"},
    {"conceptnet", 0, OPTION_TEXT, WORDS(conceptnet), "FILE", NULL,
     "ConceptNet's assertions.csv, also .gz"},
    {"min-weight", 0, OPTION_NUMBER, WORDS(min_weight), "X", NULL,
     "of ConceptNet's edges (default: 1)"},
    {"vectors", 0, OPTION_TEXT, WORDS(vectors), "FILE", NULL,
     "word vectors as GloVe or word2vec write them, in text: another source of synonyms"},
    {"min-fluency-ratio", 0, OPTION_NUMBER, SUITE(min_fluency_ratio), "R", NULL,
     "no cases whose question is less than R times as fluent as the original (default: none)"},
    {"language-model", 0, OPTION_TEXT, SUITE(language_model), "FILE", NULL,
     "what fluency is judged by: a file of teql's or in ARPA format (default: built in)"},
    {"jobs", 'j', OPTION_WORKERS, SUITE(workers), "N", NULL,
     "worker threads (default: one per processor)"},
};

const struct option_list augment_options = {.items = OPTIONS,
                                            .count = sizeof OPTIONS / sizeof *OPTIONS};

/* Input */

/* What is trained on, where nobody says: in a folder, what is meant for it. */
static enum status find_questions(struct arena *a, struct dataset_source *from, struct err *e)
{
    static const char *const TRAINING[] = {"train.json", "train_spider.json"};
    struct path_info file;
    enum status status = OK;
    for (size_t i = 0; !from->questions && i < sizeof TRAINING / sizeof *TRAINING; i++) {
        const char *path = arena_printf(a, "%s/%s", from->data, TRAINING[i]).ptr;
        status = path_look(path, &file, e);
        if (status)
            return status;
        if (file.kind == PATH_FILE)
            from->questions = path;
    }
    return OK;
}

static enum status load_tests(const struct augment_args *args, const struct dataset_source *from,
                              struct tested_seeds *out, const struct listener *listener,
                              struct err *e)
{
    struct arena a = {0};
    struct layout layout;
    bool apart = args->options.holdout || args->options.fold;
    if (args->tests && strcmp(args->tests, "none") == 0)
        return OK;
    if (args->tests)
        return tested_seeds_load(out, args->tests, from, e);
    enum status status = layout_find(&layout, &a, from, e);
    if (status == OK)
        status = tested_seeds_find(out, from, layout.questions, apart, listener, e);
    arena_release(&a);
    return status;
}

/* What came of it */

static void print_row(struct str label, const struct sample_tally *t, bool quotas)
{
    printf("%-29.*s %10llu", STR_ARG(label), (unsigned long long)t->candidates);
    if (quotas)
        printf(" %8llu %8llu %8llu", (unsigned long long)t->quota, (unsigned long long)t->drawn,
               (unsigned long long)t->filled);
    else
        printf(" %8llu", (unsigned long long)t->filled);
    printf(" %8llu\n", (unsigned long long)(t->tried - t->good));
}

static void print_table(const struct augmented *m, bool quotas)
{
    struct sample_tally all = {0};
    struct arena a = {0};
    printf("%-29s %10s", "id   relation", "candidates");
    if (quotas)
        printf(" %8s %8s %8s %8s\n", "quota", "drawn", "filled", "rejected");
    else
        printf(" %8s %8s\n", "drawn", "rejected");
    for (uint32_t i = 0; i < m->n_relations; i++) {
        const struct sample_tally *t = &m->tallies[i];
        print_row(relation_label(&a, str_from(m->relations[i]->id)), t, quotas);
        all.candidates += t->candidates;
        all.quota += t->quota;
        all.drawn += t->drawn;
        all.filled += t->filled;
        all.tried += t->tried;
        all.good += t->good;
    }
    print_row(STR("     all"), &all, quotas);
    arena_release(&a);
}

static void tell_shortfalls(const struct augmented *m, const struct listener *l)
{
    if (m->cases < m->size)
        listener_notice(l, "%llu cases were asked for, and there are %llu",
                        (unsigned long long)m->size, (unsigned long long)m->cases);
    if (m->faults > 1)
        listener_notice(l, "%llu questions have no cases, since their queries cannot be used",
                        (unsigned long long)m->faults);
    if (m->untold)
        listener_notice(l,
                        "left out, for want of a gold query in Spider's grammar: %llu question%s",
                        (unsigned long long)m->untold, plural(m->untold));
    if (m->without_gold)
        listener_notice(l, "left out, for want of a gold query: %llu question%s",
                        (unsigned long long)m->without_gold, plural(m->without_gold));
    if (m->left_out)
        listener_notice(l, "left out, since systems are tested on them: %llu question%s",
                        (unsigned long long)m->left_out, plural(m->left_out));
}

static void tell(const struct augment_args *args, const struct augmented *m,
                 const struct listener *listener)
{
    const struct augment_options *o = &args->options;
    print_table(m, o->scheme != AUGMENT_RANDOM);
    tell_shortfalls(m, listener);
    printf("\ntraining  %s/%s: %llu originals and %llu cases\n", args->out,
           training_file((enum training_format)o->format), (unsigned long long)m->originals,
           (unsigned long long)m->cases);
    if (m->held_out)
        printf("held out  %s/holdout: %llu seeds with %llu cases\n", args->out,
               (unsigned long long)m->held_out, (unsigned long long)m->held_out_cases);
}

/* Stages */

static enum status make(const struct augment_args *args, const struct dataset *dataset,
                        const struct tested_seeds *tests, const struct listener *listener,
                        struct err *e)
{
    struct vocabulary words;
    struct augmented made;
    enum status status = missing_tell_source(dataset, args->db, &args->options.suite, listener, e);
    if (status == OK)
        status = vocabulary_load(&words, &args->words, dataset, listener, e);
    if (status)
        return status;
    const struct augment_order order = {.dataset = dataset,
                                        .words = &words,
                                        .options = &args->options,
                                        .tests = tests,
                                        .out = args->out};
    status = augment_make(&order, listener, &made, e);
    if (status == OK) {
        tell(args, &made, listener);
        augmented_release(&made);
    }
    vocabulary_release(&words);
    return status;
}

static enum status run(const struct augment_args *args, const struct dataset_source *from,
                       const struct listener *listener, struct err *e)
{
    struct dataset dataset;
    struct tested_seeds tests = {0};
    enum status status = dataset_load(&dataset, from, e);
    if (status)
        return status;
    status = load_tests(args, from, &tests, listener, e);
    if (status == OK)
        status = make(args, &dataset, &tests, listener, e);
    tested_seeds_release(&tests);
    dataset_release(&dataset);
    return status;
}

static enum status check_args(const struct augment_args *a, struct err *e)
{
    if (!a->data || !a->out)
        return err_set(e, E_USAGE, "--data and --out are needed");
    return augment_options_check(&a->options, e);
}

enum status augment_run(int argc, char **argv, struct err *e)
{
    struct augment_args args = {.options = augment_options_default, .words = {.min_weight = 1}};
    struct arena arena = {0};
    enum status status = options_parse(&augment_options, argc, argv, &args, e);
    if (status == OK)
        status = check_args(&args, e);
    struct listener listener = listen_on_stderr(false);
    struct dataset_source from = {.questions = args.questions, .databases = args.db};
    if (status == OK)
        status = data_folder(&arena, args.data, &from.data, e);
    if (status == OK)
        status = find_questions(&arena, &from, e);
    interrupt_watch();
    if (status == OK)
        status = run(&args, &from, &listener, e);
    arena_release(&arena);
    return status;
}
