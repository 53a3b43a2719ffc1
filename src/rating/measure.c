/* measure.c: reading questions, and rating or parsing them. */
#include "rating/measure.h"

#include "fluency/link_grammar.h"
#include "rating/question_sets.h"
#include "report/fluency_tables.h"

struct measuring {
    const struct measure_job *job;
    const struct listener *listener;
    struct arena arena;
    struct rater *rater; /* NULL if grammar is checked */
    struct question_set *sets;
    struct rated_set *rated; /* one for each */
    uint32_t n_sets;
};

/* Ratings */

static enum status rate_set(struct measuring *m, const struct question_set *s,
                            struct rated_set *out, struct err *e)
{
    struct arena *a = &m->arena;
    double *originals = ARENA_ARRAY(a, double, s->n_originals + 1);
    double *changed = ARENA_ARRAY(a, double, s->n_changed + 1);
    struct str *texts = ARENA_ARRAY(a, struct str, s->n_changed + 1);
    struct rated_pair *pairs = ARENA_ARRAY(a, struct rated_pair, s->n_changed + 1);
    for (uint32_t i = 0; i < s->n_changed; i++)
        texts[i] = s->changed[i].text;
    TRY(rater_rate(m->rater, s->originals, s->n_originals, originals, e));
    TRY(rater_rate(m->rater, texts, s->n_changed, changed, e));
    for (uint32_t i = 0; i < s->n_changed; i++)
        pairs[i] = (struct rated_pair){s->changed[i].relation, originals[s->changed[i].original],
                                       changed[i]};
    *out = (struct rated_set){.name = s->name,
                              .originals = originals,
                              .n_originals = s->n_originals,
                              .pairs = pairs,
                              .n_pairs = s->n_changed,
                              .unchanged = s->unchanged};
    return OK;
}

static void put_fluency_table(struct buf *out, int format, const struct table *t)
{
    if (format == FLUENCY_CSV)
        table_csv(out, t, true);
    else
        table_text(out, t);
}

static void put_figures(struct measuring *m, struct buf *out)
{
    int format = m->job->format;
    if (format == FLUENCY_JSON) {
        struct json_writer w = json_writer_to(out);
        json_object_open(&w);
        json_key_str(&w, "language_model", rater_name(m->rater));
        json_key(&w, STR("sets"));
        fluency_put_json(&w, m->rated, m->n_sets);
        json_object_close(&w);
        json_line_end(&w);
        return;
    }
    struct table means = fluency_means_table(&m->arena, m->rated, m->n_sets);
    struct table shares = fluency_distribution_table(&m->arena, m->rated, m->n_sets);
    put_fluency_table(out, format, &means);
    if (format == FLUENCY_TEXT)
        buf_putc(out, '\n');
    put_fluency_table(out, format, &shares);
}

static enum status measure_ratings(struct measuring *m, struct buf *out, struct err *e)
{
    m->rated = ARENA_ARRAY(&m->arena, struct rated_set, m->n_sets + 1);
    for (uint32_t i = 0; i < m->n_sets; i++)
        TRY(rate_set(m, &m->sets[i], &m->rated[i], e));
    put_figures(m, out);
    return OK;
}

/* Grammar */

struct grammar_checking {
    struct link_grammar *grammar;
    struct buf list;    /* of questions to be read by a person */
    struct table table; /* figures by set */
};

static const struct table_column PARSED[] = {{"", false},     {"originals", true},
                                             {"parse", true}, {"changed", true},
                                             {"parse", true}, {"to review", true}};

static void put_suspect(struct buf *out, int format, const struct question_set *s,
                        const struct changed_question *q)
{
    struct json_writer w = json_writer_to(out);
    if (format != FLUENCY_JSON) {
        buf_printf(out, "%.*s %.*s\n    %.*s\n    %.*s\n", STR_ARG(s->name), STR_ARG(q->id),
                   STR_ARG(s->originals[q->original]), STR_ARG(q->text));
        return;
    }
    json_object_open(&w);
    json_key_str(&w, "set", s->name);
    json_key_str(&w, "id", q->id);
    json_key_str(&w, "relation", q->relation);
    json_key_str(&w, "original", s->originals[q->original]);
    json_key_str(&w, "question", q->text);
    json_object_close(&w);
    json_line_end(&w);
}

/* Check only questions whose original parses: for the others a failure would mean nothing. */
static enum status check_set(struct measuring *m, struct grammar_checking *c,
                             const struct question_set *s, struct err *e)
{
    struct arena *a = &m->arena;
    enum parses *originals = ARENA_ARRAY(a, enum parses, s->n_originals + 1);
    uint32_t good = 0, tried = 0, parse = 0, suspects = 0;
    for (uint32_t i = 0; i < s->n_originals && !*m->listener->stop; i++) {
        originals[i] = link_grammar_parses(c->grammar, s->originals[i]);
        good += originals[i] == PARSES;
    }
    for (uint32_t i = 0; i < s->n_changed && !*m->listener->stop; i++) {
        if (originals[s->changed[i].original] != PARSES)
            continue;
        enum parses p = link_grammar_parses(c->grammar, s->changed[i].text);
        tried++;
        parse += p == PARSES;
        suspects += p == PARSES_NOT;
        if (p == PARSES_NOT)
            put_suspect(&c->list, m->job->format, s, &s->changed[i]);
    }
    TABLE_ROW(a, &c->table, s->name, table_count(a, s->n_originals), table_count(a, good),
              table_count(a, tried), table_count(a, parse), table_count(a, suspects));
    return *m->listener->stop ? err_set(e, E_INTERRUPTED, "interrupted") : OK;
}

static enum status measure_grammar(struct measuring *m, struct buf *out, struct err *e)
{
    struct grammar_checking c = {.table = {.title = "grammar",
                                           .note = "changed: those whose original parses",
                                           .columns = PARSED,
                                           .n_columns = COUNT_OF(PARSED)}};
    int format = m->job->format;
    TRY(link_grammar_open(&c.grammar, e));
    enum status status = OK;
    for (uint32_t i = 0; i < m->n_sets && status == OK; i++)
        status = check_set(m, &c, &m->sets[i], e);
    if (status == OK && format != FLUENCY_JSON)
        put_fluency_table(out, format, &c.table);
    if (status == OK && format == FLUENCY_TEXT && c.list.len > 0)
        buf_putc(out, '\n');
    if (status == OK && format != FLUENCY_CSV)
        buf_put(out, buf_str(&c.list));
    link_grammar_close(c.grammar);
    buf_release(&c.list);
    return status;
}

/* Both */

static enum status read_sets(struct measuring *m, struct err *e)
{
    const struct measure_job *o = m->job;
    const char **paths = ARENA_ARRAY(&m->arena, const char *, o->n_sets + 1);
    m->sets = ARENA_ARRAY(&m->arena, struct question_set, o->n_sets + 1);
    if (o->suite) {
        paths[0] = o->suite;
        TRY(question_set_read_suite(&m->arena, paths[0], &m->sets[m->n_sets++], e));
    }
    for (uint32_t i = 0; i < o->n_sets; i++) {
        paths[m->n_sets] = o->sets[i];
        TRY(question_set_read(&m->arena, o->sets[i], &m->sets[m->n_sets++], e));
    }
    question_sets_tell_apart(&m->arena, m->sets, paths, m->n_sets);
    return OK;
}

enum status measure_fluency(const struct measure_job *o, const struct listener *listener,
                            struct buf *out, struct err *e)
{
    struct measuring m = {.job = o, .listener = listener};
    if (!o->grammar_check)
        TRY(rater_open(o->rater, listener, &m.rater, e));
    enum status status = read_sets(&m, e);
    if (status == OK)
        status = o->grammar_check ? measure_grammar(&m, out, e) : measure_ratings(&m, out, e);
    rater_free(m.rater);
    arena_release(&m.arena);
    return status;
}
