/* eval_pair.c: one gold query, one prediction, all that was asked about them. */
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
    const struct eval_gold *gold;
    struct spider_form pred_form; /* all-zero where it could not be read */
    bool pred_readable;
    struct err pred_err;
    struct execution_result execution;
    bool tells; /* a line is written of it, which has its problem */
};

static bool read_form(const struct pair_work *w, struct arena *a, struct str text,
                      struct spider_form *out, struct err *e)
{
    enum spider_rule rule = w->rules->mode == EVAL_SPIDER ? SPIDER_RULE_SPIDER : SPIDER_RULE_TSE;
    enum status status = spider_form_read(a, w->pair->database->schema, rule, text, out, e);
    if (status == OK && !exact_comparable(out))
        status = err_set(e, E_SYNTAX, "two conditions without AND or OR between them");
    if (status)
        *out = (struct spider_form){0};
    return status == OK;
}

static bool is_read(const struct eval_gold *g, const struct pair *pair)
{
    return g->database == pair->database && str_eq(g->text, pair->gold);
}

/* The text is copied: the form refers to it, and outlives the pair. */
static void read_gold(struct pair_work *w)
{
    struct eval_gold *g = &w->scratch->gold;
    w->gold = g;
    if (is_read(g, w->pair))
        return;
    arena_clear(&g->arena);
    g->database = w->pair->database;
    g->text = arena_str(&g->arena, w->pair->gold);
    g->readable = read_form(w, &g->arena, g->text, &g->form, &g->err);
}

/* One that is the gold query word for word is read as that was. */
static void read_prediction(struct pair_work *w)
{
    if (!str_eq(w->pred, w->pair->gold)) {
        w->pred_readable = read_form(w, &w->scratch->arena, w->pred, &w->pred_form, &w->pred_err);
        return;
    }
    w->pred_readable = w->gold->readable;
    w->pred_form = w->gold->form;
    w->pred_err = w->gold->err;
}

/* Add "what: why" to the remarks in `to`. */
static void remark(struct pair_work *w, struct str *to, const char *what, struct str why)
{
    *to = arena_printf(&w->scratch->arena, "%.*s%s%s%s%.*s", STR_ARG(*to), to->len ? "; " : "",
                       what, why.len ? ": " : "", STR_ARG(why));
}

static void note_problem(struct pair_work *w, const char *what, struct str why)
{
    if (w->tells)
        remark(w, &w->out->problem, what, why);
}

static void match_strictly(struct pair_work *w)
{
    struct err e;
    enum strict_verdict verdict =
        strict_match(&w->scratch->arena, w->pair->database->schema, w->pair->gold, w->pred, &e);
    w->out->score.match.exact = verdict == STRICT_EQUAL;
    w->out->score.exact_scored = verdict != STRICT_GOLD_FAULT;
    if (verdict == STRICT_GOLD_FAULT)
        remark(w, &w->out->gold_fault, "gold cannot be read", str_from(e.msg));
    else if (verdict == STRICT_UNREADABLE)
        note_problem(w, "prediction cannot be read", str_from(e.msg));
}

static void match_exactly(struct pair_work *w)
{
    if (w->rules->mode == EVAL_STRICT) {
        match_strictly(w);
        return;
    }
    if (!w->gold->readable) {
        remark(w, &w->out->gold_fault, "gold is outside Spider's grammar",
               str_from(w->gold->err.msg));
        return;
    }
    w->out->score.exact_scored = true;
    exact_match(&w->pair->database->keys, &w->pred_form, &w->gold->form, &w->out->score.match);
    w->out->score.has_components = true;
    if (!w->pred_readable)
        note_problem(w, "prediction is outside Spider's grammar", str_from(w->pred_err.msg));
}

/* The key under which spider's script files a result column: the unit without its outer aggregate.
 */
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
    o->gold_late = r->verdict == EXECUTION_GOLD_TIMEOUT;
    o->score.exec_scored = r->verdict != EXECUTION_GOLD_FAULT && !o->gold_late && o->failure == OK;
    if (!o->score.exec_scored)
        remark(w, &o->gold_fault, verdict, r->message);
    else if (r->verdict != EXECUTION_MATCH && r->verdict != EXECUTION_MISMATCH)
        note_problem(w, verdict, r->message);
}

static void execute(struct pair_work *w)
{
    const struct pair *p = w->pair;
    struct execution_pair pair = {.folder = p->database->folder,
                                  .db_id = p->database->db_id,
                                  .gold = p->gold,
                                  .prediction = w->pred};
    if (w->rules->mode == EVAL_SPIDER) { /* whose script needs the parsed gold */
        if (!w->gold->readable) {
            w->execution.verdict = EXECUTION_GOLD_FAULT;
            note_execution(w);
            return;
        }
        pair.gold_units = unit_keys(w, &w->gold->form);
        pair.n_gold_units = w->gold->form.n_select;
        pair.prediction_units = unit_keys(w, &w->pred_form);
        pair.n_prediction_units = w->pred_form.n_select;
    }
    w->execution = execution_match(w->scratch->context, &pair);
    w->out->score.exec = w->execution.verdict == EXECUTION_MATCH;
    note_execution(w);
}

static void put_flag(struct json_writer *json, struct str key, bool known, bool value)
{
    json_key(json, key);
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
        json_put_int(json, c->equal);
        json_put_int(json, c->equal);
        json_put_int(json, c->equal);
        json_put_int(json, c->label_total);
        json_put_int(json, c->pred_total);
        json_array_close(json);
    }
    json_object_close(json);
}

static void put_line(struct json_writer *json, const struct pair_work *w)
{
    const struct pair_score *score = &w->out->score;
    json_object_open(json);
    json_key(json, STR("index"));
    json_put_int(json, (int64_t)w->pair->index);
    json_key(json, STR("line"));
    json_put_int(json, w->pair->line);
    json_key(json, STR("db_id"));
    json_put_str(json, w->pair->database->db_id);
    if (w->rules->texts) {
        json_key(json, STR("gold"));
        json_put_str(json, w->pair->gold);
        json_key(json, STR("predicted"));
        json_put_str(json, w->pair->pred);
    }
    json_key(json, STR("hardness"));
    if (score->hardness_known)
        json_put_str(json, hardness_name(score->hardness));
    else
        json_put_null(json);
    put_flag(json, STR("exact"), score->exact_scored, score->match.exact);
    put_flag(json, STR("exec"), score->exec_scored, score->exec);
    if (w->rules->measures & MEASURE_EXEC) {
        json_key(json, STR("verdict"));
        json_put_str(json, str_from(execution_verdict_name(w->execution.verdict)));
    }
    put_components(json, score);
    json_key(json, STR("error"));
    const struct str *error = w->out->gold_fault.len ? &w->out->gold_fault : &w->out->problem;
    if (error->len)
        json_put_str(json, *error);
    else
        json_put_null(json);
    json_object_close(json);
    json_line_end(json);
}

void eval_scratch_release(struct eval_scratch *scratch)
{
    arena_release(&scratch->arena);
    arena_release(&scratch->gold.arena);
}

void eval_pair(const struct eval_rules *rules, struct eval_scratch *scratch,
               const struct pair *pair, struct eval_outcome *out, struct json_writer *json)
{
    arena_clear(&scratch->arena);
    *out = (struct eval_outcome){0};
    struct pair_work w = {
        .rules = rules, .scratch = scratch, .pair = pair, .out = out, .tells = json};
    w.pred =
        rules->mode == EVAL_TSE ? official_fill_value(&scratch->arena, pair->pred) : pair->pred;
    read_gold(&w);
    read_prediction(&w);
    out->score.turn = pair->turn;
    out->score.hardness_known = w.gold->readable;
    if (w.gold->readable)
        out->score.hardness = spider_hardness(&w.gold->form);
    if (rules->measures & MEASURE_EXACT)
        match_exactly(&w);
    if (rules->measures & MEASURE_EXEC)
        execute(&w);
    if (json)
        put_line(json, &w);
}
