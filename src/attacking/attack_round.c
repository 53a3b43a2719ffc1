/* attack_round.c: wishes turned into a suite, asked and judged. */
#include "attacking/attacking.h"

/* The suite */

/* Add a schema unless it is there. The db_id is enough to compare: that of a changed schema has a
 * hash of the change in it. */
static void add_round_schema(struct attack_round *r, struct name_map *known,
                             const struct schema *original, struct str db_id,
                             const struct migration *m)
{
    struct arena *a = &r->suite.arena;
    if (name_map_get(known, db_id) != NAME_NONE)
        return;
    name_map_put(known, a, arena_str(a, db_id), 0);
    suite_add_schema(&r->suite, original, db_id, m, db_id);
}

static void make_round_suite(struct attacking *x, const struct round_seed *seeds, uint32_t n_seeds,
                             struct attack_round *r)
{
    struct name_map known;
    const char *no_folder = arena_printf(&r->arena, "%s/round", x->test->job.out).ptr;
    suite_begin(&r->suite, no_folder, x->originals, x->more);
    name_map_init_exact(&known, &r->suite.arena, 64);
    for (uint32_t i = 0; i < n_seeds; i++) {
        const struct seed *seed = seeds[i].seed;
        suite_add_seed(&r->suite, seed);
        add_round_schema(r, &known, seed->schema, seed->db_id, NULL);
        for (uint32_t k = 0; k < seeds[i].wishes.count; k++) {
            const struct attack_wish *wish = &seeds[i].wishes.items[k];
            struct test_case c = wish->asked;
            c.seed = i;
            c.id = arena_printf(&r->suite.arena, "%u-ATTACK-%u", seed->number, wish->node);
            add_round_schema(r, &known, seed->schema, c.db_id, c.migration);
            suite_add_case(&r->suite, &c);
        }
    }
    suite_settle(&r->suite);
}

/* Asking */

static enum status take_answer(void *predictions, struct str line, struct err *e)
{
    struct arena a = {0};
    struct answer answer;
    enum status status = answer_line_parse(&a, line, 0, &answer, e);
    if (status == OK)
        predictions_add(predictions, &answer);
    arena_release(&a);
    return status;
}

/* Add the known answers to seeds. */
static void add_seed_answers(const struct round_seed *seeds, uint32_t n_seeds,
                             struct attack_round *r)
{
    for (uint32_t i = 0; i < n_seeds; i++)
        if (seeds[i].answer) {
            struct answer answer = *seeds[i].answer;
            answer.id = arena_printf(&r->arena, "seed-%u", seeds[i].seed->number);
            predictions_add(&r->predictions, &answer);
        }
}

enum asked { ASK_SEEDS, ASK_SEEDS_ANEW, ASK_CASES };

static enum status ask_round(struct attacking *x, enum asked what, struct attack_round *r,
                             struct err *e)
{
    struct listener quiet = *x->test->listener;
    struct asking *asking;
    quiet.style = PROGRESS_QUIET; /* attack.c shows the progress of all rounds */
    const struct ask_job job = {.suite = &r->suite,
                                .system = x->test->job.system,
                                .settings = &x->settings,
                                .session = &x->session,
                                .cases_only = what == ASK_CASES,
                                .anew = what == ASK_SEEDS_ANEW,
                                .answered = x->answered};
    enum status status = ask_suite(&job, &quiet, &asking, e);
    if (status == OK) {
        r->outcome = *asking_outcome(asking);
        status = asking_lines(asking, take_answer, &r->predictions, e);
    }
    asking_free(asking);
    return status;
}

/* Judging */

static void ignore_notice(const char *text)
{
    (void)text; /* it is shown once, when the whole is scored */
}

static enum status judge_round(const struct attacking *x, struct attack_round *r, struct err *e)
{
    struct listener mute = *x->test->listener;
    mute.notice = ignore_notice;
    const struct score_job job = {.suite = &r->suite,
                                  .predictions = &r->predictions,
                                  .db = x->settings.db,
                                  .options = x->test->job.score,
                                  .workers = x->n_workers};
    return score_suite(&job, &mute, &r->scores, e);
}

enum status attack_round_run(struct attacking *x, const struct round_seed *seeds, uint32_t n_seeds,
                             struct attack_round *out, struct err *e)
{
    enum asked what = n_seeds > 0 && seeds[0].answer ? ASK_CASES : ASK_SEEDS;
    *out = (struct attack_round){0};
    make_round_suite(x, seeds, n_seeds, out);
    predictions_begin(&out->predictions, &out->suite);
    add_seed_answers(seeds, n_seeds, out);
    TRY(ask_round(x, what, out, e));
    return judge_round(x, out, e);
}

static bool any_seed_answered(const struct attack_round *r)
{
    for (uint32_t i = 0; i < r->suite.n_seeds; i++) {
        const struct answer *said = r->predictions.seeds[i];
        if (said && said->failure != FAILURE_OUTAGE)
            return true;
    }
    return false;
}

enum status attack_round_is_answered(struct attacking *x, const struct seed *const *seeds,
                                     uint32_t n_seeds, bool *answered, struct err *e)
{
    struct attack_round r = {0};
    struct round_seed *asked = ARENA_ARRAY(&r.arena, struct round_seed, (size_t)n_seeds + 1);
    for (uint32_t i = 0; i < n_seeds; i++)
        asked[i] = (struct round_seed){.seed = seeds[i]};
    make_round_suite(x, asked, n_seeds, &r);
    predictions_begin(&r.predictions, &r.suite);
    enum status status = ask_round(x, ASK_SEEDS_ANEW, &r, e);
    *answered = status == OK && any_seed_answered(&r);
    attack_round_release(&r);
    return status == E_INTERRUPTED || status == E_PAUSED ? status : OK;
}

void attack_round_release(struct attack_round *r)
{
    scores_release(&r->scores);
    predictions_release(&r->predictions);
    suite_close(&r->suite);
    arena_release(&r->arena);
}

/* Answers that break the claim are further away the more they differ. An answer that is written
 * otherwise and means the same is further away than one that is written the same. */
struct attack_outcome attack_outcome_of(const struct verdict *v, const struct answer *said)
{
    enum { SAME, WRITTEN_OTHERWISE, BROKEN };
    struct attack_outcome o = {.judged = cause_is_judged(v->cause),
                               .broke = cause_is_error(v->cause)};
    if (o.broke)
        o.distance = BROKEN + v->diagnosis.n_items + v->diagnosis.n_more;
    else
        o.distance = v->consistent.exact == NO ? WRITTEN_OTHERWISE : SAME;
    if (said)
        o.answer = *said;
    return o;
}
