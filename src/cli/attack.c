/* attack.c: `teql attack`, the worst case of each question for one system. */
#include "attacking/attack.h"

#include "base/number.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"
#include "cli/scores_files.h"
#include "report/facts.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

struct attack_args {
    struct test_job job;
    struct attack_options options;
};

#define FIELD(name)   offsetof(struct attack_args, name)
#define SETTING(name) FIELD(job.ask.name)

static const struct option OPTIONS[] = {
    {"system", 0, OPTION_SYSTEM, FIELD(job.system), "SPEC", NULL,
     "command:…, http(s)://… or builtin:NAME (default: builtin:keyword)"},
    {"data", 0, OPTION_TEXT, FIELD(job.data), "DIR|FILE|mini", NULL,
     "a folder as Spider or BIRD have it, a file of questions, a database (default: mini)"},
    {"questions", 0, OPTION_TEXT, FIELD(job.questions), "FILE", NULL,
     "the questions, in JSON or CSV (default: dev.json or questions.json, .jsonl, .csv in DIR)"},
    {"suite", 0, OPTION_TEXT, FIELD(job.seeds_of), "DIR", NULL,
     "the seeds of this suite, instead of --data"},
    {"out", 0, OPTION_TEXT, FIELD(job.out), "DIR", NULL, "where to work (default: teql-attack)"},
    {"relations", 0, OPTION_RELATIONS, FIELD(job.suite.relations), "LIST", NULL,
     "what may be changed: ids and families with commas between them (default: syn)"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(options.field), __VA_ARGS__)
#include "attack/attack_option.def"
#define FOR_ATTACK
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(job.suite.field), __VA_ARGS__)
#include "making/suite_option.def"
#define OPTION(kind, field, usual, ...)                                                            \
    OPTION_ROW(kind, FIELD(job.suite.relation.field), __VA_ARGS__)
#include "relation/relation_option.def"
    {"shard", 0, OPTION_SHARD, FIELD(job.suite.shard), "I/N", NULL,
     "only the I-th of N parts, each some blocks; teql merge joins them (default: as Slurm and "
     "others say)"},
    {"lexicon", 0, OPTION_TEXT, FIELD(job.words.lexicon), "DIR", NULL,
     "word lists that are added to the built-in ones of the same name"},
#define OPTION(kind, field, usual, ...) OPTION_ROW(kind, FIELD(job.score.field), __VA_ARGS__)
#include "score/score_option.def"
#undef FOR_ATTACK
#include "cli/ask_options.def"
};

const struct option_list attack_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* Plans */

static void print_attack_plan(const struct attack_result *p, const char *system)
{
    printf("questions %u of the data", p->seeds);
    if (p->seeds < p->drawn_of)
        printf(", drawn of %u", p->drawn_of);
    printf("; %" PRIu64 " single change%s can be tried on them, and up to %u together\n",
           p->changes, plural(p->changes), p->search.steps);
    attack_print_left_out(&(struct manifest_attack){.faulty_gold = p->search.faulty_gold,
                                                    .unchangeable = p->search.unchangeable});
    printf("budget    at most %" PRIu64 " question%s to %s: %u as they are, then up to %" PRIu64
           " to rank words, the rest to try changes\n",
           p->search.budget, plural(p->search.budget), system, p->seeds, p->ranks);
    puts("          attempts after a failure come on top (--retries)");
    puts("nothing was asked (--dry-run)");
}

static enum status plan_attack(const struct attack_args *args, struct testing *t, struct err *e)
{
    struct attack_result p;
    TRY(testing_plan_attack(t, &args->options, &p, e));
    print_attack_plan(&p, args->job.system);
    return OK;
}

/* Outcomes */

static void print_broken_by_changes(const struct manifest_attack *search)
{
    const char *lead = "          ";
    for (uint32_t i = 0; i < search->n_changes; i++)
        if (search->by_changes[i]) {
            printf("%s%" PRIu64 " by %u change%s", lead, search->by_changes[i], i + 1,
                   plural(i + 1));
            lead = ", ";
        }
    if (search->broken)
        putchar('\n');
}

static void print_broken_by_relation(const struct manifest_attack *search)
{
    const char *lead = "          ";
    for (uint32_t i = 0; i < search->n_relations; i++) {
        const struct breaking_relation *r = &search->relations[i];
        if (r->broken) {
            printf("%s%.*s %" PRIu64, lead, STR_ARG(r->id), r->broken);
            lead = ", ";
        }
    }
    if (search->broken)
        putchar('\n');
}

static void print_attack(const struct attack_result *r)
{
    const struct manifest_attack *s = &r->search;
    uint64_t attacked = s->broken + s->held + s->unfinished;
    printf("questions %" PRIu64 " spent of %" PRIu64 ": %" PRIu64 " asked, %" PRIu64
           " known; %" PRIu64 " round%s\n",
           s->questions, s->budget, r->asked, r->known, r->rounds, plural(r->rounds));
    printf("broken    %" PRIu64 " of %" PRIu64 " attacked (%.1f%%); %" PRIu64 " held, %" PRIu64
           " unfinished\n",
           s->broken, attacked, attacked ? 100.0 * (double)s->broken / (double)attacked : 0.0,
           s->held, s->unfinished);
    print_broken_by_changes(s);
    print_broken_by_relation(s);
    if (r->unshrunk)
        printf("          %u not shrunk, since the budget was spent\n", r->unshrunk);
    if (s->blocks_given_up)
        printf("given up  %" PRIu64 " block%s of questions, since the last ones got no answer\n",
               s->blocks_given_up, plural(s->blocks_given_up));
    attack_print_left_out(s);
}

static enum status score_attack(struct testing *t, struct err *e)
{
    const struct report_subject subject = {.scores = &t->scores, .sums = &t->sums};
    bool reused;
    TRY(testing_score(t, &reused, e));
    struct str by_gold = attack_facts_of(&t->arena, &t->scores).by_gold;
    if (by_gold.ptr)
        printf("by gold   %.*s\n", STR_ARG(by_gold));
    TRY(testing_place_scores(t, e));
    printf("suite     %s, with spider/dev.json\n", testing_file(t, "suite"));
    printf("scores    %s\n", testing_file(t, "scores.json"));
    TRY(folder_reports_write(t->job.out, &t->scores, &subject, t->job.hold, e));
    printf("report    %s\n", testing_file(t, "report.html"));
    return OK;
}

static enum status run_attack(const struct attack_args *args, const struct listener *listener,
                              struct testing *t, struct err *e)
{
    struct attack_result result;
    TRY(testing_open(t, &args->job, listener, e));
    TRY(data_check_source(&t->dataset, args->job.ask.db, &args->job.suite, listener, e));
    if (args->job.ask.dry_run)
        return plan_attack(args, t, e);
    TRY(testing_attack(t, &args->options, &result, e));
    if (t->synonyms)
        synonym_print(&t->asked);
    print_attack(&result);
    return score_attack(t, e);
}

static enum status check_attack_args(struct attack_args *a, struct err *e)
{
    enum { STEPS_MAX = 16 };
    data_share_options(&a->job.suite, &a->job.ask, &a->job.words);
    const struct misuse misuses[] = {
        {a->job.ask.repeat > 1, "an attack asks each question once: leave out --repeat"},
        {str_starts(str_from(a->job.system), STR("replay:")),
         "an attack makes questions of its own, and 'replay:' has no answers to them: name the "
         "system itself"},
        {a->job.seeds_of && a->job.data,
         "--suite takes the place of --data and --questions: leave out --data"},
        {a->job.seeds_of && a->job.questions,
         "--suite takes the place of --data and --questions: leave out --questions"},
    };
    TRY(options_refuse(misuses, COUNT_OF(misuses), e));
    if (!a->job.data)
        a->job.data = "mini";
    if (a->options.steps > STEPS_MAX)
        return err_set(e, E_USAGE, "--steps takes at most %d", STEPS_MAX);
    return OK;
}

enum status attack_run(int argc, char **argv, struct err *e)
{
    struct attack_args args = {.job = {.system = "builtin:keyword",
                                       .out = "teql-attack",
                                       .suite = suite_options_default,
                                       .ask = ask_settings_default,
                                       .score = score_options_default,
                                       .hold = HOLD_CASES},
                               .options = attack_options_default};
    struct request_watch watch = {0};
    struct testing t;
    args.job.ask.system.watch = &watch;
    args.job.suite.relations = "syn";
    TRY(options_parse(&attack_options, argc, argv, &args, e));
    TRY(check_attack_args(&args, e));
    struct listener listener = listen_and_ask(args.job.ask.quiet, args.job.ask.yes);
    interrupt_watch();
    enum status status = run_attack(&args, &listener, &t, e);
    testing_close(&t);
    return status;
}
