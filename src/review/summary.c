/* summary.c: counting decisions. */
#include "review/summary.h"

#include "relation/relation.h"
#include "report/interval.h"
#include "report/relation_label.h"

#define CERTAINTY 0.95

enum { N_COLUMNS = 6, N_SAMPLE_COLUMNS = 8 };

static const struct table_column COLUMNS[] = {
    {"relation", false}, {"cases", true},      {"kept", true}, {"dropped", true},
    {"edited", true},    {"dropped, %", true}, {"from", true}, {"to", true},
};

struct review_tally {
    struct str relation;
    uint32_t counts[REVIEW_DECISIONS];
};

static void add_row(struct arena *a, struct table *t, struct str label,
                    const struct review_tally *tally)
{
    const uint32_t *n = tally->counts;
    uint32_t decided = n[REVIEW_KEEP] + n[REVIEW_DROP] + n[REVIEW_EDIT];
    double rate = decided ? n[REVIEW_DROP] / (double)decided : -1;
    struct interval x = {-1, -1};
    if (decided) /* cases that were drawn one by one are independent of each other */
        x = interval_of_rate(rate, 0, decided, decided, CERTAINTY);
    const struct str cells[] = {label,
                                table_count(a, decided + n[REVIEW_NONE]),
                                table_count(a, n[REVIEW_KEEP]),
                                table_count(a, n[REVIEW_DROP]),
                                table_count(a, n[REVIEW_EDIT]),
                                table_percent(a, rate),
                                table_percent(a, x.low),
                                table_percent(a, x.high)};
    memcpy(table_add(a, t), cells, t->n_columns * sizeof *cells);
}

/* Of each relation: ours in their order, then others as they come. */
struct review_tallies {
    struct review_tally *items;
    uint32_t count;
    struct name_map places;
};

static struct review_tally *tally_of(struct arena *a, struct review_tallies *t, struct str relation)
{
    uint32_t place = name_map_get(&t->places, relation);
    if (place == NAME_NONE) {
        place = t->count;
        name_map_put(&t->places, a, relation, place);
        ARENA_PUSH(a, t->items, t->count);
        t->items[t->count++] = (struct review_tally){.relation = relation};
    }
    return &t->items[place];
}

static uint32_t cases_of(const struct review_tally *t)
{
    uint32_t n = 0;
    for (int i = 0; i < REVIEW_DECISIONS; i++)
        n += t->counts[i];
    return n;
}

struct table review_summary(struct arena *a, const struct review_session *s, bool sample)
{
    struct table t = {.title = "reviewed",
                      .columns = COLUMNS,
                      .n_columns = sample ? N_SAMPLE_COLUMNS : N_COLUMNS};
    struct review_tallies relations = {0};
    struct review_tally all = {0};
    name_map_init_exact(&relations.places, a, 16);
    for (const struct relation *const *r = RELATIONS; *r; r++)
        tally_of(a, &relations, str_from((*r)->id));
    for (uint32_t i = 0; i < s->n_chosen; i++) {
        enum review_decision decision = s->reviews.now[s->chosen[i]].decision;
        tally_of(a, &relations, s->suite.cases[s->chosen[i]].relation)->counts[decision]++;
        all.counts[decision]++;
    }
    for (uint32_t i = 0; i < relations.count; i++)
        if (cases_of(&relations.items[i]))
            add_row(a, &t, relation_label(a, relations.items[i].relation), &relations.items[i]);
    if (t.n_rows > 1)
        add_row(a, &t, STR("all"), &all);
    return t;
}
