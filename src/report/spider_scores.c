/* spider_scores.c: the official table, to the letter. */
#include "report/spider_scores.h"

#include <inttypes.h>

static void add_rate(struct share *s, bool scored, bool passed)
{
    s->of += scored;
    s->yes += scored && passed;
}

static void add_pair(struct pair_tally *t, const struct pair_score *p)
{
    t->count++;
    add_rate(&t->exec, p->exec_scored, p->exec);
    add_rate(&t->exact, p->exact_scored, p->match.exact);
}

static void add_to_level(struct spider_scores *s, uint32_t level, const struct pair_score *p)
{
    add_pair(&s->levels[level], p);
    for (int i = 0; p->has_components && i < N_COMPONENTS; i++) {
        const struct component_score *c = &p->match.components[i];
        add_rate(&s->components[level][i].of_pred, c->pred_total > 0, c->equal);
        add_rate(&s->components[level][i].of_gold, c->label_total > 0, c->equal);
    }
}

void spider_scores_add(struct spider_scores *s, const struct pair_score *p)
{
    if (p->hardness_known)
        add_to_level(s, p->hardness, p);
    add_to_level(s, LEVEL_ALL, p);
    add_pair(&s->turns[p->turn < N_TURNS ? p->turn : N_TURNS - 1], p);
}

void spider_scores_end_interaction(struct spider_scores *s, bool exec, bool exact)
{
    s->interactions++;
    s->levels[LEVEL_JOINT].count++;
    add_rate(&s->levels[LEVEL_JOINT].exec, true, exec);
    add_rate(&s->levels[LEVEL_JOINT].exact, true, exact);
}

static void print_row(FILE *out, const char *name, const double *values, int n)
{
    fprintf(out, "%-20s ", name);
    for (int i = 0; i < n; i++)
        fprintf(out, "%-20.3f%s", values[i], i + 1 < n ? " " : "\n");
}

/* The names and counts of the columns. */
static void print_heads(FILE *out, const char *const *heads, const struct pair_tally *tallies,
                        int n)
{
    fprintf(out, "%-20s ", "");
    for (int i = 0; i < n; i++)
        fprintf(out, "%-20s%s", heads[i], i + 1 < n ? " " : "\n");
    fprintf(out, "%-20s ", "count");
    for (int i = 0; i < n; i++)
        fprintf(out, "%-20" PRIu64 "%s", tallies[i].count, i + 1 < n ? " " : "\n");
}

static void print_exec(FILE *out, const char *title, const struct pair_tally *tallies, int n)
{
    double values[N_LEVELS];
    for (int i = 0; i < n; i++)
        values[i] = share_rate(tallies[i].exec);
    fprintf(out, "=====================   %s     =====================\n", title);
    print_row(out, "execution", values, n);
}

static void print_exact(FILE *out, const char *title, const struct pair_tally *tallies, int n)
{
    double values[N_LEVELS];
    for (int i = 0; i < n; i++)
        values[i] = share_rate(tallies[i].exact);
    fprintf(out, "\n====================== %s =====================\n", title);
    print_row(out, "exact match", values, n);
}

static double accuracy(const struct component_tally *t)
{
    return share_rate(t->of_pred);
}

static double recall(const struct component_tally *t)
{
    return share_rate(t->of_gold);
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
            row[l] = s->levels[l].count ? figure(&s->components[l][c]) : 0;
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
    print_heads(out, HEADS, s->levels, n);
    if (measures & MEASURE_EXEC)
        print_exec(out, "EXECUTION ACCURACY", s->levels, n);
    if (measures & MEASURE_EXACT) {
        print_exact(out, "EXACT MATCHING ACCURACY", s->levels, n);
        if (components)
            print_all_components(out, s, n);
    }
}

static void print_turns(FILE *out, const struct spider_scores *s, unsigned measures)
{
    static const char *const HEADS[N_TURNS] = {"turn 1", "turn 2", "turn 3", "turn 4", "turn > 4"};
    _Static_assert((int)N_TURNS <= (int)N_LEVELS, "a row has room for both");
    fputs("\n\n", out);
    print_heads(out, HEADS, s->turns, N_TURNS);
    if (measures & MEASURE_EXEC)
        print_exec(out, "TURN EXECUTION ACCURACY", s->turns, N_TURNS);
    if (measures & MEASURE_EXACT)
        print_exact(out, "TURN EXACT MATCHING ACCURACY", s->turns, N_TURNS);
}

void spider_scores_print(FILE *out, const struct spider_scores *s, unsigned measures, bool by_turn,
                         bool components)
{
    print_levels(out, s, measures, by_turn ? N_LEVELS : LEVEL_JOINT, components);
    if (by_turn)
        print_turns(out, s, measures);
}
