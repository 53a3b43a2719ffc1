/* robustness.c: adding verdicts up. */
#include "report/robustness.h"

static void add_truth(struct share *s, enum truth t)
{
    s->of += t != UNKNOWN;
    s->yes += t == YES;
}

static void add_seed(struct robustness *r, const struct scored_seed *s)
{
    r->seeds++;
    r->answered += s->answered;
    r->flaky += s->flaky;
    add_truth(&r->seeds_exact, s->right.exact);
    add_truth(&r->seeds_execution, s->right.execution);
}

static void add_case(struct relation_verdicts *to, const struct scored_case *v)
{
    to->cases++;
    to->judged += cause_is_judged(v->cause);
    to->errors += cause_is_error(v->cause);
    to->causes[v->cause]++;
    add_truth(&to->exact, v->consistent.exact);
    add_truth(&to->execution, v->consistent.execution);
    add_truth(&to->right_exact, v->right.exact);
    add_truth(&to->right_execution, v->right.execution);
}

/* NULL where there are too many. */
static struct relation_verdicts *find_or_add(struct robustness *r, struct str relation)
{
    uint32_t i = 0;
    while (i < r->n_relations && !str_eq(r->relations[i].id, relation))
        i++;
    if (i == ROBUSTNESS_MAX_RELATIONS)
        return NULL;
    if (i == r->n_relations)
        r->relations[r->n_relations++] = (struct relation_verdicts){.id = relation};
    return &r->relations[i];
}

enum status robustness_of(const struct scores *s, const char *const *order, struct robustness *out,
                          struct err *e)
{
    memset(out, 0, sizeof *out);
    for (; order && *order; order++)
        find_or_add(out, str_from(*order));
    for (uint32_t i = 0; i < s->n_seeds; i++)
        add_seed(out, &s->seeds[i]);
    for (uint32_t i = 0; i < s->n_cases; i++) {
        struct relation_verdicts *to = find_or_add(out, s->cases[i].relation);
        if (!to)
            return err_set(e, E_LIMIT, "more than %d relations", ROBUSTNESS_MAX_RELATIONS);
        add_case(to, &s->cases[i]);
        add_case(&out->all, &s->cases[i]);
    }
    return OK;
}

double robustness_error_rate(const struct relation_verdicts *v)
{
    return v->judged ? (double)v->errors / (double)v->judged : 0;
}

/* The table */

static double percent(struct share s)
{
    return s.of ? 100 * (double)s.yes / (double)s.of : 0;
}

static void print_share(FILE *out, int width, struct share s, bool complement)
{
    if (s.of)
        fprintf(out, "%*.1f%%", width - 1, complement ? 100 - percent(s) : percent(s));
    else
        fprintf(out, "%*s", width, "-");
}

static void print_row(FILE *out, const char *label, const struct relation_verdicts *v)
{
    fprintf(out, "%-8s %8llu %8llu", label, (unsigned long long)v->cases,
            (unsigned long long)v->errors);
    print_share(out, 12, (struct share){v->errors, v->judged}, false);
    print_share(out, 11, v->exact, true);
    print_share(out, 11, v->execution, true);
    print_share(out, 9, v->right_exact, false);
    print_share(out, 9, v->right_execution, false);
    putc('\n', out);
}

void robustness_print(FILE *out, const struct robustness *r)
{
    char label[16];
    fprintf(out, "%-8s %8s %8s %11s %10s %10s %8s %8s\n", "", "", "", "", "changed by",
            "changed by", "right by", "right by");
    fprintf(out, "%-8s %8s %8s %11s %10s %10s %8s %8s\n", "relation", "cases", "errors",
            "error rate", "exact", "execution", "exact", "execut.");
    for (uint32_t i = 0; i < r->n_relations; i++) {
        if (r->relations[i].cases == 0)
            continue;
        snprintf(label, sizeof label, "%.*s", STR_ARG(r->relations[i].id));
        print_row(out, label, &r->relations[i]);
    }
    print_row(out, "all", &r->all);
    fprintf(out, "%-8s %8llu %42s", "seeds", (unsigned long long)r->seeds, "");
    print_share(out, 9, r->seeds_exact, false);
    print_share(out, 9, r->seeds_execution, false);
    putc('\n', out);
}

/* JSON */

static void put_share(struct json_writer *w, const char *name, struct share s)
{
    json_key(w, str_from(name));
    json_object_open(w);
    json_key(w, STR("yes"));
    json_put_int(w, (int64_t)s.yes);
    json_key(w, STR("of"));
    json_put_int(w, (int64_t)s.of);
    json_object_close(w);
}

static void put_causes(struct json_writer *w, const struct relation_verdicts *v)
{
    json_key(w, STR("causes"));
    json_object_open(w);
    for (int c = 0; c < N_CAUSES; c++)
        if (v->causes[c]) {
            json_key(w, str_from(cause_name((enum cause)c)));
            json_put_int(w, (int64_t)v->causes[c]);
        }
    json_object_close(w);
}

static void put_verdicts(struct json_writer *w, const struct relation_verdicts *v)
{
    json_object_open(w);
    json_key(w, STR("cases"));
    json_put_int(w, (int64_t)v->cases);
    json_key(w, STR("judged"));
    json_put_int(w, (int64_t)v->judged);
    json_key(w, STR("errors"));
    json_put_int(w, (int64_t)v->errors);
    json_key(w, STR("error_rate"));
    json_put_double(w, robustness_error_rate(v));
    put_causes(w, v);
    put_share(w, "consistent_exact", v->exact);
    put_share(w, "consistent_execution", v->execution);
    put_share(w, "right_exact", v->right_exact);
    put_share(w, "right_execution", v->right_execution);
    json_object_close(w);
}

void robustness_json(struct json_writer *w, const struct robustness *r)
{
    json_object_open(w);
    json_key(w, STR("seeds"));
    json_put_int(w, (int64_t)r->seeds);
    json_key(w, STR("answered"));
    json_put_int(w, (int64_t)r->answered);
    json_key(w, STR("flaky"));
    json_put_int(w, (int64_t)r->flaky);
    put_share(w, "seeds_right_exact", r->seeds_exact);
    put_share(w, "seeds_right_execution", r->seeds_execution);
    json_key(w, STR("all"));
    put_verdicts(w, &r->all);
    json_key(w, STR("relations"));
    json_object_open(w);
    for (uint32_t i = 0; i < r->n_relations; i++) {
        if (r->relations[i].cases == 0)
            continue;
        json_key(w, r->relations[i].id);
        put_verdicts(w, &r->relations[i]);
    }
    json_object_close(w);
    json_object_close(w);
}
