/* augment_attacked.c: worst cases as training data.
 *
 * They were proved when they were found. Each round of attacks has a folder with its suite and
 * scores. */
#include "training/augmenting.h"

#include "score/scores.h"

/* A worst case with its seed. */
struct attacked_case {
    struct test_case made;
    uint32_t place; /* of the seed, among those to train on */
};

struct attacked_round {
    struct suite suite; /* as a whole: one case for each question, and any of them may be drawn */
    struct attacked_case *cases;
    uint32_t count;
};

/* Restore a case as it was made: a suite keeps migrations with the schemas. */
static enum status read_attacked_case(struct augmenting *g, struct suite *s,
                                      const struct test_case *c, struct attacked_case *out,
                                      struct err *e)
{
    const struct suite_schema *schema;
    *out = (struct attacked_case){*c, seed_find(g->seeds, g->n_seeds, c->seed_number)};
    if (out->place == g->n_seeds)
        return err_set(e, E_INPUT, "case %.*s is of a question that is not trained on",
                       STR_ARG(c->id));
    TRY(suite_schema(s, c->db_id, &schema, e));
    out->made.migration = schema->migration;
    if (!schema->migration && !str_eq(c->db_id, g->seeds[out->place].db_id))
        out->made.schema = schema->schema;
    return OK;
}

/* A case that several rounds found counts once. */
static bool is_new_case(struct name_map *known, struct arena *a, const struct test_case *c)
{
    struct str name = arena_printf(a, "%.*s\n%.*s", STR_ARG(c->db_id), STR_ARG(c->question));
    if (name_map_get(known, name) != NAME_NONE)
        return false;
    name_map_put(known, a, name, 0);
    return true;
}

/* Did it break the system? The worst case of an unfinished search may be harmless. */
static bool did_break(const struct scores *s, uint32_t place, const struct test_case *c)
{
    return place < s->n_cases && str_eq(s->cases[place].id, c->id) &&
           cause_is_error(s->cases[place].cause);
}

static enum status read_attacked_cases(struct augmenting *g, const struct scores *scores,
                                       struct name_map *known, struct attacked_round *out,
                                       struct err *e)
{
    struct suite *s = &out->suite;
    out->cases = ARENA_ARRAY(&g->arena, struct attacked_case, s->n_cases);
    for (uint32_t i = 0; i < s->n_cases; i++)
        if (did_break(scores, i, &s->cases[i]) && is_new_case(known, &g->arena, &s->cases[i]))
            TRY(read_attacked_case(g, s, &s->cases[i], &out->cases[out->count++], e));
    return OK;
}

static enum status read_attacked_round(struct augmenting *g, uint32_t round, struct name_map *known,
                                       struct attacked_round *out, struct err *e)
{
    const char *folder = g->job->attacked[round];
    struct scores scores;
    TRY(suite_open(&out->suite, arena_printf(&g->arena, "%s/suite", folder).ptr, e));
    TRY(scores_load(&scores, arena_printf(&g->arena, "%s/scores.json", folder).ptr, e));
    enum status status = read_attacked_cases(g, &scores, known, out, e);
    scores_release(&scores);
    for (uint32_t i = 0; i < out->count && status == OK; i++)
        sample_add(&g->sample, i, out->cases[i].made.seed_number, round, STR("ATTACK"), 1);
    return status;
}

static const struct attacked_case *find_attacked_case(const struct attacked_round *rounds,
                                                      const struct sample_request *r)
{
    return &rounds[r->relation].cases[r->place];
}

/* All are proved. But they may be tested on, or the set may be unable to hold them. */
static void try_attacked(struct augmenting *g, const struct attacked_round *rounds)
{
    sample_settle(&g->sample, g->made->size, NULL);
    while (sample_step(&g->sample))
        for (size_t i = 0; i < g->sample.n_wanted; i++) {
            const struct sample_request *r = &g->sample.wanted[i];
            const struct attacked_case *c = find_attacked_case(rounds, r);
            const struct training_example x = {&g->seeds[c->place], &c->made};
            sample_take(&g->sample, r->number, augmenting_judge(g, &x));
        }
    sample_result(&g->sample);
}

static enum status add_rounds(struct augmenting *g, struct attacked_round *rounds, struct err *e)
{
    struct name_map known;
    name_map_init_exact(&known, &g->arena, 64);
    for (uint32_t i = 0; i < g->job->n_attacked; i++)
        TRY(read_attacked_round(g, i, &known, &rounds[i], e));
    try_attacked(g, rounds);
    for (size_t i = 0; i < g->sample.n_wanted; i++) {
        const struct attacked_case *c = find_attacked_case(rounds, &g->sample.wanted[i]);
        TRY(augmenting_add(g, c->place, &c->made, e));
        g->made->on_empty += case_proved_on_empty(&c->made.proof);
    }
    return OK;
}

enum status augmenting_add_attacked(struct augmenting *g, struct err *e)
{
    uint32_t n = g->job->n_attacked;
    bool all = g->options->size == AUGMENT_AS_MANY;
    struct attacked_round *rounds = arena_zalloc(&g->arena, (n + 1) * sizeof *rounds);
    g->made->size = all ? UINT64_MAX : g->options->size;
    enum status status = add_rounds(g, rounds, e);
    if (all)
        g->made->size = g->made->cases;
    for (uint32_t i = 0; i < n; i++)
        suite_close(&rounds[i].suite);
    return status;
}
