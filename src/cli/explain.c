/* explain.c: `teql explain`, one case in full. */
#include "asking/ask.h"
#include "asking/ask_batches.h"
#include "base/json_reader.h"
#include "base/number.h"
#include "base/printable.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "cli/scores_files.h"
#include "relation/relation.h"
#include "report/case_text.h"
#include "score/scores_walk.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct explain_args {
    struct operands ids;
    const char *scores, *suite, *predictions, *defence;
};

#define FIELD(name) offsetof(struct explain_args, name)

static const struct option OPTIONS[] = {
    {"scores", 0, OPTION_TEXT, FIELD(scores), "FILE", NULL,
     "the scores (default: teql-test/scores.json)"},
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL,
     "the suite folder (default: as the scores have it)"},
    {"predictions", 0, OPTION_TEXT, FIELD(predictions), "FILE", NULL,
     "the predictions (default: as the scores have it)"},
    {"defence", 0, OPTION_TEXT, FIELD(defence), "manual:FILE", NULL,
     "the names that the system was shown, if they came from a file"},
};

/* The seeds of the ids that were given, and no others. */
struct explaining {
    struct scores scores;
    struct source_files files;
    struct defence_names *names; /* that the system was shown; NULL for none, or if not known */
    struct defence *defence;     /* with them */
};

const struct option_list explain_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(ids), true};

/* The "12" of "seed-12"; ptr NULL for the id of a case. */
static struct str seed_of_id(const char *id)
{
    struct str mark = STR("seed-"), name = str_from(id);
    return str_starts(name, mark) && name.len > mark.len ? str_slice(name, mark.len, name.len)
                                                         : STR_NONE;
}

static bool read_seed_number(struct str text, uint32_t *out)
{
    uint64_t n;
    bool good = count_read(text, UINT32_MAX, &n);
    *out = good ? (uint32_t)n : 0;
    return good;
}

/* Cases and seeds */

/* Each finds a place, or the count if it is not there. */
static uint32_t find_verdict(const struct scores *s, struct str id)
{
    uint32_t i = 0;
    while (i < s->n_cases && !str_eq(s->cases[i].id, id))
        i++;
    return i;
}

static uint32_t find_case(const struct suite *s, struct str id)
{
    uint32_t i = 0;
    while (i < s->n_cases && !str_eq(s->cases[i].id, id))
        i++;
    return i;
}

static uint32_t find_scored_seed(const struct scores *s, uint32_t number)
{
    uint32_t i = 0;
    while (i < s->n_seeds && s->seeds[i].number != number)
        i++;
    return i;
}

/* "PI: prefix insertion"; ptr NULL for one that is not ours. */
static struct str relation_title(struct arena *a, struct str id)
{
    const struct relation *r = relation_find(id);
    return r ? arena_printf(a, "%s: %s", r->id, r->name) : STR_NONE;
}

/* The schema that a defence showed with the question at `place` of the suite; NULL without one. */
static enum status find_shown(struct explaining *x, uint32_t place, const struct schema **out,
                              struct err *e)
{
    struct arena a = {0};
    struct ask_request r = {.schema = NULL};
    enum status status =
        x->defence ? request_of(&x->files.batch, x->defence, place, &a, &r, e) : OK;
    *out = r.schema;
    arena_release(&a);
    return status;
}

/* Fill in the schemas before and after, as they are and as they were shown. */
static enum status find_schemas(struct explaining *x, const struct test_case *c, uint32_t place,
                                struct explained_case *out, struct err *e)
{
    struct suite *suite = &x->files.batch;
    const struct suite_schema *before, *after;
    TRY(suite_schema(suite, suite->seeds[c->seed].db_id, &before, e));
    TRY(suite_schema(suite, c->db_id, &after, e));
    out->schema_before = before->schema;
    out->schema_after = after->schema;
    out->migration = after->migration;
    TRY(find_shown(x, c->seed, &out->shown_before, e));
    return find_shown(x, suite->n_seeds + place, &out->shown_after, e);
}

static enum status explain_case(struct explaining *x, struct str id, struct buf *out, struct err *e)
{
    const struct suite *suite = &x->files.batch;
    const struct scores *scores = &x->scores;
    uint32_t scored = find_verdict(scores, id), place = find_case(suite, id);
    if (scored == scores->n_cases || place == suite->n_cases)
        return err_set(e, E_INPUT, "no case '%.*s': ids are like 0-PI-3 and seed-0", STR_ARG(id));
    struct arena a = {0};
    const struct verdict *verdict = &scores->cases[scored];
    const struct test_case *c = &suite->cases[place];
    struct explained_case it = {.verdict = verdict,
                                .relation = relation_title(&a, verdict->relation),
                                .seed_right = &scores->seeds[verdict->seed].right,
                                .seed_flaky = scores->seeds[verdict->seed].flaky,
                                .seed = &suite->seeds[c->seed],
                                .asked = c,
                                .before = x->files.answers.seeds[c->seed],
                                .after = x->files.answers.cases[place]};
    enum status status = find_schemas(x, c, place, &it, e);
    if (status == OK)
        case_text(out, &it);
    arena_release(&a);
    return status;
}

static enum status explain_seed(struct explaining *x, struct str text, struct buf *out,
                                struct err *e)
{
    struct suite *suite = &x->files.batch;
    const struct scores *scores = &x->scores;
    const struct suite_schema *schema;
    uint32_t number, place = suite->n_seeds, scored = scores->n_seeds;
    if (read_seed_number(text, &number)) {
        place = suite_find_seed(suite, number);
        scored = find_scored_seed(scores, number);
    }
    if (place == suite->n_seeds || scored == scores->n_seeds)
        return err_set(e, E_INPUT, "no seed '%.*s'", STR_ARG(text));
    struct explained_seed it = {
        .place = scored, .asked = &suite->seeds[place], .said = x->files.answers.seeds[place]};
    TRY(suite_schema(suite, it.asked->db_id, &schema, e));
    TRY(find_shown(x, place, &it.shown, e));
    it.schema = schema->schema;
    seed_text(out, scores, &it);
    return OK;
}

static enum status explain_id(struct explaining *x, const char *id, struct err *e)
{
    struct str seed = seed_of_id(id);
    struct buf text = {0};
    enum status status =
        seed.ptr ? explain_seed(x, seed, &text, e) : explain_case(x, str_from(id), &text, e);
    if (status == OK) {
        printable_text(text.ptr, text.len);
        fwrite(text.ptr, 1, text.len, stdout);
    }
    buf_release(&text);
    return status;
}

/* The defence in front of the system */

/* The defence that the settings name, for the suite. */
static enum status open_defence(struct explaining *x, const struct ask_settings *settings,
                                const struct listener *listener, struct err *e)
{
    struct arena a = {0};
    struct session_job job = {.system = "", .settings = settings};
    enum status status = defence_databases(&x->files.batch, &a, &job.databases, e);
    if (status == OK)
        status = defence_names_open(&job, listener, &x->names, e);
    x->defence = defence_open(x->names, &x->files.batch);
    arena_release(&a);
    return status;
}

/* The defence to open, a spec or NULL. `asked` is where the answers come from, `kind` their
 * defence. Names of word lists are found again; those that word vectors or a language model brought
 * are not. A file of names must be given. */
static const char *choose_defence(const struct provenance *asked, struct str kind,
                                  const char *given, struct arena *a,
                                  const struct listener *listener)
{
    bool automatic = str_eq(kind, STR("auto")) && (!given || strcmp(given, "auto") == 0);
    bool from_lists = !provenance_setting(a, asked, STR("vectors")).ptr &&
                      !provenance_setting(a, asked, STR("synonyms")).ptr;
    if (automatic && from_lists)
        return "auto";
    if (automatic)
        listener_notice(listener, "names that word vectors or a language model brought are not "
                                  "found again");
    else if (kind.ptr && !given)
        listener_notice(listener, "the system was shown names of a file: --defence manual:FILE "
                                  "tells which");
    return automatic ? NULL : given;
}

/* A file must be the one that the system was shown names of: answers have its digest only. */
static enum status find_defence(struct explaining *x, const char *given, struct err *e)
{
    struct arena a = {0};
    struct listener listener = listen_on_stderr(true);
    const struct provenance *asked = &x->scores.asked;
    struct str kind = provenance_setting(&a, asked, STR("defence"));
    struct str digest = provenance_setting(&a, asked, STR("names"));
    const struct ask_settings settings = {.defence =
                                              choose_defence(asked, kind, given, &a, &listener)};
    enum status status = settings.defence ? open_defence(x, &settings, &listener, e) : OK;
    if (x->names && !defence_names_are(x->names, kind, digest))
        status = err_set(e, E_INPUT, "--defence '%s': the system was not asked with these names",
                         settings.defence);
    arena_release(&a);
    return status;
}

/* Which seeds are needed */

struct wanted_seeds {
    struct arena arena;
    struct name_map cases; /* the ids that were given: UNFOUND, or FOUND */
    uint32_t n_unfound;
    uint32_t *numbers, n;
};

enum { FOUND, UNFOUND };

static void add_wanted_ids(struct wanted_seeds *w, const struct operands *ids)
{
    name_map_init_exact(&w->cases, &w->arena, ids->count);
    for (uint32_t i = 0; i < ids->count; i++) {
        struct str seed = seed_of_id(ids->items[i]), id = str_from(ids->items[i]);
        uint32_t number;
        if (seed.ptr && read_seed_number(seed, &number)) {
            ARENA_ADD(&w->arena, w->numbers, w->n, number);
        } else if (!seed.ptr && name_map_get(&w->cases, id) == NAME_NONE) {
            name_map_put(&w->cases, &w->arena, id, UNFOUND);
            w->n_unfound++;
        }
    }
}

/* The scores say which seed a case is of. */
static void find_seeds_of_cases(struct wanted_seeds *w, const struct scores *batch)
{
    for (uint32_t i = 0; i < batch->n_cases && w->n_unfound > 0; i++) {
        if (name_map_get(&w->cases, batch->cases[i].id) != UNFOUND)
            continue;
        name_map_put(&w->cases, &w->arena, arena_str(&w->arena, batch->cases[i].id), FOUND);
        ARENA_ADD(&w->arena, w->numbers, w->n, batch->seeds[batch->cases[i].seed].number);
        w->n_unfound--;
    }
}

/* Take only the seeds of the ids from all scores. */
static enum status pick_seeds(struct explaining *x, const struct operands *ids,
                              const struct scores *all, struct err *e)
{
    struct wanted_seeds w = {.n = 0};
    struct scores_walk walk = scores_walk(all);
    add_wanted_ids(&w, ids);
    for (const struct scores *batch; w.n_unfound > 0 && (batch = scores_walk_next(&walk));)
        find_seeds_of_cases(&w, batch);
    scores_walk_end(&walk);
    if (w.n > 0)
        qsort(w.numbers, w.n, sizeof *w.numbers, number_compare);
    scores_select(all, w.numbers, w.n, &x->scores);
    arena_release(&w.arena);
    return scores_status(all, e);
}

static enum status explain_ids(struct explaining *x, const struct explain_args *a,
                               const struct scores *all, struct err *e)
{
    TRY(pick_seeds(x, &a->ids, all, e));
    TRY(source_files_read(&x->files, &x->scores, e));
    TRY(find_defence(x, a->defence, e));
    for (uint32_t i = 0; i < a->ids.count; i++) {
        if (i)
            putchar('\n');
        TRY(explain_id(x, a->ids.items[i], e));
    }
    return OK;
}

static enum status explain_scores(const struct explain_args *a, struct scores *all, struct err *e)
{
    struct explaining x = {.names = NULL};
    TRY(sources_open(&x.files, all, a->scores, a->suite, a->predictions, e));
    enum status status = explain_ids(&x, a, all, e);
    defence_free(x.defence);
    defence_names_free(x.names);
    source_files_close(&x.files);
    arena_release(&x.scores.arena);
    return status;
}

enum status explain_run(int argc, char **argv, struct err *e)
{
    struct explain_args args = {.scores = "teql-test/scores.json"};
    struct scores scores;
    TRY(options_parse(&explain_options, argc, argv, &args, e));
    if (args.ids.count == 0)
        return err_set(e, E_USAGE, "the id of a case is needed");
    TRY(scores_open(&scores, args.scores, HOLD_CASES, e));
    enum status status = explain_scores(&args, &scores, e);
    scores_release(&scores);
    return status;
}
