/* import.c: making seeds and cases of pairs, with their claims and proofs. */
#include "import/import.h"

#include "base/file.h"
#include "base/recipe.h"
#include "base/stage_progress.h"
#include "base/version.h"
#include "dataset/draw_seeds.h"
#include "import/case_schema.h"
#include "import/pairing.h"
#include "migration/change.h"
#include "relation/overlap.h"
#include "relation/prepare.h"
#include "sql/statement.h"
#include "suite/suite_writer.h"

#include <stdlib.h>

/* A pair with its seed. */
struct work {
    const struct pair_list *list;
    const struct question_pair *pair;
    uint32_t seed;              /* number; or PAIRING_NONE */
    uint32_t place;             /* among all pairs */
    uint32_t tally;             /* place of that of its set */
    struct case_schema *schema; /* NULL: the seed's */
    bool carried;               /* see case_schema_carries */
};

struct importing {
    const struct import_job *job;
    const struct listener *listener;
    struct stage_progress progress; /* of pairs */
    struct imported *made;
    struct arena arena;
    struct seed_pairing pairing;
    struct case_schemas schemas;
    struct work *works;
    uint32_t count;
    struct name_map ids;  /* of the cases */
    struct name_map sets; /* places of their tallies */
    struct prover *prover;
    struct lexicon lexicon;
    struct suite_writer writer;
    const char *originals, *more; /* folders of databases, absolute; or NULL */
};

/* Outcomes with which a pair is kept. After others there is nothing to compare an answer with. */
static const bool IS_KEPT[PROOF_OUTCOMES] = {
    [PROOF_PROVED] = true,     [PROOF_DIFFERS] = true,     [PROOF_EMPTY] = true,
    [PROOF_NO_ROWS] = true,    [PROOF_NOT_VISIBLE] = true, [PROOF_CONDITION] = true,
    [PROOF_NULL_FIRST] = true, [PROOF_CHANCE] = true,      [PROOF_NO_DATABASE] = true,
    [PROOF_NO_TABLE] = true,   [PROOF_NO_VIEWS] = true,    [PROOF_NOT_FLUENT] = true,
};

/* Pairing */

static uint32_t find_tally(struct importing *im, struct str set)
{
    struct imported *m = im->made;
    uint32_t at = name_map_get(&im->sets, set);
    if (at != NAME_NONE)
        return at;
    name_map_put(&im->sets, &im->arena, set, m->n_sets);
    ARENA_PUSH(&m->arena, m->sets, m->n_sets);
    set = arena_str(&m->arena, set);
    m->sets[m->n_sets] = (struct manifest_relation){.id = set, .name = set};
    return m->n_sets++;
}

static struct str work_id(struct arena *a, const struct work *w)
{
    return arena_printf(a, "%u-%.*s-%u", w->seed, STR_ARG(w->pair->set), w->pair->number);
}

/* Answers find their cases by the id, so it must be the only one. */
static enum status check_id(struct importing *im, const struct work *w, struct err *e)
{
    struct str id = work_id(&im->arena, w);
    if (name_map_get(&im->ids, id) != NAME_NONE)
        return err_at(e, E_INPUT, w->pair->line, 0,
                      "a second pair %u of the set '%.*s' from seed %u: import them apart, or call "
                      "them otherwise",
                      w->pair->number, STR_ARG(w->pair->set), w->seed);
    name_map_put(&im->ids, &im->arena, id, w->place);
    return OK;
}

static enum status add_work(struct importing *im, const struct pair_list *list,
                            const struct question_pair *pair, struct err *e)
{
    struct work w = {
        .list = list, .pair = pair, .place = im->count, .tally = find_tally(im, pair->set)};
    im->made->sets[w.tally].pairs++;
    TRY(pairing_find(&im->pairing, pair, &w.seed, e));
    if (w.seed == PAIRING_NONE) {
        im->made->sets[w.tally].unpaired++;
        return OK;
    }
    const struct seed *seed = pairing_seed(&im->pairing, w.seed);
    TRY(case_schemas_find(&im->schemas, list, pair, seed, &w.schema, e));
    if (w.schema)
        w.carried = case_schema_carries(w.schema, seed->query, pair->after.query);
    TRY(check_id(im, &w, e));
    ARENA_ADD(&im->arena, im->works, im->count, w);
    return OK;
}

static int compare_works(const void *a, const void *b)
{
    const struct work *x = a, *y = b;
    if (x->seed != y->seed)
        return x->seed < y->seed ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static enum status add_works(struct importing *im, struct err *e)
{
    for (const struct pair_list *list = im->job->lists; list < im->job->lists + im->job->n_lists;
         list++)
        for (uint32_t i = 0; i < list->count; i++) {
            enum status status = add_work(im, list, &list->pairs[i], e);
            if (status && !e->file[0])
                err_in_file(e, list->path);
            TRY(status);
        }
    if (im->count == 0)
        return err_set(e, E_INPUT, "no pair has a seed: no question of the dataset has its query");
    qsort(im->works, im->count, sizeof *im->works, compare_works);
    return OK;
}

/* A suite has two folders of databases: those of the dataset, and those that came with a set. */
static enum status find_databases(struct importing *im, struct err *e)
{
    const char *more;
    TRY(case_schemas_databases(&im->schemas, &more, e));
    TRY(file_absolute_in(&im->arena, im->job->dataset->databases, &im->originals, e));
    return file_absolute_in(&im->arena, more, &im->more, e);
}

static void count_schemas(struct importing *im)
{
    struct imported *m = im->made;
    m->schemas = im->schemas.count;
    for (uint32_t i = 0; i < im->schemas.count; i++) {
        const struct case_schema *c = im->schemas.items[i];
        if (c->migration || c->database.ptr)
            continue;
        if (!m->without++)
            m->missing = arena_str(&m->arena, c->published);
    }
}

/* Claims and proofs */

static enum claim claim_of(struct arena *a, const struct work *w, const struct seed *seed)
{
    bool same = w->schema ? w->schema->migration && w->carried
                          : pairing_same_query(a, seed->schema, seed->query, w->pair->after.query);
    return same ? CLAIM_SAME : CLAIM_CHANGED;
}

/* Over a schema of its own the case's query has only to run: there is no answer to compare its own
 * with. */
static enum status prove_alone(struct importing *im, struct arena *a, const struct work *w,
                               struct proof *out, struct err *e)
{
    struct str query = w->pair->after.query;
    const struct proof_task task = {.database = w->schema->database.ptr,
                                    .gold = query,
                                    .ordered = sql_orders_rows(a, query),
                                    .schema = w->schema->after};
    *out = (struct proof){.outcome = PROOF_NO_DATABASE, .message = STR("")};
    if (!task.database)
        return OK;
    enum status status = prover_prove(im->prover, &task, out, e);
    if (out->outcome == PROOF_PROVED)
        out->how.by = PROOF_BY_EXECUTION;
    return status;
}

static enum status prove_claim(struct importing *im, struct arena *a, const struct work *w,
                               const struct seed *seed, enum claim claim, struct proof *out,
                               struct err *e)
{
    struct str query = w->pair->after.query;
    if (w->schema && !w->schema->migration)
        return prove_alone(im, a, w, out, e);
    const struct proof_task task = {.database = seed->database.ptr,
                                    .gold = seed->query,
                                    .ordered = sql_orders_rows(a, seed->query),
                                    .schema = seed->schema,
                                    .migration = w->schema ? w->schema->migration : NULL,
                                    .claim = claim,
                                    .changed = query,
                                    .changed_ordered = sql_orders_rows(a, query)};
    return prover_prove(im->prover, &task, out, e);
}

/* Cases */

/* A column as "table.column", under its old name if it has one. */
static struct str column_text(struct arena *a, const struct migration *m,
                              const struct migration_table *t, const struct migration_column *c)
{
    struct str table = m->old->tables[t->base].name;
    struct str column = c->old == SCHEMA_NONE ? c->name : m->old->columns[c->old].name;
    return arena_printf(a, "%.*s.%.*s", STR_ARG(table), STR_ARG(column));
}

static void put_renamed(struct change *c, struct arena *a, const struct migration *m)
{
    json_key_object(&c->json, "renamed");
    for (uint32_t t = 0; t < m->n_tables; t++) {
        const struct migration_table *table = &m->tables[t];
        struct str old = m->old->tables[table->base].name;
        if (!str_eq_nocase(table->name, old))
            change_put(c, old.ptr, table->name);
        for (uint32_t i = 0; i < table->n_columns; i++) {
            const struct migration_column column = migration_column_of(m, table, i);
            if (!str_eq_nocase(column.name, m->old->columns[column.old].name))
                change_put(c, column_text(a, m, table, &column).ptr, column.name);
        }
    }
    json_object_close(&c->json);
}

/* The new columns; false if there are none. */
static bool put_inserted(struct change *c, struct arena *a, const struct migration *m)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < m->n_tables; t++)
        for (uint32_t i = 0; i < m->tables[t].n_columns; i++) {
            const struct migration_column column = migration_column_of(m, &m->tables[t], i);
            if (column.source != MIGRATION_INVENTED)
                continue;
            if (n++ == 0)
                json_key_array(&c->json, "inserted");
            json_put_str(&c->json, column_text(a, m, &m->tables[t], &column));
        }
    if (n > 0)
        json_array_close(&c->json);
    return n > 0;
}

static struct str change_of(struct arena *a, const struct work *w, enum proof_outcome outcome)
{
    const struct question_pair *p = w->pair;
    struct change c;
    change_begin(&c);
    change_put(&c, "set", p->set);
    json_key_count(&c.json, "n", p->number);
    if (w->schema)
        change_put(&c, "db_id", w->schema->published);
    if (w->schema && w->schema->migration && !put_inserted(&c, a, w->schema->migration))
        put_renamed(&c, a, w->schema->migration);
    if (p->n_seeds > 1) {
        json_key_array(&c.json, "seeds");
        for (uint32_t i = 0; i < p->n_seeds; i++)
            json_put_int(&c.json, p->seeds[i]);
        json_array_close(&c.json);
    }
    if (outcome != PROOF_PROVED)
        change_put(&c, "unproved", str_from(proof_outcome_name(outcome)));
    return change_end(&c, a);
}

static struct test_case case_of(struct arena *a, const struct work *w, enum claim claim,
                                const struct proof *proof)
{
    const struct question_pair *p = w->pair;
    const struct case_schema *s = w->schema;
    struct test_case c = CASE_EMPTY;
    c.id = work_id(a, w);
    c.seed_number = w->seed;
    c.family = w->list->family;
    c.relation = p->set;
    c.db_id = s ? s->db_id : p->after.db_id;
    c.question = str_trim(p->after.question);
    c.query = p->after.query;
    c.claim = claim;
    c.change = change_of(a, w, proof->outcome);
    if (proof->outcome == PROOF_PROVED)
        c.proof = proof->how;
    c.migration = s ? s->migration : NULL;
    c.schema = s && !s->migration ? s->after : NULL;
    return c;
}

/* Put the case of a pair at `*out`, if it is kept. */
static enum status make_case(struct importing *im, struct arena *a, const struct work *w,
                             const struct overlap_seed *from, struct test_case *out, bool *kept,
                             struct err *e)
{
    const struct seed *seed = from->seed->seed;
    struct manifest_relation *set = &im->made->sets[w->tally];
    enum claim claim = claim_of(a, w, seed);
    struct proof proof;
    TRY(prove_claim(im, a, w, seed, claim, &proof, e));
    bool proved = proof.outcome == PROOF_PROVED, keeps = IS_KEPT[proof.outcome];
    set->tally.proved += proved;
    set->unproved[proof.outcome] += !proved && keeps;
    set->tally.rejected[proof.outcome] += !keeps;
    *kept = proved || (keeps && !im->job->proved_only);
    set->tally.generated += *kept;
    if (!*kept)
        return OK;
    *out = case_of(a, w, claim, &proof);
    out->overlap = overlap_of(a, from, out);
    overlap_add(&set->tally.overlap, &out->overlap);
    return OK;
}

/* The `n` pairs of one seed. */
static enum status write_seed(struct importing *im, struct arena *a, const struct work *works,
                              uint32_t n, struct err *e)
{
    struct seed seed = *pairing_seed(&im->pairing, works[0].seed);
    struct test_case *cases = ARENA_ARRAY(a, struct test_case, n);
    struct relation_seed prepared;
    struct overlap_seed from;
    struct err ignored; /* an unreadable query */
    uint32_t n_cases = 0;
    relation_prepare(a, &seed, &im->lexicon, NULL, NULL, &prepared, &ignored);
    overlap_seed_begin(a, &prepared, &from);
    for (uint32_t i = 0; i < n; i++) {
        bool kept;
        TRY(listener_check(im->listener, e));
        TRY(make_case(im, a, &works[i], &from, &cases[n_cases], &kept, e));
        n_cases += kept;
        stage_progress_add(&im->progress, 1);
    }
    if (n_cases == 0)
        return OK;
    seed.hardness = seed_hardness(a, &seed);
    im->made->seeds++;
    im->made->cases += n_cases;
    return suite_writer_add(&im->writer, &seed, cases, n_cases, e);
}

static enum status write_seeds(struct importing *im, struct err *e)
{
    struct arena a = {0};
    enum status status = OK;
    for (uint32_t i = 0, end; i < im->count && status == OK; i = end) {
        for (end = i + 1; end < im->count && im->works[end].seed == im->works[i].seed;)
            end++;
        status = write_seed(im, &a, &im->works[i], end - i, e);
        arena_clear(&a);
    }
    arena_release(&a);
    return status;
}

/* The manifest */

static void add_recipe_side(struct recipe *r, const char *side, const struct pair_side *s)
{
    recipe_add(r, "side", str_from(side));
    recipe_add(r, "database", s->db_id);
    recipe_add(r, "question", s->question);
    recipe_add(r, "query", s->query);
}

/* The key of the suite: of all pairs and options. */
static void make_key(const struct import_job *o, char key[DIGEST_HEX + 1])
{
    struct recipe r;
    recipe_begin(&r, "import");
    recipe_add(&r, "version", STR(TEQL_VERSION));
    recipe_add_number(&r, "proved only", o->proved_only);
    for (uint32_t l = 0; l < o->n_lists; l++)
        for (uint32_t i = 0; i < o->lists[l].count; i++) {
            recipe_add(&r, "pair of", o->lists[l].pairs[i].set);
            add_recipe_side(&r, "before", &o->lists[l].pairs[i].before);
            add_recipe_side(&r, "after", &o->lists[l].pairs[i].after);
        }
    recipe_end(&r, key);
}

static void put_manifest(const struct importing *im, struct json_writer *w)
{
    char key[DIGEST_HEX + 1];
    make_key(im->job, key);
    const struct manifest m = {.maker = MADE_BY_IMPORT,
                               .version = 1,
                               .key = str_from(key),
                               .imported = true,
                               .proof = im->job->proved_only, /* that every case is proved */
                               .databases = im->originals ? str_from(im->originals) : STR(""),
                               .more_databases = str_from(im->more),
                               .seeds = im->made->seeds,
                               .relations = im->made->sets,
                               .n_relations = im->made->n_sets};
    manifest_put(w, &m);
}

static enum status write_suite(struct importing *im, struct err *e)
{
    const struct suite_extras extras = {0};
    struct buf manifest = {0};
    struct json_writer w = json_writer_to(&manifest);
    TRY(suite_writer_open(&im->writer, im->job->out, &extras, e));
    stage_progress_begin(&im->progress, im->listener, "imported", im->count);
    enum status status = write_seeds(im, e);
    stage_progress_end(&im->progress);
    put_manifest(im, &w);
    if (status == OK)
        status = suite_writer_commit(&im->writer, buf_str(&manifest), e);
    suite_writer_discard(&im->writer);
    buf_release(&manifest);
    return status;
}

static enum status import_pairs(struct importing *im, struct err *e)
{
    TRY(add_works(im, e));
    TRY(case_schemas_settle(&im->schemas, e));
    TRY(find_databases(im, e));
    count_schemas(im);
    return write_suite(im, e);
}

enum status import_suite(const struct import_job *job, const struct listener *listener,
                         struct imported *out, struct err *e)
{
    struct importing im = {.job = job, .listener = listener, .made = out};
    *out = (struct imported){0};
    *e = (struct err){0};
    TRY(lexicon_load(&im.lexicon, &LEXICON, NULL, e));
    name_map_init_exact(&im.ids, &im.arena, 1024);
    name_map_init_exact(&im.sets, &im.arena, 16);
    pairing_begin(&im.pairing, job->dataset);
    case_schemas_begin(&im.schemas, job->dataset);
    im.prover = prover_new(&proof_defaults, 1);
    enum status status = import_pairs(&im, e);
    prover_free(im.prover);
    lexicon_release(&im.lexicon);
    case_schemas_release(&im.schemas);
    pairing_release(&im.pairing);
    arena_release(&im.arena);
    if (status)
        imported_release(out);
    return status;
}

void imported_release(struct imported *i)
{
    arena_release(&i->arena);
    *i = (struct imported){0};
}
