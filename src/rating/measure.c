/* measure.c: reading the questions, and rating them. */
#include "rating/measuring.h"

static enum status rate_originals(struct measuring *m, const struct question_set *s, double **out,
                                  struct err *e)
{
    *out = ARENA_ARRAY(&m->arena, double, s->n_originals + 1);
    return rater_rate(m->rater, s->originals, s->n_originals, *out, e);
}

static enum status rate_set(struct measuring *m, const struct question_set *s,
                            struct rated_set *out, struct err *e)
{
    struct arena *a = &m->arena;
    double *originals, *changed = ARENA_ARRAY(a, double, s->n_changed + 1);
    struct str *texts = ARENA_ARRAY(a, struct str, s->n_changed + 1);
    struct rated_pair *pairs = ARENA_ARRAY(a, struct rated_pair, s->n_changed + 1);
    for (uint32_t i = 0; i < s->n_changed; i++)
        texts[i] = s->changed[i].text;
    enum status status = rate_originals(m, s, &originals, e);
    if (status == OK)
        status = rater_rate(m->rater, texts, s->n_changed, changed, e);
    for (uint32_t i = 0; i < s->n_changed && status == OK; i++)
        pairs[i] = (struct rated_pair){s->changed[i].relation, originals[s->changed[i].original],
                                       changed[i]};
    *out = (struct rated_set){.name = s->name,
                              .originals = originals,
                              .n_originals = s->n_originals,
                              .pairs = pairs,
                              .n_pairs = s->n_changed,
                              .unchanged = s->unchanged};
    return status;
}

void measuring_put_table(struct buf *out, int format, const struct table *t, bool head)
{
    if (format == FLUENCY_CSV)
        table_csv(out, t, head);
    else
        table_text(out, t);
}

static void put_figures(struct measuring *m, struct buf *out)
{
    int format = m->job->format;
    if (format == FLUENCY_JSON) {
        struct json_writer w = json_writer_to(out);
        json_object_open(&w);
        json_key(&w, STR("language_model"));
        json_put_str(&w, rater_name(m->rater));
        json_key(&w, STR("sets"));
        fluency_put_json(&w, m->rated, m->n_sets);
        json_object_close(&w);
        json_line_end(&w);
        return;
    }
    struct table means = fluency_means_table(&m->arena, m->rated, m->n_sets);
    struct table shares = fluency_distribution_table(&m->arena, m->rated, m->n_sets);
    measuring_put_table(out, format, &means, true);
    if (format == FLUENCY_TEXT)
        buf_putc(out, '\n');
    measuring_put_table(out, format, &shares, true);
}

static enum status measure(struct measuring *m, struct buf *out, struct err *e)
{
    enum status status = OK;
    m->rated = ARENA_ARRAY(&m->arena, struct rated_set, m->n_sets + 1);
    for (uint32_t i = 0; i < m->n_sets && status == OK; i++)
        status = rate_set(m, &m->sets[i], &m->rated[i], e);
    if (status == OK)
        put_figures(m, out);
    return status;
}

static enum status read_sets(struct measuring *m, struct err *e)
{
    const struct measure_job *o = m->job;
    const char **paths = ARENA_ARRAY(&m->arena, const char *, o->n_sets + 1);
    enum status status = OK;
    m->sets = ARENA_ARRAY(&m->arena, struct question_set, o->n_sets + 1);
    if (o->suite) {
        paths[0] = o->suite;
        status = question_set_read_suite(&m->arena, paths[0], &m->sets[m->n_sets++], e);
    }
    for (uint32_t i = 0; i < o->n_sets && status == OK; i++) {
        paths[m->n_sets] = o->sets[i];
        status = question_set_read(&m->arena, paths[m->n_sets], &m->sets[m->n_sets], e);
        m->n_sets++;
    }
    if (status == OK)
        question_sets_tell_apart(&m->arena, m->sets, paths, m->n_sets);
    return status;
}

enum status measure_fluency(const struct measure_job *o, const struct listener *listener,
                            struct buf *out, struct err *e)
{
    struct measuring m = {.job = o, .listener = listener};
    enum status status =
        o->aim == FLUENCY_GRAMMAR ? OK : rater_open(o->rater, listener, &m.rater, e);
    if (status)
        return status;
    status = read_sets(&m, e);
    if (status == OK)
        status = o->aim == FLUENCY_GRAMMAR      ? measure_grammar(&m, out, e)
                 : o->aim == FLUENCY_OF_GARBLED ? measure_garbled(&m, out, e)
                                                : measure(&m, out, e);
    rater_free(m.rater);
    arena_release(&m.arena);
    return status;
}
