/* generate.c: `teql generate`, a dataset turned into a suite. */
#include "base/number.h"
#include "base/out_folder.h"
#include "base/path.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "cli/missing.h"
#include "dataset/data_folder.h"
#include "making/make_suite.h"
#include "making/sampled_dataset.h"
#include "report/relation_label.h"

#include <stddef.h>
#include <stdio.h>

struct generate_args {
    const char *data, *questions, *db, *reads, *out;
    struct suite_options suite;
    struct word_sources words;
    const char *synonyms;        /* the address of who is asked for them; NULL for nobody */
    struct model_settings model; /* its address is that of the paraphraser */
};

#define FIELD(name) offsetof(struct generate_args, name)
#define SUITE(name) (FIELD(suite) + offsetof(struct suite_options, name))
#define WORDS(name) (FIELD(words) + offsetof(struct word_sources, name))
#define MODEL(name) (FIELD(model) + offsetof(struct model_settings, name))

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset: a folder as Spider or BIRD have it, a file of questions, a database; or mini"},
    {"questions", 0, OPTION_TEXT, FIELD(questions), "FILE", NULL,
     "the questions, in JSON or CSV (default: dev.json or questions.json, .jsonl, .csv in DIR)"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the databases, as db_id/db_id.sqlite (default: in DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "DIR", NULL, "the suite folder to make"},
    {"relations", 0, OPTION_RELATIONS, SUITE(relations), "LIST", NULL,
     "ids and families with commas between them, all, canonical; mt-teql by default"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, SUITE(canonical.field), __VA_ARGS__)
#include "canonical/canonical_option.def"
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, SUITE(field), __VA_ARGS__)
#include "making/suite_option.def"
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, SUITE(relation.field), __VA_ARGS__)
#include "relation/relation_option.def"
    {"reads", 0, OPTION_TEXT, FIELD(reads), "FILE", NULL,
     "a system's SQL, one line per question, where there is no gold query"},
#include "cli/word_options.def"
    {"vectors", 0, OPTION_TEXT, WORDS(vectors), "FILE", NULL,
     "word vectors as GloVe or word2vec write them, in text: another source of synonyms"},
    {"synonyms", 0, OPTION_TEXT, FIELD(synonyms), "URL", NULL,
     "http(s)://host/v1 of a language model that is asked for synonyms, for the relation syn"},
    {"paraphraser", 0, OPTION_TEXT, MODEL(address), "URL", NULL,
     "http(s)://host/v1 of a language model that rewords questions, for the relations NLQ-…"},
    {"paraphrase-texts", 0, OPTION_TEXT, MODEL(texts), "DIR", NULL,
     "what it is told: texts that replace the built-in ones of the same name"},
#include "cli/model_options.def"
    {"shard", 0, OPTION_SHARD, SUITE(shard), "I/N", NULL,
     "only the I-th of N parts; teql merge joins them (default: as Slurm and others say)"},
    {"jobs", 'j', OPTION_WORKERS, SUITE(workers), "N", NULL,
     "worker threads (default: one per processor)"},
};

const struct option_list generate_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* Both are asked by the same model, whose key is for one server alone. */
static enum status check_model(const struct generate_args *a, struct err *e)
{
    struct model_settings named = a->model;
    if (!named.address)
        named.address = a->synonyms;
    else if (a->synonyms && strcmp(a->synonyms, named.address) != 0)
        return err_set(e, E_USAGE,
                       "--paraphraser and --synonyms name two servers, and there is one --model; "
                       "make two suites");
    return model_settings_check(&named, "--paraphraser or --synonyms", e);
}

static enum status check_args(struct generate_args *a, struct err *e)
{
    if (!a->data || !a->out)
        return err_set(e, E_USAGE, "--data and --out are needed");
    a->model.ask.system.shard = a->suite.shard;
    enum status status = check_model(a, e);
    if (status == OK)
        status = suite_options_check(&a->suite, e);
    if (status == OK && a->model.address)
        status = suite_options_reword(&a->suite, e);
    return status || !a->synonyms ? status : suite_options_substitute(&a->suite, e);
}

/* Those who are asked for words, and where their replies are kept. */
struct helpers {
    struct paraphraser *paraphraser; /* NULL for none */
    struct model_settings synonym_settings;
    struct synonym_asker *synonyms; /* NULL for none */
    const char *cache;              /* NULL for none */
};

static enum status open_helpers(struct helpers *h, const struct generate_args *a,
                                struct arena *arena, struct err *e)
{
    enum status status = OK;
    h->synonym_settings = a->model;
    h->synonym_settings.address = a->synonyms;
    if (a->model.address || a->synonyms)
        status = model_cache_beside(&a->model.ask, a->out, arena, &h->cache, e);
    if (status == OK && a->model.address)
        status = paraphraser_open(&a->model, interrupt_flag(), &h->paraphraser, e);
    if (status == OK && a->synonyms)
        status = synonym_asker_open(&h->synonym_settings, interrupt_flag(), &h->synonyms, e);
    return status;
}

static void close_helpers(struct helpers *h)
{
    paraphraser_free(h->paraphraser);
    synonym_asker_free(h->synonyms);
}

/* A row of counts behind a label. */
static void print_row(struct str label, uint64_t seeds, uint64_t generated, uint64_t good)
{
    printf("%-29.*s %10llu %10llu %10llu %10llu\n", STR_ARG(label), (unsigned long long)seeds,
           (unsigned long long)generated, (unsigned long long)good,
           (unsigned long long)(generated - good));
}

/* What came of each relation. */
static void print_table(const struct made_suite *m, bool no_proof)
{
    uint64_t generated = 0, kept = 0;
    struct arena a = {0};
    printf("%-29s %10s %10s %10s %10s\n", "id   relation", "seeds", "generated",
           no_proof ? "unproved" : "proved", "rejected");
    for (uint32_t i = 0; i < m->n_relations; i++) {
        const struct relation_tally *t = &m->tallies[i];
        uint64_t good = no_proof ? t->generated - t->rejected[PROOF_NOT_FLUENT] : t->proved;
        print_row(relation_label(&a, str_from(m->relations[i]->id)), t->applicable, t->generated,
                  good);
        generated += t->generated;
        kept += good;
    }
    print_row(STR("     all"), m->seeds, generated, kept);
    arena_release(&a);
}

/* What came of each element. */
static void print_elements(const struct canonical *c)
{
    uint64_t seeds = 0, rejected = 0;
    printf("%-29s %10s %10s\n", "element", "seeds", "rejected");
    for (uint32_t i = 0; i < c->n_elements; i++) {
        const struct element_tally *t = &c->elements[i];
        uint64_t bad = 0;
        for (int k = 0; k < CANONICAL_SOUND; k++)
            bad += t->rejected[k];
        printf("%-29.*s %10llu %10llu\n", STR_ARG(t->element), (unsigned long long)t->seeds,
               (unsigned long long)bad);
        seeds += t->seeds;
        rejected += bad;
    }
    printf("%-29s %10llu %10llu\n", "all", (unsigned long long)seeds, (unsigned long long)rejected);
}

static void print_made(const struct generate_args *a, const struct suite_job *job,
                       const struct made_suite *made)
{
    if (job->canonical)
        print_elements(job->canonical);
    if (job->canonical && made->n_relations > 0)
        putchar('\n');
    if (!job->canonical || made->n_relations > 0)
        print_table(made, a->suite.no_proof);
}

static void tell(const struct generate_args *a, const struct suite_job *job,
                 const struct made_suite *made, const struct listener *listener)
{
    if (a->model.address)
        paraphrase_print(&made->paraphrased);
    if (a->synonyms)
        synonym_print(&made->asked);
    print_made(a, job, made);
    if (made->left_out)
        listener_notice(listener,
                        "left out of spider/dev.json, for want of a gold query in Spider's "
                        "grammar: %llu case%s; cases.jsonl has them",
                        (unsigned long long)made->left_out, plural(made->left_out));
}

/* With the words and the seeds that are known. */
static enum status make_suite(const struct generate_args *a, const struct suite_job *job,
                              const struct listener *listener, struct err *e)
{
    struct made_suite made;
    enum status status = suite_make(job, listener, &made, e);
    if (status == OK) {
        tell(a, job, &made, listener);
        made_suite_release(&made);
    }
    return status;
}

/* Canonical questions may take minutes: what is in the way is told before, unless it is a suite,
 * which may be the one that is wanted. */
static enum status check_out(const char *out, struct err *e)
{
    struct arena a = {0};
    struct path_info info;
    enum status status = path_look(arena_printf(&a, "%s/manifest.json", out).ptr, &info, e);
    if (status == OK && info.kind == PATH_ABSENT)
        status = out_folder_check(out, e);
    arena_release(&a);
    return status;
}

static enum status make(const struct generate_args *a, struct dataset *dataset,
                        const struct helpers *helpers, struct err *e)
{
    struct listener listener = listen_and_ask(a->model.ask.quiet, a->model.ask.yes);
    struct vocabulary words;
    struct canonical canonical = {0};
    enum status status = missing_tell_source(dataset, a->db, &a->suite, &listener, e);
    if (status == OK)
        status = vocabulary_load(&words, &a->words, &dataset->schemas, &listener, e);
    if (status)
        return status;
    bool wanted = suite_wants_canonical(dataset, &a->suite);
    interrupt_watch();
    if (wanted)
        status = check_out(a->out, e);
    if (wanted && status == OK)
        status = suite_canonical_seeds(dataset, &a->suite, &words, &listener, &canonical, e);
    const struct suite_job job = {.dataset = dataset,
                                  .words = &words,
                                  .options = &a->suite,
                                  .paraphraser = helpers->paraphraser,
                                  .paraphrases = helpers->cache,
                                  .synonyms = helpers->synonyms,
                                  .synonym_cache = helpers->cache,
                                  .canonical = wanted ? &canonical : NULL,
                                  .out = a->out,
                                  .proof_is_all = !a->suite.no_proof && !helpers->paraphraser &&
                                                  !helpers->synonyms};
    if (status == OK)
        status = make_suite(a, &job, &listener, e);
    canonical_release(&canonical);
    vocabulary_release(&words);
    return status;
}

/* Beside the suite, which names the folder. */
static enum status sample(const struct generate_args *a, struct dataset *dataset,
                          struct arena *arena, struct err *e)
{
    struct listener listener = listen_on_stderr(a->model.ask.quiet);
    const char *folder = arena_printf(arena, "%s.sample", a->out).ptr;
    return dataset_sample(dataset, a->suite.sample_rows, folder, &listener, e);
}

enum status generate_run(int argc, char **argv, struct err *e)
{
    struct generate_args args = {.suite = suite_options_default,
                                 .words = {.min_weight = 1},
                                 .model = model_settings_default};
    struct request_watch watch = {0};
    struct arena arena = {0};
    struct dataset dataset;
    struct helpers helpers = {0};
    args.model.ask.system.watch = &watch;
    enum status status = options_parse(&generate_options, argc, argv, &args, e);
    if (status == OK)
        status = check_args(&args, e);
    if (status == OK)
        status = open_helpers(&helpers, &args, &arena, e);
    struct dataset_source from = {
        .questions = args.questions, .databases = args.db, .schemas_do = true};
    if (status == OK)
        status = data_folder(&arena, args.data, &from.data, e);
    if (status == OK)
        status = dataset_load(&dataset, &from, e);
    if (status == OK) {
        if (args.reads)
            status = dataset_load_reads(&dataset, args.reads, e);
        if (status == OK && args.suite.sample_rows)
            status = sample(&args, &dataset, &arena, e);
        if (status == OK)
            status = make(&args, &dataset, &helpers, e);
        dataset_release(&dataset);
    }
    close_helpers(&helpers);
    arena_release(&arena);
    return status;
}
