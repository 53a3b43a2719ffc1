/* schema_word_synonym.c: synonyms for the words of a question that mention tables and columns (syn,
 * Spider-Syn §2).
 *
 * "What is the name and capacity of the stadium …?" → "What is the name and number of seats of the
 * stadium …?"
 *
 * Holds because the new words mean the same in this database: its names and the other questions
 * about it decide the sense, and they name nothing else there. The usual words for a thing (id,
 * age, name, year) stay. A variant replaces some nouns, at most `max_changes`, each by one of its
 * substitutes. */
#include "base/json_writer.h"
#include "relation/refusal.h"
#include "relation/relation.h"
#include "rewording/substitution.h"

/* The number of ways to change the sites from number i on, if k of them may still change. */
struct substitution_plan {
    struct substitution_sites sites;
    uint32_t most;
    uint64_t ways[SUBSTITUTION_SITES_MAX + 1][SUBSTITUTION_SITES_MAX + 1];
};

/* Not changing a site is one way. Twelve sites with six substitutes each stay far below 2^64. */
static void count_ways(struct substitution_plan *p)
{
    for (uint32_t k = 0; k <= p->most; k++)
        p->ways[p->sites.count][k] = 1;
    for (uint32_t i = p->sites.count; i-- > 0;)
        for (uint32_t k = 0; k <= p->most; k++)
            p->ways[i][k] =
                p->ways[i + 1][k] + (k > 0 ? p->sites.items[i].count * p->ways[i + 1][k - 1] : 0);
}

/* The choice for each site in way number `n`; way 0 changes nothing. */
static void choose_substitutes(const struct substitution_plan *p, uint64_t n,
                               uint32_t choices[SUBSTITUTION_SITES_MAX])
{
    uint32_t left = p->most;
    for (uint32_t i = 0; i < p->sites.count; i++) {
        choices[i] = 0;
        if (n < p->ways[i + 1][left])
            continue;
        n -= p->ways[i + 1][left--];
        choices[i] = (uint32_t)(n / p->ways[i + 1][left]) + 1;
        n %= p->ways[i + 1][left];
    }
}

static uint64_t count_substitutions(struct arena *a, const struct relation_seed *s,
                                    const void **plan)
{
    struct substitution_plan *p = ARENA_NEW(a, struct substitution_plan);
    *plan = p;
    if (!refuse_unless(s, s->reading != NULL, REFUSED_NO_QUERY))
        return 0;
    p->sites = substitutions_find(a, s->reading, s->domain, (enum strength)s->options.strength);
    uint32_t most = s->options.max_changes;
    p->most = most && most < SUBSTITUTION_SITES_MAX ? most : SUBSTITUTION_SITES_MAX;
    refuse_unless(s, p->sites.n_nouns > 0, REFUSED_NO_NOUN);
    for (uint32_t i = p->sites.count; i < p->sites.n_nouns; i++)
        refuse(s, REFUSED_NO_SUBSTITUTE);
    for (uint32_t i = 0; i < p->sites.n_refused; i++)
        refuse(s, p->sites.refused[i].why);
    count_ways(p);
    return p->ways[0][p->most] - 1;
}

/* {"synonyms": {"capacity": "number of seats"}, "sources": ["list"]} */
static struct str change_text(struct arena *a, const struct substitution_sites *sites,
                              const uint32_t *choices)
{
    struct buf b = {0};
    struct json_writer w = json_writer_to(&b);
    json_object_open(&w);
    json_key(&w, STR("synonyms"));
    json_object_open(&w);
    for (uint32_t i = 0; i < sites->count; i++)
        for (uint32_t f = 0; choices[i] && f < sites->items[i].n_forms; f++) {
            json_key(&w, sites->items[i].forms[f].phrase);
            json_put_str(&w, sites->items[i].items[choices[i] - 1].words[f]);
        }
    json_object_close(&w);
    json_key(&w, STR("sources"));
    json_array_open(&w);
    for (uint32_t i = 0; i < sites->count; i++)
        if (choices[i])
            json_put_str(&w, word_source_name(sites->items[i].items[choices[i] - 1].source));
    json_array_close(&w);
    json_object_close(&w);
    return buf_keep(&b, a);
}

static bool make_substitution(struct arena *a, const struct relation_seed *s, const void *plan,
                              uint64_t i, struct test_case *out)
{
    const struct substitution_plan *p = plan;
    uint32_t choices[SUBSTITUTION_SITES_MAX];
    choose_substitutes(p, i + 1, choices);
    out->question = substitutions_apply(a, s->reading, &p->sites, choices);
    out->change = change_text(a, &p->sites, choices);
    return out->question.ptr != NULL;
}

const struct relation relation_syn = {
    .id = "syn",
    .name = "schema words",
    .family = "spider-syn",
    .text = {.summary = "nouns for tables and columns get synonyms",
             .what = "Words that mention tables and columns are replaced by synonyms that fit the "
                     "database.",
             .before = "Which products cost more than 100, and which customers bought them?",
             .after = "Which items cost more than 100, and which clients bought them?",
             .answer = "The answer stays: the question asks for the same.",
             .page = "docs/reference/synonyms.md"},
    .count = count_substitutions,
    .make = make_substitution,
    .needs_reading = true,
    .needs_domain = true,
    .has_strengths = true,
    .most = 5,
};
