/* manifest.c: writing manifest.json, and the key in it. */
#include "making/manifest.h"

#include "base/file.h"
#include "base/json_reader.h"
#include "base/path.h"
#include "base/version.h"
#include "making/manifest_text.h"
#include "making/sampled_dataset.h"
#include "model/default_model.h"
#include "schema/schema_json.h"

#include <stdio.h>

enum { MANIFEST_MAX = 1 << 20 };

/* The seeds that are drawn of the dataset; 0 where they are all of them. */
static uint32_t limit_of(const struct suite_job *job)
{
    uint32_t limit = job->options->limit;
    return limit < job->dataset->n_seeds ? limit : 0;
}

/* Keys are those of whole suites, which once were the shard 1/1; so older ones still fit. */
static const char WHOLE[] = "1/1";

/* Size and time of a file stand for its content. */
static enum status add_file(struct digester *d, const char *path, struct err *e)
{
    struct path_info file = {.kind = PATH_ABSENT};
    char text[100] = "";
    enum status status = path ? path_look(path, &file, e) : OK;
    if (file.kind != PATH_ABSENT)
        snprintf(text, sizeof text, "%llu %lld %ld", (unsigned long long)file.size,
                 (long long)file.written.tv_sec, file.written.tv_nsec);
    digest_add(d, str_from(path ? path : ""));
    digest_add(d, str_from(text));
    return status;
}

static void add_question(struct digester *d, const struct seed *s)
{
    digest_add(d, s->question);
    digest_add(d, s->query);
    digest_add(d, s->reads);
    if (s->evidence.len)
        digest_add(d, s->evidence);
    if (s->element.len)
        digest_add(d, s->element);
}

/* What seeds are about: the one, the other or both, one after another. */
enum { QUESTIONS = 1, DATABASES = 2 };

/* Seeds of one database stand together, mostly; its file need not be looked at for each. */
static enum status add_seeds(struct digester *d, const struct dataset *dataset, int what,
                             struct err *e)
{
    const char *latest = NULL;
    enum status status = OK;
    for (uint32_t i = 0; i < dataset->n_seeds && status == OK; i++) {
        const struct seed *s = &dataset->seeds[i];
        if (what & QUESTIONS)
            add_question(d, s);
        if (what & DATABASES && s->database.ptr &&
            (!latest || strcmp(latest, s->database.ptr) != 0))
            status = add_file(d, dataset_original(dataset, s), e);
        latest = s->database.ptr ? s->database.ptr : latest;
    }
    return status;
}

/* The digest of the dataset knows names alone; keys, types and natural names count too. */
static void add_schemas(struct digester *d, const struct schema_set *set)
{
    struct buf text = {0};
    for (uint32_t i = 0; i < set->count; i++) {
        struct json_writer w = json_writer_to(&text);
        buf_clear(&text);
        schema_json(&w, &set->schemas[i]);
        digest_add(d, buf_str(&text));
    }
    buf_release(&text);
}

void manifest_add_lexicon(struct digester *d, const struct lexicon *l)
{
    for (uint32_t t = 0; t < l->n_tables; t++)
        for (uint32_t r = 0; r < l->tables[t].n_rows; r++)
            for (uint32_t f = 0; f < l->tables[t].rows[r].n_fields; f++)
                digest_add(d, l->tables[t].rows[r].fields[f]);
}

/* How questions are rated, and by what. */
static enum status add_rating(struct digester *d, const struct suite_options *o, struct err *e)
{
    char text[60];
    snprintf(text, sizeof text, "fluency %g %llx", o->min_fluency_ratio,
             (unsigned long long)(o->language_model ? 0 : default_model_sum()));
    digest_add(d, str_from(text));
    return add_file(d, o->language_model, e);
}

/* How many words of a question may change; 0 where no relation asks. */
static uint32_t changes_of(const struct suite_job *job, const struct made_suite *m)
{
    bool wanted = relations_need_domain(m->relations, m->n_relations);
    return wanted ? job->options->max_changes : 0;
}

/* What is not in a file, for that version of teql. */
static void add_choices(struct digester *d, const struct suite_job *job, const struct made_suite *m,
                        const char *version)
{
    const struct suite_options *o = job->options;
    char text[200];
    snprintf(text, sizeof text, "%s %u %u %u %u %d %d %d %g %d %s", version, limit_of(job),
             o->max_per_seed, changes_of(job, m), o->random_seed, o->databases, o->export,
             o->no_proof, job->words->sources.min_weight,
             wordnet_present(&job->words->knowledge.wordnet), WHOLE);
    digest_add(d, str_from(text));
    if (o->proved_on_rows)
        digest_add(d, STR("proved on rows"));
    for (uint32_t i = 0; i < m->n_relations; i++)
        digest_add(d, str_from(m->relations[i]->id));
    if (job->paraphraser)
        digest_add(d, paraphraser_describe(job->paraphraser));
    if (job->synonyms) {
        digest_add(d, STR("synonyms"));
        digest_add(d, synonym_asker_describe(job->synonyms));
    }
}

static enum status add_word_files(struct digester *d, const struct word_sources *from,
                                  struct err *e)
{
    enum status status = add_file(d, from->wordnet, e);
    if (status == OK)
        status = add_file(d, from->conceptnet, e);
    return status ? status : add_file(d, from->vectors, e);
}

static enum status add_options(struct digester *d, const struct suite_job *job,
                               const struct made_suite *m, struct err *e)
{
    const struct suite_options *o = job->options;
    add_choices(d, job, m, TEQL_VERSION);
    enum status status = add_word_files(d, &job->words->sources, e);
    return status || !suite_options_rate(o) ? status : add_rating(d, o, e);
}

static void add_sample(struct digester *d, const struct dataset *dataset)
{
    char text[40];
    if (!dataset->sample_rows)
        return;
    snprintf(text, sizeof text, "sample %u", dataset->sample_rows);
    digest_add(d, str_from(text));
}

enum status manifest_add_dataset(struct digester *d, const struct dataset *dataset, struct err *e)
{
    digest_add_number(d, dataset_digest(dataset));
    add_schemas(d, &dataset->schemas);
    add_sample(d, dataset);
    return add_seeds(d, dataset, QUESTIONS | DATABASES, e);
}

/* Sources */

static struct str digest_text(struct arena *a, const struct digester *d)
{
    struct digester copy = *d;
    char hex[DIGEST_HEX + 1];
    digest_hex(digest_end(&copy), hex);
    return arena_str(a, str_from(hex));
}

static enum status find_questions(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    struct digester d;
    digest_begin(&d);
    enum status status = OK;
    if (!job->canonical) /* these come from the databases and the options */
        status = add_seeds(&d, job->dataset, QUESTIONS, e);
    m->sources.questions = digest_text(&m->arena, &d);
    return status;
}

static enum status find_databases(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    struct digester d;
    digest_begin(&d);
    add_schemas(&d, &job->dataset->schemas);
    enum status status = add_seeds(&d, job->dataset, DATABASES, e);
    m->sources.databases = digest_text(&m->arena, &d);
    return status;
}

static enum status find_words(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    struct digester d;
    digest_begin(&d);
    manifest_add_lexicon(&d, &job->words->lexicon);
    enum status status = add_word_files(&d, &job->words->sources, e);
    m->sources.words = digest_text(&m->arena, &d);
    return status;
}

static enum status find_options(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    struct digester d;
    digest_begin(&d);
    add_choices(&d, job, m, "");
    add_sample(&d, job->dataset);
    enum status status = OK;
    if (suite_options_rate(job->options))
        status = add_rating(&d, job->options, e);
    m->sources.options = digest_text(&m->arena, &d);
    m->sources.version = STR(TEQL_VERSION);
    return status;
}

static enum status find_sources(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    enum status status = find_questions(job, m, e);
    if (status == OK)
        status = find_databases(job, m, e);
    if (status == OK)
        status = find_words(job, m, e);
    return status ? status : find_options(job, m, e);
}

enum status manifest_find_key(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    struct digester d;
    digest_begin(&d);
    enum status status = manifest_add_dataset(&d, job->dataset, e);
    manifest_add_lexicon(&d, &job->words->lexicon);
    if (status == OK)
        status = add_options(&d, job, m, e);
    digest_hex(digest_end(&d), m->key);
    return status ? status : find_sources(job, m, e);
}

static struct str model_name(const struct suite_options *o)
{
    if (!suite_options_rate(o))
        return STR_NONE;
    return o->language_model ? str_from(o->language_model) : STR("built-in");
}

static void add_relations(struct arena *a, struct manifest *to, const struct made_suite *m)
{
    to->relations = ARENA_ARRAY(a, struct manifest_relation, m->n_relations);
    to->n_relations = m->n_relations;
    for (uint32_t i = 0; i < m->n_relations; i++)
        to->relations[i] = (struct manifest_relation){
            str_from(m->relations[i]->id), str_from(m->relations[i]->name), m->tallies[i]};
}

static struct manifest_head head_of(const struct suite_job *job, const struct made_suite *m)
{
    const struct suite_options *o = job->options;
    return (struct manifest_head){.version = 1,
                                  .input = dataset_digest(job->dataset),
                                  .key = str_from(m->key),
                                  .sources = m->sources,
                                  .random_seed = o->random_seed,
                                  .max_per_seed = o->max_per_seed,
                                  .max_changes = changes_of(job, m),
                                  .limit = limit_of(job),
                                  .sample_rows = job->dataset->sample_rows,
                                  .shard = o->shard,
                                  .part = m->part,
                                  .proof = !o->no_proof,
                                  .proved_on_rows = o->proved_on_rows,
                                  .databases = str_from(m->originals),
                                  .more_databases = str_from(m->more),
                                  .min_fluency_ratio = o->min_fluency_ratio,
                                  .language_model = model_name(o),
                                  .seeds = m->seeds,
                                  .gold_faults = m->faults};
}

static struct manifest_synonyms synonyms_of(const struct suite_job *job,
                                            const struct synonym_outcome *o)
{
    if (!job->synonyms)
        return (struct manifest_synonyms){.words = 0};
    return (struct manifest_synonyms){synonym_asker_describe(job->synonyms), o->first.words,
                                      o->first.candidates, o->first.unreadable};
}

void manifest_put(struct json_writer *w, const struct suite_job *job, const struct made_suite *m)
{
    struct arena a = {0};
    struct buf canonical = {0};
    struct manifest it = {.head = head_of(job, m),
                          .exports = job->options->export == EXPORT_SPIDER,
                          .exported = m->exported,
                          .left_out = m->left_out,
                          .synonyms = synonyms_of(job, &m->told)};
    if (job->paraphraser)
        it.paraphraser = paraphraser_describe(job->paraphraser);
    memcpy(it.kinds, m->paraphrased.kinds, sizeof it.kinds);
    if (job->canonical) {
        struct json_writer inner = json_writer_to(&canonical);
        canonical_json(&inner, job->canonical);
        it.canonical = buf_str(&canonical);
    }
    add_relations(&a, &it, m);
    manifest_write(w, &it);
    buf_release(&canonical);
    arena_release(&a);
}

/* The text of the manifest of the suite at `path`; ptr NULL where there is none. */
static struct str read_at(struct arena *a, const char *path)
{
    const char *file = arena_printf(a, "%s/manifest.json", path).ptr;
    struct str text;
    struct err e;
    bool read =
        file_expect_regular(file, &e) == OK && file_read(a, file, MANIFEST_MAX, &text, &e) == OK;
    return read ? text : STR_NONE;
}

struct str manifest_key_at(struct arena *a, const char *path)
{
    struct str text = read_at(a, path);
    if (!text.ptr)
        return text;
    struct json_value manifest = {JSON_KIND_OBJECT, text};
    struct str key = json_text(a, json_member(a, manifest, STR("key")));
    return key.ptr ? key : STR("");
}

struct suite_sources manifest_sources_at(struct arena *a, const char *path)
{
    struct manifest m;
    struct err ignored;
    struct str text = read_at(a, path);
    if (!text.ptr || manifest_read(a, text, &m, &ignored) != OK)
        return (struct suite_sources){.version = {NULL, 0}};
    return m.head.sources;
}

struct part manifest_part_at(struct arena *a, const char *path)
{
    struct json_value manifest = {JSON_KIND_OBJECT, read_at(a, path)};
    struct part part = {.of = STR("")};
    if (manifest.raw.ptr)
        FORM_PART.get(a, json_member(a, manifest, STR("part")), NULL, &part);
    return part;
}

bool manifest_is_attack(const char *path)
{
    struct arena a = {0};
    struct json_value manifest = {JSON_KIND_OBJECT, read_at(&a, path)};
    bool is = manifest.raw.ptr && json_member(&a, manifest, STR("attack")).kind == JSON_KIND_OBJECT;
    arena_release(&a);
    return is;
}

/* The ids of the relations that cases were made by, as an array. */
static void put_ids(struct json_writer *w, struct arena *a, struct json_value relations)
{
    struct json_reader json = json_reader_of(a, relations.raw);
    struct str id;
    json_array_open(w);
    if (relations.kind == JSON_KIND_OBJECT)
        for (struct json_value v; json_next(&json, &id, &v);)
            json_put_str(w, id);
    json_array_close(w);
}

static void put_reviewed(struct json_writer *w, const struct reviewed *r)
{
    if (r->dropped + (uint64_t)r->edited == 0)
        return;
    json_key(w, STR("dropped"));
    json_put_int(w, r->dropped);
    json_key(w, STR("edited"));
    json_put_int(w, r->edited);
}

enum status manifest_options_at(struct arena *a, const char *path, const struct reviewed *reviewed,
                                struct str *out, struct err *e)
{
    enum { N_COPIED = 7, RELATIONS_MADE = N_COPIED, N_MEMBERS };
    static const struct str NAMES[] = {STR_INIT("key"),          STR_INIT("random_seed"),
                                       STR_INIT("max_per_seed"), STR_INIT("limit"),
                                       STR_INIT("sample_rows"),  STR_INIT("shard"),
                                       STR_INIT("attack"),       STR_INIT("relations")};
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    struct json_value v[N_MEMBERS];
    struct str manifest;
    struct err ignored;
    *out = STR_NONE;
    enum status status =
        file_read(a, arena_printf(a, "%s/manifest.json", path).ptr, MANIFEST_MAX, &manifest, e);
    if (status)
        return status;
    struct json_reader json = json_reader_of(a, manifest);
    json_members(&json, NAMES, N_MEMBERS, v);
    if (json_reader_end(&json, 1, &ignored) != OK)
        return OK;
    json_object_open(&w);
    for (int i = 0; i < N_COPIED; i++)
        if (v[i].kind != JSON_KIND_NULL) {
            json_key(&w, NAMES[i]);
            json_put_raw(&w, v[i].raw);
        }
    json_key(&w, STR("relations"));
    put_ids(&w, a, v[RELATIONS_MADE]);
    put_reviewed(&w, reviewed);
    json_object_close(&w);
    *out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return OK;
}
