/* explain.c: `teql explain`, one case in full. */
#include "base/json_reader.h"
#include "base/printable.h"
#include "cli/command.h"
#include "cli/sources.h"
#include "relation/relation.h"
#include "report/case_text.h"

#include <stddef.h>
#include <stdio.h>

struct explain_args {
    struct operands ids;
    const char *scores, *suite, *predictions;
};

#define FIELD(name) offsetof(struct explain_args, name)

static const struct option OPTIONS[] = {
    {"scores", 0, OPTION_TEXT, FIELD(scores), "FILE", NULL,
     "the scores (default: teql-test/scores.json)"},
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL,
     "the suite folder (default: as the scores have it)"},
    {"predictions", 0, OPTION_TEXT, FIELD(predictions), "FILE", NULL,
     "the predictions (default: as the scores have it)"},
};

const struct option_list explain_options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS, FIELD(ids),
                                            true};

static const struct verdict *find_verdict(const struct scores *s, struct str id)
{
    for (uint32_t i = 0; i < s->n_cases; i++)
        if (str_eq(s->cases[i].id, id))
            return &s->cases[i];
    return NULL;
}

static uint32_t find_case(const struct suite *s, struct str id)
{
    uint32_t i = 0;
    while (i < s->n_cases && !str_eq(s->cases[i].id, id))
        i++;
    return i;
}

/* "PI: prefix insertion"; ptr NULL for one that is not ours. */
static struct str relation_title(struct arena *a, struct str id)
{
    const struct relation *r = relation_find(id);
    return r ? arena_printf(a, "%s: %s", r->id, r->name) : (struct str){NULL, 0};
}

static enum status explain_case(const struct scores *scores, struct sources *s, struct str id,
                                struct buf *out, struct err *e)
{
    const struct verdict *verdict = find_verdict(scores, id);
    uint32_t place = find_case(&s->suite, id);
    if (!verdict || place == s->suite.n_cases)
        return err_set(e, E_INPUT, "no case '%.*s': ids are like 0-PI-3 and seed-0", STR_ARG(id));
    const struct test_case *c = &s->suite.cases[place];
    const struct suite_schema *before, *after;
    enum status status = suite_schema(&s->suite, s->suite.seeds[c->seed].db_id, &before, e);
    if (status == OK)
        status = suite_schema(&s->suite, c->db_id, &after, e);
    if (status)
        return status;
    struct arena a = {0};
    const struct explained_case it = {.verdict = verdict,
                                      .relation = relation_title(&a, verdict->relation),
                                      .seed_right = &scores->seeds[verdict->seed].right,
                                      .seed_flaky = scores->seeds[verdict->seed].flaky,
                                      .seed = &s->suite.seeds[c->seed],
                                      .asked = c,
                                      .schema_before = before->schema,
                                      .schema_after = after->schema,
                                      .migration = after->migration,
                                      .before = s->predictions.seeds[c->seed],
                                      .after = s->predictions.cases[place]};
    case_text(out, &it);
    arena_release(&a);
    return OK;
}

static enum status explain_seed(const struct scores *scores, const struct sources *s,
                                struct str number, struct buf *out, struct err *e)
{
    uint32_t i = 0, place = s->suite.n_seeds;
    uint64_t n;
    if (json_count((struct json_value){JSON_KIND_NUMBER, number}, UINT32_MAX, &n))
        place = suite_find_seed(&s->suite, (uint32_t)n);
    while (i < scores->n_seeds && place < s->suite.n_seeds && scores->seeds[i].number != n)
        i++;
    if (place == s->suite.n_seeds || i == scores->n_seeds)
        return err_set(e, E_INPUT, "no seed '%.*s'", STR_ARG(number));
    seed_text(out, scores, i, &s->suite.seeds[place], s->predictions.seeds[place]);
    return OK;
}

static enum status explain(const struct scores *scores, struct sources *s, const char *id,
                           struct err *e)
{
    struct str mark = STR("seed-"), name = str_from(id);
    struct buf text = {0};
    enum status status =
        str_starts(name, mark) && name.len > mark.len
            ? explain_seed(scores, s, str_slice(name, mark.len, name.len), &text, e)
            : explain_case(scores, s, name, &text, e);
    if (status == OK) {
        printable_text(text.ptr, text.len);
        fwrite(text.ptr, 1, text.len, stdout);
    }
    buf_release(&text);
    return status;
}

static enum status explain_all(const struct explain_args *a, struct scores *scores, struct err *e)
{
    struct sources sources;
    enum status status = sources_open(&sources, scores, a->scores, a->suite, a->predictions, e);
    if (status)
        return status;
    for (uint32_t i = 0; i < a->ids.count && status == OK; i++) {
        if (i)
            putchar('\n');
        status = explain(scores, &sources, a->ids.items[i], e);
    }
    sources_close(&sources);
    return status;
}

enum status explain_run(int argc, char **argv, struct err *e)
{
    struct explain_args args = {.scores = "teql-test/scores.json"};
    struct scores scores;
    enum status status = options_parse(&explain_options, argc, argv, &args, e);
    if (status == OK && args.ids.count == 0)
        status = err_set(e, E_USAGE, "the id of a case is needed");
    if (status == OK)
        status = scores_open(&scores, args.scores, e);
    if (status)
        return status;
    status = explain_all(&args, &scores, e);
    scores_release(&scores);
    return status;
}
