/* manifest.c: writing manifest.json, and reading from it what others need. */
#include "making/manifest.h"

#include "base/file.h"
#include "base/json_reader.h"
#include "making/manifest_text.h"
#include "making/suite_key.h"

enum { MANIFEST_MAX = 1 << 20 };

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
    const struct suite_options o = suite_effective_options(job, m);
    return (struct manifest_head){.version = 1,
                                  .input = dataset_digest(job->dataset),
                                  .key = str_from(m->key),
                                  .sources = m->sources,
                                  .random_seed = o.random_seed,
                                  .max_per_seed = o.max_per_seed,
                                  .max_changes = o.relation.max_changes,
                                  .limit = o.limit,
                                  .sample_rows = job->dataset->sample_rows,
                                  .shard = o.shard,
                                  .part = m->part,
                                  .proof = !o.no_proof,
                                  .proved_on_rows = o.proved_on_rows,
                                  .databases = str_from(m->originals),
                                  .more_databases = str_from(m->more),
                                  .min_fluency_ratio = o.min_fluency_ratio,
                                  .language_model = model_name(&o),
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
    static const struct member MEMBERS[] = {
        {"part", &FORM_RECORD, 0, MEMBER_WHERE_SET, &PART_RECORD}};
    static const struct record RECORD = RECORD_OF(MEMBERS);
    struct part part = {.of = STR("")};
    struct str text = read_at(a, path);
    struct err ignored;
    if (text.ptr && record_read(a, &RECORD, text, 1, &part, &ignored) != OK)
        part = (struct part){.of = STR("")};
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
