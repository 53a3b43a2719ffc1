/* canonical.c: making questions of each database, on all workers. */
#include "canonical/canonical.h"

#include "base/embedded.h"
#include "base/file.h"
#include "base/number.h"
#include "base/printable.h"
#include "base/stage_progress.h"
#include "base/workers.h"
#include "canonical/canonical_draw.h"
#include "canonical/canonical_tables.h"
#include "store/content.h"

enum { GRAMMAR_MAX = 1 << 20 };

extern const struct embedded_file GRAMMAR_FILES[]; /* data/canonical.grammar */

/* The grammar */

static bool has_rule(const struct grammar *g, const struct grammar_rule *like)
{
    for (uint32_t i = 0; i < g->count; i++)
        if (g->rules[i].is_phrase == like->is_phrase && str_eq(g->rules[i].name, like->name))
            return true;
    return false;
}

/* The user's rules of an element or a phrase replace the built-in ones. Returns the number of
 * built-in rules that are left; they come first. */
static uint32_t join_rules(struct arena *a, const struct grammar *built_in,
                           const struct grammar *own, struct grammar *out)
{
    *out = (struct grammar){
        .rules = ARENA_ARRAY(a, struct grammar_rule, (size_t)built_in->count + own->count + 1)};
    for (uint32_t i = 0; i < built_in->count && !own->alone; i++)
        if (!has_rule(own, &built_in->rules[i]))
            out->rules[out->count++] = built_in->rules[i];
    uint32_t kept = out->count;
    for (uint32_t i = 0; i < own->count; i++)
        out->rules[out->count++] = own->rules[i];
    return kept;
}

/* Read the user's rules, and join them with those that are built in. */
static enum status read_own_grammar(struct arena *a, const char *path,
                                    const struct grammar *built_in, struct grammar *out,
                                    struct err *e)
{
    struct grammar own = {0};
    struct str text;
    uint32_t kept = 0;
    TRY(file_read(a, path, GRAMMAR_MAX, &text, e));
    enum status status = grammar_read(a, text, &own, e);
    if (status == OK) {
        kept = join_rules(a, built_in, &own, out);
        status = grammar_check(out, kept, out->count, e);
    }
    if (status) {
        err_in_file(e, path);
        err_show(e, grammar_caret(a, text, e));
        return status;
    }
    struct err unfit;
    if (grammar_check(out, 0, kept, &unfit))
        return err_set(e, E_INPUT, "%s: a phrase does not fit the built-in rules that use it: %s",
                       path, unfit.msg);
    return OK;
}

static enum status load_grammar(struct arena *a, const char *own, struct grammar *g, struct err *e)
{
    struct grammar built_in = {0};
    enum status status = grammar_read(a, embedded_text(&GRAMMAR_FILES[0]), &built_in, e);
    if (status == OK)
        status = grammar_check(&built_in, 0, built_in.count, e);
    if (status == OK && own)
        return read_own_grammar(a, own, &built_in, g, e);
    *g = built_in;
    return status;
}

/* Elements, each once */

static bool is_listed(const struct canonical *c, struct str element)
{
    for (uint32_t i = 0; i < c->n_elements; i++)
        if (str_eq(c->elements[i].element, element))
            return true;
    return false;
}

static void list_elements(struct canonical *c, const struct grammar *g)
{
    c->elements = ARENA_ARRAY(&c->arena, struct element_tally, (size_t)g->count + 1);
    for (uint32_t i = 0; i < g->count; i++)
        if (!g->rules[i].is_phrase && !is_listed(c, g->rules[i].name))
            c->elements[c->n_elements++] = (struct element_tally){.element = g->rules[i].name,
                                                                  .category = g->rules[i].category};
}

/* Jobs */

/* What a worker has of its own. */
struct canonical_worker {
    struct arena kept;    /* of pairs */
    struct arena scratch; /* of all else */
    struct content_reader *contents;
    struct canonical_checker *checker;
};

/* The questions of a database. */
struct database_job {
    struct canonical_pairs *elements;    /* what came of each */
    uint32_t late;                       /* as in struct canonical */
    struct named_columns recast, unsure; /* as in struct canonical */
    enum status status;
    struct err err;
};

struct making_canonical {
    struct dataset *dataset;
    const struct canonical_job *job;
    const struct listener *listener;
    struct canonical *made;
    struct grammar grammar;
    struct canonical_worker *each;  /* by worker */
    struct database_job *jobs;      /* by subject */
    struct stage_progress progress; /* elements of all subjects */
};

static void draw_elements(struct making_canonical *m, struct canonical_worker *w,
                          struct canonical_draw *draw, struct database_job *job)
{
    for (uint32_t i = 0; i < m->made->n_elements && job->status == OK; i++) {
        draw->element = m->made->elements[i].element;
        if (!*m->listener->stop)
            job->status = canonical_draw(draw, &w->kept, &w->scratch, &job->elements[i], &job->err);
        stage_progress_add(&m->progress, 1);
    }
}

static void add_name(struct arena *a, struct named_columns *to, struct str name)
{
    ARENA_ADD(a, to->items, to->count, name);
}

/* Note columns with numbers that are not stored as such. */
static void note_columns(struct arena *a, const struct grammar_world *w, const bool *asked,
                         struct database_job *job)
{
    for (uint32_t c = SCHEMA_STAR + 1; c < w->schema->n_columns; c++) {
        const struct known_column *k = &w->known[c];
        const struct schema_column *column = &w->schema->columns[c];
        struct str table = w->schema->tables[column->table].name;
        if ((asked && !asked[column->table]) || (!k->recast && !k->stored.unsure))
            continue;
        add_name(a, k->recast ? &job->recast : &job->unsure,
                 arena_printf(a, "%.*s.%.*s", STR_ARG(table), STR_ARG(column->name)));
    }
}

static void do_database_job(void *ctx, uint32_t worker, uint32_t number)
{
    struct making_canonical *m = ctx;
    const struct canonical_options *o = m->job->options;
    struct canonical_worker *w = &m->each[worker];
    struct database_job *job = &m->jobs[number];
    const struct dataset_subject *subject = &m->dataset->subjects[number];
    struct content_source content =
        content_reader_of(w->contents, subject->database.ptr, subject->schema);
    struct grammar_world world = {.schema = subject->schema,
                                  .content = subject->database.ptr ? &content : NULL};
    if (*m->listener->stop)
        return;
    arena_clear(&w->scratch);
    world_learn(&w->scratch, m->job->words, &world);
    struct canonical_draw draw = {
        .grammar = &m->grammar,
        .subject = subject,
        .world = &world,
        .asked = canonical_tables(&w->scratch, subject->schema, o->max_tables, m->job->random_seed),
        .checker = w->checker,
        .most = o->max_per_element,
        .wording = (enum canonical_wording)o->wording,
        .random_seed = m->job->random_seed,
        .stop = m->listener->stop};
    note_columns(&w->kept, &world, draw.asked, job);
    draw_elements(m, w, &draw, job);
    job->late = content_reader_late(w->contents);
    if (job->status == OK)
        job->status = content_reader_status(w->contents, &job->err);
}

static void run_jobs(struct making_canonical *m)
{
    struct workers *workers = workers_new(m->job->workers);
    stage_progress_begin(&m->progress, m->listener, "made questions for",
                         (uint64_t)m->dataset->n_subjects * m->made->n_elements);
    workers_start(workers, m->dataset->n_subjects, do_database_job, m);
    workers_wait(workers);
    workers_free(workers);
    stage_progress_end(&m->progress);
}

/* Gathering what the jobs made */

static void add_seed(struct dataset *d, const struct seed *s)
{
    ARENA_PUSH(&d->arena, d->seeds, d->n_seeds);
    struct seed *to = &d->seeds[d->n_seeds];
    *to = *s;
    to->number = d->n_seeds++;
    to->question = arena_str(&d->arena, s->question);
    to->query = arena_str(&d->arena, s->query);
    to->element = arena_str(&d->arena, s->element);
    to->category = arena_str(&d->arena, s->category);
}

static void add_pairs(struct dataset *d, struct canonical *out, struct element_tally *t,
                      const struct canonical_pairs *p)
{
    t->seeds += p->count;
    for (int i = 0; i < CANONICAL_SOUND; i++) {
        t->rejected[i] += p->rejected[i];
        out->rejected[i] += p->rejected[i];
    }
    for (uint32_t i = 0; i < p->count; i++) {
        out->found += p->seeds[i].found_link;
        add_seed(d, &p->seeds[i]);
    }
}

static void note_first_failure(struct canonical *out, const struct schema *s,
                               const struct database_job *job)
{
    for (uint32_t i = 0; i < out->n_elements && !out->failure.ptr; i++)
        if (job->elements[i].failure.ptr)
            out->failure = arena_printf(&out->arena, "%.*s: %.*s", STR_ARG(s->db_id),
                                        STR_ARG(job->elements[i].failure));
}

static void add_names(struct arena *a, struct named_columns *to, const struct named_columns *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        add_name(a, to, arena_str(a, from->items[i]));
}

/* Seeds in the order of the databases, and of the elements within each. */
static enum status gather_seeds(struct making_canonical *m, struct err *e)
{
    struct dataset *d = m->dataset;
    struct canonical *out = m->made;
    d->seeds = NULL;
    d->n_seeds = 0;
    out->databases = d->n_subjects;
    for (uint32_t s = 0; s < d->n_subjects; s++) {
        const struct database_job *job = &m->jobs[s];
        uint32_t before = d->n_seeds;
        if (job->status) {
            *e = job->err;
            return job->status;
        }
        for (uint32_t i = 0; i < out->n_elements; i++)
            add_pairs(d, out, &out->elements[i], &job->elements[i]);
        out->late += job->late;
        add_names(&out->arena, &out->recast, &job->recast);
        add_names(&out->arena, &out->unsure, &job->unsure);
        note_first_failure(out, d->subjects[s].schema, job);
        out->empty += d->n_seeds == before;
    }
    return listener_check(m->listener, e);
}

/* "ambiguous 12, no rows 3"; empty if nothing was rejected. In `a`. */
static struct str rejection_list(struct arena *a, const struct canonical *c)
{
    struct str reasons = STR("");
    for (int i = 0; i < CANONICAL_SOUND; i++)
        if (c->rejected[i])
            reasons = arena_printf(a, "%.*s%s%s %llu", STR_ARG(reasons), reasons.len ? ", " : "",
                                   canonical_rejection_name((enum canonical_rejection)i),
                                   (unsigned long long)c->rejected[i]);
    return reasons;
}

static enum status expect_seeds(const struct dataset *d, struct canonical *c, struct err *e)
{
    uint32_t tables = 0;
    if (d->n_seeds > 0)
        return OK;
    for (uint32_t i = 0; i < d->n_subjects; i++)
        tables += d->subjects[i].schema->n_tables;
    if (tables == 0)
        return err_set(e, E_INPUT, "no question can be made: the database%s no tables",
                       d->n_subjects == 1 ? " has" : "s have");
    struct str reasons = rejection_list(&c->arena, c);
    return err_set(e, E_INPUT, "no question can be made of %u table%s by %u element%s%s%.*s%s%.*s",
                   tables, plural(tables), c->n_elements, plural(c->n_elements),
                   reasons.len ? "; rejected: " : "", STR_ARG(reasons),
                   c->failure.ptr ? "; the first query that failed: " : "",
                   STR_ARG(c->failure.ptr ? c->failure : STR("")));
}

static void report_seeds(const struct canonical *c, const struct listener *l)
{
    struct arena a = {0};
    struct str reasons = rejection_list(&a, c);
    if (reasons.len)
        listener_notice(l, "canonical questions that were rejected: %.*s", STR_ARG(reasons));
    if (c->failure.ptr)
        listener_notice(l, "the first query that failed: %.*s", STR_ARG(c->failure));
    if (c->rejected[CANONICAL_TIMEOUT] || c->late)
        listener_notice(l,
                        "a minute was not enough for %llu queries and %u columns: another run may "
                        "draw other questions",
                        (unsigned long long)c->rejected[CANONICAL_TIMEOUT], c->late);
    if (c->recast.count)
        listener_notice(l,
                        "%u column%s numbers that are not stored as such: %s; where they are "
                        "compared, queries cast them",
                        c->recast.count, c->recast.count == 1 ? " holds" : "s hold",
                        some_names(&a, c->recast.items, c->recast.count).ptr);
    if (c->unsure.count)
        listener_notice(l,
                        "%u column%s to hold numbers as texts: %s; not all of the values could be "
                        "looked at, so they are not compared",
                        c->unsure.count, c->unsure.count == 1 ? " seems" : "s seem",
                        some_names(&a, c->unsure.items, c->unsure.count).ptr);
    if (c->found)
        listener_notice(l,
                        "canonical questions over keys that are not declared: %llu; they were "
                        "found by names and values: look at them (found_link in seeds.jsonl), or "
                        "declare the keys, in the database (FOREIGN KEY) or in tables.json "
                        "(foreign_keys)",
                        (unsigned long long)c->found);
    if (c->empty)
        listener_notice(l, "no canonical question can be made of %u of %u databases", c->empty,
                        c->databases);
    arena_release(&a);
}

static void release_workers(struct making_canonical *m)
{
    for (uint32_t i = 0; i < m->job->workers; i++) {
        struct canonical_worker *w = &m->each[i];
        content_reader_free(w->contents);
        canonical_checker_free(w->checker);
        arena_release(&w->kept);
        arena_release(&w->scratch);
    }
}

static void begin_workers(struct making_canonical *m)
{
    uint32_t n = m->job->workers;
    m->each = ARENA_ARRAY(&m->made->arena, struct canonical_worker, n);
    for (uint32_t i = 0; i < n; i++)
        m->each[i] = (struct canonical_worker){
            .contents = content_reader_new(n),
            .checker = m->job->no_proof ? NULL : canonical_checker_new(n)};
}

static void begin_jobs(struct making_canonical *m)
{
    struct arena *a = &m->made->arena;
    uint32_t n = m->dataset->n_subjects;
    m->jobs = arena_zalloc(a, ((size_t)n + 1) * sizeof *m->jobs);
    for (uint32_t i = 0; i < n; i++)
        m->jobs[i].elements =
            arena_zalloc(a, ((size_t)m->made->n_elements + 1) * sizeof *m->jobs[i].elements);
}

static enum status make_seeds(struct making_canonical *m, struct err *e)
{
    TRY(load_grammar(&m->made->arena, m->job->options->grammar, &m->grammar, e));
    list_elements(m->made, &m->grammar);
    begin_jobs(m);
    begin_workers(m);
    run_jobs(m);
    enum status status = gather_seeds(m, e);
    release_workers(m);
    TRY(status);
    return expect_seeds(m->dataset, m->made, e);
}

enum status canonical_seeds(struct dataset *d, const struct canonical_job *job,
                            const struct listener *listener, struct canonical *out, struct err *e)
{
    struct making_canonical m = {.dataset = d, .job = job, .listener = listener, .made = out};
    *out = (struct canonical){0};
    enum status status = make_seeds(&m, e);
    if (status)
        canonical_release(out);
    else
        report_seeds(out, listener);
    return status;
}

void canonical_release(struct canonical *c)
{
    arena_release(&c->arena);
    *c = (struct canonical){0};
}

/* JSON */

static void put_rejections(struct json_writer *w, const uint64_t rejected[CANONICAL_SOUND])
{
    json_key_object(w, "rejected");
    for (int i = 0; i < CANONICAL_SOUND; i++)
        if (rejected[i])
            json_key_count(w, canonical_rejection_name((enum canonical_rejection)i), rejected[i]);
    json_object_close(w);
}

void canonical_json(struct json_writer *w, const struct canonical *c)
{
    json_object_open(w);
    json_key_count(w, "databases", c->databases);
    json_key_count(w, "without", c->empty);
    json_key_count(w, "found_links", c->found);
    put_rejections(w, c->rejected);
    json_key_object(w, "elements");
    for (uint32_t i = 0; i < c->n_elements; i++) {
        const struct element_tally *t = &c->elements[i];
        json_key(w, t->element);
        json_object_open(w);
        json_key_str(w, "category", t->category);
        json_key_count(w, "seeds", t->seeds);
        put_rejections(w, t->rejected);
        json_object_close(w);
    }
    json_object_close(w);
    json_object_close(w);
}
