/* manifest_text.c: the members of manifest.json. */
#include "making/manifest_text.h"

#include <stddef.h>

/* The head */

#define FIELD(name) offsetof(struct manifest_head, name)

static const struct member HEAD_MEMBERS[] = {
    {"version", &FORM_U32, FIELD(version), MEMBER_ALWAYS, NULL},
    {"input", &FORM_HEX, FIELD(input), MEMBER_ALWAYS, NULL},
    {"key", &FORM_TEXT, FIELD(key), MEMBER_ALWAYS, NULL},
    {"made_by", &FORM_TEXT, FIELD(sources.version), MEMBER_WHERE_SET, NULL},
    {"questions_digest", &FORM_TEXT, FIELD(sources.questions), MEMBER_WHERE_SET, NULL},
    {"databases_digest", &FORM_TEXT, FIELD(sources.databases), MEMBER_WHERE_SET, NULL},
    {"words_digest", &FORM_TEXT, FIELD(sources.words), MEMBER_WHERE_SET, NULL},
    {"options_digest", &FORM_TEXT, FIELD(sources.options), MEMBER_WHERE_SET, NULL},
    {"random_seed", &FORM_U32, FIELD(random_seed), MEMBER_ALWAYS, NULL},
    {"max_per_seed", &FORM_U32, FIELD(max_per_seed), MEMBER_ALWAYS, NULL},
    {"max_changes", &FORM_U32, FIELD(max_changes), MEMBER_WHERE_SET, NULL},
    {"limit", &FORM_U32, FIELD(limit), MEMBER_WHERE_SET, NULL},
    {"sample_rows", &FORM_U32, FIELD(sample_rows), MEMBER_WHERE_SET, NULL},
    {"shard", &FORM_SHARD, FIELD(shard), MEMBER_ALWAYS, NULL},
    {"part", &FORM_RECORD, FIELD(part), MEMBER_WHERE_SET, &PART_RECORD},
    {"proof", &FORM_FLAG, FIELD(proof), MEMBER_ALWAYS, NULL},
    {"proved_on_rows", &FORM_FLAG, FIELD(proved_on_rows), MEMBER_WHERE_SET, NULL},
    {"databases", &FORM_TEXT, FIELD(databases), MEMBER_ALWAYS, NULL},
    {"more_databases", &FORM_TEXT, FIELD(more_databases), MEMBER_WHERE_SET, NULL},
    {"min_fluency_ratio", &FORM_NUMBER, FIELD(min_fluency_ratio), MEMBER_WHERE_SET, NULL},
    {"language_model", &FORM_TEXT, FIELD(language_model), MEMBER_WHERE_SET, NULL},
    {"seeds", &FORM_U64, FIELD(seeds), MEMBER_ALWAYS, NULL},
    {"gold_faults", &FORM_U64, FIELD(gold_faults), MEMBER_ALWAYS, NULL},
};

static const struct record HEAD_RECORD = RECORD_OF(HEAD_MEMBERS);

/* Counts by name */

/* The names of an enum, which a function knows. */
struct counted_names {
    struct str (*name)(int i);
    int count;
};

static struct str rejection_name(int i)
{
    return str_from(i == PROOF_PROVED ? "" : proof_outcome_name((enum proof_outcome)i));
}

static struct str refusal_text(int i)
{
    return str_from(refusal_name((enum refusal)i));
}

static struct str drop_name(int i)
{
    return paraphrase_drop_name((enum paraphrase_drop)i);
}

static const struct counted_names REJECTION_NAMES = {rejection_name, PROOF_OUTCOMES};
static const struct counted_names REFUSAL_NAMES = {refusal_text, REFUSALS};
static const struct counted_names DROP_NAMES = {drop_name, N_PARAPHRASE_DROPS};

/* Those that are not 0, and have a name. */
static void put_counts(struct json_writer *w, const char *key, const struct counted_names *names,
                       const uint64_t *counts)
{
    json_key(w, str_from(key));
    json_object_open(w);
    for (int i = 0; i < names->count; i++)
        if (counts[i] && names->name(i).len) {
            json_key(w, names->name(i));
            json_put_int(w, (int64_t)counts[i]);
        }
    json_object_close(w);
}

static bool get_counts(struct arena *a, struct json_value v, const struct counted_names *names,
                       uint64_t *counts)
{
    struct json_reader json = json_reader_of(a, v.raw);
    struct str name;
    if (v.kind != JSON_KIND_OBJECT)
        return false;
    for (struct json_value n; json_next(&json, &name, &n);) {
        int i = 0;
        while (i < names->count && !str_eq(name, names->name(i)))
            i++;
        if (i == names->count || !json_count(n, MANIFEST_COUNT_MAX, &counts[i]))
            return false;
    }
    return true;
}

static void put_count(struct json_writer *w, const char *key, uint64_t n)
{
    json_key(w, str_from(key));
    json_put_int(w, (int64_t)n);
}

/* A number of the object. */
static bool get_count(struct arena *a, struct json_value object, const char *key, uint64_t *out)
{
    return json_count(json_member(a, object, str_from(key)), MANIFEST_COUNT_MAX, out);
}

/* The same of one that is written where it is not 0. */
static bool get_some(struct arena *a, struct json_value object, const char *key, uint64_t *out)
{
    return !json_member(a, object, str_from(key)).raw.ptr || get_count(a, object, key, out);
}

/* Relations */

static void put_relation(struct json_writer *w, const struct manifest_relation *r)
{
    json_key(w, r->id);
    json_object_open(w);
    json_key(w, STR("name"));
    json_put_str(w, r->name);
    put_count(w, "applicable", r->tally.applicable);
    put_count(w, "generated", r->tally.generated);
    put_count(w, "proved", r->tally.proved);
    if (r->tally.on_empty)
        put_count(w, "proved_on_empty", r->tally.on_empty);
    if (r->tally.chance_untried)
        put_count(w, "chance_untried", r->tally.chance_untried);
    put_counts(w, "refused", &REFUSAL_NAMES, r->tally.refused.counts);
    put_counts(w, "rejected", &REJECTION_NAMES, r->tally.rejected);
    json_object_close(w);
}

static bool get_relation(struct arena *a, struct json_value v, struct manifest_relation *r)
{
    r->name = json_text(a, json_member(a, v, STR("name")));
    if (!get_count(a, v, "chance_untried", &r->tally.chance_untried))
        r->tally.chance_untried = 0; /* it is there where it is not 0 */
    return r->name.ptr && get_count(a, v, "applicable", &r->tally.applicable) &&
           get_count(a, v, "generated", &r->tally.generated) &&
           get_count(a, v, "proved", &r->tally.proved) &&
           get_some(a, v, "proved_on_empty", &r->tally.on_empty) &&
           get_counts(a, json_member(a, v, STR("refused")), &REFUSAL_NAMES,
                      r->tally.refused.counts) &&
           get_counts(a, json_member(a, v, STR("rejected")), &REJECTION_NAMES, r->tally.rejected);
}

static bool get_relations(struct arena *a, struct json_value v, struct manifest *m)
{
    struct json_reader json = json_reader_of(a, v.raw);
    struct str id;
    if (v.kind != JSON_KIND_OBJECT)
        return false;
    for (struct json_value r; json_next(&json, &id, &r);) {
        ARENA_PUSH(a, m->relations, m->n_relations);
        m->relations[m->n_relations] = (struct manifest_relation){.id = id};
        if (!get_relation(a, r, &m->relations[m->n_relations++]))
            return false;
    }
    return true;
}

/* What else may have been done */

static void put_export(struct json_writer *w, const struct manifest *m)
{
    json_key(w, STR("spider_export"));
    json_object_open(w);
    put_count(w, "cases", m->exported);
    put_count(w, "left_out", m->left_out);
    json_object_close(w);
}

static bool get_export(struct arena *a, struct json_value v, struct manifest *m)
{
    m->exports = v.raw.ptr != NULL;
    return !m->exports ||
           (get_count(a, v, "cases", &m->exported) && get_count(a, v, "left_out", &m->left_out));
}

/* What became of the candidates for one kind of rewording. */
static void put_kind(struct json_writer *w, const struct paraphrase_tally *t)
{
    json_object_open(w);
    put_count(w, "seeds", t->seeds);
    put_count(w, "candidates", t->candidates);
    put_counts(w, "dropped", &DROP_NAMES, t->dropped);
    put_count(w, "kept", t->kept);
    put_count(w, "refused_requests", t->refused);
    json_object_close(w);
}

static bool get_kind(struct arena *a, struct json_value v, struct paraphrase_tally *t)
{
    return get_count(a, v, "seeds", &t->seeds) && get_count(a, v, "candidates", &t->candidates) &&
           get_counts(a, json_member(a, v, STR("dropped")), &DROP_NAMES, t->dropped) &&
           get_count(a, v, "kept", &t->kept) && get_count(a, v, "refused_requests", &t->refused);
}

static void put_paraphraser(struct json_writer *w, const struct manifest *m)
{
    json_key(w, STR("paraphraser"));
    json_object_open(w);
    json_key(w, STR("settings"));
    json_put_raw(w, m->paraphraser);
    json_key(w, STR("kinds"));
    json_object_open(w);
    for (int k = 0; k < N_REWORD_KINDS; k++)
        if (m->kinds[k].seeds) {
            json_key(w, reword_kind_name((enum reword_kind)k));
            put_kind(w, &m->kinds[k]);
        }
    json_object_close(w);
    json_object_close(w);
}

static bool get_paraphraser(struct arena *a, struct json_value v, struct manifest *m)
{
    struct json_value kinds = json_member(a, v, STR("kinds"));
    struct json_reader json = json_reader_of(a, kinds.raw);
    struct str name;
    m->paraphraser = json_member(a, v, STR("settings")).raw;
    if (!v.raw.ptr)
        return true;
    if (!m->paraphraser.ptr || kinds.kind != JSON_KIND_OBJECT)
        return false;
    for (struct json_value kind; json_next(&json, &name, &kind);) {
        int k = 0;
        while (k < N_REWORD_KINDS && !str_eq(name, reword_kind_name((enum reword_kind)k)))
            k++;
        if (k == N_REWORD_KINDS || !get_kind(a, kind, &m->kinds[k]))
            return false;
    }
    return true;
}

static void put_synonyms(struct json_writer *w, const struct manifest_synonyms *s)
{
    json_key(w, STR("synonyms"));
    json_object_open(w);
    json_key(w, STR("settings"));
    json_put_raw(w, s->settings);
    put_count(w, "words", s->words);
    put_count(w, "candidates", s->candidates);
    put_count(w, "unreadable", s->unreadable);
    json_object_close(w);
}

static bool get_synonyms(struct arena *a, struct json_value v, struct manifest_synonyms *s)
{
    s->settings = json_member(a, v, STR("settings")).raw;
    return !v.raw.ptr || (s->settings.ptr && get_count(a, v, "words", &s->words) &&
                          get_count(a, v, "candidates", &s->candidates) &&
                          get_count(a, v, "unreadable", &s->unreadable));
}

/* The whole */

void manifest_write(struct json_writer *w, const struct manifest *m)
{
    json_object_open(w);
    record_put_members(w, &HEAD_RECORD, &m->head);
    if (m->exports)
        put_export(w, m);
    if (m->paraphraser.ptr)
        put_paraphraser(w, m);
    if (m->synonyms.settings.ptr)
        put_synonyms(w, &m->synonyms);
    if (m->canonical.ptr) {
        json_key(w, STR("canonical"));
        json_put_raw(w, m->canonical);
    }
    json_key(w, STR("relations"));
    json_object_open(w);
    for (uint32_t i = 0; i < m->n_relations; i++)
        put_relation(w, &m->relations[i]);
    json_object_close(w);
    json_object_close(w);
    json_line_end(w);
}

enum status manifest_read(struct arena *a, struct str text, struct manifest *out, struct err *e)
{
    enum { EXPORT, PARAPHRASER, SYNONYMS, CANONICAL, RELATIONS_MADE, N_MEMBERS };
    static const struct str NAMES[] = {STR_INIT("spider_export"), STR_INIT("paraphraser"),
                                       STR_INIT("synonyms"), STR_INIT("canonical"),
                                       STR_INIT("relations")};
    struct json_value v[N_MEMBERS];
    struct json_reader json = json_reader_of(a, text);
    *out = (struct manifest){0};
    const char *bad = record_get(&json, &HEAD_RECORD, &out->head);
    enum status status = json_reader_end(&json, 1, e);
    if (status)
        return status;
    json = json_reader_of(a, text);
    json_members(&json, NAMES, N_MEMBERS, v);
    out->canonical = v[CANONICAL].raw;
    bool good = !bad && out->head.version == 1 && out->head.key.len > 0 && out->head.input &&
                out->head.seeds <= MANIFEST_COUNT_MAX && out->head.gold_faults <= out->head.seeds &&
                get_export(a, v[EXPORT], out) && get_paraphraser(a, v[PARAPHRASER], out) &&
                get_synonyms(a, v[SYNONYMS], &out->synonyms) &&
                get_relations(a, v[RELATIONS_MADE], out);
    return good ? OK : err_set(e, E_INPUT, "not a manifest of 'teql generate'");
}

bool manifest_add(struct manifest *to, const struct manifest *from)
{
    to->head.seeds += from->head.seeds;
    to->head.gold_faults += from->head.gold_faults;
    to->exported += from->exported;
    to->left_out += from->left_out;
    for (int k = 0; k < N_REWORD_KINDS; k++)
        paraphrase_tally_add(&to->kinds[k], &from->kinds[k]);
    to->synonyms.words += from->synonyms.words;
    to->synonyms.candidates += from->synonyms.candidates;
    to->synonyms.unreadable += from->synonyms.unreadable;
    for (uint32_t i = 0; i < to->n_relations && i < from->n_relations; i++) {
        if (!str_eq(to->relations[i].id, from->relations[i].id))
            return false;
        relation_tally_add(&to->relations[i].tally, &from->relations[i].tally);
    }
    return to->n_relations == from->n_relations;
}

uint64_t manifest_cases(const struct manifest *m)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < m->n_relations; i++)
        n += m->head.proof ? m->relations[i].tally.proved : m->relations[i].tally.generated;
    return n;
}
