/* measure_garbled.c: a model tried on questions that were garbled on purpose. */
#include "fluency/garble.h"
#include "rating/measuring.h"

struct garbled_tally {
    uint32_t pairs, lower;
};

static enum status try_garbling(struct measuring *m, const struct str *texts, uint32_t n,
                                enum garbling g, struct garbled_tally *tally, struct err *e)
{
    struct arena *a = &m->arena;
    struct str *both = ARENA_ARRAY(a, struct str, 2 * (size_t)n + 1);
    double *rates = ARENA_ARRAY(a, double, 2 * (size_t)n + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct rng rng = rng_stream(m->job->random_seed, str_from(garbling_name(g)), i);
        struct str spoiled = garble(a, texts[i], g, &rng);
        if (!spoiled.ptr)
            continue;
        both[count++] = texts[i];
        both[count++] = spoiled;
    }
    enum status status = rater_rate(m->rater, both, count, rates, e);
    for (uint32_t i = 0; i < count && status == OK; i += 2) {
        tally->pairs += rates[i] >= 0 && rates[i + 1] >= 0;
        tally->lower += rates[i + 1] >= 0 && rates[i + 1] < rates[i];
    }
    return status;
}

static const struct table_column GARBLED[] = {
    {"", false}, {"garbled by", false}, {"questions", true}, {"rated lower %", true}};

static void add_garbled(struct arena *a, struct table *t, struct str set, enum garbling g,
                        const struct garbled_tally *tally)
{
    struct str *row = table_add(a, t);
    row[0] = set;
    row[1] = str_from(garbling_name(g));
    row[2] = table_count(a, tally->pairs);
    row[3] = table_percent(a, tally->pairs ? (double)tally->lower / tally->pairs : -1);
}

/* Originals and what was changed alike. */
static enum status garble_set(struct measuring *m, const struct question_set *s, enum garbling g,
                              struct garbled_tally *tally, struct err *e)
{
    struct str *texts = ARENA_ARRAY(&m->arena, struct str, s->n_changed + 1);
    for (uint32_t i = 0; i < s->n_changed; i++)
        texts[i] = s->changed[i].text;
    enum status status = try_garbling(m, s->originals, s->n_originals, g, tally, e);
    return status ? status : try_garbling(m, texts, s->n_changed, g, tally, e);
}

static void put_garbled(struct buf *out, int format, const struct table *t)
{
    static const char *const NAMES[] = {"set", "garbled", "questions", "lower_percent"};
    if (format != FLUENCY_JSON) {
        measuring_put_table(out, format, t, true);
        return;
    }
    struct json_writer w = json_writer_to(out);
    for (uint32_t r = 0; r < t->n_rows; r++) {
        json_object_open(&w);
        for (uint32_t c = 0; c < t->n_columns; c++) {
            json_key(&w, str_from(NAMES[c]));
            struct str cell = t->cells[(size_t)r * t->n_columns + c];
            if (!t->columns[c].number)
                json_put_str(&w, cell);
            else if (str_eq(cell, STR("-")))
                json_put_null(&w);
            else
                json_put_raw(&w, cell);
        }
        json_object_close(&w);
        json_line_end(&w);
    }
}

enum status measure_garbled(struct measuring *m, struct buf *out, struct err *e)
{
    struct table t = {
        .title = "garbled on purpose", .columns = GARBLED, .n_columns = COUNT_OF(GARBLED)};
    enum status status = OK;
    for (uint32_t i = 0; i < m->n_sets; i++)
        for (int g = 0; g < N_GARBLINGS && status == OK; g++) {
            struct garbled_tally tally = {0};
            status = garble_set(m, &m->sets[i], (enum garbling)g, &tally, e);
            add_garbled(&m->arena, &t, m->sets[i].name, (enum garbling)g, &tally);
        }
    if (status == OK)
        put_garbled(out, m->job->format, &t);
    return status;
}
