/* comparison_data.c: figures, pairs and differing cases as the JSON that the page reads. */
#include "report/html/comparison_data.h"

#include "base/utf8.h"
#include "report/html/common_data.h"
#include "report/html/text_list.h"
#include "spider/hardness.h"

/* Texts are left out once so many bytes of them are there. */
enum { CASES_MAX = 2000, TEXT_LONGEST = 64 << 10, TEXTS_ROOM = 8 << 20 };

struct comparison_data {
    const struct comparison_source *source;
    struct arena arena;
    struct str *relations;
    uint32_t n_relations;
    struct differing_list differing;
    struct text_list texts, databases, hardness, elements;
    uint32_t *owners; /* of each differing case: the first system that has it */
    uint32_t *seeds;  /* of each differing case: the number of its seed in "seeds" */
};

static const struct verdict *verdict_of(const struct comparison_data *d, uint32_t i,
                                        uint32_t system)
{
    uint32_t place = d->differing.items[i].places[system];
    return place == PLACE_NONE ? NULL : &d->source->systems[system].scores->cases[place];
}

static const struct verdict *own_verdict(const struct comparison_data *d, uint32_t i)
{
    return verdict_of(d, i, d->owners[i]);
}

static const struct seed_verdict *own_seed(const struct comparison_data *d, uint32_t i)
{
    return &d->source->systems[d->owners[i]].scores->seeds[own_verdict(d, i)->seed];
}

static struct case_texts texts_of(const struct comparison_data *d, uint32_t i, uint32_t system)
{
    return case_texts_of(&d->source->sources[system], d->source->systems[system].scores,
                         d->differing.items[i].places[system]);
}

/* What was asked is the same for all systems; the first whose texts are there tells it. */
static struct case_texts asked_texts(const struct comparison_data *d, uint32_t i)
{
    struct case_texts t = {NULL, NULL, NULL, NULL};
    for (uint32_t s = 0; s < d->source->n && !t.asked; s++)
        if (d->differing.items[i].places[s] != PLACE_NONE)
            t = texts_of(d, i, s);
    return t;
}

/* Preparing */

/* Cases of one seed stand together. */
static void number_seeds(struct comparison_data *d)
{
    uint32_t n = d->differing.count, seeds = 0;
    d->owners = ARENA_ARRAY(&d->arena, uint32_t, n);
    d->seeds = ARENA_ARRAY(&d->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        d->owners[i] = 0;
        while (d->differing.items[i].places[d->owners[i]] == PLACE_NONE)
            d->owners[i]++;
        seeds += i > 0 && own_seed(d, i) != own_seed(d, i - 1);
        d->seeds[i] = seeds;
    }
}

static void prepare(struct comparison_data *d)
{
    const struct comparison_source *s = d->source;
    const struct scores *scores[COMPARED_MAX];
    for (uint32_t i = 0; i < s->n; i++)
        scores[i] = s->systems[i].scores;
    d->relations = comparison_relations(&d->arena, s->systems, s->n, &d->n_relations);
    d->differing = differing_cases(&d->arena, scores, s->n, CASES_MAX);
    for (int h = 0; h < N_HARDNESS; h++)
        text_list_add(&d->hardness, &d->arena, hardness_name((enum hardness)h));
    number_seeds(d);
}

static uint32_t relation_place(const struct comparison_data *d, struct str id)
{
    uint32_t i = 0;
    while (i + 1 < d->n_relations && !str_eq(d->relations[i], id))
        i++;
    return i;
}

/* Writing */

static void put_text(struct json_writer *w, struct comparison_data *d, struct str text)
{
    bool shown = text.len > 0 && d->texts.bytes < TEXTS_ROOM;
    text_number_json(w, shown ? text_list_add(&d->texts, &d->arena, utf8_cut(text, TEXT_LONGEST))
                              : TEXT_NONE);
}

static void put_nothing(struct json_writer *w, int n)
{
    while (n-- > 0)
        json_put_int(w, -1);
}

static void put_seed(struct json_writer *w, struct comparison_data *d, uint32_t i)
{
    const struct seed_verdict *s = own_seed(d, i);
    const struct case_texts t = asked_texts(d, i);
    json_array_open(w);
    json_put_int(w, s->number);
    text_number_json(w, text_list_add(&d->databases, &d->arena, s->db_id));
    text_number_json(w, text_list_add(&d->hardness, &d->arena, s->hardness));
    json_put_int(w, 0); /* right: each system has its own */
    put_nothing(w, 1);  /* flaky: likewise */
    put_text(w, d, t.seed ? t.seed->question : STR(""));
    put_nothing(w, 1); /* SQL */
    put_text(w, d, t.seed ? t.seed->query : STR(""));
    put_nothing(w, 1);  /* message */
    json_put_int(w, 0); /* wrong */
    elements_json(w, &d->elements, &d->arena, s->elements);
    json_array_close(w);
}

static void put_outcome(struct json_writer *w, struct comparison_data *d, uint32_t i,
                        uint32_t system)
{
    const struct verdict *v = verdict_of(d, i, system);
    if (!v) {
        json_put_null(w);
        return;
    }
    const struct case_texts t = texts_of(d, i, system);
    json_array_open(w);
    json_put_int(w, v->cause);
    put_text(w, d, said_sql(t.before));
    put_text(w, d, said_sql(t.after));
    put_text(w, d, v->message);
    json_array_close(w);
}

/* As page_data.c has them, and the outcomes. A change is JSON and cannot be cut. */
static void put_case(struct json_writer *w, struct comparison_data *d, uint32_t i)
{
    const struct verdict *v = own_verdict(d, i);
    const struct case_texts t = asked_texts(d, i);
    struct str change = t.asked ? t.asked->change : STR("");
    json_array_open(w);
    json_put_str(w, v->id);
    json_put_int(w, d->seeds[i]);
    json_put_int(w, relation_place(d, v->relation));
    put_nothing(w, 1);  /* cause */
    json_put_int(w, 0); /* truths */
    put_nothing(w, 1);  /* type */
    json_put_int(w, 0); /* flaky */
    json_array_open(w); /* clauses */
    json_array_close(w);
    put_text(w, d, t.asked ? t.asked->question : STR(""));
    put_nothing(w, 1); /* SQL */
    put_text(w, d, t.asked ? t.asked->query : STR(""));
    put_text(w, d, change.len <= TEXT_LONGEST ? change : STR(""));
    put_nothing(w, 5); /* variant, differences, rows, message */
    json_put_int(w, t.asked && t.asked->claim == CLAIM_CHANGED);
    put_nothing(w, 1); /* expected */
    json_array_open(w);
    for (uint32_t s = 0; s < d->source->n; s++)
        put_outcome(w, d, i, s);
    json_array_close(w);
    json_array_close(w);
}

static void put_differing(struct json_writer *w, struct comparison_data *d)
{
    json_key(w, STR("differing"));
    json_put_int(w, d->differing.total);
    json_key(w, STR("seeds"));
    json_array_open(w);
    for (uint32_t i = 0; i < d->differing.count; i++)
        if (i == 0 || d->seeds[i] != d->seeds[i - 1])
            put_seed(w, d, i);
    json_array_close(w);
    json_key(w, STR("cases"));
    json_array_open(w);
    for (uint32_t i = 0; i < d->differing.count; i++) {
        put_case(w, d, i);
        buf_putc(w->out, '\n');
    }
    json_array_close(w);
}

/* Each against each that comes before it. */
static void put_pairs(struct json_writer *w, const struct comparison_source *s)
{
    json_key(w, STR("pairs"));
    json_array_open(w);
    for (uint32_t x = 0; x < s->n; x++)
        for (uint32_t y = x + 1; y < s->n; y++)
            comparison_put_pair(w, &s->systems[x], &s->systems[y]);
    json_array_close(w);
}

static void put_capabilities(struct json_writer *w)
{
    json_key(w, STR("capabilities"));
    json_array_open(w);
    for (enum capability c = 0; c < N_CAPABILITIES; c++) {
        json_array_open(w);
        json_put_str(w, str_from(capability_name(c)));
        json_put_str(w, str_from(capability_relations(c)));
        json_array_close(w);
    }
    json_array_close(w);
}

static void put_head(struct json_writer *w, struct comparison_data *d)
{
    const struct comparison_source *s = d->source;
    comparison_put_systems(w, s->systems, s->n, s->weights);
    json_key(w, STR("commands"));
    json_array_open(w);
    for (uint32_t i = 0; i < s->n; i++)
        json_put_str(w, str_from(s->commands[i]));
    json_array_close(w);
    json_key(w, STR("relations"));
    json_array_open(w);
    for (uint32_t i = 0; i < d->n_relations; i++)
        relation_json(w, d->relations[i]);
    json_array_close(w);
    put_capabilities(w);
    causes_json(w);
    seed_numbers_json(w, s->systems[0].scores);
    put_pairs(w, s);
}

static void put_names(struct json_writer *w, const char *key, const struct text_list *l)
{
    json_key(w, str_from(key));
    text_list_json(w, l);
}

enum status comparison_data_json(const struct comparison_source *s, struct buf *out, struct err *e)
{
    struct comparison_data d = {.source = s};
    struct json_writer w = json_writer_to(out);
    prepare(&d);
    json_object_open(&w);
    put_head(&w, &d);
    put_differing(&w, &d);
    put_names(&w, "databases", &d.databases);
    put_names(&w, "hardness", &d.hardness);
    put_names(&w, "elements", &d.elements);
    put_names(&w, "texts", &d.texts);
    json_object_close(&w);
    arena_release(&d.arena);
    return buf_whole(out) ? OK : err_set(e, E_LIMIT, "too much for one page");
}
