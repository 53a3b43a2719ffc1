/* robustness.c: the sums, as a table and as JSON. */
#include "report/robustness.h"

#include "base/number.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "report/relation_label.h"
#include "score/scores_walk.h"

enum { MESSAGE_BYTES = 200 }; /* of a message, in a summary */

static void add_seed_verdict(struct arena *a, struct robustness *r, const struct seed_verdict *s)
{
    r->seeds++;
    r->answered += s->answered;
    r->faults[s->fault]++;
    r->flaky += s->flaky;
    share_add(&r->seeds_exact, s->right.exact);
    share_add(&r->seeds_execution, s->right.execution);
    r->late_seeds += s->gold_late;
    if (s->fault != CAUSE_CONSISTENT && r->first_message.len == 0)
        r->first_message = arena_str(a, utf8_cut(s->message, MESSAGE_BYTES));
}

/* `unrun` counts all cases for which nothing was run; robustness_end decides whether something
 * should have been. */
static void add_case_verdict(struct robustness *r, const struct verdict *c)
{
    bool decided = c->consistent.execution != UNKNOWN || c->right.execution != UNKNOWN;
    r->flaky_cases += c->flaky;
    r->late_cases += c->gold_late;
    r->unrun += cause_is_judged(c->cause) && !decided;
}

void robustness_begin(struct robustness_sums *r, struct arena *a, const char *const *order)
{
    *r = (struct robustness_sums){.arena = a,
                                  .sums = {.tested = tested_begin()},
                                  .relations = tally_begin(a, TALLY_BY_RELATION, order),
                                  .all = tally_begin(a, TALLY_ALL, NULL)};
}

void robustness_add(struct robustness_sums *r, const struct scores *batch)
{
    tally_add(r->relations, batch);
    tally_add(r->all, batch);
    if (!r->effortless)
        effort_add(&r->effort, batch);
    tested_add(r->arena, &r->sums.tested, batch);
    for (uint32_t i = 0; i < batch->n_seeds; i++)
        add_seed_verdict(r->arena, &r->sums, &batch->seeds[i]);
    for (uint32_t i = 0; i < batch->n_cases; i++)
        add_case_verdict(&r->sums, &batch->cases[i]);
}

void robustness_end(struct robustness_sums *r, struct str by, struct robustness *out)
{
    struct tally_list all = tally_end(r->all);
    tested_end(r->arena, &r->sums.tested);
    *out = r->sums;
    out->relations = tally_end(r->relations);
    out->effort = effort_end(&r->effort);
    out->all = all.count ? all.items[0] : (struct tally){.label = STR("all"), .naturalness = -1};
    if (!str_eq(by, STR("execution")))
        out->unrun = 0;
}

void robustness_of(struct arena *a, const struct scores *s, const char *const *order,
                   struct robustness *out)
{
    struct robustness_sums sums;
    struct scores_walk walk = scores_walk(s);
    robustness_begin(&sums, a, order);
    for (const struct scores *batch; (batch = scores_walk_next(&walk));)
        robustness_add(&sums, batch);
    robustness_end(&sums, s->by, out);
}

struct share robustness_unanswered(const struct robustness *r)
{
    uint64_t asked = r->seeds - r->faults[CAUSE_NOT_ASKED];
    return (struct share){asked - r->faults[CAUSE_CONSISTENT], asked};
}

double robustness_error_rate(const struct robustness *r)
{
    return share_known_rate(tally_share(&r->all, MEASURE_ERROR));
}

double robustness_accuracy(const struct robustness *r)
{
    return share_known_rate(r->seeds_execution.of ? r->seeds_execution : r->seeds_exact);
}

void robustness_put_faults(struct buf *out, const char *mark, const struct robustness *r)
{
    const char *comma = ": ";
    for (enum cause c = CAUSE_CONSISTENT + 1; c < N_CAUSES; c++)
        if (r->faults[c] && c != CAUSE_NOT_ASKED) {
            buf_printf(out, "%s%s %llu", comma, cause_name(c), (unsigned long long)r->faults[c]);
            comma = ", ";
        }
    buf_putc(out, '\n');
    if (r->first_message.len) {
        struct arena a = {0};
        buf_printf(out, "%sthe first says: %s\n", mark, printable_line(&a, r->first_message).ptr);
        arena_release(&a);
    }
}

void robustness_put_late(struct buf *out, const char *mark, const struct robustness *r)
{
    if (r->late_seeds + r->late_cases > 0)
        buf_printf(out,
                   "%sgolds that took longer than the deadline, left out of what is right: of %llu "
                   "seed%s and %llu case%s\n",
                   mark, (unsigned long long)r->late_seeds, plural(r->late_seeds),
                   (unsigned long long)r->late_cases, plural(r->late_cases));
}

void robustness_put_on_empty(struct buf *out, const char *mark, const struct robustness *r)
{
    if (r->all.on_empty)
        buf_printf(out, "%sproved on empty answers: %llu of %llu cases\n", mark,
                   (unsigned long long)r->all.on_empty, (unsigned long long)r->all.cases);
}

/* The table */

static void put_percent(struct buf *out, int width, struct share s)
{
    if (s.of)
        buf_printf(out, "%*.1f", width, 100 * share_rate(s));
    else
        buf_printf(out, "%*s", width, "-");
}

/* With its total, which varies: some golds cannot be run, or are outside Spider's grammar. */
static void put_share(struct buf *out, struct share s)
{
    if (s.of)
        buf_printf(out, "%llu of %llu (%.1f%%)", (unsigned long long)s.yes,
                   (unsigned long long)s.of, 100 * share_rate(s));
    else
        buf_putc(out, '-');
}

static void put_relation(struct buf *out, struct str label)
{
    struct arena a = {0};
    struct str text = printable_line(&a, relation_label(&a, label));
    buf_printf(out, "%-*.*s", RELATION_LABEL_WIDTH,
               (int)(text.len < RELATION_LABEL_WIDTH ? text.len : RELATION_LABEL_WIDTH), text.ptr);
    arena_release(&a);
}

static void put_row(struct buf *out, const struct tally *t, bool by_exact)
{
    const struct accuracy *right = by_exact ? &t->exact : &t->execution;
    char interval[20] = "-";
    if (t->judged)
        snprintf(interval, sizeof interval, "%.1f-%.1f", 100 * t->interval.low,
                 100 * t->interval.high);
    put_relation(out, t->label);
    buf_printf(out, "%6llu%7llu", (unsigned long long)t->cases, (unsigned long long)t->errors);
    put_percent(out, 8, (struct share){t->errors, t->judged});
    buf_printf(out, "%12s", interval);
    put_percent(out, 8, t->broken);
    put_percent(out, 7, right->after);
    put_percent(out, 7, right->kept);
    buf_putc(out, '\n');
}

/* How many cases were not judged, and why. */
static void put_unjudged(struct buf *out, const struct tally *all)
{
    if (all->judged == all->cases)
        return;
    buf_printf(out, "\nof %llu cases %llu were judged; the others:", (unsigned long long)all->cases,
               (unsigned long long)all->judged);
    const char *comma = "";
    for (enum cause c = 0; c < N_CAUSES; c++)
        if (all->causes[c] && !cause_is_judged(c)) {
            buf_printf(out, "%s %s %llu", comma, cause_name(c), (unsigned long long)all->causes[c]);
            comma = ",";
        }
    buf_putc(out, '\n');
    if (all->causes[CAUSE_OUTAGE] + all->causes[CAUSE_CUT_OFF])
        buf_put(out, STR("outages (crashes, timeouts, servers that fail) count as errors with "
                         "--count-outages\n"));
}

/* The share of seeds with an error is what a user notices; most cases of such a seed may be fine.
 */
static void put_broken(struct buf *out, const struct tally *all)
{
    if (!all->broken.of)
        return;
    buf_put(out, STR("\nseeds broken (with at least one error): "));
    put_share(out, all->broken);
    buf_printf(out, ", 95%% interval %.1f-%.1f\n", 100 * all->broken_interval.low,
               100 * all->broken_interval.high);
}

/* For canonical questions: what the system can do. */
static void put_tested(struct buf *out, const struct tested *t)
{
    struct arena a = {0};
    struct table elements = tested_table(&a, t), columns = tested_columns_table(&a, t);
    if (elements.n_rows + columns.n_rows > 0)
        buf_putc(out, '\n');
    if (elements.n_rows > 0)
        table_text(out, &elements);
    if (columns.n_rows > 0) {
        buf_putc(out, '\n');
        table_text(out, &columns);
    }
    arena_release(&a);
}

static void put_relations(struct buf *out, const struct robustness *r)
{
    bool by_exact = r->all.execution.after.of == 0; /* nothing was run */
    buf_printf(out, "%*s%6s%7s%8s%12s%8s%14s\n", RELATION_LABEL_WIDTH, "", "", "", "error", "95%",
               "seeds", "cases, %");
    buf_printf(out, "%-*s%6s%7s%8s%12s%8s%7s%7s\n", RELATION_LABEL_WIDTH, "relation", "cases",
               "errors", "rate, %", "interval", "broken", "right", "kept");
    for (uint32_t i = 0; i < r->relations.count; i++)
        put_row(out, &r->relations.items[i], by_exact);
    put_row(out, &r->all, by_exact);
}

/* Plain canonical questions are seeds without cases. */
static void put_robustness(struct buf *out, const struct robustness *r)
{
    if (r->all.cases > 0)
        put_relations(out, r);
    put_unjudged(out, &r->all);
    if (r->unrun)
        buf_printf(out,
                   "judged by exact set match, since there is no database to run answers on: %llu "
                   "cases\n",
                   (unsigned long long)r->unrun);
    robustness_put_on_empty(out, "", r);
    put_broken(out, &r->all);
    buf_printf(out, "seeds: %llu; right by execution: ", (unsigned long long)r->seeds);
    put_share(out, r->seeds_execution);
    buf_put(out, STR(", by exact set match: "));
    put_share(out, r->seeds_exact);
    buf_putc(out, '\n');
    robustness_put_late(out, "", r);
    if (robustness_unanswered(r).yes > 0) {
        buf_put(out, STR("seeds without an answer that runs: "));
        put_share(out, robustness_unanswered(r));
        robustness_put_faults(out, "", r);
    }
    if (r->flaky + r->flaky_cases)
        buf_printf(
            out,
            "flaky: asked again, the system says something else to %llu seeds and %llu cases;\n"
            "of the errors %llu are of these and may be chance, %llu are not\n",
            (unsigned long long)r->flaky, (unsigned long long)r->flaky_cases,
            (unsigned long long)r->all.flaky, (unsigned long long)(r->all.errors - r->all.flaky));
    put_tested(out, &r->tested);
}

void robustness_print(FILE *out, const struct robustness *r)
{
    struct buf text = {0};
    put_robustness(&text, r);
    fwrite(text.ptr, 1, text.len, out);
    buf_release(&text);
}

/* JSON */

/* Null if unknown (a negative rate). */
static void put_rate(struct json_writer *w, const char *name, double rate)
{
    json_key_known(w, name, rate, rate >= 0);
}

/* Null if nothing was measured. */
static void put_overlap(struct json_writer *w, const struct overlap *o)
{
    json_key(w, STR("overlap"));
    if (o->words == 0) {
        json_put_null(w);
        return;
    }
    json_object_open(w);
    for (enum overlap_figure f = 0; f < N_OVERLAP_FIGURES; f++)
        put_rate(w, overlap_figure_name(f), overlap_rate(o, f));
    json_object_close(w);
}

static void put_accuracy(struct json_writer *w, const char *name, const struct accuracy *a)
{
    json_key_object(w, name);
    share_json(w, "before", a->before);
    share_json(w, "after", a->after);
    share_json(w, "kept", a->kept);
    share_json(w, "gained", a->gained);
    json_object_close(w);
}

/* An object of the causes that occur, from `first` on. */
static void put_causes(struct json_writer *w, const char *name, const uint64_t *counts,
                       enum cause first)
{
    json_key_object(w, name);
    for (enum cause c = first; c < N_CAUSES; c++)
        if (counts[c])
            json_key_count(w, cause_name(c), counts[c]);
    json_object_close(w);
}

void tally_json(struct json_writer *w, const struct tally *t)
{
    json_object_open(w);
    json_key_count(w, "cases", t->cases);
    json_key_count(w, "judged", t->judged);
    json_key_count(w, "errors", t->errors);
    if (t->on_empty)
        json_key_count(w, "proved_on_empty", t->on_empty);
    json_key_count(w, "flaky_errors", t->flaky);
    put_rate(w, "error_rate", t->judged ? tally_error_rate(t) : -1);
    put_rate(w, "low", t->judged ? t->interval.low : -1);
    put_rate(w, "high", t->judged ? t->interval.high : -1);
    put_rate(w, "naturalness", t->naturalness);
    put_overlap(w, &t->overlap);
    share_json(w, "seeds_broken", t->broken);
    put_rate(w, "seeds_broken_low", t->judged ? t->broken_interval.low : -1);
    put_rate(w, "seeds_broken_high", t->judged ? t->broken_interval.high : -1);
    put_causes(w, "causes", t->causes, 0);
    share_json(w, "consistent_exact", t->consistent_exact);
    share_json(w, "consistent_execution", t->consistent_execution);
    put_accuracy(w, "right_exact", &t->exact);
    put_accuracy(w, "right_execution", &t->execution);
    json_object_close(w);
}

static void put_means(struct json_writer *w, const struct tally_list *relations, struct str label,
                      struct str family)
{
    json_key(w, label);
    json_object_open(w);
    for (enum measure m = 0; m < N_MEASURES; m++)
        put_rate(w, measure_name(m), tally_mean(relations, family, m));
    json_object_close(w);
}

/* Over all relations, and over the relations of each family. */
static void put_all_means(struct json_writer *w, const struct tally_list *relations)
{
    struct arena a = {0};
    uint32_t n;
    struct str *families = tally_families(&a, relations, &n);
    json_key_object(w, "means_of_relations");
    put_means(w, relations, STR("all"), STR_NONE);
    json_key_object(w, "families");
    for (uint32_t i = 0; i < n; i++)
        put_means(w, relations, families[i], families[i]);
    json_object_close(w);
    json_object_close(w);
    arena_release(&a);
}

static void put_late(struct json_writer *w, const struct robustness *r)
{
    json_key_object(w, "gold_timeouts");
    json_key_count(w, "seeds", r->late_seeds);
    json_key_count(w, "cases", r->late_cases);
    json_object_close(w);
}

void robustness_json(struct json_writer *w, const struct robustness *r)
{
    json_object_open(w);
    json_key_count(w, "seeds", r->seeds);
    json_key_count(w, "answered", r->answered);
    json_key_count(w, "unrun", r->unrun);
    put_causes(w, "seed_faults", r->faults, CAUSE_CONSISTENT + 1);
    if (r->first_message.len)
        json_key_str(w, "first_message", r->first_message);
    json_key_count(w, "flaky", r->flaky);
    json_key_count(w, "flaky_cases", r->flaky_cases);
    share_json(w, "seeds_right_exact", r->seeds_exact);
    share_json(w, "seeds_right_execution", r->seeds_execution);
    put_late(w, r);
    if (r->tested.elements.count > 0) {
        json_key(w, STR("tested"));
        tested_json(w, &r->tested);
    }
    put_all_means(w, &r->relations);
    json_key(w, STR("all"));
    tally_json(w, &r->all);
    json_key_object(w, "relations");
    for (uint32_t i = 0; i < r->relations.count; i++) {
        json_key(w, r->relations.items[i].label);
        tally_json(w, &r->relations.items[i]);
    }
    json_object_close(w);
    json_object_close(w);
}
