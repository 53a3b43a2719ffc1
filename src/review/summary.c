/* summary.c: counting decisions. */
#include "review/summary.h"

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

struct table review_summary(struct arena *a, const struct review_session *s, bool sample)
{
    struct table t = {.title = "reviewed",
                      .columns = COLUMNS,
                      .n_columns = sample ? N_SAMPLE_COLUMNS : N_COLUMNS};
    struct review_tally *tallies = NULL, all = {0};
    uint32_t n_tallies = 0;
    struct name_map places;
    name_map_init_exact(&places, a, 16);
    for (uint32_t i = 0; i < s->n_chosen; i++) {
        struct str relation = s->suite.cases[s->chosen[i]].relation;
        uint32_t place = name_map_get(&places, relation);
        if (place == NAME_NONE) {
            place = n_tallies;
            name_map_put(&places, a, relation, place);
            ARENA_PUSH(a, tallies, n_tallies);
            tallies[n_tallies++] = (struct review_tally){.relation = relation};
        }
        enum review_decision decision = s->reviews.now[s->chosen[i]].decision;
        tallies[place].counts[decision]++;
        all.counts[decision]++;
    }
    for (uint32_t i = 0; i < n_tallies; i++)
        add_row(a, &t, relation_label(a, tallies[i].relation), &tallies[i]);
    if (n_tallies > 1)
        add_row(a, &t, STR("all"), &all);
    return t;
}
