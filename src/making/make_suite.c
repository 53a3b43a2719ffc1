/* make_suite.c: choosing relations and seeds, and writing what they yield. */
#include "making/make_suite.h"

#include "base/file.h"
#include "base/nearest.h"
#include "base/notice_pile.h"
#include "base/number.h"
#include "base/stage_progress.h"
#include "dataset/draw_seeds.h"
#include "making/case_rules.h"
#include "making/manifest.h"
#include "making/suite_key.h"
#include "store/copy_notice.h"
#include "suite/reviews.h"
#include "suite/suite_writer.h"
#include "suite/work.h"
#include "verify/stored_otherwise.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_PER_SEED = 1000 };

/* All families together ask a system more than most people want to pay for. */
static const char DEFAULT_FAMILY[] = "mt-teql";

/* Names no relation: with it, seeds are made and not read. */
static const char CANONICAL[] = "canonical";

const struct suite_options suite_options_default = {
    .max_per_seed = 10, .random_seed = 1, .max_changes = 2, .canonical = {.max_per_element = 5}};

/* Relations */

/* The group of the relation, "NLQ" for NLQ-others; empty for none. */
static struct str group_of(const struct relation *r)
{
    struct str id = str_from(r->id);
    size_t dash = str_find(id, STR("-"), 0);
    return str_slice(id, 0, dash < id.len ? dash : 0);
}

static enum status unknown_relation(struct str id, struct err *e)
{
    struct arena a = {0};
    struct nearest near = nearest_to(id);
    struct str families = STR("all canonical");
    nearest_offer(&near, str_from(CANONICAL));
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        struct str group = group_of(*r);
        if (relation_begins_family(r))
            families = arena_printf(&a, "%.*s %s", STR_ARG(families), (*r)->family);
        if (group.len && (r == RELATIONS || !str_eq(group, group_of(r[-1])))) {
            families = arena_printf(&a, "%.*s %.*s", STR_ARG(families), STR_ARG(group));
            nearest_offer(&near, group);
        }
        nearest_offer(&near, str_from((*r)->id));
        nearest_offer(&near, str_from((*r)->name));
        nearest_offer(&near, str_from((*r)->family));
    }
    struct str meant = nearest_name(&near);
    for (const struct relation *const *r = RELATIONS; *r && meant.ptr; r++)
        if (str_eq(meant, str_from((*r)->name)))
            meant = str_from((*r)->id);
    err_set(
        e, E_USAGE,
        "unknown relation '%.*s'%s%.*s%s; there are: %.*s, and those that 'teql help relations' "
        "lists",
        STR_ARG(id), meant.ptr ? " (did you mean '" : "", STR_ARG(meant), meant.ptr ? "'?)" : "",
        STR_ARG(families));
    arena_release(&a);
    return E_USAGE;
}

static void add_relation(struct made_suite *m, const struct relation *r)
{
    for (uint32_t i = 0; i < m->n_relations; i++)
        if (m->relations[i] == r)
            return;
    ARENA_PUSH(&m->arena, m->relations, m->n_relations);
    m->relations[m->n_relations++] = r;
}

static bool is_of_group(const struct relation *r, struct str group)
{
    return group.len > 0 && str_eq_nocase(group_of(r), group);
}

/* All relations of a family or group, or all there are where it is "all". False where there is
 * none. */
static bool add_several(struct made_suite *m, struct str name)
{
    bool all = str_eq_nocase(name, STR("all")), found = false;
    const char *family = relation_family(name);
    for (const struct relation *const *p = RELATIONS; *p; p++)
        if (all || (family && strcmp((*p)->family, family) == 0) || is_of_group(*p, name)) {
            add_relation(m, *p);
            found = true;
        }
    return found;
}

static enum status choose_relations(struct made_suite *m, const char *list, struct err *e)
{
    for (struct str rest = str_from(list ? list : DEFAULT_FAMILY); rest.ptr;) {
        struct str id = str_trim(str_split(&rest, ','));
        if (str_eq_nocase(id, str_from(CANONICAL)) || add_several(m, id))
            continue;
        const struct relation *r = relation_find(id);
        if (!r)
            return unknown_relation(id, e);
        add_relation(m, r);
    }
    return OK;
}

bool suite_wants_canonical(const struct dataset *d, const struct suite_options *o)
{
    bool named = false;
    for (struct str rest = str_from(o->relations); rest.ptr;)
        named = str_eq_nocase(str_trim(str_split(&rest, ',')), str_from(CANONICAL)) || named;
    return named || d->n_seeds == 0;
}

enum status suite_canonical_seeds(struct dataset *d, const struct suite_options *o,
                                  const struct vocabulary *words, const struct listener *listener,
                                  struct canonical *out, struct err *e)
{
    const struct canonical_job job = {.options = &o->canonical,
                                      .words = &words->knowledge,
                                      .random_seed = o->random_seed,
                                      .workers = o->workers,
                                      .no_proof = o->no_proof};
    return canonical_seeds(d, &job, listener, out, e);
}

/* Options */

enum status suite_options_check(const struct suite_options *o, struct err *e)
{
    struct made_suite m = {0};
    if (o->max_per_seed > MAX_PER_SEED)
        return err_set(e, E_USAGE, "--max-per-seed takes at most %d", MAX_PER_SEED);
    if (o->min_fluency_ratio > 1)
        return err_set(e, E_USAGE, "--min-fluency-ratio takes a number from 0 to 1");
    if (o->proved_on_rows && o->no_proof)
        return err_set(e, E_USAGE, "--proved-on-rows is about proofs, and --no-proof makes none");
    if (o->language_model && !suite_options_rate(o))
        return err_set(e, E_USAGE,
                       "--language-model has nothing to rate without --fluency or "
                       "--min-fluency-ratio");
    enum status status = choose_relations(&m, o->relations, e);
    arena_release(&m.arena);
    return status;
}

bool suite_options_rate(const struct suite_options *o)
{
    return o->fluency || o->min_fluency_ratio > 0;
}

uint32_t suite_options_relations(const struct suite_options *o)
{
    struct made_suite m = {0};
    struct err e;
    enum status status = choose_relations(&m, o->relations, &e);
    arena_release(&m.arena);
    return status ? 0 : m.n_relations;
}

enum status suite_options_list(struct arena *a, const struct suite_options *o,
                               const struct relation *const **out, uint32_t *n, struct err *e)
{
    struct made_suite m = {0};
    enum status status = choose_relations(&m, o->relations, e);
    *out = m.relations;
    *n = m.n_relations;
    arena_take(a, &m.arena);
    return status;
}

struct str suite_options_needy(struct arena *a, const struct suite_options *o)
{
    struct made_suite m = {0};
    struct err e;
    struct str ids = STR("");
    if (choose_relations(&m, o->relations, &e) == OK)
        for (uint32_t i = 0; i < m.n_relations; i++)
            if (m.relations[i]->needs_database)
                ids = arena_printf(a, "%.*s%s%s", STR_ARG(ids), ids.len ? ", " : "",
                                   m.relations[i]->id);
    arena_release(&m.arena);
    return ids;
}

/* Which kinds of rewording the relations make. False if none does. */
static bool find_kinds(const struct made_suite *m, bool kinds[N_REWORD_KINDS])
{
    bool any = false;
    memset(kinds, 0, N_REWORD_KINDS * sizeof *kinds);
    for (uint32_t i = 0; i < m->n_relations; i++)
        if (m->relations[i]->rewords)
            kinds[m->relations[i]->reword] = any = true;
    return any;
}

enum status suite_options_reword(const struct suite_options *o, struct err *e)
{
    struct made_suite m = {0};
    bool kinds[N_REWORD_KINDS];
    enum status status = choose_relations(&m, o->relations, e);
    if (status == OK && !find_kinds(&m, kinds))
        status = err_set(e, E_USAGE,
                         "--paraphraser has nothing to do: --relations names none of "
                         "NLQ-…, as dr-spider does");
    arena_release(&m.arena);
    return status;
}

enum status suite_options_substitute(const struct suite_options *o, struct err *e)
{
    struct made_suite m = {0};
    enum status status = choose_relations(&m, o->relations, e);
    if (status == OK && !relations_need_domain(m.relations, m.n_relations))
        status = err_set(e, E_USAGE, "--synonyms has nothing to do: --relations does not name syn");
    arena_release(&m.arena);
    return status;
}

/* Shards */

/* Of the seeds that are drawn, the shard has those of its range. */
static enum status choose_seeds(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    const struct suite_options *o = job->options;
    struct seed_list all = draw_seeds(&m->arena, job->dataset, o->limit, o->random_seed);
    struct recipe r;
    const uint64_t *work = NULL;
    enum status status = OK;
    if (!shard_is_whole(o->shard))
        status = (job->proof_is_all ? seeds_proof_work : seeds_work)(&m->arena, all.items,
                                                                     all.count, &work, e);
    if (status)
        return status;
    recipe_begin(&r, "part of a suite");
    recipe_add(&r, "suite", str_from(m->key));
    m->part = part_cut(&m->arena, &r, o->shard, work, all.count);
    m->drawn = (struct seed_list){all.items + m->part.seeds.first,
                                  m->part.seeds.end - m->part.seeds.first};
    return OK;
}

/* Making */

struct making_suite {
    const struct suite_job *job;
    const struct listener *listener;
    struct made_suite *made;
    struct suite_writer writer;
    struct str first_fault;
    struct notice_pile faults;    /* by seed, to be told */
    uint64_t cases, golds, reads; /* seeds with a gold, and with a query that stands in for it */
};

static void note_fault(struct making_suite *making, uint32_t number, struct str fault)
{
    char name[16];
    snprintf(name, sizeof name, "%u", number);
    notice_pile_add(&making->faults, str_from(name), fault);
}

static void tell_faults(struct making_suite *making)
{
    static const struct notice_wording WORDING = {"seed", "seeds",
                                                  "has no cases, its query cannot be used",
                                                  "have no cases, their queries cannot be used"};
    notice_pile_tell(&making->faults, &WORDING, making->listener);
}

static enum status take_seed(void *ctx, const struct made_seed *s, struct err *e)
{
    struct making_suite *making = ctx;
    struct made_suite *m = making->made;
    m->seeds++;
    m->faults += s->fault.len > 0;
    making->cases += s->n_cases;
    making->golds += s->seed.query.ptr != NULL;
    making->reads += s->seed.reads.ptr != NULL;
    if (s->fault.len)
        note_fault(making, s->seed.number, s->fault);
    if (s->fault.len && m->faults == 1)
        making->first_fault = arena_str(&m->arena, s->fault);
    for (uint32_t i = 0; i < m->n_relations; i++)
        relation_tally_add(&m->tallies[i], &s->tallies[i]);
    return suite_writer_add(&making->writer, &s->seed, s->cases, s->n_cases, e);
}

/* Cases of which little is proved. */
static void tell_on_empty(const struct making_suite *making)
{
    const struct made_suite *m = making->made;
    struct relation_tally all = {0};
    for (uint32_t i = 0; i < m->n_relations; i++)
        relation_tally_add(&all, &m->tallies[i]);
    if (all.on_empty)
        listener_notice(making->listener,
                        "proved on empty answers: %llu of %llu cases; their queries find no rows, "
                        "before and after (--proved-on-rows leaves them out)",
                        (unsigned long long)all.on_empty, (unsigned long long)all.proved);
}

/* A suite without cases tests nothing, and is seldom meant. */
static void tell_empty(const struct making_suite *making)
{
    const struct made_suite *m = making->made;
    uint64_t generated = 0;
    for (uint32_t i = 0; i < m->n_relations; i++)
        generated += m->tallies[i].generated;
    if (generated)
        listener_notice(making->listener,
                        "no cases: none of %llu could be proved; manifest.json "
                        "counts the reasons",
                        (unsigned long long)generated);
    else if (making->golds || making->reads)
        listener_notice(making->listener,
                        "no cases: these relations find nothing to change in these seeds");
    else
        listener_notice(making->listener,
                        "no cases: the questions have no gold queries, which these relations go "
                        "by; --reads names a file with a system's to go by");
}

/* A proof that leaves something out should say so. */
static void tell_chance(const struct making_suite *making)
{
    const struct made_suite *m = making->made;
    unsigned long long untried = 0;
    for (uint32_t i = 0; i < m->n_relations; i++)
        untried += m->tallies[i].chance_untried;
    if (untried)
        listener_notice(making->listener,
                        "%llu proved case%s not tried with the rows stored in another order, since "
                        "the database has more than %d MB, is slow or cannot be copied: an answer "
                        "may be left to chance; of a large one, --sample-rows has it tried",
                        untried, untried == 1 ? " was" : "s were", STORED_OTHERWISE_BYTES >> 20);
}

/* Where no query can be used, the data is wrong. A shard sees too little of it to say so: other
 * shards may have queries that can be, and its part is needed to join theirs. */
static enum status judge_empty(const struct making_suite *making, struct err *e)
{
    const struct made_suite *m = making->made;
    unsigned long long n = m->seeds;
    bool useless = n > 0 && m->faults == n;
    if (useless && shard_is_whole(making->job->options->shard))
        return err_set(e, E_INPUT, "no query of the %llu seed%s can be used; the first: %.*s", n,
                       plural(n), STR_ARG(making->first_fault));
    if (useless)
        listener_notice(making->listener,
                        "no cases: no query of this shard's %llu seed%s can be used", n, plural(n));
    else if (m->n_relations > 0 && n > 0 && making->cases == 0)
        tell_empty(making);
    tell_on_empty(making);
    return OK;
}

/* Have the questions reworded, where somebody is there to do it; NULL where nobody is. */
static enum status reword_seeds(struct making_suite *making, const struct seed_list *seeds,
                                const struct paraphrases **out, struct err *e)
{
    const struct suite_job *job = making->job;
    struct made_suite *m = making->made;
    struct paraphrase_job paraphrases = {.seeds = seeds->items,
                                         .n_seeds = seeds->count,
                                         .lexicon = &job->words->lexicon,
                                         .knowledge = &job->words->knowledge,
                                         .cache = job->paraphrases};
    *out = NULL;
    if (!job->paraphraser || !find_kinds(m, paraphrases.kinds))
        return OK;
    return paraphraser_run(job->paraphraser, &paraphrases, making->listener, &m->arena, out,
                           &m->paraphrased, e);
}

/* Have synonyms said for the words of the seeds, where somebody is there to do it. What was said
 * lives in `words`. */
static enum status ask_synonyms(struct making_suite *making, const struct seed_list *seeds,
                                struct asked_words *words, struct word_domains *domains,
                                struct err *e)
{
    const struct suite_job *job = making->job;
    const struct made_suite *made = making->made;
    if (!job->synonyms || !relations_need_domain(made->relations, made->n_relations))
        return OK;
    const struct seed_list before = {seeds->items - made->part.seeds.first, made->part.seeds.first};
    enum status status =
        asked_words_add_seeds(words, job->dataset, &before, seeds, making->listener, e);
    if (status == OK)
        status = synonym_asker_run(job->synonyms, words, job->told, making->listener,
                                   &making->made->told, e);
    if (status == OK)
        asked_words_tell(words, domains, job->dataset);
    return status;
}

static enum status generate_shown(struct making_suite *making, struct generate_rules *rules,
                                  struct err *e)
{
    const struct seed_list seeds = making->made->drawn;
    struct stage_progress progress;
    stage_progress_begin(&progress, making->listener, "made cases of", seeds.count);
    rules->progress = &progress;
    enum status status = generate_cases(rules, seeds.items, seeds.count, take_seed, making, e);
    stage_progress_end(&progress);
    return status;
}

static enum status generate(struct making_suite *making, struct case_rules *with, struct err *e)
{
    struct made_suite *m = making->made;
    const struct seed_list seeds = m->drawn;
    struct generate_rules rules = with->rules;
    struct asked_words words;
    asked_words_init(&words, rules.lexicon, rules.knowledge);
    enum status status = reword_seeds(making, &seeds, &rules.paraphrases, e);
    if (status == OK)
        status = ask_synonyms(making, &seeds, &words, &with->domains, e);
    if (status == OK)
        status = generate_shown(making, &rules, e);
    tell_faults(making);
    asked_words_release(&words);
    if (status == OK)
        tell_chance(making);
    return status ? status : judge_empty(making, e);
}

static enum status commit(struct making_suite *making, struct err *e)
{
    const struct spider_export *x = &making->writer.spider;
    struct made_suite *m = making->made;
    struct buf manifest = {0};
    struct json_writer w = json_writer_to(&manifest);
    m->exported = x->cases + x->pending.count;
    m->left_out = x->left_out;
    manifest_put(&w, making->job, m);
    copy_notice_tell(&making->writer.schemas.losses, making->listener);
    enum status status = suite_writer_commit(&making->writer, buf_str(&manifest), e);
    buf_release(&manifest);
    return status;
}

static enum status write_suite(struct making_suite *making, struct err *e)
{
    const struct suite_job *job = making->job;
    const struct suite_extras extras = {.databases = job->options->databases == DATABASES_COPY,
                                        .spider = job->options->export == EXPORT_SPIDER};
    enum status status = suite_writer_open(&making->writer, job->out, &extras, e);
    if (status)
        return status;
    struct case_rules rules;
    status = case_rules_open(
        &rules, job->dataset, job->words, job->options,
        (struct relation_choice){making->made->relations, making->made->n_relations},
        making->listener, e);
    if (status == OK) {
        status = generate(making, &rules, e);
        case_rules_close(&rules);
    }
    if (status == OK)
        status = commit(making, e);
    suite_writer_discard(&making->writer);
    return status;
}

/* Remove a suite, which was made otherwise (suite_sources_differ); but what people decided about
 * its cases took them hours. */
static enum status remove_suite(const char *path, const char *differs, struct err *e)
{
    bool reviewed;
    enum status status = reviews_there(path, &reviewed, e);
    if (status == OK && reviewed) {
        status = err_set(e, E_INPUT,
                         "this suite was made %s, and was reviewed: "
                         "name another folder, or remove its " REVIEWS_FILE,
                         differs);
        err_in_file(e, path);
    }
    return status ? status : out_folder_remove(path, e);
}

enum status suite_remove(const char *path, struct err *e)
{
    struct arena a = {0};
    bool there = manifest_key_at(&a, path).ptr != NULL;
    arena_release(&a);
    return there ? remove_suite(path, "with other options", e) : OK;
}

/* Is the suite there as it would be made? Another one is removed, unless it is to be spared. */
static enum status find_suite(struct making_suite *making, struct err *e)
{
    const struct suite_job *job = making->job;
    struct made_suite *m = making->made;
    struct str key = manifest_key_at(&m->arena, job->out);
    struct part part = manifest_part_at(&m->arena, job->out);
    m->reused = key.ptr && str_eq(key, str_from(m->key)) && part_eq(&part, &m->part);
    m->spared = key.ptr && !m->reused && job->spare;
    if (!key.ptr || m->reused)
        return OK;
    struct suite_sources made = manifest_sources_at(&m->arena, job->out);
    m->differs = suite_sources_differ(&m->arena, &made, &m->sources);
    if (m->spared)
        return OK;
    enum status status = remove_suite(job->out, m->differs, e);
    if (status == OK)
        listener_notice(making->listener, "%s was made %s, and is replaced", job->out, m->differs);
    return status;
}

/* From the root, since who asks may do so from elsewhere. */
static enum status find_originals(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    enum status status = file_absolute_in(&m->arena, job->dataset->databases, &m->originals, e);
    return status ? status : file_absolute_in(&m->arena, job->dataset->beside, &m->more, e);
}

static enum status make(struct making_suite *making, struct err *e)
{
    const struct suite_job *job = making->job;
    struct made_suite *m = making->made;
    enum status status = job->seeds_only ? OK : choose_relations(m, job->options->relations, e);
    m->tallies = arena_zalloc(&m->arena, (m->n_relations + 1) * sizeof *m->tallies);
    if (status == OK)
        status = suite_key_find(job, m, e);
    if (status == OK)
        status = choose_seeds(job, m, e);
    if (status == OK)
        status = find_originals(job, m, e);
    if (status == OK && job->reuse)
        status = find_suite(making, e);
    return status || m->reused || m->spared ? status : write_suite(making, e);
}

enum status suite_make(const struct suite_job *job, const struct listener *listener,
                       struct made_suite *out, struct err *e)
{
    struct making_suite making = {.job = job, .listener = listener, .made = out};
    *out = (struct made_suite){0};
    enum status status = make(&making, e);
    if (status)
        made_suite_release(out);
    return status;
}

void made_suite_release(struct made_suite *m)
{
    arena_release(&m->arena);
    *m = (struct made_suite){0};
}
