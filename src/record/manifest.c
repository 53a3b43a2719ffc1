/* manifest.c: the members of manifest.json, by the command that writes them. */
#include "record/manifest.h"

#include "base/file.h"

#include <stddef.h>

const struct manifest MANIFEST_EMPTY = {.part = {.of = STR_INIT("")},
                                        .seeds = MANIFEST_NOT_COUNTED};

/* Tables
 *
 * A row of a list has a column for each table. It says when the member is there, as in struct
 * member, or NO. The last table is that of outlines. */

#define ROW_NO(name, form, at, arg)
#define ROW_ALWAYS(name, form, at, arg)    {name, &FORM_##form, at, MEMBER_ALWAYS, arg},
#define ROW_NEEDED(name, form, at, arg)    {name, &FORM_##form, at, MEMBER_NEEDED, arg},
#define ROW_WHERE_SET(name, form, at, arg) {name, &FORM_##form, at, MEMBER_WHERE_SET, arg},

#define OF_GENERATE(name, form, at, arg, generate, attack, import, outline, report)                \
    ROW_##generate(name, form, at, arg)
#define OF_ATTACK(name, form, at, arg, generate, attack, import, outline, report)                  \
    ROW_##attack(name, form, at, arg)
#define OF_IMPORT(name, form, at, arg, generate, attack, import, outline, report)                  \
    ROW_##import(name, form, at, arg)
#define OF_OUTLINE(name, form, at, arg, generate, attack, import, outline, report)                 \
    ROW_##outline(name, form, at, arg)
#define OF_REPORT(name, form, at, arg, generate, attack, import, outline, report)                  \
    NAME_##report(name)

#define NAME_NO(name)
#define NAME_SHOWN(name) STR_INIT(name),

/* Relations */

#define AT(field) offsetof(struct manifest_relation, field)

/* clang-format off */
#define RELATION_MEMBERS(OF)                                                                         \
    /*  name               form    place                     arg            generate    attack      import      outline    report */ \
    OF("name",            TEXT,   AT(name),                 NULL,            NEEDED,    ALWAYS,    ALWAYS,    NO,        NO)     \
    OF("pairs",           COUNT,  AT(pairs),                NULL,            NO,        NO,        ALWAYS,    NO,        NO)     \
    OF("unpaired",        COUNT,  AT(unpaired),             NULL,            NO,        NO,        ALWAYS,    NO,        NO)     \
    OF("applicable",      COUNT,  AT(tally.applicable),     NULL,            NEEDED,    NO,        NO,        NO,        NO)     \
    OF("generated",       COUNT,  AT(tally.generated),      NULL,            NEEDED,    ALWAYS,    ALWAYS,    ALWAYS,    NO)     \
    OF("proved",          COUNT,  AT(tally.proved),         NULL,            NEEDED,    NEEDED,    ALWAYS,    ALWAYS,    NO)     \
    OF("proved_on_empty", COUNT,  AT(tally.on_empty),       NULL,            WHERE_SET, WHERE_SET, NO,        NO,        NO)     \
    OF("chance_untried",  COUNT,  AT(tally.chance_untried), NULL,            WHERE_SET, NO,        NO,        NO,        NO)     \
    OF("refused",         COUNTS, AT(tally.refused.counts), &REFUSAL_COUNTS, NEEDED,    NO,        NO,        NO,        NO)     \
    OF("unproved",        COUNTS, AT(unproved[1]),          &FAILED_PROOFS,  NO,        NO,        ALWAYS,    NO,        NO)     \
    OF("rejected",        COUNTS, AT(tally.rejected[1]),    &FAILED_PROOFS,  NEEDED,    NO,        ALWAYS,    NO,        NO)     \
    OF("overlap",         RECORD, AT(tally.overlap),        &OVERLAP_RECORD, WHERE_SET, WHERE_SET, WHERE_SET, NO,        NO)
/* clang-format on */

static const struct member GENERATE_RELATION[] = {RELATION_MEMBERS(OF_GENERATE)};
static const struct member ATTACK_RELATION[] = {RELATION_MEMBERS(OF_ATTACK)};
static const struct member IMPORT_RELATION[] = {RELATION_MEMBERS(OF_IMPORT)};
static const struct member OUTLINE_RELATION[] = {RELATION_MEMBERS(OF_OUTLINE)};

static const struct record RELATION_RECORDS[] = {
    RECORD_OF(GENERATE_RELATION), RECORD_OF(ATTACK_RELATION), RECORD_OF(IMPORT_RELATION),
    RECORD_OF(OUTLINE_RELATION)};

#define RELATIONS_OF(i)                                                                            \
    {                                                                                              \
        .size = sizeof(struct manifest_relation),                                                  \
        .value = {.form = &FORM_RECORD, .arg = &RELATION_RECORDS[i]}, .name = AT(id)               \
    }

static const struct list_of RELATIONS[] = {RELATIONS_OF(0), RELATIONS_OF(1), RELATIONS_OF(2),
                                           RELATIONS_OF(3)};

#undef AT

/* Sections */

#define AT(field) offsetof(struct manifest_export, field)

static const struct member EXPORT_MEMBERS[] = {
    {"cases", &FORM_COUNT, AT(cases), MEMBER_NEEDED, NULL},
    {"left_out", &FORM_COUNT, AT(left_out), MEMBER_NEEDED, NULL},
};

#undef AT
#define AT(field) offsetof(struct manifest_paraphraser, field)

static const struct counts_of KINDS = {.names = &REWORD_KIND_NAMES,
                                       .form = &FORM_RECORD,
                                       .arg = &PARAPHRASE_TALLY_RECORD,
                                       .size = sizeof(struct paraphrase_tally)};

static const struct member PARAPHRASER_MEMBERS[] = {
    {"settings", &FORM_JSON, AT(settings), MEMBER_NEEDED, NULL},
    {"kinds", &FORM_COUNTS, AT(kinds), MEMBER_NEEDED, &KINDS},
};

#undef AT
#define AT(field) offsetof(struct manifest_synonyms, field)

static const struct member SYNONYM_MEMBERS[] = {
    {"settings", &FORM_JSON, AT(settings), MEMBER_NEEDED, NULL},
    {"words", &FORM_COUNT, AT(counts.words), MEMBER_NEEDED, NULL},
    {"candidates", &FORM_COUNT, AT(counts.candidates), MEMBER_NEEDED, NULL},
    {"unreadable", &FORM_COUNT, AT(counts.unreadable), MEMBER_NEEDED, NULL},
};

#undef AT
#define AT(field) offsetof(struct manifest_attack, field)

static const struct list_of CHANGES = {.size = sizeof(uint64_t), .value = {.form = &FORM_COUNT}};
static const struct list_of BREAKING = {
    .size = sizeof(struct breaking_relation),
    .value = {.form = &FORM_COUNT, .offset = offsetof(struct breaking_relation, broken)},
    .name = offsetof(struct breaking_relation, id)};

static const struct member ATTACK_MEMBERS[] = {
    {"system", &FORM_TEXT, AT(system), MEMBER_ALWAYS, NULL},
    {"budget", &FORM_COUNT, AT(budget), MEMBER_NEEDED, NULL},
    {"questions", &FORM_COUNT, AT(questions), MEMBER_NEEDED, NULL},
    {"steps", &FORM_U32, AT(steps), MEMBER_ALWAYS, NULL},
    {"candidates", &FORM_U32, AT(candidates), MEMBER_ALWAYS, NULL},
    {"beam", &FORM_U32, AT(beam), MEMBER_ALWAYS, NULL},
    {"block", &FORM_U32, AT(block), MEMBER_WHERE_SET, NULL},
    {"random", &FORM_FLAG, AT(random), MEMBER_ALWAYS, NULL},
    {"ranked", &FORM_FLAG, AT(ranked), MEMBER_ALWAYS, NULL},
    {"right_only", &FORM_FLAG, AT(right_only), MEMBER_ALWAYS, NULL},
    {"broken", &FORM_COUNT, AT(broken), MEMBER_NEEDED, NULL},
    {"held", &FORM_COUNT, AT(held), MEMBER_NEEDED, NULL},
    {"unfinished", &FORM_COUNT, AT(unfinished), MEMBER_NEEDED, NULL},
    {"blocks_given_up", &FORM_COUNT, AT(blocks_given_up), MEMBER_WHERE_SET, NULL},
    {"untried", &FORM_COUNT, AT(untried), MEMBER_NEEDED, NULL},
    {"unanswered", &FORM_COUNT, AT(unanswered), MEMBER_NEEDED, NULL},
    {"wrong", &FORM_COUNT, AT(wrong), MEMBER_NEEDED, NULL},
    {"faulty_gold", &FORM_COUNT, AT(faulty_gold), MEMBER_NEEDED, NULL},
    {"unchangeable", &FORM_COUNT, AT(unchangeable), MEMBER_NEEDED, NULL},
    {"by_changes", &FORM_LIST, AT(by_changes), MEMBER_NEEDED, &CHANGES},
    {"relations", &FORM_MAP, AT(relations), MEMBER_NEEDED, &BREAKING},
};

#undef AT

static const struct record EXPORT_RECORD = RECORD_OF(EXPORT_MEMBERS),
                           PARAPHRASER_RECORD = RECORD_OF(PARAPHRASER_MEMBERS),
                           SYNONYM_RECORD = RECORD_OF(SYNONYM_MEMBERS),
                           ATTACK_RECORD = RECORD_OF(ATTACK_MEMBERS);

#define SECTION_OF(type, record)                                                                   \
    {                                                                                              \
        .size = sizeof(type), .value = {.form = &FORM_RECORD, .arg = &(record) }                   \
    }

static const struct list_of EXPORT = SECTION_OF(struct manifest_export, EXPORT_RECORD),
                            PARAPHRASER =
                                SECTION_OF(struct manifest_paraphraser, PARAPHRASER_RECORD),
                            SYNONYMS = SECTION_OF(struct manifest_synonyms, SYNONYM_RECORD),
                            ATTACK = SECTION_OF(struct manifest_attack, ATTACK_RECORD);

/* The whole */

#define AT(field) offsetof(struct manifest, field)

/* clang-format off */
#define MANIFEST_MEMBERS(OF, MADE)                                                                   \
    /*  name                form      place                  arg           generate    attack      import      outline    report */ \
    OF("version",           U32,      AT(version),           NULL,         ALWAYS,    ALWAYS,    ALWAYS,    ALWAYS,    NO)     \
    OF("input",             HEX,      AT(input),             NULL,         ALWAYS,    NO,        NO,        NO,        NO)     \
    OF("key",               TEXT,     AT(key),               NULL,         ALWAYS,    ALWAYS,    ALWAYS,    ALWAYS,    SHOWN)  \
    OF("imported",          FLAG,     AT(imported),          NULL,         NO,        NO,        ALWAYS,    NO,        NO)     \
    OF("made_by",           TEXT,     AT(sources.version),   NULL,         WHERE_SET, NO,        NO,        WHERE_SET, NO)     \
    OF("questions_digest",  TEXT,     AT(sources.questions), NULL,         WHERE_SET, NO,        NO,        WHERE_SET, NO)     \
    OF("databases_digest",  TEXT,     AT(sources.databases), NULL,         WHERE_SET, NO,        NO,        WHERE_SET, NO)     \
    OF("words_digest",      TEXT,     AT(sources.words),     NULL,         WHERE_SET, NO,        NO,        WHERE_SET, NO)     \
    OF("options_digest",    TEXT,     AT(sources.options),   NULL,         WHERE_SET, NO,        NO,        WHERE_SET, NO)     \
    OF("random_seed",       U32,      AT(random_seed),       NULL,         ALWAYS,    ALWAYS,    NO,        NO,        SHOWN)  \
    OF("max_per_seed",      U32,      AT(max_per_seed),      NULL,         ALWAYS,    NO,        NO,        NO,        SHOWN)  \
    OF("max_changes",       U32,      AT(max_changes),       NULL,         WHERE_SET, NO,        NO,        NO,        NO)     \
    OF("strength",          NAME,     AT(strength),          &STRENGTHS,   WHERE_SET, WHERE_SET, NO,        NO,        SHOWN)  \
    OF("limit",             U64,      AT(limit),             NULL,         WHERE_SET, WHERE_SET, NO,        NO,        SHOWN)  \
    OF("sample_rows",       U32,      AT(sample_rows),       NULL,         WHERE_SET, WHERE_SET, NO,        NO,        SHOWN)  \
    OF("shard",             SHARD,    AT(shard),             NULL,         ALWAYS,    NO,        NO,        NO,        SHOWN)  \
    OF("part",              RECORD,   AT(part),              &PART_RECORD, WHERE_SET, WHERE_SET, NO,        WHERE_SET, NO)     \
    OF("drawn_of",          U64,      AT(drawn_of),          NULL,         NO,        WHERE_SET, NO,        NO,        NO)     \
    OF("proof",             FLAG,     AT(proof),             NULL,         ALWAYS,    ALWAYS,    ALWAYS,    ALWAYS,    NO)     \
    OF("proved_on_rows",    FLAG,     AT(proved_on_rows),    NULL,         WHERE_SET, WHERE_SET, NO,        NO,        NO)     \
    OF("databases",         TEXT,     AT(databases),         NULL,         ALWAYS,    WHERE_SET, ALWAYS,    ALWAYS,    NO)     \
    OF("more_databases",    TEXT,     AT(more_databases),    NULL,         WHERE_SET, WHERE_SET, WHERE_SET, WHERE_SET, NO)     \
    OF("min_fluency_ratio", NUMBER,   AT(min_fluency_ratio), NULL,         WHERE_SET, NO,        NO,        NO,        NO)     \
    OF("language_model",    TEXT,     AT(language_model),    NULL,         WHERE_SET, NO,        NO,        NO,        NO)     \
    OF("seeds",             COUNT,    AT(seeds),             NULL,         NEEDED,    NEEDED,    ALWAYS,    ALWAYS,    NO)     \
    OF("gold_faults",       COUNT,    AT(gold_faults),       NULL,         ALWAYS,    NO,        NO,        NO,        NO)     \
    OF("spider_export",     OPTIONAL, AT(spider),            &EXPORT,      WHERE_SET, NO,        NO,        NO,        NO)     \
    OF("paraphraser",       OPTIONAL, AT(paraphraser),       &PARAPHRASER, WHERE_SET, NO,        NO,        NO,        NO)     \
    OF("synonyms",          OPTIONAL, AT(synonyms),          &SYNONYMS,    WHERE_SET, NO,        NO,        NO,        NO)     \
    OF("canonical",         JSON,     AT(canonical),         NULL,         WHERE_SET, NO,        NO,        NO,        NO)     \
    OF("attack",            OPTIONAL, AT(attack),            &ATTACK,      NO,        NEEDED,    NO,        NO,        NO)     \
    OF("attack",            JSON,     AT(attack_json),       NULL,         NO,        NO,        NO,        WHERE_SET, SHOWN)  \
    OF("relations",         MAP,      AT(relations),         MADE,         NEEDED,    NEEDED,    ALWAYS,    ALWAYS,    NO)
/* clang-format on */

static const struct member GENERATE_MEMBERS[] = {MANIFEST_MEMBERS(OF_GENERATE, &RELATIONS[0])};
static const struct member ATTACK_SUITE_MEMBERS[] = {MANIFEST_MEMBERS(OF_ATTACK, &RELATIONS[1])};
static const struct member IMPORT_MEMBERS[] = {MANIFEST_MEMBERS(OF_IMPORT, &RELATIONS[2])};
static const struct member OUTLINE_MEMBERS[] = {MANIFEST_MEMBERS(OF_OUTLINE, &RELATIONS[3])};

static const struct record RECORDS[N_MANIFEST_MAKERS] = {
    RECORD_OF(GENERATE_MEMBERS), RECORD_OF(ATTACK_SUITE_MEMBERS), RECORD_OF(IMPORT_MEMBERS)};

const struct record MANIFEST_OUTLINE = RECORD_OF(OUTLINE_MEMBERS);

/* Writing, reading, adding up */

void manifest_put(struct json_writer *w, const struct manifest *m)
{
    record_put(w, &RECORDS[m->maker], m);
    json_line_end(w);
}

/* Is it what its maker writes? */
static bool makes_sense(const struct manifest *m)
{
    if (m->version != 1 || m->key.len == 0)
        return false;
    return m->maker == MADE_BY_ATTACK ? m->attack && m->n_relations == 1
                                      : m->input && m->gold_faults <= m->seeds;
}

enum status manifest_read(struct arena *a, struct str text, struct manifest *out, struct err *e)
{
    struct json_value object = {JSON_KIND_OBJECT, text};
    bool attack = json_member(a, object, STR("attack")).kind == JSON_KIND_OBJECT;
    *out = MANIFEST_EMPTY;
    out->maker = attack ? MADE_BY_ATTACK : MADE_BY_GENERATE;
    enum status status = record_read(a, &RECORDS[out->maker], text, 1, out, e);
    if (status == E_INPUT || (status == OK && !makes_sense(out)))
        return err_set(e, E_INPUT, "not a manifest of 'teql %s'", attack ? "attack" : "generate");
    return status;
}

static const char *path_in(struct arena *a, const char *suite)
{
    return arena_printf(a, "%s/manifest.json", suite).ptr;
}

enum manifest_state manifest_find(struct arena *a, const char *path, struct manifest *out)
{
    const char *file = path_in(a, path);
    struct str text;
    struct err e;
    *out = MANIFEST_EMPTY;
    if (file_expect_regular(file, &e) != OK || file_read(a, file, MANIFEST_MAX, &text, &e) != OK)
        return MANIFEST_ABSENT;
    return record_read(a, &MANIFEST_OUTLINE, text, 1, out, &e) == OK ? MANIFEST_GOOD
                                                                     : MANIFEST_DOUBTFUL;
}

bool manifest_is_attack(const char *path)
{
    struct arena a = {0};
    struct manifest m;
    bool is = manifest_find(&a, path, &m) != MANIFEST_ABSENT && str_starts(m.attack_json, STR("{"));
    arena_release(&a);
    return is;
}

bool manifest_add(struct manifest *to, const struct manifest *from)
{
    return to->maker == from->maker && record_add(&RECORDS[to->maker], to, from);
}

void manifest_settle(struct manifest *m)
{
    if (m->maker == MADE_BY_ATTACK && !part_is_whole(&m->part)) {
        m->limit = m->seeds < m->drawn_of ? m->seeds : 0; /* parts do not know it */
        m->drawn_of = 0;
    }
    m->shard = (struct shard){0, 0};
    m->part = MANIFEST_EMPTY.part;
}

uint64_t manifest_cases(const struct manifest *m)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < m->n_relations; i++)
        n += m->proof ? m->relations[i].tally.proved : m->relations[i].tally.generated;
    return n;
}

/* For reports */

/* The ids of the relations that cases were made by, as an array. */
static void put_ids(struct json_writer *w, struct arena *a, struct json_value relations)
{
    struct json_reader json = json_reader_of(a, relations.raw);
    struct str id;
    json_key_array(w, "relations");
    if (relations.kind == JSON_KIND_OBJECT)
        for (struct json_value v; json_next(&json, &id, &v);)
            json_put_str(w, id);
    json_array_close(w);
}

enum status manifest_options(struct arena *a, const char *path, const struct reviewed *reviewed,
                             struct str *out, struct err *e)
{
    static const struct str NAMES[] = {MANIFEST_MEMBERS(OF_REPORT, NULL) STR_INIT("relations")};
    enum { N_SHOWN = COUNT_OF(NAMES) - 1, RELATIONS_MADE = N_SHOWN, N_MEMBERS };
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    struct json_value v[N_MEMBERS];
    struct str manifest;
    struct err ignored;
    *out = STR_NONE;
    TRY(file_read(a, path_in(a, path), MANIFEST_MAX, &manifest, e));
    struct json_reader json = json_reader_of(a, manifest);
    json_members(&json, NAMES, N_MEMBERS, v);
    if (json_reader_end(&json, 1, &ignored) != OK)
        return OK;
    json_object_open(&w);
    for (int i = 0; i < N_SHOWN; i++)
        if (v[i].kind != JSON_KIND_NULL) {
            json_key(&w, NAMES[i]);
            json_put_raw(&w, v[i].raw);
        }
    put_ids(&w, a, v[RELATIONS_MADE]);
    if (reviewed->dropped + (uint64_t)reviewed->edited > 0) {
        json_key_count(&w, "dropped", reviewed->dropped);
        json_key_count(&w, "edited", reviewed->edited);
    }
    json_object_close(&w);
    *out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return OK;
}
