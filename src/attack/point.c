/* point.c: making changes, one after another. */
#include "attack/point.h"

#include "migration/migration.h"
#include "migration/rewrite.h"
#include "relation/prepare.h"
#include "relation/schema_memory.h"
#include "rewording/faithful.h"
#include "verify/case_task.h"

const struct attack_options attack_options_default = {
#define OPTION OPTION_USUAL
#include "attack/attack_option.def"
};

enum attack_rank attack_options_rank(const struct attack_options *o)
{
    return o->random ? ATTACK_RANK_NOT : (enum attack_rank)o->rank;
}

/* A change is found again among at most this many variants. */
enum { FOUND_AGAIN_MAX = 256 };

static const struct str LABEL = STR_INIT("ATTACK");

/* Looking */

/* Read the question, over the seed's own schema. Without a database it stays unread. */
static void read_point_question(struct attack_worker *w, struct attack_point *p)
{
    const struct indicator_book *book;
    if (p->migration || !p->view.stmt || !w->reads)
        return;
    enum status status =
        book_shelf_get(&w->books, p->seed.database.ptr, p->seed.schema, &book, &w->err);
    if (status == OK)
        relation_prepare_reading(&w->scratch, book, w->rules->rewording, &p->view);
    else if (status == E_HOST)
        w->status = status;
}

/* Set p->view, which relations look at. Rows are read over the seed's own schema only. */
static bool look_at_point(struct attack_worker *w, struct attack_point *p)
{
    const struct attack_rules *rules = w->rules;
    struct schema_memory *memory = p->view.schema == p->seed.schema ? p->view.memory : NULL;
    struct err e;
    if (!memory)
        memory = schema_memory_new(&w->scratch);
    relation_prepare(&w->scratch, &p->seed, rules->lexicon, rules->knowledge, memory, &p->view, &e);
    p->view.phrases = rules->phrases;
    p->view.options = (struct relation_options){.max_changes = 1, .strength = (int)rules->strength};
    if (rules->domains && !p->migration)
        p->view.domain = word_domains_find(rules->domains, p->seed.schema);
    if (p->seed.database.ptr && !p->migration)
        p->view.content = &w->content;
    read_point_question(w, p);
    return e.code == OK;
}

bool attack_point_begin(struct attack_worker *w, const struct seed *seed)
{
    w->origin = (struct attack_point){.seed = *seed, .claim = CLAIM_SAME};
    w->content = content_reader_of(w->contents, seed->database.ptr, seed->schema);
    return look_at_point(w, &w->origin);
}

/* Changing */

bool attack_fits(const struct attack_point *p, const struct test_case *c)
{
    return c->claim != CLAIM_CHANGED && (c->migration || !p->migration);
}

/* The query that stands for a missing gold, rewritten for the new schema; or STR_NONE. */
static struct str rewrite_reads(struct attack_worker *w, const struct migration *m)
{
    struct str reads = w->origin.seed.reads, out;
    const char *why;
    return reads.ptr && query_over(&w->scratch, m, reads, &out, &why) ? out : STR_NONE;
}

/* The point after a change of the schema. */
static bool change_schema(struct attack_worker *w, const struct attack_point *p,
                          const struct test_case *c, struct attack_point *out)
{
    struct arena *a = &w->scratch;
    struct schema *schema = ARENA_NEW(a, struct schema);
    *out = *p;
    out->migration = p->migration ? migration_compose(a, p->migration, c->migration) : c->migration;
    if (!out->migration)
        return false;
    out->seed.db_id = migration_db_id(a, out->migration, LABEL);
    migration_schema(a, out->migration, out->seed.db_id, schema, NULL);
    out->seed.schema = schema;
    out->seed.query = c->query;
    out->seed.reads = rewrite_reads(w, out->migration);
    out->claim = c->claim > p->claim ? c->claim : p->claim;
    return true;
}

/* The variant with the text of the change: the one of its number, or else any other. */
static bool find_variant(struct attack_worker *w, const struct attack_point *p,
                         const struct attack_change *change, struct test_case *out)
{
    const struct relation *r = w->rules->relations[change->relation];
    struct arena *a = &w->scratch;
    if (relation_variant(a, r, &p->view, change->number, out) &&
        str_eq(out->change, change->text) && attack_fits(p, out))
        return true;
    struct case_list list =
        relation_draw(a, r, &p->view, FOUND_AGAIN_MAX,
                      rng_stream(w->rules->random_seed, str_from(r->id), p->seed.number));
    for (uint32_t i = 0; i < list.count; i++)
        if (str_eq(list.items[i].change, change->text) && attack_fits(p, &list.items[i])) {
            *out = list.items[i];
            return true;
        }
    return false;
}

/* Make one change at `p`, in place. */
static bool change_point(struct attack_worker *w, struct attack_point *p,
                         const struct attack_change *change)
{
    struct test_case c;
    struct attack_point after = *p;
    if (!find_variant(w, p, change, &c))
        return false;
    if (!c.migration)
        after.seed.question = c.question;
    else if (!change_schema(w, p, &c, &after))
        return false;
    *p = after;
    return look_at_point(w, p) && w->status == OK;
}

bool attack_point_at(struct attack_worker *w, const struct attack_state *state,
                     struct attack_point *out)
{
    *out = w->origin;
    out->seed.question = state->question;
    if (!str_eq(state->question, w->origin.seed.question) && !look_at_point(w, out))
        return false;
    for (uint32_t i = attack_state_worded(state); i < state->n_changes; i++)
        if (!change_point(w, out, &state->changes[i]))
            return false;
    return w->status == OK;
}

bool attack_faithful(struct attack_worker *w, struct str question)
{
    const struct question_reading *before = w->origin.view.reading;
    if (!before)
        return true;
    struct question_reading after = question_read_again(&w->scratch, before, question);
    return reword_faithful(&w->scratch, before, &after);
}

/* States */

uint32_t attack_state_worded(const struct attack_state *state)
{
    uint32_t n = state->n_changes;
    while (n > 0 && state->changes[n - 1].schema)
        n--;
    return n;
}

bool attack_state_has(const struct attack_state *state, uint32_t relation)
{
    for (uint32_t i = 0; i < state->n_changes; i++)
        if (state->changes[i].relation == relation)
            return true;
    return false;
}

bool attack_state_of(struct attack_worker *w, struct arena *a, const struct attack_change *changes,
                     uint32_t n, struct attack_state *out)
{
    struct attack_point p = w->origin;
    for (uint32_t i = 0; i < n; i++)
        if (!change_point(w, &p, &changes[i]))
            return false;
    struct attack_change *kept = ARENA_ARRAY(a, struct attack_change, n);
    for (uint32_t i = 0; i < n; i++)
        kept[i] = changes[i];
    *out = (struct attack_state){kept, n, arena_str(a, p.seed.question)};
    return attack_state_worded(out) < 2 || attack_faithful(w, out->question);
}

/* Cases */

struct test_case attack_case_of(const struct attack_worker *w, const struct attack_point *p)
{
    struct test_case c = CASE_EMPTY;
    c.seed_number = w->origin.seed.number;
    c.family = STR("attack");
    c.relation = LABEL;
    c.db_id = p->seed.db_id;
    c.question = p->seed.question;
    c.query = p->seed.query;
    c.claim = p->claim;
    c.change = STR("{}");
    c.migration = p->migration;
    return c;
}

bool attack_prove(struct attack_worker *w, const struct test_case *c, struct proof *out)
{
    const struct relation_seed *view = &w->origin.view;
    struct proof_task task = case_task_of(&w->scratch, view->seed, view->stmt, c);
    if (w->status == OK)
        w->status = prover_prove(w->prover, &task, out, &w->err);
    return w->status == OK;
}
