/* comparison_html.c: the page of a comparison: its data as JSON, and its frame. */
#include "report/comparison_html.h"

#include "base/utf8.h"
#include "report/html/common_data.h"
#include "report/html/page_file.h"
#include "report/html/text_list.h"
#include "spider/hardness.h"

#include <math.h>

/* Texts are left out once there are TEXTS_ROOM bytes of them. */
enum { CASES_MAX = 2000, TEXT_LONGEST = 64 << 10, TEXTS_ROOM = 8 << 20 };

struct comparison_data {
    const struct system_comparison *comparison;
    const struct compared_texts *texts_of; /* of each system */
    struct arena arena;
    struct str *relations;
    uint32_t n_relations;
    struct differing_list differing;
    struct text_list texts, databases, hardness, elements;
    uint32_t *owners; /* for each differing case: the first system that has it */
    uint32_t *seeds;  /* for each differing case: the place of its seed in "seeds" */
};

static const struct system_outcome *outcome_at(const struct comparison_data *d, uint32_t i,
                                               uint32_t system)
{
    return &d->differing.items[i].outcomes[system];
}

/* The scores of the run that stands for a system in case `i`. */
static const struct scores *scores_of(const struct comparison_data *d, uint32_t i, uint32_t system)
{
    return d->texts_of[system].runs.items[outcome_at(d, i, system)->run];
}

static const struct verdict *verdict_of(const struct comparison_data *d, uint32_t i,
                                        uint32_t system)
{
    uint32_t place = outcome_at(d, i, system)->place;
    return place == PLACE_NONE ? NULL : &scores_of(d, i, system)->cases[place];
}

static const struct verdict *own_verdict(const struct comparison_data *d, uint32_t i)
{
    return verdict_of(d, i, d->owners[i]);
}

static const struct seed_verdict *own_seed(const struct comparison_data *d, uint32_t i)
{
    return &scores_of(d, i, d->owners[i])->seeds[own_verdict(d, i)->seed];
}

static struct case_texts texts_of(const struct comparison_data *d, uint32_t i, uint32_t system)
{
    const struct system_outcome *o = outcome_at(d, i, system);
    return case_texts_of(&d->texts_of[system].sources[o->run], scores_of(d, i, system), o->place);
}

/* The question is the same for all systems: take it from the first whose texts are there. */
static struct case_texts asked_texts(const struct comparison_data *d, uint32_t i)
{
    struct case_texts t = {NULL, NULL, NULL, NULL};
    for (uint32_t s = 0; s < d->comparison->n_systems && !t.asked; s++)
        if (outcome_at(d, i, s)->place != PLACE_NONE)
            t = texts_of(d, i, s);
    return t;
}

/* Preparing */

/* Cases of one seed are adjacent. */
static void number_seeds(struct comparison_data *d)
{
    uint32_t n = d->differing.count, seeds = 0;
    d->owners = ARENA_ARRAY(&d->arena, uint32_t, n);
    d->seeds = ARENA_ARRAY(&d->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        d->owners[i] = 0;
        while (outcome_at(d, i, d->owners[i])->place == PLACE_NONE)
            d->owners[i]++;
        seeds += i > 0 && own_seed(d, i) != own_seed(d, i - 1);
        d->seeds[i] = seeds;
    }
}

static void prepare_cases(struct comparison_data *d)
{
    const struct system_comparison *c = d->comparison;
    struct runs runs[COMPARED_MAX];
    for (uint32_t i = 0; i < c->n_systems; i++)
        runs[i] = d->texts_of[i].runs;
    d->relations = comparison_relations(&d->arena, c->systems, c->n_systems, &d->n_relations);
    d->differing = differing_cases(&d->arena, runs, c->n_systems, CASES_MAX);
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

static uint32_t text_number(struct comparison_data *d, struct str text)
{
    bool shown = text.len > 0 && d->texts.bytes < TEXTS_ROOM;
    return shown ? text_list_add(&d->texts, &d->arena, utf8_cut(text, TEXT_LONGEST)) : TEXT_NONE;
}

static void put_seed_row(struct json_writer *w, struct comparison_data *d, uint32_t i)
{
    const struct seed_verdict *s = own_seed(d, i);
    const struct case_texts t = asked_texts(d, i);
    struct seed_row row = SEED_ROW_EMPTY;
    row.number = s->number;
    row.database = text_list_add(&d->databases, &d->arena, s->db_id);
    row.hardness = text_list_add(&d->hardness, &d->arena, s->hardness);
    row.right = row.wrong = 0; /* each system has its own */
    row.elements = element_numbers(&d->elements, &d->arena, s->elements);
    if (t.seed) {
        row.question = text_number(d, t.seed->question);
        row.gold = text_number(d, t.seed->query);
    }
    json_array_open(w);
    seed_row_json(w, &row);
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
    const struct system_outcome *o = outcome_at(d, i, system);
    struct outcome_row row = OUTCOME_ROW_EMPTY;
    row.cause = v->cause;
    row.before = text_number(d, said_sql(t.before));
    row.after = text_number(d, said_sql(t.after));
    row.message = text_number(d, v->message);
    if (d->comparison->systems[system].runs.count > 1) {
        row.run = o->run;
        row.errors = o->fate.errors;
        row.judged = o->fate.judged;
    }
    json_array_open(w);
    outcome_row_json(w, &row);
    json_array_close(w);
}

/* The outcomes follow. A change is JSON and cannot be cut. */
static void put_case_row(struct json_writer *w, struct comparison_data *d, uint32_t i)
{
    const struct verdict *v = own_verdict(d, i);
    const struct case_texts t = asked_texts(d, i);
    struct case_row row = CASE_ROW_EMPTY;
    row.id = v->id;
    row.seed = d->seeds[i];
    row.relation = relation_place(d, v->relation);
    row.truths = row.flaky = row.changes = 0;
    if (t.asked) {
        row.question = text_number(d, t.asked->question);
        row.gold = text_number(d, t.asked->query);
        if (t.asked->change.len <= TEXT_LONGEST)
            row.change = text_number(d, t.asked->change);
        row.changes = t.asked->claim == CLAIM_CHANGED;
    }
    json_array_open(w);
    case_row_json(w, &row, true);
    json_array_open(w);
    for (uint32_t s = 0; s < d->comparison->n_systems; s++)
        put_outcome(w, d, i, s);
    json_array_close(w);
    json_array_close(w);
}

static void put_differing(struct json_writer *w, struct comparison_data *d)
{
    json_key_count(w, "differing", d->comparison->differing);
    json_key_array(w, "seeds");
    for (uint32_t i = 0; i < d->differing.count; i++)
        if (i == 0 || d->seeds[i] != d->seeds[i - 1])
            put_seed_row(w, d, i);
    json_array_close(w);
    json_key_array(w, "cases");
    for (uint32_t i = 0; i < d->differing.count; i++) {
        put_case_row(w, d, i);
        buf_putc(w->out, '\n');
    }
    json_array_close(w);
}

/* A command for each system, or for each of its runs if it has several. */
static void put_commands(struct json_writer *w, const struct comparison_data *d)
{
    json_key_array(w, "commands");
    for (uint32_t s = 0; s < d->comparison->n_systems; s++) {
        uint32_t n = d->comparison->systems[s].runs.count;
        if (n > 1)
            json_array_open(w);
        for (uint32_t r = 0; r < n; r++)
            json_put_str(w, str_from(d->texts_of[s].commands[r]));
        if (n > 1)
            json_array_close(w);
    }
    json_array_close(w);
}

static void put_capabilities(struct json_writer *w)
{
    json_key_array(w, "capabilities");
    for (enum capability c = 0; c < N_CAPABILITIES; c++)
        text_pair_json(w, str_from(capability_name(c)), str_from(capability_relations(c)));
    json_array_close(w);
}

static void put_comparison_head(struct json_writer *w, struct comparison_data *d)
{
    const struct system_comparison *c = d->comparison;
    comparison_put_systems(w, c);
    put_commands(w, d);
    json_key_array(w, "relations");
    for (uint32_t i = 0; i < d->n_relations; i++)
        relation_json(w, d->relations[i]);
    json_array_close(w);
    put_capabilities(w);
    causes_json(w);
    seed_numbers_json(w, c->systems[0].runs.items[0]);
    comparison_put_pairs(w, c);
}

/* One object. Seeds and cases have the fields of the report's page, so that one script lists,
 * filters and searches both. A case has one member more: the outcome of each system, or null. For a
 * system of several runs, the outcome is that of one of them. E_LIMIT if it is too much for one
 * page. */
static enum status put_comparison_data(const struct comparison_source *s, struct buf *out,
                                       struct err *e)
{
    struct comparison_data d = {.comparison = s->comparison, .texts_of = s->texts};
    struct json_writer w = json_writer_to(out);
    prepare_cases(&d);
    json_object_open(&w);
    put_comparison_head(&w, &d);
    put_differing(&w, &d);
    text_list_json(&w, "databases", &d.databases);
    text_list_json(&w, "hardness", &d.hardness);
    text_list_json(&w, "elements", &d.elements);
    text_list_json(&w, "texts", &d.texts);
    json_object_close(&w);
    arena_release(&d.arena);
    return buf_whole(out) ? OK : err_set(e, E_LIMIT, "too much for one page");
}

static const struct str PARTS[] = {
    STR_INIT("dom.js"),        STR_INIT("case_field.js"), STR_INIT("page_data.js"),
    STR_INIT("words_diff.js"), STR_INIT("sql_view.js"),   STR_INIT("diagnosis.js"),
    STR_INIT("case_view.js"),  STR_INIT("search.js"),     STR_INIT("filters.js"),
    STR_INIT("case_list.js"),  STR_INIT("summary.js"),    STR_INIT("runs.js"),
    STR_INIT("systems.js"),    STR_INIT("outcomes.js"),   STR_INIT("comparison.js"),
    STR_INIT("page.js"),
};

/* "a, b and c" */
static struct str names_of(struct arena *a, const struct system_comparison *c)
{
    struct str text = c->systems[0].name;
    for (uint32_t i = 1; i < c->n_systems; i++)
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(text), i + 1 < c->n_systems ? ", " : " and ",
                            STR_ARG(c->systems[i].name));
    return text;
}

/* "a has an error rate of 5.6%, b one of 7.0%." */
static struct str sentence_of(struct arena *a, const struct system_comparison *c)
{
    struct str text = STR("");
    for (uint32_t i = 0; i < c->n_systems; i++)
        text = arena_printf(a, "%.*s%.*s %s error rate of %.1f%%%s", STR_ARG(text),
                            STR_ARG(c->systems[i].name), i ? "an" : "has an",
                            100 * fmax(0, comparison_error_rate(&c->systems[i]).mean),
                            i + 1 < c->n_systems ? ", " : ".");
    return text;
}

enum status comparison_html(const struct comparison_source *s, struct out_file *f, struct err *e)
{
    struct arena a = {0};
    struct buf data = {0};
    buf_limit(&data, PAGE_DATA_MAX);
    enum status status = put_comparison_data(s, &data, e);
    if (status == OK) {
        const struct page_file page = {.skeleton = STR("comparison.html"),
                                       .parts = PARTS,
                                       .n_parts = COUNT_OF(PARTS),
                                       .title = names_of(&a, s->comparison),
                                       .sentence = sentence_of(&a, s->comparison),
                                       .data = buf_str(&data)};
        status = page_file_write(&page, f, e);
    }
    buf_release(&data);
    arena_release(&a);
    return status;
}
