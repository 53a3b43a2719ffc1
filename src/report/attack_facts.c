/* attack_facts.c: from the manifest's "attack", which is in the head of the scores, and the
 * verdicts.
 *
 *  */
#include "report/attack_facts.h"

#include "base/number.h"
#include "score/scores_walk.h"

/* A suite of ours has a few of each; a file with more is faulty. */
enum { ITEMS_MAX = 1000 };

static bool find_count(struct arena *a, struct json_value attack, struct str name, uint64_t *out)
{
    return json_count(json_member(a, attack, name), UINT32_MAX, out);
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

static struct str relations_text(struct arena *a, struct json_value attack)
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
    for (const struct scores *part; (part = scores_walk_next(&walk));)
        known += count_by_gold(part, counts);
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
                                 .relations = relations_text(a, attack),
                                 .by_gold = by_gold_text(a, s)};
}
