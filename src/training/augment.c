/* augment.c: choosing seeds, and making the set. */
#include "training/augmenting.h"

#include "base/number.h"
#include "kin/seed_split.h"
#include "store/copy_losses.h"

struct augment_options augment_options_default(void)
{
    return (struct augment_options){
        .suite = suite_options_default,
#define OPTION OPTION_USUAL
#include "training/augment_option.def"
    };
}

/* Folders in that of the training set: suites of the seeds set aside, and of those to train on. */
static const char HOLDOUT[] = "holdout", SEEDS[] = "seeds";

/* The piece that is set aside; empty for none. */
static enum status read_held_piece(const struct augment_options *o, struct seed_piece *out,
                                   struct err *e)
{
    *out = (struct seed_piece){0, 0};
    if (o->holdout && o->fold)
        return err_set(e, E_USAGE, "--holdout and --fold both say what is set aside: name one");
    return o->holdout ? seed_piece_share(o->holdout, out, e)
           : o->fold  ? seed_piece_fold(o->fold, out, e)
                      : OK;
}

enum status augment_options_check(struct augment_options *o, struct err *e)
{
    struct seed_piece piece;
    if (o->scheme != AUGMENT_ADAPTIVE && o->rates)
        return err_set(e, E_USAGE, "--rates is for --scheme adaptive");
    if (o->template_path && o->format != TRAINING_CHAT)
        return err_set(e, E_USAGE, "--template is for --format chat");
    TRY(read_held_piece(o, &piece, e));
    TRY(suite_options_check(&o->suite, e));
    if (o->suite.chosen.count == 0)
        return err_set(e, E_USAGE, "no relation to make cases by");
    return OK;
}

/* Seeds */

static enum status fail_tested(const struct seed *s, const struct tested_seed *kin, struct err *e)
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

void augmenting_name(struct augmenting *g, struct question_names *names, uint32_t number)
{
    struct arena *a = &g->made->arena;
    ARENA_ADD(a, names->items, names->count, arena_printf(a, "%u", number));
}

static enum status fail_without_seeds(const struct augmenting *g, struct err *e)
{
    err_set(e, E_INPUT, "no question with a gold query to train on%s",
            g->made->left_out.count ? ", but for those that systems are tested on" : "");
    if (g->job->questions)
        err_in_file(e, g->job->questions);
    return E_INPUT;
}

static void keep_seed(struct augmenting *g, const struct seed *s, const struct seed_keys *keys)
{
    g->keys[g->n_seeds] = *keys;
    g->seeds[g->n_seeds++] = *s;
}

/* Find those with a gold query that nobody tests with. */
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
            return fail_tested(s, kin, e);
        if (kin || !s->query.ptr)
            augmenting_name(g, kin ? &g->made->left_out : &g->made->without_gold, s->number);
        else
            keep_seed(g, s, &keys);
    }
    return g->n_seeds ? OK : fail_without_seeds(g, e);
}

/* `kin` of the seeds are one group. */
static enum status fail_without_parts(const struct augmenting *g, uint32_t kin, struct err *e)
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

/* Move a piece of them aside. */
static enum status set_aside(struct augmenting *g, struct err *e)
{
    struct seed_piece piece;
    TRY(read_held_piece(g->options, &piece, e));
    if (piece.to <= piece.from)
        return OK;
    bool *inside = ARENA_ARRAY(&g->arena, bool, g->n_seeds);
    uint32_t n = g->n_seeds;
    uint32_t kin = seed_split(g->keys, n, g->options->suite.random_seed, piece, inside);
    g->held = ARENA_ARRAY(&g->arena, struct seed, n);
    g->n_seeds = 0;
    for (uint32_t i = 0; i < n; i++)
        if (inside[i])
            g->held[g->n_held++] = g->seeds[i];
        else
            keep_seed(g, &g->seeds[i], &g->keys[i]);
    tested_seeds_add(&g->aside, g->held, g->n_held, STR("the seeds that are set aside"));
    return g->n_held && g->n_seeds ? OK : fail_without_parts(g, kin, e);
}

/* What is set aside or tested on, and kin to a seed or a case with these keys; or NULL. */
static const struct tested_seed *find_kin(const struct augmenting *g, const struct seed_keys *keys)
{
    const struct tested_seed *kin = tested_seeds_kin(&g->aside, keys);
    return kin ? kin : tested_seeds_kin(g->job->tests, keys);
}

enum status augmenting_check_seed(const struct augmenting *g, uint32_t place, struct err *e)
{
    const struct tested_seed *kin = find_kin(g, &g->keys[place]);
    return kin ? fail_tested(&g->seeds[place], kin, e) : OK;
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

enum status augmenting_add(struct augmenting *g, uint32_t place, const struct test_case *made,
                           struct err *e)
{
    const struct training_example x = {&g->seeds[place], made};
    TRY(augmenting_check_seed(g, place, e));
    if (made)
        TRY(augmenting_check_case(g, &x, e));
    g->made->originals += !made;
    g->made->cases += made != NULL;
    return training_set_add(&g->set, &x, e);
}

enum sample_outcome augmenting_judge(struct augmenting *g, const struct training_example *x)
{
    if (!training_set_can_hold(&g->set, x))
        return SAMPLE_REJECTED;
    const struct seed_keys keys = training_set_keys(&g->set, x);
    return find_kin(g, &keys) ? SAMPLE_TESTED : SAMPLE_GOOD;
}

/* The suite of what was set aside is asked with its cases. A training question may happen to be one
 * of them; then it is not trained on. */
static enum status leave_out_cases_aside(struct augmenting *g, const char *suite, struct err *e)
{
    uint32_t n = g->n_seeds;
    TRY(tested_seeds_add_suite(&g->aside, suite, STR("the suite that is set aside"), e));
    g->n_seeds = 0;
    for (uint32_t i = 0; i < n; i++)
        if (tested_seeds_kin(&g->aside, &g->keys[i]))
            augmenting_name(g, &g->made->left_out, g->seeds[i].number);
        else
            keep_seed(g, &g->seeds[i], &g->keys[i]);
    if (g->n_seeds == 0)
        return err_set(e, E_INPUT, "too few questions: all are cases of those that are set aside");
    return OK;
}

/* Write a suite of some seeds into the folder of the training set. Its cases are made as those to
 * train on. `cases` NULL: it has none. */
static enum status make_seed_suite(struct augmenting *g, struct seed *seeds, uint32_t n,
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
    TRY(suite_make(&job, g->listener, &made, e));
    for (uint32_t i = 0; cases && i < made.n_relations; i++)
        *cases += made.tallies[i].proved;
    made_suite_release(&made);
    return OK;
}

/* Making */

static bool wants_originals(const struct augment_options *o)
{
    return !o->without_originals && o->format != TRAINING_PAIRS;
}

static enum status write_originals(struct augmenting *g, struct err *e)
{
    for (uint32_t i = 0; i < g->n_seeds; i++) {
        const struct training_example x = {&g->seeds[i], NULL};
        if (!training_set_can_hold(&g->set, &x))
            augmenting_name(g, &g->made->outside, g->seeds[i].number);
        else if (wants_originals(g->options))
            TRY(augmenting_add(g, i, NULL, e));
    }
    return OK;
}

static void keep_tallies(struct augmenting *g)
{
    struct augmented *m = g->made;
    size_t bytes = g->sample.n_relations * sizeof *m->tallies;
    m->seeds = g->n_seeds;
    m->held_out = g->n_held;
    m->n_tallies = g->sample.n_relations;
    m->tallies = arena_alloc(&m->arena, bytes + 1);
    memcpy(m->tallies, g->sample.tallies, bytes);
}

/* Is there an example, unless none was asked for? */
static enum status check_filled(const struct augmenting *g, struct err *e)
{
    const struct augmented *m = g->made;
    bool originals = wants_originals(g->options);
    if (m->originals + m->cases > 0 || (!originals && m->size == 0))
        return OK;
    err_set(e, E_INPUT,
            "nothing to train on: of %u question%s, %u ha%s a query outside Spider's grammar, and "
            "%u one that cannot be used for cases",
            g->n_seeds, plural(g->n_seeds), m->outside.count, m->outside.count == 1 ? "s" : "ve",
            m->faults.count);
    if (g->job->questions)
        err_in_file(e, g->job->questions);
    return E_INPUT;
}

static enum status commit_set(struct augmenting *g, struct err *e)
{
    struct buf manifest = {0};
    struct json_writer w = json_writer_to(&manifest);
    keep_tallies(g);
    augmenting_put_manifest(&w, g->job, g->made);
    copy_notice_tell(&g->set.schemas.losses, g->listener);
    enum status status = training_set_commit(&g->set, buf_str(&manifest), e);
    buf_release(&manifest);
    return status;
}

static enum status fill_set(struct augmenting *g, struct err *e)
{
    if (g->n_held) {
        TRY(make_seed_suite(g, g->held, g->n_held, HOLDOUT, &g->made->held_out_cases, e));
        TRY(leave_out_cases_aside(g, out_folder_file(&g->set.folder, HOLDOUT), e));
    }
    if (g->job->seeds_too)
        TRY(make_seed_suite(g, g->seeds, g->n_seeds, SEEDS, NULL, e));
    TRY(write_originals(g, e));
    if (g->options->scheme == AUGMENT_ADVERSARIAL)
        TRY(augmenting_add_attacked(g, e));
    else
        TRY(augmenting_add_drawn(g, e));
    TRY(check_filled(g, e));
    return commit_set(g, e);
}

static enum status make_set(struct augmenting *g, struct err *e)
{
    const struct augment_options *o = g->options;
    bool attacked = o->scheme == AUGMENT_ADVERSARIAL;
    const struct training_style style = {.format = (enum training_format)o->format,
                                         .databases = o->suite.databases == DATABASES_COPY,
                                         .template_path = o->template_path};
    TRY(training_set_open(&g->set, g->job->out, &style, e));
    enum status status =
        case_rules_open(&g->rules, g->job->dataset, g->job->words, &o->suite, g->listener, e);
    if (status == OK) {
        sample_init(&g->sample, attacked ? g->job->n_attacked : o->suite.chosen.count,
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
    if (status == OK)
        status = make_set(&g, e);
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
