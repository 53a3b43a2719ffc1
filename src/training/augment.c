/* augment.c: choosing seeds, drawing the sample, writing it. */
#include "training/augment.h"

#include "base/number.h"
#include "kin/seed_split.h"
#include "store/copy_notice.h"
#include "training/augment_manifest.h"
#include "training/augmenting.h"
#include "training/error_rates.h"
#include "training/quota.h"

struct augment_options augment_options_default(void)
{
    return (struct augment_options){
        .suite = suite_options_default,
#define OPTION OPTION_USUAL
#include "training/augment_option.def"
    };
}

/* Folders in that of the training set: suites of the seeds that were set aside, and of those to
 * train on. */
static const char HOLDOUT[] = "holdout", SEEDS[] = "seeds";

/* Which part is set aside; an empty one for none. */
static enum status read_part(const struct augment_options *o, struct seed_part *out, struct err *e)
{
    *out = (struct seed_part){0, 0};
    if (o->holdout && o->fold)
        return err_set(e, E_USAGE, "--holdout and --fold both say what is set aside: name one");
    return o->holdout ? seed_part_share(o->holdout, out, e)
           : o->fold  ? seed_part_fold(o->fold, out, e)
                      : OK;
}

enum status augment_options_check(struct augment_options *o, struct err *e)
{
    struct seed_part part;
    if (o->scheme != AUGMENT_ADAPTIVE && o->rates)
        return err_set(e, E_USAGE, "--rates is for --scheme adaptive");
    if (o->template_path && o->format != TRAINING_CHAT)
        return err_set(e, E_USAGE, "--template is for --format chat");
    enum status status = read_part(o, &part, e);
    if (status == OK)
        status = suite_options_check(&o->suite, e);
    if (status == OK && o->suite.chosen.count == 0)
        status = err_set(e, E_USAGE, "no relation to make cases by");
    return status;
}

/* Seeds */

static enum status tested_error(const struct seed *s, const struct tested_seed *kin, struct err *e)
{
    struct arena a = {0};
    enum status status =
        err_set(e, E_INPUT,
                "question %u asks for the same on the same schema as %.*s, which systems are "
                "tested on; --leave-out leaves such questions out",
                s->number, STR_ARG(tested_seed_name(&a, kin)));
    arena_release(&a);
    return status;
}

static void name_question(struct augmenting *g, struct question_names *names, uint32_t number)
{
    struct arena *a = &g->made->arena;
    ARENA_PUSH(a, names->items, names->count);
    names->items[names->count++] = arena_printf(a, "%u", number);
}

static enum status nothing_to_train_on(const struct augmenting *g, struct err *e)
{
    err_set(e, E_INPUT, "no question with a gold query to train on%s",
            g->made->left_out.count ? ", but for those that systems are tested on" : "");
    if (g->job->questions)
        err_in_file(e, g->job->questions);
    return E_INPUT;
}

/* Those with a gold that nobody tests with. */
static enum status find_seeds(struct augmenting *g, struct err *e)
{
    const struct dataset *d = g->job->dataset;
    g->seeds = ARENA_ARRAY(&g->arena, struct seed, d->n_seeds);
    g->keys = ARENA_ARRAY(&g->arena, struct seed_keys, d->n_seeds);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        const struct seed *s = &d->seeds[i];
        const struct seed_keys keys = seed_keys_of(s);
        const struct tested_seed *kin = tested_seeds_kin(g->job->tests, &keys);
        if (kin && !g->options->leave_out)
            return tested_error(s, kin, e);
        if (kin || !s->query.ptr) {
            name_question(g, kin ? &g->made->left_out : &g->made->without_gold, s->number);
            continue;
        }
        g->keys[g->n_seeds] = keys;
        g->seeds[g->n_seeds++] = *s;
    }
    return g->n_seeds ? OK : nothing_to_train_on(g, e);
}

/* Of which `kin` are of one group. */
static enum status no_two_parts(const struct augmenting *g, uint32_t kin, struct err *e)
{
    struct arena a = {0};
    struct str why = STR("");
    if (kin > 1 && kin == g->n_held + g->n_seeds)
        why = STR("; they are all kin, and kin stay together");
    else if (kin > 1)
        why = arena_printf(&a,
                           "; %u of them are kin and stay together: another share or another "
                           "--seed may do",
                           kin);
    err_set(e, E_INPUT, "too few questions: %u would be set aside, and %u trained on%.*s",
            g->n_held, g->n_seeds, STR_ARG(why));
    arena_release(&a);
    return E_INPUT;
}

/* Move a part of them aside. */
static enum status set_aside(struct augmenting *g, struct err *e)
{
    struct seed_part part;
    enum status status = read_part(g->options, &part, e);
    if (status || part.to <= part.from)
        return status;
    bool *inside = ARENA_ARRAY(&g->arena, bool, g->n_seeds);
    uint32_t n = g->n_seeds;
    uint32_t kin = seed_split(g->keys, n, g->options->suite.random_seed, part, inside);
    g->held = ARENA_ARRAY(&g->arena, struct seed, n);
    g->n_seeds = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (inside[i]) {
            g->held[g->n_held++] = g->seeds[i];
            continue;
        }
        g->keys[g->n_seeds] = g->keys[i];
        g->seeds[g->n_seeds++] = g->seeds[i];
    }
    tested_seeds_add(&g->aside, g->held, g->n_held, STR("the seeds that are set aside"));
    tested_seeds_settle(&g->aside);
    return g->n_held && g->n_seeds ? OK : no_two_parts(g, kin, e);
}

/* What is set aside or tested on, and kin to a seed or a case of these keys; NULL for nothing. */
static const struct tested_seed *find_kin(const struct augmenting *g, const struct seed_keys *keys)
{
    const struct tested_seed *kin = tested_seeds_kin(&g->aside, keys);
    return kin ? kin : tested_seeds_kin(g->job->tests, keys);
}

enum status augmenting_check_seed(const struct augmenting *g, uint32_t place, struct err *e)
{
    const struct tested_seed *kin = find_kin(g, &g->keys[place]);
    return kin ? tested_error(&g->seeds[place], kin, e) : OK;
}

enum status augmenting_check_case(struct augmenting *g, const struct training_example *x,
                                  struct err *e)
{
    struct arena a = {0};
    const struct seed_keys keys = training_set_keys(&g->set, x);
    const struct tested_seed *kin = find_kin(g, &keys);
    enum status status = OK;
    if (kin)
        status = err_set(e, E_INPUT,
                         "case %.*s asks for the same on the same schema as %.*s, which systems "
                         "are tested on",
                         STR_ARG(x->made->id), STR_ARG(tested_seed_name(&a, kin)));
    arena_release(&a);
    return status;
}

enum sample_outcome augmenting_judge(struct augmenting *g, const struct training_example *x)
{
    if (!training_set_can_tell(&g->set, x))
        return SAMPLE_REJECTED;
    const struct seed_keys keys = training_set_keys(&g->set, x);
    return find_kin(g, &keys) ? SAMPLE_TESTED : SAMPLE_GOOD;
}

/* A suite of what was set aside is asked with its cases. Who wrote a training question that is one
 * of these cases did not know; it is not trained on. */
static enum status leave_out_cases_aside(struct augmenting *g, const char *suite, struct err *e)
{
    uint32_t n = g->n_seeds;
    enum status status =
        tested_seeds_add_suite(&g->aside, suite, STR("the suite that is set aside"), e);
    if (status)
        return status;
    tested_seeds_settle(&g->aside);
    g->n_seeds = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (tested_seeds_kin(&g->aside, &g->keys[i])) {
            name_question(g, &g->made->left_out, g->seeds[i].number);
            continue;
        }
        g->keys[g->n_seeds] = g->keys[i];
        g->seeds[g->n_seeds++] = g->seeds[i];
    }
    return g->n_seeds ? OK
                      : err_set(e, E_INPUT,
                                "too few questions: all are cases of those that are set aside");
}

/* The suite of a part of the seeds, in the folder of the training set. Cases are made as those to
 * train on are. */
static enum status make_suite(struct augmenting *g, struct seed *seeds, uint32_t n,
                              const char *name, uint64_t *cases, struct err *e)
{
    struct dataset part = *g->job->dataset;
    struct made_suite made;
    part.seeds = seeds;
    part.n_seeds = n;
    const struct suite_job job = {.dataset = &part,
                                  .words = g->job->words,
                                  .options = &g->options->suite,
                                  .out = out_folder_file(&g->set.folder, name),
                                  .seeds_only = cases == NULL};
    enum status status = suite_make(&job, g->listener, &made, e);
    if (status)
        return status;
    for (uint32_t i = 0; cases && i < made.n_relations; i++)
        *cases += made.tallies[i].proved;
    made_suite_release(&made);
    return OK;
}

/* Drawing */

static void note_fault(struct augmenting *g, uint32_t place, struct str fault)
{
    if (!fault.len || g->faulty[place])
        return;
    g->faulty[place] = true;
    if (g->made->faults.count == 0)
        listener_notice(g->listener, "question %u has no cases, its query cannot be used: %.*s",
                        g->seeds[place].number, STR_ARG(fault));
    name_question(g, &g->made->faults, g->seeds[place].number);
}

/* Seeds in a run, and what came of it so far. */
struct counting {
    struct augmenting *augmenting;
    uint32_t place;   /* of the next seed */
    uint32_t *counts; /* of one seed, by relation */
};

static enum status count_cases(void *ctx, const struct made_seed *s, struct err *e)
{
    struct counting *c = ctx;
    struct augmenting *g = c->augmenting;
    uint32_t place = c->place++, n = g->rules.rules.n_relations;
    (void)e;
    memset(c->counts, 0, n * sizeof *c->counts);
    for (uint32_t i = 0; i < s->n_cases; i++)
        c->counts[s->drawn[i].relation]++;
    for (uint32_t r = 0; r < n; r++)
        if (c->counts[r])
            sample_add(&g->sample, place, s->seed.number, r,
                       str_from(g->rules.rules.relations[r]->id), c->counts[r]);
    note_fault(g, place, s->fault);
    return OK;
}

static enum status count_all(struct augmenting *g, struct err *e)
{
    struct generate_rules rules = g->rules.rules;
    struct counting c = {.augmenting = g};
    c.counts = ARENA_ARRAY(&g->arena, uint32_t, rules.n_relations);
    rules.draw_only = true;
    return generate_cases(&rules, g->seeds, g->n_seeds, count_cases, &c, e);
}

/* Quotas, in the order of the relations; NULL for none. */
static enum status find_quotas(struct augmenting *g, uint64_t **out, struct err *e)
{
    const struct relation_choice *relations = &g->options->suite.chosen;
    uint64_t *quotas = ARENA_ARRAY(&g->arena, uint64_t, relations->count);
    double *rates = ARENA_ARRAY(&g->arena, double, relations->count), sum = 0;
    struct str missing;
    *out = g->options->scheme == AUGMENT_RANDOM ? NULL : quotas;
    if (g->options->scheme == AUGMENT_STRATIFIED)
        quota_even(g->made->size, relations->count, quotas);
    if (g->options->scheme != AUGMENT_ADAPTIVE)
        return OK;
    enum status status =
        error_rates_read(&g->arena, g->options->rates, relations, rates, &missing, e);
    if (status)
        return status;
    quota_by_rates(g->made->size, rates, relations->count, quotas);
    for (uint32_t i = 0; i < relations->count; i++)
        sum += rates[i];
    if (missing.len)
        listener_notice(g->listener, "%s has no judged case of %.*s: they have no quota",
                        g->options->rates, STR_ARG(missing));
    if (sum <= 0)
        listener_notice(g->listener,
                        "%s has no errors to go by: all cases are drawn alike, as random does",
                        g->options->rates);
    return OK;
}

/* A part of the seeds, and which cases of each are wanted. */
struct picked_seeds {
    struct augmenting *augmenting;
    struct arena arena;
    struct seed *seeds;
    struct pick_list *picks;
    uint32_t *first; /* by seed: its first request, one more for the end */
    uint32_t count;
    uint32_t next; /* the seed that is handed on next */
};

/* Of the sample's requests, which stand by seed. */
static void find_picked(struct augmenting *g, struct picked_seeds *p)
{
    const struct sample *s = &g->sample;
    *p = (struct picked_seeds){.augmenting = g};
    struct case_pick *items = ARENA_ARRAY(&p->arena, struct case_pick, s->n_wanted);
    p->seeds = ARENA_ARRAY(&p->arena, struct seed, g->n_seeds);
    p->picks = ARENA_ARRAY(&p->arena, struct pick_list, g->n_seeds);
    p->first = ARENA_ARRAY(&p->arena, uint32_t, (size_t)g->n_seeds + 1);
    for (size_t i = 0; i < s->n_wanted; i++) {
        const struct sample_request *r = &s->wanted[i];
        items[i] = (struct case_pick){r->relation, r->index};
        if (i == 0 || s->wanted[i - 1].place != r->place) {
            p->seeds[p->count] = g->seeds[r->place];
            p->picks[p->count] = (struct pick_list){&items[i], 0};
            p->first[p->count++] = (uint32_t)i;
        }
        p->picks[p->count - 1].count++;
    }
    p->first[p->count] = (uint32_t)s->n_wanted;
}

static enum status run_picked(struct augmenting *g, bool draw_only, generate_take *take,
                              struct err *e)
{
    struct generate_rules rules = g->rules.rules;
    struct picked_seeds p;
    find_picked(g, &p);
    rules.draw_only = draw_only;
    rules.picks = p.picks;
    enum status status = generate_cases(&rules, p.seeds, p.count, take, &p, e);
    arena_release(&p.arena);
    return status;
}

/* Why the case was not proved. The tally has as many that are not fluent as it says, in some order;
 * it is counted down. Of relations whose cases are proved while they are drawn it also counts what
 * nobody asked for: there, all that is asked for is proved. */
static enum sample_outcome unproved(struct relation_tally *t)
{
    if (t->rejected[PROOF_NOT_FLUENT] == 0)
        return SAMPLE_REJECTED;
    t->rejected[PROOF_NOT_FLUENT]--;
    return SAMPLE_NOT_FLUENT;
}

/* Tell the sample what came of its requests of one seed. Cases stand in the order of requests. */
static enum status tell_sample(void *ctx, const struct made_seed *s, struct err *e)
{
    struct picked_seeds *p = ctx;
    struct augmenting *g = p->augmenting;
    uint32_t seed = p->next++, at = 0;
    (void)e;
    if (!g->on_empty)
        g->on_empty = arena_zalloc(&g->arena, g->sample.count * sizeof *g->on_empty);
    note_fault(g, g->sample.wanted[p->first[seed]].place, s->fault);
    for (uint32_t i = p->first[seed]; i < p->first[seed + 1]; i++) {
        const struct sample_request *r = &g->sample.wanted[i];
        bool proved = at < s->n_cases && s->drawn[at].relation == r->relation &&
                      s->drawn[at].index == r->index;
        const struct training_example x = {&s->seed, proved ? &s->cases[at] : NULL};
        g->on_empty[r->number] = proved && case_proved_on_empty(&s->cases[at].proof);
        sample_take(&g->sample, r->number,
                    proved ? augmenting_judge(g, &x) : unproved(&s->tallies[r->relation]));
        at += proved;
    }
    return OK;
}

static enum status draw_sample(struct augmenting *g, struct err *e)
{
    uint64_t *quotas;
    g->made->size = g->options->size == AUGMENT_AS_MANY ? g->n_seeds : (uint64_t)g->options->size;
    enum status status = find_quotas(g, &quotas, e);
    if (status == OK && g->made->size > 0)
        status = count_all(g, e);
    if (status)
        return status;
    sample_settle(&g->sample, g->made->size, quotas);
    while (status == OK && sample_step(&g->sample))
        status = run_picked(g, false, tell_sample, e);
    return status;
}

/* Writing */

static bool wants_originals(const struct augment_options *o)
{
    return !o->without_originals && o->format != TRAINING_PAIRS;
}

static enum status write_originals(struct augmenting *g, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < g->n_seeds && status == OK; i++) {
        const struct training_example x = {&g->seeds[i], NULL};
        bool told = training_set_can_tell(&g->set, &x);
        if (!told)
            name_question(g, &g->made->untold, g->seeds[i].number);
        if (!wants_originals(g->options) || !told)
            continue;
        status = augmenting_check_seed(g, i, e);
        if (status == OK)
            status = training_set_add(&g->set, &x, e);
        g->made->originals++;
    }
    return status;
}

static enum status write_cases(void *ctx, const struct made_seed *s, struct err *e)
{
    struct picked_seeds *p = ctx;
    struct augmenting *g = p->augmenting;
    uint32_t seed = p->next++;
    const uint32_t place = g->sample.wanted[p->first[seed]].place;
    enum status status = augmenting_check_seed(g, place, e);
    if (status == OK && s->n_cases != p->picks[seed].count)
        status = err_set(e, E_DB, "the database of '%.*s' changed while it was read",
                         STR_ARG(s->seed.db_id));
    for (uint32_t i = 0; i < s->n_cases && status == OK; i++) {
        /* The run has a copy of the seed, and the set wants one that stays. */
        const struct training_example x = {&g->seeds[place], &s->cases[i]};
        status = augmenting_check_case(g, &x, e);
        if (status == OK)
            status = training_set_add(&g->set, &x, e);
        g->made->cases++;
        g->made->on_empty +=
            g->on_empty && g->on_empty[g->sample.wanted[p->first[seed] + i].number];
    }
    return status;
}

static enum status add_sample(struct augmenting *g, struct err *e)
{
    enum status status = draw_sample(g, e);
    if (status)
        return status;
    sample_result(&g->sample);
    return run_picked(g, true, write_cases, e);
}

/* Making */

static void note_tallies(struct augmenting *g)
{
    struct augmented *m = g->made;
    size_t bytes = g->sample.n_relations * sizeof *m->tallies;
    m->seeds = g->n_seeds;
    m->held_out = g->n_held;
    m->n_tallies = g->sample.n_relations;
    m->tallies = arena_alloc(&m->arena, bytes + 1);
    memcpy(m->tallies, g->sample.tallies, bytes);
}

/* Is there anything, unless nothing was asked for? */
static enum status check_filled(const struct augmenting *g, struct err *e)
{
    const struct augmented *m = g->made;
    bool originals = wants_originals(g->options);
    if (m->originals + m->cases > 0 || (!originals && m->size == 0))
        return OK;
    err_set(e, E_INPUT,
            "nothing to train on: of %u question%s, %u ha%s a query outside Spider's grammar, and "
            "%u one that cannot be used for cases",
            g->n_seeds, plural(g->n_seeds), m->untold.count, m->untold.count == 1 ? "s" : "ve",
            m->faults.count);
    if (g->job->questions)
        err_in_file(e, g->job->questions);
    return E_INPUT;
}

static enum status commit(struct augmenting *g, struct err *e)
{
    struct buf manifest = {0};
    struct json_writer w = json_writer_to(&manifest);
    note_tallies(g);
    augment_manifest_put(&w, g->job, g->made);
    copy_notice_tell(&g->set.schemas.losses, g->listener);
    enum status status = training_set_commit(&g->set, buf_str(&manifest), e);
    buf_release(&manifest);
    return status;
}

static enum status fill_set(struct augmenting *g, struct err *e)
{
    enum status status = OK;
    if (g->n_held)
        status = make_suite(g, g->held, g->n_held, HOLDOUT, &g->made->held_out_cases, e);
    if (status == OK && g->n_held)
        status = leave_out_cases_aside(g, out_folder_file(&g->set.folder, HOLDOUT), e);
    if (status == OK && g->job->seeds_too)
        status = make_suite(g, g->seeds, g->n_seeds, SEEDS, NULL, e);
    if (status == OK)
        status = write_originals(g, e);
    if (status == OK)
        status = g->options->scheme == AUGMENT_ADVERSARIAL ? augmenting_add_attacked(g, e)
                                                           : add_sample(g, e);
    if (status == OK)
        status = check_filled(g, e);
    return status ? status : commit(g, e);
}

static enum status make_set(struct augmenting *g, struct err *e)
{
    const struct augment_options *o = g->options;
    const struct training_style style = {.format = (enum training_format)o->format,
                                         .databases = o->suite.databases == DATABASES_COPY,
                                         .template_path = o->template_path};
    enum status status = training_set_open(&g->set, g->job->out, &style, e);
    if (status)
        return status;
    status = case_rules_open(&g->rules, g->job->dataset, g->job->words, &o->suite, g->listener, e);
    if (status == OK) {
        sample_init(&g->sample,
                    o->scheme == AUGMENT_ADVERSARIAL ? g->job->n_attacked : o->suite.chosen.count,
                    o->suite.random_seed);
        status = fill_set(g, e);
        sample_release(&g->sample);
        case_rules_close(&g->rules);
    }
    training_set_discard(&g->set);
    return status;
}

enum status augment_make(const struct augment_job *job, const struct listener *listener,
                         struct augmented *out, struct err *e)
{
    struct augmenting g = {.job = job, .options = job->options, .listener = listener, .made = out};
    *out = (struct augmented){.relations = job->options->suite.chosen};
    enum status status = find_seeds(&g, e);
    if (status == OK)
        status = set_aside(&g, e);
    if (status == OK) {
        g.faulty = arena_zalloc(&g.arena, g.n_seeds * sizeof *g.faulty);
        status = make_set(&g, e);
    }
    tested_seeds_release(&g.aside);
    arena_release(&g.arena);
    if (status)
        augmented_release(out);
    return status;
}

void augmented_release(struct augmented *a)
{
    arena_release(&a->arena);
    *a = (struct augmented){0};
}
