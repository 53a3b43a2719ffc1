/* generate.c: `teql generate`, a dataset turned into a suite. */
#include "base/number.h"
#include "base/out_folder.h"
#include "base/path.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"
#include "cli/overlap_print.h"
#include "making/make_suite.h"
#include "report/relation_label.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

struct generate_args {
    const char *data, *questions, *db, *reads, *out;
    struct suite_options suite;
    struct word_sources words;
    const char *synonyms;        /* the address of a model that is asked for synonyms; or NULL */
    struct model_settings model; /* its address is that of the paraphraser */
};

#define FIELD(name) offsetof(struct generate_args, name)
#define MODEL(name) FIELD(model.ask.name)
#define WORDS(name) FIELD(words.name)

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset: a folder as Spider or BIRD have it, a file of questions, a database; or mini"},
    {"questions", 0, OPTION_TEXT, FIELD(questions), "FILE", NULL,
     "the questions, in JSON or CSV (default: dev.json or questions.json, .jsonl, .csv in DIR)"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the databases, as db_id/db_id.sqlite (default: in DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "DIR", NULL, "the suite folder to make"},
    {"relations", 0, OPTION_RELATIONS, FIELD(suite.relations), "LIST", NULL,
     "ids and families with commas between them, all, canonical; mt-teql by default"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(suite.canonical.field), __VA_ARGS__)
#include "canonical/canonical_option.def"
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(suite.field), __VA_ARGS__)
#include "making/suite_option.def"
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(suite.relation.field), __VA_ARGS__)
#include "relation/relation_option.def"
    {"reads", 0, OPTION_TEXT, FIELD(reads), "FILE", NULL,
     "a system's SQL, one line per question, for those without a gold query"},
#include "cli/word_options.def"
    {"vectors", 0, OPTION_TEXT, FIELD(model.ask.vectors), "FILE", NULL,
     "word vectors as GloVe or word2vec write them, in text: another source of synonyms"},
    {"synonyms", 0, OPTION_TEXT, FIELD(synonyms), "URL", NULL,
     "http(s)://host/v1 of a language model that is asked for synonyms, for the relation syn"},
    {"paraphraser", 0, OPTION_TEXT, FIELD(model.address), "URL", NULL,
     "http(s)://host/v1 of a language model that rewords questions, for the relations NLQ-…"},
    {"paraphrase-texts", 0, OPTION_TEXT, FIELD(model.texts), "DIR", NULL,
     "its instructions: texts that replace the built-in ones of the same name"},
#include "cli/model_options.def"
    {"shard", 0, OPTION_SHARD, FIELD(suite.shard), "I/N", NULL,
     "only the I-th of N parts; teql merge joins them (default: as Slurm and others say)"},
    {"jobs", 'j', OPTION_WORKERS, FIELD(model.ask.system.workers), "N", NULL,
     "worker threads (default: one per processor)"},
};

const struct option_list generate_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* There is one set of options for both models, and a key is for one server alone. */
static enum status check_one_model(const struct generate_args *a, struct err *e)
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

static enum status check_generate_args(struct generate_args *a, struct err *e)
{
    if (!a->data || !a->out)
        return err_set(e, E_USAGE, "--data and --out are needed");
    data_share_options(&a->suite, &a->model.ask, &a->words);
    TRY(check_one_model(a, e));
    TRY(suite_options_check(&a->suite, e));
    if (a->model.address)
        TRY(suite_options_reword(&a->suite, e));
    return a->synonyms ? suite_options_substitute(&a->suite, e) : OK;
}

/* The language models that are asked for words, and where their replies are kept. */
struct helpers {
    struct arena arena;
    struct paraphraser *paraphraser; /* or NULL */
    struct model_settings synonym_settings;
    struct synonym_asker *synonyms; /* or NULL */
    const char *cache;              /* or NULL */
};

static enum status open_helpers(struct helpers *h, const struct generate_args *a, struct err *e)
{
    h->synonym_settings = a->model;
    h->synonym_settings.address = a->synonyms;
    if (a->model.address || a->synonyms)
        TRY(model_cache_beside(&a->model.ask, a->out, &h->arena, &h->cache, e));
    if (a->model.address)
        TRY(paraphraser_open(&a->model, interrupt_flag(), &h->paraphraser, e));
    return a->synonyms ? synonym_asker_open(&h->synonym_settings, interrupt_flag(), &h->synonyms, e)
                       : OK;
}

static void close_helpers(struct helpers *h)
{
    paraphraser_free(h->paraphraser);
    synonym_asker_free(h->synonyms);
    arena_release(&h->arena);
}

/* What was made */

static void print_counts(struct str label, const uint64_t *counts, uint32_t n)
{
    printf("%-29.*s", STR_ARG(label));
    for (uint32_t i = 0; i < n; i++)
        printf(" %9" PRIu64, counts[i]);
}

static void print_relation(struct str label, const struct relation_tally *t, bool no_proof)
{
    uint64_t good = no_proof ? t->generated - t->rejected[PROOF_NOT_FLUENT] : t->proved;
    print_counts(label, (const uint64_t[]){t->applicable, t->generated, good, t->generated - good},
                 4);
    overlap_print(&t->overlap);
}

static void print_relations_made(const struct made_suite *m, bool no_proof)
{
    struct relation_tally all = {0};
    struct arena a = {0};
    printf("%-29s %9s %9s %9s %9s", "id   relation", "seeds", "generated",
           no_proof ? "unproved" : "proved", "rejected");
    overlap_print_titles();
    for (uint32_t i = 0; i < m->n_relations; i++) {
        print_relation(relation_label(&a, str_from(m->relations[i]->id)), &m->tallies[i], no_proof);
        relation_tally_add(&all, &m->tallies[i]);
    }
    all.applicable = m->seeds;
    print_relation(STR("     all"), &all, no_proof);
    arena_release(&a);
}

static void print_elements(const struct canonical *c)
{
    enum { SEEDS, REJECTED, N_COUNTS };
    uint64_t all[N_COUNTS] = {0};
    printf("%-29s %9s %9s\n", "element", "seeds", "rejected");
    for (uint32_t i = 0; i < c->n_elements; i++) {
        const struct element_tally *t = &c->elements[i];
        uint64_t counts[N_COUNTS] = {[SEEDS] = t->seeds};
        for (int k = 0; k < CANONICAL_SOUND; k++)
            counts[REJECTED] += t->rejected[k];
        print_counts(t->element, counts, N_COUNTS);
        putchar('\n');
        all[SEEDS] += counts[SEEDS];
        all[REJECTED] += counts[REJECTED];
    }
    print_counts(STR("all"), all, N_COUNTS);
    putchar('\n');
}

static void print_suite_made(const struct generate_args *a, const struct suite_job *job,
                             const struct made_suite *made, const struct listener *listener)
{
    bool has_table = !job->canonical || made->n_relations > 0;
    if (a->model.address)
        paraphrase_print(&made->paraphrased);
    if (a->synonyms)
        synonym_print(&made->asked);
    if (job->canonical)
        print_elements(job->canonical);
    if (job->canonical && has_table)
        putchar('\n');
    if (has_table)
        print_relations_made(made, a->suite.no_proof);
    if (made->left_out)
        listener_notice(listener,
                        "left out of spider/dev.json, without a gold query in Spider's grammar: "
                        "%" PRIu64 " case%s; cases.jsonl has them",
                        made->left_out, plural(made->left_out));
}

/* Stages */

/* Canonical questions may take minutes. So a folder that is in the way is reported before, unless
 * it is a suite, which may be the one that is wanted. */
static enum status check_suite_folder(const char *out, struct err *e)
{
    struct arena a = {0};
    struct path_info info;
    enum status status = path_look(arena_printf(&a, "%s/manifest.json", out).ptr, &info, e);
    if (status == OK && info.kind == PATH_ABSENT)
        status = out_folder_check(out, e);
    arena_release(&a);
    return status;
}

/* The words are in the job. */
static enum status make_suite(const struct generate_args *a, struct dataset *dataset,
                              struct suite_job *job, const struct listener *listener, struct err *e)
{
    struct canonical canonical = {0};
    struct made_suite made;
    if (suite_wants_canonical(dataset, &a->suite)) {
        TRY(check_suite_folder(a->out, e));
        TRY(suite_canonical_seeds(dataset, &a->suite, job->words, listener, &canonical, e));
        job->canonical = &canonical;
    }
    enum status status = suite_make(job, listener, &made, e);
    if (status == OK) {
        print_suite_made(a, job, &made, listener);
        made_suite_release(&made);
    }
    canonical_release(&canonical);
    return status;
}

static enum status generate_dataset(const struct generate_args *a, struct dataset *dataset,
                                    const struct helpers *helpers, struct err *e)
{
    struct listener listener = listen_and_ask(a->model.ask.quiet, a->model.ask.yes);
    struct vocabulary words;
    if (a->reads)
        TRY(dataset_load_reads(dataset, a->reads, e));
    TRY(data_sample(dataset, a->suite.sample_rows, a->out, &listener, e));
    TRY(data_check_source(dataset, a->db, &a->suite, &listener, e));
    TRY(vocabulary_load(&words, &a->words, &dataset->schemas, &listener, e));
    struct suite_job job = {.dataset = dataset,
                            .words = &words,
                            .options = &a->suite,
                            .paraphraser = helpers->paraphraser,
                            .paraphrases = helpers->cache,
                            .synonyms = helpers->synonyms,
                            .synonym_cache = helpers->cache,
                            .out = a->out,
                            .proof_is_all =
                                !a->suite.no_proof && !helpers->paraphraser && !helpers->synonyms};
    interrupt_watch();
    enum status status = make_suite(a, dataset, &job, &listener, e);
    vocabulary_release(&words);
    return status;
}

enum status generate_run(int argc, char **argv, struct err *e)
{
    struct generate_args args = {.suite = suite_options_default,
                                 .words = {.min_weight = 1},
                                 .model = model_settings_default};
    struct request_watch watch = {0};
    struct dataset dataset;
    struct helpers helpers = {.cache = NULL};
    args.model.ask.system.watch = &watch;
    TRY(options_parse(&generate_options, argc, argv, &args, e));
    TRY(check_generate_args(&args, e));
    const struct dataset_source from = {
        .data = args.data, .questions = args.questions, .databases = args.db, .schemas_do = true};
    enum status status = open_helpers(&helpers, &args, e);
    if (status == OK)
        status = data_load(&dataset, from, e);
    if (status == OK) {
        status = generate_dataset(&args, &dataset, &helpers, e);
        dataset_release(&dataset);
    }
    close_helpers(&helpers);
    return status;
}
