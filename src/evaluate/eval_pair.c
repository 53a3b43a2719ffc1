/* eval_pair.c: compare one prediction with one gold query, by all measures that are asked for. */
#include "evaluate/eval_pair.h"

#include "diagnosis/strict_match.h"
#include "spider/official_text.h"

/* A pair being scored. */
struct pair_work {
    const struct eval_rules *rules;
    struct eval_scratch *scratch;
    const struct pair *pair;
    struct str pred; /* as the rules see it */
    struct eval_outcome *out;
    const struct eval_form *gold;
    struct eval_form pred_form;
    struct execution_result execution;
    bool has_line; /* a JSON line is written, which has the problem */
};

static void read_eval_form(const struct pair_work *w, struct arena *a, struct str text,
                           struct eval_form *out)
{
    enum spider_rule rule = w->rules->mode == EVAL_SPIDER ? SPIDER_RULE_SPIDER : SPIDER_RULE_TSE;
    enum status status =
        spider_form_read(a, w->pair->database->schema, rule, text, &out->form, &out->err);
    if (status == OK && !exact_comparable(&out->form))
        status = err_set(&out->err, E_SYNTAX, "two conditions without AND or OR between them");
    if (status)
        out->form = (struct spider_form){0};
    out->readable = status == OK;
}

/* The text is copied: the form refers to it, and outlives the pair. */
static void read_gold(struct pair_work *w)
{
    struct eval_gold *g = &w->scratch->gold;
    w->gold = &g->form;
    if (g->database == w->pair->database && str_eq(g->text, w->pair->gold))
        return;
    arena_clear(&g->arena);
    g->database = w->pair->database;
    g->text = arena_str(&g->arena, w->pair->gold);
    read_eval_form(w, &g->arena, g->text, &g->form);
}

static void read_prediction(struct pair_work *w)
{
    if (str_eq(w->pred, w->pair->gold))
        w->pred_form = *w->gold;
    else
        read_eval_form(w, &w->scratch->arena, w->pred, &w->pred_form);
}

/* Add "what: why" to the remarks in `to`. */
static void add_remark(struct pair_work *w, struct str *to, const char *what, struct str why)
{
    *to = arena_printf(&w->scratch->arena, "%.*s%s%s%s%.*s", STR_ARG(*to), to->len ? "; " : "",
                       what, why.len ? ": " : "", STR_ARG(why));
}

static void note_problem(struct pair_work *w, const char *what, struct str why)
{
    if (w->has_line)
        add_remark(w, &w->out->problem, what, why);
}

static void match_strictly(struct pair_work *w)
{
    struct err e;
    enum strict_verdict verdict =
        strict_match(&w->scratch->arena, w->pair->database->schema, w->pair->gold, w->pred, &e);
    w->out->score.match.exact = verdict == STRICT_EQUAL;
    w->out->score.exact_scored = verdict != STRICT_GOLD_FAULT;
    if (verdict == STRICT_GOLD_FAULT)
        add_remark(w, &w->out->gold_fault, "gold cannot be read", str_from(e.msg));
    else if (verdict == STRICT_UNREADABLE)
        note_problem(w, "prediction cannot be read", str_from(e.msg));
}

static void match_exactly(struct pair_work *w)
{
    if (!w->gold->readable) {
        add_remark(w, &w->out->gold_fault, "gold is outside Spider's grammar",
                   str_from(w->gold->err.msg));
        return;
    }
    w->out->score.exact_scored = true;
    exact_match(&w->pair->database->keys, &w->pred_form.form, &w->gold->form, &w->out->score.match);
    w->out->score.has_components = true;
    if (!w->pred_form.readable)
        note_problem(w, "prediction is outside Spider's grammar", str_from(w->pred_form.err.msg));
}

/* The key of a result column in spider's script: the unit without its outer aggregate. */
static uint64_t unit_key(const struct exact_keys *keys, const struct spider_form *outermost,
                         const struct spider_val_unit *u)
{
    uint64_t a = hash_combine(u->a.agg, exact_column(keys, outermost, u->a.column));
    if (u->b.column == SCHEMA_NONE)
        return a;
    uint64_t b = hash_combine(u->b.agg, exact_column(keys, outermost, u->b.column));
    return hash_combine(hash_combine(a, b), u->op + 1u);
}

static const uint64_t *unit_keys(struct pair_work *w, const struct spider_form *f)
{
    uint64_t *keys = ARENA_ARRAY(&w->scratch->arena, uint64_t, f->n_select);
    for (uint32_t i = 0; i < f->n_select; i++)
        keys[i] = unit_key(&w->pair->database->keys, f, &f->select[i].unit);
    return keys;
}

static void note_execution(struct pair_work *w)
{
    const struct execution_result *r = &w->execution;
    const char *verdict = execution_verdict_name(r->verdict);
    struct eval_outcome *o = w->out;
    o->failure = r->verdict == EXECUTION_NO_DATABASE ? E_DB
                 : r->verdict == EXECUTION_FAILED    ? E_HOST
                                                     : OK;
    if (o->failure) {
        o->failure_message = arena_str(&w->scratch->arena, r->message);
        o->failed_file = arena_str(&w->scratch->arena, r->file);
    }
    o->gold_late = r->verdict == EXECUTION_GOLD_TIMEOUT;
    o->score.exec_scored = r->verdict != EXECUTION_GOLD_FAULT && !o->gold_late && o->failure == OK;
    if (!o->score.exec_scored)
        add_remark(w, &o->gold_fault, verdict, r->message);
    else if (r->verdict != EXECUTION_MATCH && r->verdict != EXECUTION_MISMATCH)
        note_problem(w, verdict, r->message);
}

static void match_by_execution(struct pair_work *w)
{
    const struct pair *p = w->pair;
    struct execution_pair pair = {.folder = p->database->folder,
                                  .db_id = p->database->db_id,
                                  .gold = p->gold,
                                  .prediction = w->pred};
    bool by_units = w->rules->mode == EVAL_SPIDER; /* its script needs the parsed gold */
    if (by_units) {
        pair.gold_units = unit_keys(w, &w->gold->form);
        pair.n_gold_units = w->gold->form.n_select;
        pair.prediction_units = unit_keys(w, &w->pred_form.form);
        pair.n_prediction_units = w->pred_form.form.n_select;
    }
    if (by_units && !w->gold->readable)
        w->execution.verdict = EXECUTION_GOLD_FAULT;
    else
        w->execution = execution_match(w->scratch->context, &pair);
    w->out->score.exec = w->execution.verdict == EXECUTION_MATCH;
    note_execution(w);
}

/* null if the text is empty. */
static void put_text_or_null(struct json_writer *json, const char *key, struct str text)
{
    json_key(json, str_from(key));
    if (text.len)
        json_put_str(json, text);
    else
        json_put_null(json);
}

static void put_known_flag(struct json_writer *json, const char *key, bool known, bool value)
{
    json_key(json, str_from(key));
    if (known)
        json_put_int(json, value);
    else
        json_put_null(json);
}

static void put_components(struct json_writer *json, const struct pair_score *score)
{
    json_key(json, STR("partial"));
    if (!score->has_components) {
        json_put_null(json);
        return;
    }
    json_object_open(json);
    for (int i = 0; i < N_COMPONENTS; i++) {
        const struct component_score *c = &score->match.components[i];
        json_key(json, component_label((enum component)i));
        json_array_open(json);
        for (int k = 0; k < 3; k++) /* accuracy, recall and F1 are the same */
            json_put_int(json, c->equal);
        json_put_int(json, c->label_total);
        json_put_int(json, c->pred_total);
        json_array_close(json);
    }
    json_object_close(json);
}

static void put_pair_line(struct json_writer *json, const struct pair_work *w)
{
    const struct pair_score *score = &w->out->score;
    json_object_open(json);
    json_key_count(json, "index", w->pair->index);
    json_key_count(json, "line", w->pair->line);
    json_key_str(json, "db_id", w->pair->database->db_id);
    if (w->rules->texts) {
        json_key_str(json, "gold", w->pair->gold);
        json_key_str(json, "predicted", w->pair->pred);
    }
    put_text_or_null(json, "hardness",
                     score->hardness_known ? hardness_name(score->hardness) : STR_NONE);
    put_known_flag(json, "exact", score->exact_scored, score->match.exact);
    put_known_flag(json, "exec", score->exec_scored, score->exec);
    if (w->rules->measures & MEASURE_EXEC)
        json_key_str(json, "verdict", str_from(execution_verdict_name(w->execution.verdict)));
    put_components(json, score);
    put_text_or_null(json, "error", w->out->gold_fault.len ? w->out->gold_fault : w->out->problem);
    json_object_close(json);
    json_line_end(json);
}

void eval_pair(const struct eval_rules *rules, struct eval_scratch *scratch,
               const struct pair *pair, struct eval_outcome *out, struct json_writer *json)
{
    arena_clear(&scratch->arena);
    *out = (struct eval_outcome){0};
    struct pair_work w = {
        .rules = rules, .scratch = scratch, .pair = pair, .out = out, .has_line = json};
    w.pred =
        rules->mode == EVAL_TSE ? official_fill_value(&scratch->arena, pair->pred) : pair->pred;
    read_gold(&w);
    read_prediction(&w);
    out->score.turn = pair->turn;
    out->score.hardness_known = w.gold->readable;
    if (w.gold->readable)
        out->score.hardness = spider_hardness(&w.gold->form);
    if (rules->measures & MEASURE_EXACT)
        (rules->mode == EVAL_STRICT ? match_strictly : match_exactly)(&w);
    if (rules->measures & MEASURE_EXEC)
        match_by_execution(&w);
    if (json)
        put_pair_line(json, &w);
}
