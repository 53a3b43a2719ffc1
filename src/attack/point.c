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

bool attack_options_rank(const struct attack_options *o)
{
    return o->rank == ATTACK_RANK_BY_DELETION && !o->random;
}

/* Changes are looked for among so many variants. */
enum { FOUND_AGAIN_MAX = 256 };

static const struct str LABEL = STR_INIT("ATTACK");

/* Seeing */

/* The question with its query, over the seed's own schema. A database that is gone tells nothing.
 */
static void read_question(struct attack_worker *w, struct attack_point *p)
{
    const struct indicator_book *book;
    if (p->migration || !p->view.stmt || !w->reads)
        return;
    enum status status =
        book_shelf_get(w->books, p->seed.database.ptr, p->seed.schema, &book, &w->err);
    if (status == OK)
        relation_prepare_reading(&w->scratch, book, w->rules->rewording, &p->view);
    else if (status == E_HOST)
        w->status = status;
}

/* Fill in what relations look at. Rows are read over the seed's own schema only. */
static bool look(struct attack_worker *w, struct attack_point *p)
{
    const struct attack_rules *rules = w->rules;
    struct schema_memory *memory = p->view.schema == p->seed.schema ? p->view.memory : NULL;
    struct err e;
    if (!memory)
        memory = schema_memory_new(&w->scratch);
    relation_prepare(&w->scratch, &p->seed, rules->lexicon, rules->knowledge, memory, &p->view, &e);
    p->view.options.max_changes = 1;
    if (rules->domains && !p->migration)
        p->view.domain = word_domains_find(rules->domains, p->seed.schema);
    if (p->seed.database.ptr && !p->migration)
        p->view.content = &w->content;
    read_question(w, p);
    return e.code == OK;
}

bool attack_point_begin(struct attack_worker *w, const struct seed *seed, struct attack_point *out)
{
    *out = (struct attack_point){.seed = *seed, .claim = CLAIM_SAME};
    w->content = content_reader_of(w->contents, seed->database.ptr, seed->schema);
    return look(w, out);
}

/* Changing */

bool attack_fits(const struct attack_point *p, const struct test_case *c)
{
    return c->claim != CLAIM_CHANGED && (c->migration || !p->migration);
}

/* What stands in for a gold, told of the new schema; empty where that cannot be said. */
static struct str reads_over(struct attack_worker *w, const struct attack_point *origin,
                             const struct migration *m)
{
    struct str out = {NULL, 0};
    const char *why;
    if (origin->seed.reads.ptr && !query_over(&w->scratch, m, origin->seed.reads, &out, &why))
        return STR_NONE;
    return out;
}

/* The point after a change of the schema. */
static bool move(struct attack_worker *w, const struct attack_point *origin,
                 const struct attack_point *p, const struct test_case *c, struct attack_point *out)
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
    out->seed.reads = reads_over(w, origin, out->migration);
    out->claim = c->claim > p->claim ? c->claim : p->claim;
    return true;
}

/* The variant that a change is: of its number if that says the same here, else any that does. */
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
static bool change_point(struct attack_worker *w, const struct attack_point *origin,
                         struct attack_point *p, const struct attack_change *change)
{
    struct test_case c;
    struct attack_point after = *p;
    if (!find_variant(w, p, change, &c))
        return false;
    if (!c.migration)
        after.seed.question = c.question;
    else if (!move(w, origin, p, &c, &after))
        return false;
    *p = after;
    return look(w, p) && w->status == OK;
}

bool attack_point_at(struct attack_worker *w, const struct attack_point *origin,
                     const struct attack_state *state, struct attack_point *out)
{
    *out = *origin;
    out->seed.question = state->question;
    if (!str_eq(state->question, origin->seed.question) && !look(w, out))
        return false;
    for (uint32_t i = 0; i < state->n_changes; i++)
        if (state->changes[i].schema && !change_point(w, origin, out, &state->changes[i]))
            return false;
    return w->status == OK;
}

bool attack_faithful(struct attack_worker *w, const struct attack_point *origin,
                     struct str question)
{
    const struct question_reading *before = origin->view.reading;
    if (!before)
        return true;
    struct question_reading after = question_read_again(&w->scratch, before, question);
    return reword_faithful(&w->scratch, before, &after);
}

bool attack_state_of(struct attack_worker *w, struct arena *a, const struct attack_point *origin,
                     const struct attack_change *changes, uint32_t n, struct attack_state *out)
{
    struct attack_point p = *origin;
    uint32_t worded = 0;
    for (uint32_t i = 0; i < n; i++) {
        worded += !changes[i].schema;
        if (!change_point(w, origin, &p, &changes[i]))
            return false;
    }
    if (worded > 1 && !attack_faithful(w, origin, p.seed.question))
        return false;
    struct attack_change *kept = ARENA_ARRAY(a, struct attack_change, n);
    for (uint32_t i = 0; i < n; i++)
        kept[i] = changes[i];
    *out = (struct attack_state){kept, n, arena_str(a, p.seed.question)};
    return true;
}

/* Cases */

struct test_case attack_case_of(const struct attack_point *origin, const struct attack_point *p)
{
    struct test_case c = CASE_EMPTY;
    c.seed_number = origin->seed.number;
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

bool attack_prove(struct attack_worker *w, const struct attack_point *origin, struct test_case *c)
{
    struct proof_task task = case_task_of(&w->scratch, origin->view.seed, origin->view.stmt, c);
    struct proof proof;
    if (w->status == OK)
        w->status = prover_prove(w->prover, &task, &proof, &w->err);
    if (w->status || proof.outcome != PROOF_PROVED)
        return false;
    case_enter_proof(&w->scratch, &proof, c);
    return true;
}
