/* import.c: `teql import`, published pairs of questions turned into a suite. */
#include "import/import.h"
#include "base/workers.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"
#include "cli/overlap_print.h"
#include "dataset/tested_questions.h"
#include "making/make_suite.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

struct import_args {
    struct operands pairs;
    const char *data, *questions, *db, *out, *set;
    bool proved_only;
};

#define FIELD(name) offsetof(struct import_args, name)

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset that the set was made of: its questions are the seeds"},
    {"questions", 0, OPTION_TEXT, FIELD(questions), "FILE", NULL,
     "the questions, in JSON or CSV (default: dev.json or questions.json, .jsonl, .csv in DIR)"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the databases, as db_id/db_id.sqlite (default: in DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "DIR", NULL, "the suite folder to make"},
    {"set", 0, OPTION_TEXT, FIELD(set), "NAME", NULL,
     "what to call the set (default: its own name, or that of the file)"},
    {"proved-only", 0, OPTION_FLAG, FIELD(proved_only), NULL, NULL,
     "leave out pairs whose claim is not proved by execution"},
};

const struct option_list import_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(pairs), true};

static uint64_t sum_of_outcomes(const uint64_t counts[PROOF_OUTCOMES])
{
    uint64_t n = 0;
    for (int i = 0; i < PROOF_OUTCOMES; i++)
        n += counts[i];
    return n;
}

static void print_imported_set(const struct manifest_relation *s)
{
    printf("%-25.*s %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64, STR_ARG(s->id),
           s->pairs, s->tally.generated, s->tally.proved, sum_of_outcomes(s->unproved),
           sum_of_outcomes(s->tally.rejected) + s->unpaired);
    overlap_print(&s->tally.overlap);
}

static void report_outcomes(const struct listener *listener, const char *what,
                            const uint64_t counts[PROOF_OUTCOMES])
{
    for (int k = 0; k < PROOF_OUTCOMES; k++)
        if (counts[k])
            listener_notice(listener, "%s, %s: %" PRIu64, what,
                            proof_outcome_name((enum proof_outcome)k), counts[k]);
}

static void add_imported_set(struct manifest_relation *all, const struct manifest_relation *set)
{
    all->pairs += set->pairs;
    all->unpaired += set->unpaired;
    for (int k = 0; k < PROOF_OUTCOMES; k++)
        all->unproved[k] += set->unproved[k];
    relation_tally_add(&all->tally, &set->tally);
}

/* A table of the sets, and why pairs are not proved, or were rejected. */
static void print_imported(const struct imported *m, const struct listener *listener)
{
    struct manifest_relation all = {.id = STR("all")};
    printf("%-25s %8s %8s %8s %8s %8s", "set", "pairs", "cases", "proved", "unproved", "rejected");
    overlap_print_titles();
    for (uint32_t i = 0; i < m->n_sets; i++) {
        print_imported_set(&m->sets[i]);
        add_imported_set(&all, &m->sets[i]);
    }
    print_imported_set(&all);
    report_outcomes(listener, "not proved", all.unproved);
    report_outcomes(listener, "rejected", all.tally.rejected);
    if (all.unpaired)
        listener_notice(listener, "rejected, no seed with the query: %" PRIu64, all.unpaired);
    if (m->without)
        listener_notice(listener,
                        "no database for %u of %u schemas that were changed, such as %.*s: answers "
                        "over them are not run",
                        m->without, m->schemas, STR_ARG(m->missing));
}

static enum status import_lists(const struct import_args *a, const struct dataset *dataset,
                                const struct pair_list *lists, struct err *e)
{
    struct listener listener = listen_on_stderr(false);
    const struct import_job job = {.dataset = dataset,
                                   .lists = lists,
                                   .n_lists = a->pairs.count,
                                   .out = a->out,
                                   .proved_only = a->proved_only};
    struct imported made;
    TRY(data_check(dataset, a->db, DATA_WITHOUT_DATABASE, &listener, e));
    interrupt_watch();
    TRY(import_suite(&job, &listener, &made, e));
    print_imported(&made, &listener);
    imported_release(&made);
    return OK;
}

static enum status import_pairs(const struct import_args *a, const struct dataset *dataset,
                                struct err *e)
{
    struct arena arena = {0};
    struct pair_list *lists = ARENA_ARRAY(&arena, struct pair_list, a->pairs.count);
    enum status status = OK;
    uint32_t n = 0;
    while (n < a->pairs.count && status == OK) {
        status = import_read(&lists[n], a->pairs.items[n], a->set, dataset, e);
        n += status == OK;
    }
    if (status == OK)
        status = import_lists(a, dataset, lists, e);
    while (n > 0)
        pairs_release(&lists[--n]);
    arena_release(&arena);
    return status;
}

/* Questions that each test an element are seeds by themselves: they do not come from others. */
static enum status import_tested(const struct import_args *a, struct dataset *dataset,
                                 struct err *e)
{
    struct listener listener = listen_on_stderr(false);
    struct suite_options options = suite_options_default;
    struct vocabulary words;
    struct made_suite made;
    uint64_t unknown;
    const struct word_sources usual = {.min_weight = 1};
    options.workers = workers_available();
    TRY(tested_questions_read(dataset, a->pairs.items[0], &unknown, e));
    TRY(vocabulary_load(&words, &usual, &dataset->schemas, &listener, e));
    const struct suite_job job = {.dataset = dataset,
                                  .words = &words,
                                  .options = &options,
                                  .out = a->out,
                                  .seeds_only = true};
    interrupt_watch();
    enum status status = suite_make(&job, &listener, &made, e);
    if (status == OK) {
        printf("%" PRIu64 " seeds, of which %" PRIu64 " cannot be run; %" PRIu64
               " left out, without a database\n",
               made.seeds, made.faults, unknown);
        made_suite_release(&made);
    }
    vocabulary_release(&words);
    return status;
}

enum status import_run(int argc, char **argv, struct err *e)
{
    struct import_args args = {0};
    struct dataset dataset;
    TRY(options_parse(&import_options, argc, argv, &args, e));
    if (args.pairs.count == 0 || !args.data || !args.out)
        return err_set(e, E_USAGE, "pairs, --data and --out are needed");
    bool tested = args.pairs.count == 1 && tested_questions_look(args.pairs.items[0]);
    const struct dataset_source from = {.data = args.data,
                                        .questions = args.questions,
                                        .databases = args.db,
                                        .schemas_do = tested,
                                        .schemas_only = tested};
    TRY(data_load(&dataset, from, e));
    enum status status =
        tested ? import_tested(&args, &dataset, e) : import_pairs(&args, &dataset, e);
    dataset_release(&dataset);
    return status;
}
