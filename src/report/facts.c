/* facts.c: from the head of the scores, which has the manifest's "attack", and the verdicts. */
#include "report/facts.h"

#include "base/number.h"
#include "base/printable.h"
#include "score/scores_walk.h"

/* A suite of ours has a few of each; a file with more is faulty. */
enum { ITEMS_MAX = 1000 };

static bool find_count(struct arena *a, struct json_value object, struct str name, uint64_t *out)
{
    return json_count(json_member(a, object, name), UINT32_MAX, out);
}

static struct str spent_text(struct arena *a, const struct scores *s, struct json_value attack)
{
    uint64_t spent, budget, steps;
    if (!find_count(a, attack, STR("questions"), &spent) ||
        !find_count(a, attack, STR("budget"), &budget) ||
        !find_count(a, attack, STR("steps"), &steps))
        return STR_NONE;
    bool random = json_member(a, attack, STR("random")).kind == JSON_KIND_TRUE;
    struct str system = json_text(a, json_member(a, attack, STR("system")));
    bool another = system.len > 0 && s->system.len > 0 && !str_eq(system, s->system);
    struct str on = another ? arena_printf(a, " on %.*s", STR_ARG(system)) : STR("");
    return arena_printf(a, "%llu of %llu question%s spent%.*s, up to %llu change%s%s",
                        (unsigned long long)spent, (unsigned long long)budget, plural(budget),
                        STR_ARG(on), (unsigned long long)steps, plural(steps),
                        random ? ", in any order" : "");
}

/* "; 44 by 1 change, 1 by 2 changes" */
static void put_changes(struct buf *out, struct arena *a, struct json_value counts)
{
    struct json_reader items = json_reader_of(a, counts.raw);
    const char *lead = "; ";
    uint64_t changes = 0, n;
    if (counts.kind != JSON_KIND_ARRAY || json_item_count(counts) > ITEMS_MAX)
        return;
    for (struct json_value v; json_next_item(&items, &v);) {
        changes++;
        if (!json_count(v, UINT32_MAX, &n) || n == 0)
            continue;
        buf_printf(out, "%s%llu by %llu change%s", lead, (unsigned long long)n,
                   (unsigned long long)changes, plural(changes));
        lead = ", ";
    }
}

static struct str broken_text(struct arena *a, struct json_value attack)
{
    uint64_t broken, held, unfinished, given_up;
    if (!find_count(a, attack, STR("broken"), &broken) ||
        !find_count(a, attack, STR("held"), &held) ||
        !find_count(a, attack, STR("unfinished"), &unfinished))
        return STR_NONE;
    struct buf out = {0};
    uint64_t attacked = broken + held + unfinished;
    buf_printf(&out, "%llu of %llu attacked; %llu held, %llu unfinished",
               (unsigned long long)broken, (unsigned long long)attacked, (unsigned long long)held,
               (unsigned long long)unfinished);
    put_changes(&out, a, json_member(a, attack, STR("by_changes")));
    if (find_count(a, attack, STR("blocks_given_up"), &given_up) && given_up > 0)
        buf_printf(&out, "; %llu block%s given up, since the last questions got no answer",
                   (unsigned long long)given_up, plural(given_up));
    struct str text = arena_str(a, buf_str(&out));
    buf_release(&out);
    return text;
}

static struct str attack_relations_text(struct arena *a, struct json_value attack)
{
    struct json_value relations = json_member(a, attack, STR("relations"));
    struct json_reader items = json_reader_of(a, relations.raw);
    struct buf out = {0};
    struct str id;
    uint64_t n, left = ITEMS_MAX;
    if (relations.kind == JSON_KIND_OBJECT)
        for (struct json_value v; left > 0 && json_next(&items, &id, &v); left--)
            if (json_count(v, UINT32_MAX, &n) && n > 0)
                buf_printf(&out, "%s%.*s %llu", out.len ? ", " : "", STR_ARG(id),
                           (unsigned long long)n);
    struct str text = out.len ? arena_str(a, buf_str(&out)) : STR_NONE;
    buf_release(&out);
    return text;
}

/* Is an answer right? By execution if the scores are and it is known, else by exact set match. */
static enum truth right_of(const struct scores *s, const struct truths *right)
{
    bool runs = str_eq(s->by, STR("execution")) && right->execution != UNKNOWN;
    return runs ? right->execution : right->exact;
}

/* Count errors by whether the answer was right before the change and after it. */
static uint32_t count_by_gold(const struct scores *s, uint32_t counts[2][2])
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < s->n_cases; i++) {
        const struct verdict *v = &s->cases[i];
        enum truth before = right_of(s, &s->seeds[v->seed].right);
        if (!cause_is_error(v->cause) || before == UNKNOWN)
            continue;
        counts[before == YES][right_of(s, &v->right) == YES]++;
        known++;
    }
    return known;
}

/* A broken question need not be a loss: the answer may have been wrong before. */
static struct str by_gold_text(struct arena *a, const struct scores *s)
{
    uint32_t counts[2][2] = {{0, 0}, {0, 0}}; /* right before, right after */
    uint32_t known = 0;
    struct scores_walk walk = scores_walk(s);
    for (const struct scores *batch; (batch = scores_walk_next(&walk));)
        known += count_by_gold(batch, counts);
    if (known == 0)
        return STR_NONE;
    struct str text = arena_printf(
        a, "%u right before and wrong after, %u wrong before and after, %u where the change helped",
        counts[1][0], counts[0][0], counts[0][1]);
    return counts[1][1] == 0
               ? text
               : arena_printf(a, "%.*s, %u right both times", STR_ARG(text), counts[1][1]);
}

struct attack_facts attack_facts_of(struct arena *a, const struct scores *s)
{
    struct attack_facts none = {.spent = {NULL, 0}};
    struct json_value options = {JSON_KIND_OBJECT, s->suite_options};
    if (!str_starts(s->suite_options, STR("{")))
        return none;
    struct json_value attack = json_member(a, options, STR("attack"));
    if (attack.kind != JSON_KIND_OBJECT)
        return none;
    return (struct attack_facts){.spent = spent_text(a, s, attack),
                                 .broken = broken_text(a, attack),
                                 .relations = attack_relations_text(a, attack),
                                 .by_gold = by_gold_text(a, s)};
}

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

static void add_fact(struct fact_sheet *f, const char *name, struct str value)
{
    if (value.ptr && value.len > 0)
        f->facts[f->count++] = (struct fact){name, printable_line(f->arena, value)};
}

/* "random seed 1, at most 10 cases of a relation for a seed" */
static struct str options_text(struct arena *a, struct json_value options)
{
    uint64_t random_seed, most, limit, rows;
    if (!find_count(a, options, STR("random_seed"), &random_seed) ||
        !find_count(a, options, STR("max_per_seed"), &most))
        return STR_NONE;
    struct str text = arena_printf(a, "random seed %llu, at most %llu of a relation for a seed",
                                   (unsigned long long)random_seed, (unsigned long long)most);
    if (find_count(a, options, STR("limit"), &limit) && limit > 0)
        text = arena_printf(a, "%.*s, %llu seeds drawn", STR_ARG(text), (unsigned long long)limit);
    if (find_count(a, options, STR("sample_rows"), &rows) && rows > 0)
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
    if (!find_count(a, options, STR("dropped"), &dropped) ||
        !find_count(a, options, STR("edited"), &edited))
        return STR_NONE;
    return arena_printf(a, "%llu dropped, %llu edited", (unsigned long long)dropped,
                        (unsigned long long)edited);
}

static void add_attack(struct fact_sheet *f, const struct scores *s)
{
    const struct attack_facts attack = attack_facts_of(f->arena, s);
    add_fact(f, "attack", attack.spent);
    add_fact(f, "attack broke", attack.broken);
    add_fact(f, "attack broke by", attack.relations);
    add_fact(f, "broken, by gold", attack.by_gold);
}

static void add_options(struct fact_sheet *f, struct str options)
{
    struct json_value o = {JSON_KIND_OBJECT, options};
    if (!str_starts(options, STR("{")))
        return;
    add_fact(f, "cases", options_text(f->arena, o));
    add_fact(f, "relations", relations_text(f->arena, o));
    add_fact(f, "reviewed", reviews_text(f->arena, o));
}

uint32_t facts_of(struct arena *a, const struct scores *s, struct fact facts[FACTS_MAX])
{
    struct fact_sheet f = {.arena = a, .facts = facts};
    add_fact(&f, "system", s->system);
    for (size_t i = 0; i < COUNT_OF(SETTINGS); i++)
        add_fact(&f, SETTINGS[i].name, provenance_setting(a, &s->asked, SETTINGS[i].setting));
    add_fact(&f, "asked on", s->asked.date);
    add_fact(&f, "asked by",
             s->asked.teql.len ? arena_printf(a, "teql %.*s", STR_ARG(s->asked.teql)) : STR(""));
    add_fact(&f, "scored by",
             s->teql.len ? arena_printf(a, "teql %.*s", STR_ARG(s->teql)) : STR(""));
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
