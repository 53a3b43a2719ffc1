/* facts.c: from the head of the scores. */
#include "report/facts.h"

#include "base/printable.h"
#include "report/attack_facts.h"

/* Settings of the system and their names for people. */
static const struct {
    const char *name;
    struct str setting;
} SETTINGS[] = {
    {"model", STR_INIT("model")},
    {"defence", STR_INIT("defence")},
    {"its names' digest", STR_INIT("names")},
    {"temperature", STR_INIT("temperature")},
    {"longest reply, tokens", STR_INIT("max_tokens")},
    {"sampling seed", STR_INIT("seed")},
    {"provider", STR_INIT("provider")},
    {"sent besides", STR_INIT("body")},
    {"stops at", STR_INIT("stop")},
    {"headers", STR_INIT("headers")},
    {"prompt's digest", STR_INIT("template")},
};

struct fact_sheet {
    struct arena *arena;
    struct fact *facts;
    uint32_t count;
};

static void add(struct fact_sheet *f, const char *name, struct str value)
{
    if (value.ptr && value.len > 0)
        f->facts[f->count++] = (struct fact){name, printable_line(f->arena, value)};
}

/* "random seed 1, at most 10 cases of a relation for a seed" */
static struct str options_text(struct arena *a, struct json_value options)
{
    uint64_t random_seed, most, limit, rows;
    if (!json_count(json_member(a, options, STR("random_seed")), UINT32_MAX, &random_seed) ||
        !json_count(json_member(a, options, STR("max_per_seed")), UINT32_MAX, &most))
        return STR_NONE;
    struct str text = arena_printf(a, "random seed %llu, at most %llu of a relation for a seed",
                                   (unsigned long long)random_seed, (unsigned long long)most);
    if (json_count(json_member(a, options, STR("limit")), UINT32_MAX, &limit) && limit > 0)
        text = arena_printf(a, "%.*s, %llu seeds drawn", STR_ARG(text), (unsigned long long)limit);
    if (json_count(json_member(a, options, STR("sample_rows")), UINT32_MAX, &rows) && rows > 0)
        text = arena_printf(a, "%.*s, databases sampled to about %llu rows a table", STR_ARG(text),
                            (unsigned long long)rows);
    return text;
}

/* "PI PR PS". A suite of ours has a few; a file with more is faulty. */
static struct str relations_text(struct arena *a, struct json_value options)
{
    enum { RELATIONS_MAX = 1000 };
    struct json_value relations = json_member(a, options, STR("relations"));
    struct json_reader items = json_reader_of(a, relations.raw);
    struct buf text = {0};
    if (relations.kind == JSON_KIND_ARRAY && json_item_count(relations) <= RELATIONS_MAX)
        for (struct json_value v; json_next_item(&items, &v);) {
            buf_put(&text, text.len ? STR(" ") : STR(""));
            buf_put(&text, json_text(a, v));
        }
    struct str copy = arena_str(a, buf_str(&text));
    buf_release(&text);
    return copy;
}

/* "3 dropped, 1 edited" */
static struct str reviews_text(struct arena *a, struct json_value options)
{
    uint64_t dropped, edited;
    if (!json_count(json_member(a, options, STR("dropped")), UINT32_MAX, &dropped) ||
        !json_count(json_member(a, options, STR("edited")), UINT32_MAX, &edited))
        return STR_NONE;
    return arena_printf(a, "%llu dropped, %llu edited", (unsigned long long)dropped,
                        (unsigned long long)edited);
}

static void add_attack(struct fact_sheet *f, const struct scores *s)
{
    const struct attack_facts attack = attack_facts_of(f->arena, s);
    add(f, "attack", attack.spent);
    add(f, "attack broke", attack.broken);
    add(f, "attack broke by", attack.relations);
    add(f, "broken, by gold", attack.by_gold);
}

static void add_options(struct fact_sheet *f, struct str options)
{
    struct json_value o = {JSON_KIND_OBJECT, options};
    if (!str_starts(options, STR("{")))
        return;
    add(f, "cases", options_text(f->arena, o));
    add(f, "relations", relations_text(f->arena, o));
    add(f, "reviewed", reviews_text(f->arena, o));
}

uint32_t facts_of(struct arena *a, const struct scores *s, struct fact facts[FACTS_MAX])
{
    struct fact_sheet f = {.arena = a, .facts = facts};
    add(&f, "system", s->system);
    for (size_t i = 0; i < COUNT_OF(SETTINGS); i++)
        add(&f, SETTINGS[i].name, provenance_setting(a, &s->asked, SETTINGS[i].setting));
    add(&f, "asked on", s->asked.date);
    add(&f, "asked by",
        s->asked.teql.len ? arena_printf(a, "teql %.*s", STR_ARG(s->asked.teql)) : STR(""));
    add(&f, "scored by", s->teql.len ? arena_printf(a, "teql %.*s", STR_ARG(s->teql)) : STR(""));
    add_options(&f, s->suite_options);
    add_attack(&f, s);
    return f.count;
}

struct str system_name(struct arena *a, const struct scores *s)
{
    struct str model = provenance_setting(a, &s->asked, STR("model"));
    struct str defence = provenance_setting(a, &s->asked, STR("defence"));
    struct str name = s->system;
    if (name.len && model.len)
        name = arena_printf(a, "%.*s %.*s", STR_ARG(name), STR_ARG(model));
    if (name.len && defence.len)
        name = arena_printf(a, "%.*s, defence %.*s", STR_ARG(name), STR_ARG(defence));
    return name;
}
