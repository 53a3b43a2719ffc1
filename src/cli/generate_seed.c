/* generate_seed.c: from a seed to its lines of a suite. */
#include "cli/generate_seed.h"

#include "relation/prepare.h"
#include "spider/hardness.h"

#include <stdio.h>

enum { OUTPUT_MAX = 256 << 20 };

/* A seed being worked on. */
struct seed_work {
    const struct generate_rules *rules;
    struct prover *prover;
    struct relation_seed seed;
    struct seed_output *out;
    struct proof gold; /* what running the gold query on the original gave */
};

void seed_output_init(struct seed_output *out)
{
    *out = (struct seed_output){0};
    buf_init(&out->seed, OUTPUT_MAX);
    buf_init(&out->cases, OUTPUT_MAX);
    buf_init(&out->spider.text, OUTPUT_MAX);
}

void seed_output_release(struct seed_output *out)
{
    arena_release(&out->arena);
    buf_release(&out->seed);
    buf_release(&out->cases);
    buf_release(&out->spider.text);
}

static void clear(struct seed_output *out)
{
    struct seed_output empty = {.arena = out->arena,
                                .seed = out->seed,
                                .cases = out->cases,
                                .spider.text = out->spider.text};
    *out = empty;
    arena_rewind(&out->arena, (struct arena_mark){0});
    buf_clear(&out->seed);
    buf_clear(&out->cases);
    buf_clear(&out->spider.text);
}

static void put_text_or_null(struct json_writer *w, struct str key, struct str text)
{
    json_key(w, key);
    if (text.ptr)
        json_put_str(w, text);
    else
        json_put_null(w);
}

static struct str hardness_of(struct arena *a, const struct seed *s)
{
    struct spider_form form;
    struct err e;
    if (!s->query.ptr || spider_form_read(a, s->schema, SPIDER_RULE_TSE, s->query, &form, &e))
        return (struct str){NULL, 0};
    return hardness_name(spider_hardness(&form));
}

static void put_seed(struct seed_work *w)
{
    const struct seed *s = w->seed.seed;
    struct json_writer json = json_writer_to(&w->out->seed);
    json_object_open(&json);
    json_key(&json, STR("seed"));
    json_put_int(&json, s->number);
    json_key(&json, STR("db_id"));
    json_put_str(&json, s->db_id);
    json_key(&json, STR("question"));
    json_put_str(&json, s->question);
    put_text_or_null(&json, STR("query"), s->query);
    put_text_or_null(&json, STR("hardness"), hardness_of(&w->out->arena, s));
    json_object_close(&json);
    json_line_end(&json);
}

static void use_schema(struct seed_work *w, struct str db_id, const struct migration *m)
{
    struct seed_output *o = w->out;
    ARENA_PUSH(&o->arena, o->schemas, o->n_schemas);
    o->schemas[o->n_schemas++] = (struct schema_use){db_id, m};
}

static struct proof_claim claim_of(const struct seed_work *w, const struct migration *m)
{
    const struct seed *s = w->seed.seed;
    return (struct proof_claim){.database = s->database.ptr,
                                .gold = w->seed.stmt || s->query.ptr ? seed_query(s)
                                                                     : (struct str){NULL, 0},
                                .ordered = w->seed.stmt && w->seed.stmt->query->order.count > 0,
                                .migration = m};
}

/* Only what was run has rows; text that only a question relation changed has the gold's. */
static void put_proof(struct json_writer *json, const struct seed_work *w, const struct proof *p)
{
    char digest[17];
    json_key(json, STR("proof"));
    if (!w->prover) {
        json_put_null(json);
        return;
    }
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)p->digest);
    json_object_open(json);
    json_key(json, STR("by"));
    json_put_str(json, str_from(proof_by_name(p->by)));
    json_key(json, STR("rows"));
    json_put_int(json, (int64_t)p->rows);
    json_key(json, STR("digest"));
    json_put_str(json, str_from(digest));
    json_object_close(json);
}

static void put_case(struct seed_work *w, const struct relation *r, uint32_t i,
                     const struct variant *v, struct str db_id, const struct proof *proof)
{
    const struct seed *s = w->seed.seed;
    struct json_writer json = json_writer_to(&w->out->cases);
    json_object_open(&json);
    json_key(&json, STR("id"));
    json_put_str(&json, arena_printf(&w->out->arena, "%u-%s-%u", s->number, r->id, i));
    json_key(&json, STR("seed"));
    json_put_int(&json, s->number);
    json_key(&json, STR("family"));
    json_put_str(&json, str_from(r->family));
    json_key(&json, STR("relation"));
    json_put_str(&json, str_from(r->id));
    json_key(&json, STR("db_id"));
    json_put_str(&json, db_id);
    json_key(&json, STR("question"));
    json_put_str(&json, v->question);
    put_text_or_null(&json, STR("query"), s->query);
    json_key(&json, STR("expect"));
    json_put_str(&json, STR("same"));
    json_key(&json, STR("change"));
    json_put_raw(&json, v->change);
    put_proof(&json, w, proof);
    json_object_close(&json);
    json_line_end(&json);
}

static void export_case(struct seed_work *w, const struct variant *v, struct str db_id)
{
    struct arena *a = &w->out->arena;
    const struct seed *s = w->seed.seed;
    struct arena_mark mark = arena_mark(a);
    struct schema changed = *s->schema;
    if (v->migration)
        migration_schema(a, v->migration, db_id, &changed, NULL);
    spider_entries_add(&w->out->spider, a, &changed, v->question, s->query);
    arena_rewind(a, mark);
}

/* Prove the claim; without a prover `*out` stays as it is. Where the machine fails, the seed is
 * void. */
static void prove(struct seed_work *w, const struct proof_claim *claim, struct proof *out)
{
    struct seed_output *o = w->out;
    if (w->prover && o->status == OK)
        o->status = prover_prove(w->prover, claim, out, &o->err);
}

static void add_case(struct seed_work *w, const struct relation *r, uint32_t i,
                     const struct variant *v, struct relation_tally *tally)
{
    struct proof proof = w->gold;
    struct str db_id = w->seed.seed->db_id;
    tally->generated++;
    if (v->migration) {
        struct proof_claim claim = claim_of(w, v->migration);
        db_id = migration_db_id(&w->out->arena, v->migration, str_from(r->id));
        prove(w, &claim, &proof);
    }
    if (proof.outcome != PROOF_PROVED) {
        tally->rejected[proof.outcome]++;
        return;
    }
    tally->proved += w->prover != NULL;
    use_schema(w, db_id, v->migration);
    put_case(w, r, i, v, db_id, &proof);
    if (w->rules->export_spider)
        export_case(w, v, db_id);
}

static void apply(struct seed_work *w, const struct relation *r, struct relation_tally *tally)
{
    struct rng rng = rng_stream(w->rules->random_seed, str_from(r->id), w->seed.seed->number);
    w->seed.refusals = &tally->refused;
    struct variant_list list =
        relation_draw(&w->out->arena, r, &w->seed, w->rules->max_per_seed, rng);
    tally->applicable += list.count > 0;
    for (uint32_t i = 0; i < list.count && !*w->rules->stop && !w->out->status; i++)
        add_case(w, r, i, &list.items[i], tally);
}

/* Run the gold on the original. False, and a fault, where there is a query that cannot be used. */
static bool run_gold(struct seed_work *w, const struct err *e)
{
    w->gold = (struct proof){.outcome = PROOF_PROVED, .by = PROOF_BY_CONSTRUCTION};
    struct proof_claim claim = claim_of(w, NULL);
    prove(w, &claim, &w->gold);
    if (e->code != OK)
        w->out->fault = arena_str(&w->out->arena, str_from(e->msg));
    else if (w->gold.outcome != PROOF_PROVED)
        w->out->fault =
            arena_printf(&w->out->arena, "%s%s%.*s", proof_outcome_name(w->gold.outcome),
                         w->gold.message.len ? ": " : "", STR_ARG(w->gold.message));
    return w->out->fault.len == 0;
}

void generate_seed(const struct generate_rules *rules, struct prover *prover,
                   const struct seed *seed, struct seed_output *out)
{
    clear(out);
    struct seed_work w = {.rules = rules, .prover = prover, .out = out};
    struct err e;
    relation_prepare(&out->arena, seed, rules->lexicon, rules->knowledge, &w.seed, &e);
    put_seed(&w);
    use_schema(&w, seed->db_id, NULL);
    if (!run_gold(&w, &e))
        return;
    for (uint32_t i = 0; i < rules->n_relations && !*rules->stop && !out->status; i++)
        apply(&w, rules->relations[i], &out->tallies[i]);
}
