/* attack_manifest_text.c: the members of manifest.json of an attack. */
#include "attacking/attack_manifest_text.h"

#include "making/manifest_text.h"

#include <stddef.h>

#define HEAD(name)   offsetof(struct attack_manifest_head, name)
#define SEARCH(name) offsetof(struct attack_manifest_search, name)

static const struct member HEAD_MEMBERS[] = {
    {"version", &FORM_U32, HEAD(version), MEMBER_ALWAYS, NULL},
    {"key", &FORM_TEXT, HEAD(key), MEMBER_ALWAYS, NULL},
    {"random_seed", &FORM_U32, HEAD(random_seed), MEMBER_ALWAYS, NULL},
    {"limit", &FORM_U64, HEAD(limit), MEMBER_WHERE_SET, NULL},
    {"sample_rows", &FORM_U32, HEAD(sample_rows), MEMBER_WHERE_SET, NULL},
    {"part", &FORM_RECORD, HEAD(part), MEMBER_WHERE_SET, &PART_RECORD},
    {"drawn_of", &FORM_U64, HEAD(drawn_of), MEMBER_WHERE_SET, NULL},
    {"proof", &FORM_FLAG, HEAD(proof), MEMBER_ALWAYS, NULL},
    {"proved_on_rows", &FORM_FLAG, HEAD(proved_on_rows), MEMBER_WHERE_SET, NULL},
    {"databases", &FORM_TEXT, HEAD(databases), MEMBER_WHERE_SET, NULL},
    {"more_databases", &FORM_TEXT, HEAD(more_databases), MEMBER_WHERE_SET, NULL},
    {"seeds", &FORM_U64, HEAD(seeds), MEMBER_ALWAYS, NULL},
};

static const struct member SEARCH_MEMBERS[] = {
    {"system", &FORM_TEXT, SEARCH(system), MEMBER_ALWAYS, NULL},
    {"budget", &FORM_COUNT, SEARCH(budget), MEMBER_NEEDED, NULL},
    {"questions", &FORM_COUNT, SEARCH(questions), MEMBER_NEEDED, NULL},
    {"steps", &FORM_U32, SEARCH(steps), MEMBER_ALWAYS, NULL},
    {"candidates", &FORM_U32, SEARCH(candidates), MEMBER_ALWAYS, NULL},
    {"beam", &FORM_U32, SEARCH(beam), MEMBER_ALWAYS, NULL},
    {"block", &FORM_U32, SEARCH(block), MEMBER_WHERE_SET, NULL},
    {"random", &FORM_FLAG, SEARCH(random), MEMBER_ALWAYS, NULL},
    {"ranked", &FORM_FLAG, SEARCH(ranked), MEMBER_ALWAYS, NULL},
    {"right_only", &FORM_FLAG, SEARCH(right_only), MEMBER_ALWAYS, NULL},
    {"broken", &FORM_COUNT, SEARCH(broken), MEMBER_NEEDED, NULL},
    {"held", &FORM_COUNT, SEARCH(held), MEMBER_NEEDED, NULL},
    {"unfinished", &FORM_COUNT, SEARCH(unfinished), MEMBER_NEEDED, NULL},
    {"blocks_given_up", &FORM_COUNT, SEARCH(blocks_given_up), MEMBER_WHERE_SET, NULL},
    {"untried", &FORM_COUNT, SEARCH(untried), MEMBER_NEEDED, NULL},
    {"unanswered", &FORM_COUNT, SEARCH(unanswered), MEMBER_NEEDED, NULL},
    {"wrong", &FORM_COUNT, SEARCH(wrong), MEMBER_NEEDED, NULL},
    {"faulty_gold", &FORM_COUNT, SEARCH(faulty_gold), MEMBER_NEEDED, NULL},
    {"unchangeable", &FORM_COUNT, SEARCH(unchangeable), MEMBER_NEEDED, NULL},
};

static const struct record HEAD_RECORD = RECORD_OF(HEAD_MEMBERS);
static const struct record SEARCH_RECORD = RECORD_OF(SEARCH_MEMBERS);

/* Writing */

static void put_changes(struct json_writer *w, const struct attack_manifest *m)
{
    json_key(w, STR("by_changes"));
    json_array_open(w);
    for (uint32_t i = 0; i < m->n_changes; i++)
        json_put_int(w, (int64_t)m->by_changes[i]);
    json_array_close(w);
}

static void put_count(struct json_writer *w, struct str name, uint64_t n)
{
    json_key(w, name);
    json_put_int(w, (int64_t)n);
}

static void put_relations(struct json_writer *w, const struct attack_manifest *m)
{
    json_key(w, STR("relations"));
    json_object_open(w);
    for (uint32_t i = 0; i < m->n_relations; i++)
        put_count(w, m->relations[i].id, m->relations[i].broken);
    json_object_close(w);
}

/* "generated" and "proved" mean what they do in every suite; readers count cases by them. */
static void put_cases(struct json_writer *w, const struct attack_manifest *m)
{
    json_key(w, STR("relations"));
    json_object_open(w);
    json_key(w, STR("ATTACK"));
    json_object_open(w);
    json_key(w, STR("name"));
    json_put_str(w, STR("worst case"));
    put_count(w, STR("generated"), m->cases);
    put_count(w, STR("proved"), m->cases);
    if (m->on_empty)
        put_count(w, STR("proved_on_empty"), m->on_empty);
    json_object_close(w);
    json_object_close(w);
}

void attack_manifest_write(struct json_writer *w, const struct attack_manifest *m)
{
    json_object_open(w);
    record_put_members(w, &HEAD_RECORD, &m->head);
    json_key(w, STR("attack"));
    json_object_open(w);
    record_put_members(w, &SEARCH_RECORD, &m->search);
    put_changes(w, m);
    put_relations(w, m);
    json_object_close(w);
    put_cases(w, m);
    json_object_close(w);
    json_line_end(w);
}

/* Reading */

static bool get_changes(struct arena *a, struct json_value v, struct attack_manifest *m)
{
    struct json_reader json = json_reader_of(a, v.raw);
    if (v.kind != JSON_KIND_ARRAY)
        return false;
    for (struct json_value n; json_next_item(&json, &n);) {
        ARENA_PUSH(a, m->by_changes, m->n_changes);
        if (!json_count(n, MANIFEST_COUNT_MAX, &m->by_changes[m->n_changes++]))
            return false;
    }
    return true;
}

static bool get_relations(struct arena *a, struct json_value v, struct attack_manifest *m)
{
    struct json_reader json = json_reader_of(a, v.raw);
    struct str id;
    if (v.kind != JSON_KIND_OBJECT)
        return false;
    for (struct json_value n; json_next(&json, &id, &n);) {
        ARENA_PUSH(a, m->relations, m->n_relations);
        m->relations[m->n_relations].id = id;
        if (!json_count(n, MANIFEST_COUNT_MAX, &m->relations[m->n_relations++].broken))
            return false;
    }
    return true;
}

static bool get_search(struct arena *a, struct json_value v, struct attack_manifest *m)
{
    struct json_reader json = json_reader_of(a, v.raw);
    return v.kind == JSON_KIND_OBJECT && !record_get(&json, &SEARCH_RECORD, &m->search) &&
           get_changes(a, json_member(a, v, STR("by_changes")), m) &&
           get_relations(a, json_member(a, v, STR("relations")), m);
}

static bool get_cases(struct arena *a, struct json_value v, struct attack_manifest *m)
{
    struct json_value made = json_member(a, v, STR("ATTACK"));
    struct json_value on_empty = json_member(a, made, STR("proved_on_empty"));
    return json_count(json_member(a, made, STR("proved")), MANIFEST_COUNT_MAX, &m->cases) &&
           (!on_empty.raw.ptr || json_count(on_empty, MANIFEST_COUNT_MAX, &m->on_empty));
}

enum status attack_manifest_read(struct arena *a, struct str text, struct attack_manifest *out,
                                 struct err *e)
{
    enum { SEARCH_MADE, CASES_MADE, N_MEMBERS };
    static const struct str NAMES[] = {STR_INIT("attack"), STR_INIT("relations")};
    struct json_value v[N_MEMBERS];
    struct json_reader json = json_reader_of(a, text);
    *out = (struct attack_manifest){0};
    const char *bad = record_get(&json, &HEAD_RECORD, &out->head);
    enum status status = json_reader_end(&json, 1, e);
    if (status)
        return status;
    json = json_reader_of(a, text);
    json_members(&json, NAMES, N_MEMBERS, v);
    bool good = !bad && out->head.version == 1 && out->head.key.len > 0 &&
                out->head.seeds <= MANIFEST_COUNT_MAX && get_search(a, v[SEARCH_MADE], out) &&
                get_cases(a, v[CASES_MADE], out);
    return good ? OK : err_set(e, E_INPUT, "not a manifest of 'teql attack'");
}

/* Adding up */

bool attack_manifest_add(struct attack_manifest *to, const struct attack_manifest *from)
{
    if (to->n_changes != from->n_changes || to->n_relations != from->n_relations ||
        !record_add(&SEARCH_RECORD, &to->search, &from->search))
        return false;
    to->head.seeds += from->head.seeds;
    to->cases += from->cases;
    to->on_empty += from->on_empty;
    for (uint32_t i = 0; i < to->n_changes; i++)
        to->by_changes[i] += from->by_changes[i];
    for (uint32_t i = 0; i < to->n_relations; i++) {
        if (!str_eq(to->relations[i].id, from->relations[i].id))
            return false;
        to->relations[i].broken += from->relations[i].broken;
    }
    return true;
}

/* A limit is told where there are other questions. */
void attack_manifest_settle(struct attack_manifest *m)
{
    struct attack_manifest_head *h = &m->head;
    if (part_is_whole(&h->part))
        return;
    h->limit = h->seeds < h->drawn_of ? h->seeds : 0;
    h->drawn_of = 0;
    h->part = (struct part){.of = STR("")};
}
