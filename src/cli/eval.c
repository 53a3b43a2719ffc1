/* eval.c: `teql eval`, the official Spider scores. */
#include "base/path.h"
#include "cli/command.h"
#include "evaluate/evaluate.h"

#include <stddef.h>
#include <stdio.h>

enum eval_type { ETYPE_ALL, ETYPE_EXEC, ETYPE_MATCH };

struct eval_args {
    const char *gold, *pred, *table, *db, *json;
    int etype, mode;
    bool progress_bar;
    uint32_t workers;
    struct eval_rules rules; /* complete once the options are checked */
};

#define FIELD(name) offsetof(struct eval_args, name)

static const struct option OPTIONS[] = {
    {"gold", 0, OPTION_TEXT, FIELD(gold), "FILE", NULL,
     "gold queries, SQL<TAB>db_id on each line (- is standard input)"},
    {"pred", 0, OPTION_TEXT, FIELD(pred), "FILE", NULL,
     "predicted queries, one on each line (- is standard input)"},
    {"table", 0, OPTION_TEXT, FIELD(table), "FILE", NULL,
     "tables.json; not needed for execution alone"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL, "databases, DIR/db_id/*.sqlite"},
    {"etype", 0, OPTION_CHOICE, FIELD(etype), "all|exec|match", "all|exec|match",
     "what to score (default: exec)"},
    {"mode", 0, OPTION_CHOICE, FIELD(mode), "tse|spider|strict", "tse|spider|strict",
     "whose rules: test-suite-sql-eval's (default), spider's, or strict ones"},
    {"plug_value", 0, OPTION_FLAG, FIELD(rules.execution.plug_value), NULL, NULL,
     "also try the gold's values in the prediction"},
    {"keep_distinct", 0, OPTION_FLAG, FIELD(rules.execution.keep_distinct), NULL, NULL,
     "execute DISTINCT instead of removing it"},
    {"deadline", 0, OPTION_SECONDS, FIELD(rules.execution.deadline_ms), "SECONDS", NULL,
     "time for one query, and for all tries of --plug_value together (default: 30)"},
    {"json", 0, OPTION_TEXT, FIELD(json), "FILE", NULL,
     "write one JSON object per pair (- is standard output; the table then goes to standard "
     "error)"},
    {"texts", 0, OPTION_FLAG, FIELD(rules.texts), NULL, NULL,
     "--json: with both queries, as they are"},
    {"progress_bar_for_each_datapoint", 0, OPTION_FLAG, FIELD(progress_bar), NULL, NULL,
     "accepted for the official script's sake; does nothing"},
    {"jobs", 'j', OPTION_WORKERS, FIELD(workers), "N", NULL,
     "worker threads (default: one per processor)"},
};

const struct option_list eval_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* Output over input would destroy it. */
static enum status check_eval_output(const struct eval_args *a, struct err *e)
{
    const char *const inputs[] = {a->gold, a->pred, a->table};
    struct path_info out, in;
    TRY(path_look(a->json, &out, e));
    for (size_t i = 0; i < COUNT_OF(inputs) && out.kind == PATH_FILE; i++) {
        if (!inputs[i])
            continue;
        TRY(path_look(inputs[i], &in, e));
        if (in.device == out.device && in.node == out.node)
            return err_set(e, E_USAGE, "--json would overwrite '%s'", inputs[i]);
    }
    return OK;
}

static enum status check_eval_args(const struct eval_args *a, struct err *e)
{
    bool executes = a->etype != ETYPE_MATCH, matches = a->etype != ETYPE_EXEC;
    const struct misuse misuses[] = {
        {!a->gold || !a->pred, "--gold and --pred are needed"},
        {!a->table && !a->db, "--table or --db is needed"},
        {executes && !a->db, "execution needs --db (or use --etype match)"},
        {matches && !a->table, "exact match needs --table (or use --etype exec)"},
        {(!executes || a->mode == EVAL_SPIDER) &&
             (a->rules.execution.plug_value || a->rules.execution.keep_distinct),
         "--plug_value and --keep_distinct are about execution by the rules of "
         "test-suite-sql-eval"},
        {a->rules.texts && !a->json, "--texts is about --json"},
    };
    TRY(options_refuse(misuses, COUNT_OF(misuses), e));
    return a->json ? check_eval_output(a, e) : OK;
}

static void complete_rules(struct eval_args *a)
{
    struct eval_rules *r = &a->rules;
    r->mode = (enum eval_mode)a->mode;
    r->measures = (a->etype != ETYPE_MATCH ? MEASURE_EXEC : 0u) |
                  (a->etype != ETYPE_EXEC ? MEASURE_EXACT : 0u);
    r->execution.rule = a->mode == EVAL_SPIDER ? EXECUTION_SPIDER : EXECUTION_TSE;
    r->execution.keep_distinct = r->execution.keep_distinct || a->mode == EVAL_STRICT;
}

static void write_note(struct str text)
{
    fwrite(text.ptr, 1, text.len, stderr);
}

/* JSON lines on standard output are for programs: then the table goes to standard error. */
static enum status print_scores(const struct eval_args *a, const struct evaluation *made,
                                struct err *e)
{
    bool apart = a->json && strcmp(a->json, "-") == 0;
    spider_scores_print(apart ? stderr : stdout, &made->scores, a->rules.measures,
                        made->scores.interactions > 1, a->mode != EVAL_STRICT);
    enum status status = flush_output(e); /* before the note, if both go to one place */
    if (made->faults)
        fprintf(stderr, "%u gold quer%s at fault, left out of the scores\n", made->faults,
                made->faults == 1 ? "y" : "ies");
    if (made->late)
        fprintf(stderr, "%u of them took longer than %g s, which --deadline changes\n", made->late,
                a->rules.execution.deadline_ms / 1e3);
    return status;
}

static enum status score_pairs(const struct eval_args *a, struct pair_reader *reader, struct err *e)
{
    struct out_file json = {0};
    struct evaluation made;
    if (a->json)
        TRY(out_file_open(&json, a->json, e));
    const struct evaluation_job job = {.rules = &a->rules,
                                       .reader = reader,
                                       .workers = a->workers,
                                       .json = a->json ? &json : NULL,
                                       .note = write_note};
    enum status status = evaluate(&job, &made, e);
    if (status == OK)
        status = print_scores(a, &made, e);
    if (status == OK && a->json)
        return out_file_commit(&json, e);
    out_file_discard(&json);
    return status;
}

enum status eval_run(int argc, char **argv, struct err *e)
{
    struct eval_args args = {.etype = ETYPE_EXEC, .rules = {.execution = execution_defaults}};
    struct databases databases;
    struct pair_reader reader;
    TRY(options_parse(&eval_options, argc, argv, &args, e));
    TRY(check_eval_args(&args, e));
    complete_rules(&args);
    TRY(databases_init(&databases, args.table, args.db, args.rules.measures & MEASURE_EXEC, e));
    enum status status = pair_reader_open(&reader, args.gold, args.pred, &databases, e);
    if (status == OK) {
        status = score_pairs(&args, &reader, e);
        pair_reader_close(&reader);
    }
    databases_release(&databases);
    return status;
}
