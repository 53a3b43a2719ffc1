/* augment_attacked.c: worst cases as training data.
 *
 * They were proved when they were found. Each round of attacks has a folder with its suite and
 * scores. */
#include "score/scores.h"
#include "training/augmenting.h"

/* A worst case with its seed. */
struct attacked_case {
    struct test_case made;
    uint32_t place; /* of the seed, among those to train on */
};

struct attacked_round {
    struct suite suite;
    struct attacked_case *cases;
    uint32_t count;
};

/* A case as it was when it was made: a suite has migrations with the schemas. */
static enum status read_attacked(struct augmenting *g, struct suite *s, const struct test_case *c,
                                 struct attacked_case *out, struct err *e)
{
    const struct suite_schema *schema;
    *out = (struct attacked_case){*c, seed_find(g->seeds, g->n_seeds, c->seed_number)};
    if (out->place == g->n_seeds)
        return err_set(e, E_INPUT, "case %.*s is of a question that is not trained on",
                       STR_ARG(c->id));
    enum status status = suite_schema(s, c->db_id, &schema, e);
    if (status)
        return status;
    out->made.migration = schema->migration;
    if (!schema->migration && !str_eq(c->db_id, g->seeds[out->place].db_id))
        out->made.schema = schema->schema;
    return OK;
}

/* Later rounds may find what an earlier one found; then it counts once. */
static bool is_new(struct name_map *known, struct arena *a, const struct test_case *c)
{
    struct str name = arena_printf(a, "%.*s\n%.*s", STR_ARG(c->db_id), STR_ARG(c->question));
    if (name_map_get(known, name) != NAME_NONE)
        return false;
    name_map_put(known, a, name, 0);
    return true;
}

/* Did it break the system? An attack that was not over has the worst that it knew, which may be
 * harmless. */
static bool is_broken(const struct scores *s, uint32_t place, const struct test_case *c)
{
    return place < s->n_cases && str_eq(s->cases[place].id, c->id) &&
           cause_is_error(s->cases[place].cause);
}

static enum status read_cases(struct augmenting *g, const struct scores *scores,
                              struct name_map *known, struct attacked_round *out, struct err *e)
{
    struct suite *s = &out->suite;
    enum status status = OK;
    out->cases = ARENA_ARRAY(&g->arena, struct attacked_case, s->n_cases);
    for (uint32_t i = 0; i < s->n_cases && status == OK; i++)
        if (is_broken(scores, i, &s->cases[i]) && is_new(known, &g->arena, &s->cases[i]))
            status = read_attacked(g, s, &s->cases[i], &out->cases[out->count++], e);
    return status;
}

static enum status read_round(struct augmenting *g, uint32_t round, struct name_map *known,
                              struct attacked_round *out, struct err *e)
{
    const char *folder = g->job->attacked[round];
    struct scores scores;
    enum status status =
        suite_open(&out->suite, arena_printf(&g->arena, "%s/suite", folder).ptr, e);
    if (status)
        return status;
    status = scores_load(&scores, arena_printf(&g->arena, "%s/scores.json", folder).ptr, e);
    if (status)
        return status;
    status = read_cases(g, &scores, known, out, e);
    scores_release(&scores);
    for (uint32_t i = 0; i < out->count && status == OK; i++)
        sample_add(&g->sample, i, out->cases[i].made.seed_number, round, STR("ATTACK"), 1);
    return status;
}

static enum status write_attacked(struct augmenting *g, const struct attacked_round *rounds,
                                  struct err *e)
{
    enum status status = OK;
    sample_result(&g->sample);
    for (size_t i = 0; i < g->sample.n_wanted && status == OK; i++) {
        const struct sample_request *r = &g->sample.wanted[i];
        const struct attacked_case *c = &rounds[r->relation].cases[r->place];
        const struct training_example x = {&g->seeds[c->place], &c->made};
        status = augmenting_check_seed(g, c->place, e);
        if (status == OK)
            status = augmenting_check_case(g, &x, e);
        if (status == OK)
            status = training_set_add(&g->set, &x, e);
        g->made->cases++;
        g->made->on_empty += case_proved_on_empty(&x.made->proof);
    }
    return status;
}

/* All are proved: they may be tested on, or have no place in the set. */
static void try_attacked(struct augmenting *g, const struct attacked_round *rounds)
{
    sample_settle(&g->sample, g->made->size, NULL);
    while (sample_step(&g->sample))
        for (size_t i = 0; i < g->sample.n_wanted; i++) {
            const struct sample_request *r = &g->sample.wanted[i];
            const struct attacked_case *c = &rounds[r->relation].cases[r->place];
            const struct training_example x = {&g->seeds[c->place], &c->made};
            sample_take(&g->sample, r->number, augmenting_judge(g, &x));
        }
}

enum status augmenting_add_attacked(struct augmenting *g, struct err *e)
{
    uint32_t n = g->job->n_attacked;
    struct attacked_round *rounds = arena_zalloc(&g->arena, (n + 1) * sizeof *rounds);
    struct name_map known;
    enum status status = OK;
    g->made->size = g->options->size == AUGMENT_AS_MANY ? UINT64_MAX : g->options->size;
    name_map_init_exact(&known, &g->arena, 64);
    for (uint32_t i = 0; i < n && status == OK; i++)
        status = read_round(g, i, &known, &rounds[i], e);
    if (status == OK) {
        try_attacked(g, rounds);
        status = write_attacked(g, rounds, e);
    }
    if (g->options->size == AUGMENT_AS_MANY)
        g->made->size = g->made->cases;
    for (uint32_t i = 0; i < n; i++)
        suite_close(&rounds[i].suite);
    return status;
}
