/* import.c: `teql import`, published pairs of questions turned into a suite. */
#include "import/import.h"
#include "base/workers.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "cli/missing.h"
#include "dataset/data_folder.h"
#include "dataset/tested_questions.h"
#include "making/make_suite.h"

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

static uint64_t sum(const uint64_t counts[PROOF_OUTCOMES])
{
    uint64_t n = 0;
    for (int i = 0; i < PROOF_OUTCOMES; i++)
        n += counts[i];
    return n;
}

static void print_row(struct str set, const uint64_t figures[5])
{
    printf("%-28.*s", STR_ARG(set));
    for (int i = 0; i < 5; i++)
        printf(" %9llu", (unsigned long long)figures[i]);
    putchar('\n');
}

static void print_table(const struct imported *m)
{
    uint64_t all[5] = {0};
    printf("%-28s %9s %9s %9s %9s %9s\n", "set", "pairs", "cases", "proved", "unproved",
           "rejected");
    for (uint32_t i = 0; i < m->n_sets; i++) {
        const struct manifest_relation *s = &m->sets[i];
        const uint64_t figures[5] = {s->pairs, s->tally.generated, s->tally.proved,
                                     sum(s->unproved), sum(s->tally.rejected) + s->unpaired};
        print_row(s->id, figures);
        for (int k = 0; k < 5; k++)
            all[k] += figures[k];
    }
    print_row(STR("all"), all);
}

/* Why pairs are not proved, or were rejected. */
static void print_reasons(const struct imported *m, const struct listener *listener)
{
    uint64_t unproved[PROOF_OUTCOMES] = {0}, rejected[PROOF_OUTCOMES] = {0}, unpaired = 0;
    for (uint32_t i = 0; i < m->n_sets; i++) {
        unpaired += m->sets[i].unpaired;
        for (int k = 0; k < PROOF_OUTCOMES; k++) {
            unproved[k] += m->sets[i].unproved[k];
            rejected[k] += m->sets[i].tally.rejected[k];
        }
    }
    for (int k = 0; k < PROOF_OUTCOMES; k++)
        if (unproved[k])
            listener_notice(listener, "not proved, %s: %llu",
                            proof_outcome_name((enum proof_outcome)k),
                            (unsigned long long)unproved[k]);
    for (int k = 0; k < PROOF_OUTCOMES; k++)
        if (rejected[k])
            listener_notice(listener, "rejected, %s: %llu",
                            proof_outcome_name((enum proof_outcome)k),
                            (unsigned long long)rejected[k]);
    if (unpaired)
        listener_notice(listener, "rejected, no seed with the query: %llu",
                        (unsigned long long)unpaired);
    if (m->without)
        listener_notice(listener,
                        "no database for %u of %u schemas that were changed, such as %.*s: answers "
                        "over them are not run",
                        m->without, m->schemas, STR_ARG(m->missing));
}

static enum status import(const struct import_args *a, const struct dataset *dataset,
                          const struct pair_list *lists, struct err *e)
{
    struct listener listener = listen_on_stderr(false);
    const struct import_job job = {.dataset = dataset,
                                   .lists = lists,
                                   .n_lists = a->pairs.count,
                                   .out = a->out,
                                   .proved_only = a->proved_only};
    struct imported made;
    TRY(missing_tell_dataset(dataset, a->db, MISSING_FOR_CASES, &listener, e));
    interrupt_watch();
    TRY(import_suite(&job, &listener, &made, e));
    print_table(&made);
    print_reasons(&made, &listener);
    imported_release(&made);
    return OK;
}

static enum status read_lists(const struct import_args *a, const struct dataset *dataset,
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
        status = import(a, dataset, lists, e);
    while (n > 0)
        pairs_release(&lists[--n]);
    arena_release(&arena);
    return status;
}

/* Questions that each test an element are seeds by themselves: there is nothing that they come
 * from.
 */
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
        printf("%llu seeds, of which %llu cannot be run; %llu left out, without a database\n",
               (unsigned long long)made.seeds, (unsigned long long)made.faults,
               (unsigned long long)unknown);
        made_suite_release(&made);
    }
    vocabulary_release(&words);
    return status;
}

enum status import_run(int argc, char **argv, struct err *e)
{
    struct import_args args = {0};
    struct arena arena = {0};
    struct dataset dataset;
    enum status status = options_parse(&import_options, argc, argv, &args, e);
    if (status == OK && (args.pairs.count == 0 || !args.data || !args.out))
        status = err_set(e, E_USAGE, "pairs, --data and --out are needed");
    bool tested =
        status == OK && args.pairs.count == 1 && tested_questions_look(args.pairs.items[0]);
    struct dataset_source from = {.questions = args.questions,
                                  .databases = args.db,
                                  .schemas_do = tested,
                                  .schemas_only = tested};
    if (status == OK)
        status = data_folder(&arena, args.data, &from.data, e);
    if (status == OK)
        status = dataset_load(&dataset, &from, e);
    if (status == OK) {
        status = tested ? import_tested(&args, &dataset, e) : read_lists(&args, &dataset, e);
        dataset_release(&dataset);
    }
    arena_release(&arena);
    return status;
}
