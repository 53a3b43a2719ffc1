/* spider_scores.c: the official table, to the letter. */
#include "report/spider_scores.h"

static void add_component(struct component_tally *t, const struct component_score *c)
{
    if (c->pred_total > 0) {
        t->n_pred++;
        t->equal_of_pred += c->equal;
    }
    if (c->label_total > 0) {
        t->n_gold++;
        t->equal_of_gold += c->equal;
    }
}

static void add_rate(struct rate *r, bool scored, bool passed)
{
    r->of += scored;
    r->passed += scored && passed;
}

static void add_to_level(struct level_tally *l, const struct pair_score *p)
{
    l->count++;
    add_rate(&l->exec, p->exec_scored, p->exec);
    add_rate(&l->exact, p->exact_scored, p->match.exact);
    for (int i = 0; p->has_components && i < N_COMPONENTS; i++)
        add_component(&l->components[i], &p->match.components[i]);
}

void spider_scores_add(struct spider_scores *s, const struct pair_score *p)
{
    if (p->hardness_known)
        add_to_level(&s->levels[p->hardness], p);
    add_to_level(&s->levels[LEVEL_ALL], p);
    struct turn_tally *turn = &s->turns[p->turn < N_TURNS ? p->turn : N_TURNS - 1];
    turn->count++;
    add_rate(&turn->exec, p->exec_scored, p->exec);
    add_rate(&turn->exact, p->exact_scored, p->match.exact);
}

void spider_scores_end_interaction(struct spider_scores *s, bool exec, bool exact)
{
    s->interactions++;
    s->levels[LEVEL_JOINT].count++;
    add_rate(&s->levels[LEVEL_JOINT].exec, true, exec);
    add_rate(&s->levels[LEVEL_JOINT].exact, true, exact);
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static void print_heads(FILE *out, const char *const *heads, int n)
{
    fprintf(out, "%-20s ", "");
    for (int i = 0; i < n; i++)
        fprintf(out, "%-20s%s", heads[i], i + 1 < n ? " " : "\n");
}

static void print_counts(FILE *out, const uint64_t *counts, int n)
{
    fprintf(out, "%-20s ", "count");
    for (int i = 0; i < n; i++)
        fprintf(out, "%-20llu%s", (unsigned long long)counts[i], i + 1 < n ? " " : "\n");
}

static void print_row(FILE *out, const char *name, const double *values, int n)
{
    fprintf(out, "%-20s ", name);
    for (int i = 0; i < n; i++)
        fprintf(out, "%-20.3f%s", values[i], i + 1 < n ? " " : "\n");
}

static double accuracy(const struct component_tally *t)
{
    return ratio(t->equal_of_pred, t->n_pred);
}

static double recall(const struct component_tally *t)
{
    return ratio(t->equal_of_gold, t->n_gold);
}

/* 1 if precision and recall are 0, as the scripts have it. */
static double f1(const struct component_tally *t)
{
    double a = accuracy(t), r = recall(t);
    return a == 0 && r == 0 ? 1 : 2 * a * r / (a + r);
}

static void print_components(FILE *out, const struct spider_scores *s, int n,
                             double (*figure)(const struct component_tally *))
{
    for (int c = 0; c < N_COMPONENTS; c++) {
        double row[N_LEVELS];
        for (int l = 0; l < n; l++)
            row[l] = s->levels[l].count ? figure(&s->levels[l].components[c]) : 0;
        print_row(out, component_label((enum component)c).ptr, row, n);
    }
}

static void print_all_components(FILE *out, const struct spider_scores *s, int n)
{
    fputs("\n---------------------PARTIAL MATCHING ACCURACY----------------------\n", out);
    print_components(out, s, n, accuracy);
    fputs("---------------------- PARTIAL MATCHING RECALL ----------------------\n", out);
    print_components(out, s, n, recall);
    fputs("---------------------- PARTIAL MATCHING F1 --------------------------\n", out);
    print_components(out, s, n, f1);
}

static void print_levels(FILE *out, const struct spider_scores *s, unsigned measures, int n,
                         bool components)
{
    static const char *const HEADS[N_LEVELS] = {"easy",  "medium", "hard",
                                                "extra", "all",    "joint_all"};
    uint64_t counts[N_LEVELS];
    double exec[N_LEVELS], exact[N_LEVELS];
    for (int i = 0; i < n; i++) {
        const struct level_tally *l = &s->levels[i];
        counts[i] = l->count;
        exec[i] = ratio(l->exec.passed, l->exec.of);
        exact[i] = ratio(l->exact.passed, l->exact.of);
    }
    print_heads(out, HEADS, n);
    print_counts(out, counts, n);
    if (measures & MEASURE_EXEC) {
        fputs("=====================   EXECUTION ACCURACY     =====================\n", out);
        print_row(out, "execution", exec, n);
    }
    if (measures & MEASURE_EXACT) {
        fputs("\n====================== EXACT MATCHING ACCURACY =====================\n", out);
        print_row(out, "exact match", exact, n);
        if (components)
            print_all_components(out, s, n);
    }
}

static void print_turns(FILE *out, const struct spider_scores *s, unsigned measures)
{
    static const char *const HEADS[N_TURNS] = {"turn 1", "turn 2", "turn 3", "turn 4", "turn > 4"};
    uint64_t counts[N_TURNS];
    double exec[N_TURNS], exact[N_TURNS];
    for (int i = 0; i < N_TURNS; i++) {
        counts[i] = s->turns[i].count;
        exec[i] = ratio(s->turns[i].exec.passed, s->turns[i].exec.of);
        exact[i] = ratio(s->turns[i].exact.passed, s->turns[i].exact.of);
    }
    fputs("\n\n", out);
    print_heads(out, HEADS, N_TURNS);
    print_counts(out, counts, N_TURNS);
    if (measures & MEASURE_EXEC) {
        fputs("=====================   TURN EXECUTION ACCURACY     =====================\n", out);
        print_row(out, "execution", exec, N_TURNS);
    }
    if (measures & MEASURE_EXACT) {
        fputs("\n====================== TURN EXACT MATCHING ACCURACY =====================\n", out);
        print_row(out, "exact match", exact, N_TURNS);
    }
}

void spider_scores_print(FILE *out, const struct spider_scores *s, unsigned measures, bool by_turn,
                         bool components)
{
    print_levels(out, s, measures, by_turn ? N_LEVELS : LEVEL_JOINT, components);
    if (by_turn)
        print_turns(out, s, measures);
}
