/* threshold.c: reading conditions and holding figures against them. */
#include "cli/threshold.h"

#include "base/number.h"
#include "cli/sources.h"

#include "relation/relation.h"

/* Figures of fewer than this share of the cases are no ground to pass. */
#define JUDGED_SHARE 0.5

/* More cases than this share that were judged before and are not now are a failure. */
#define LOST_SHARE 0.05

struct threshold {
    struct str text;     /* as written */
    struct str relation; /* ptr NULL for all of them together */
    bool or_equal;
    double rate; /* 0 to 1 */
};

static bool read_rate(struct str s, double *out)
{
    bool percent = s.len && s.ptr[s.len - 1] == '%';
    if (!number_read(str_trim(str_slice(s, 0, s.len - percent)), out))
        return false;
    *out /= percent ? 100 : 1;
    return *out <= 1;
}

static bool read_subject(struct str s, struct threshold *out)
{
    struct str mark = STR("relation:");
    out->relation = (struct str){NULL, 0};
    if (str_eq(s, STR("error-rate")))
        return true;
    if (!str_starts(s, mark) || s.len == mark.len)
        return false;
    out->relation = str_slice(s, mark.len, s.len);
    return relation_find(out->relation) != NULL;
}

static bool read_threshold(struct str s, struct threshold *out)
{
    s = str_trim(s);
    size_t at = str_find(s, STR(">"), 0);
    if (at == s.len)
        return false;
    size_t after = at + 1;
    out->text = s;
    out->or_equal = after < s.len && s.ptr[after] == '=';
    after += out->or_equal;
    return read_subject(str_trim(str_slice(s, 0, at)), out) &&
           read_rate(str_trim(str_slice(s, after, s.len)), &out->rate);
}

enum status thresholds_check(const char *text, struct err *e)
{
    struct threshold t;
    for (struct str rest = str_from(text); rest.ptr;) {
        struct str item = str_split(&rest, ',');
        if (!read_threshold(item, &t))
            return err_set(e, E_USAGE,
                           "--fail-on takes error-rate>5%% or relation:ID>5%%, with the id of a "
                           "relation, not '%.*s'",
                           STR_ARG(item));
    }
    return OK;
}

enum status thresholds_fit(const char *text, const struct suite *s, struct err *e)
{
    struct threshold t;
    for (struct str rest = str_from(text); rest.ptr && read_threshold(str_split(&rest, ','), &t);) {
        uint32_t i = 0;
        while (t.relation.ptr && i < s->n_cases && !str_eq(s->cases[i].relation, t.relation))
            i++;
        if (i == s->n_cases)
            return err_set(e, E_INPUT, "--fail-on: the suite has no case for '%.*s'",
                           STR_ARG(t.text));
    }
    return OK;
}

static const struct tally *subject_of(const struct threshold *t, const struct robustness *r)
{
    if (!t->relation.ptr)
        return &r->all;
    for (uint32_t i = 0; i < r->relations.count; i++)
        if (str_eq(r->relations.items[i].label, t->relation))
            return &r->relations.items[i];
    return NULL;
}

enum status thresholds_apply(const char *text, const struct robustness *r, struct err *e)
{
    struct threshold t;
    for (struct str rest = str_from(text); rest.ptr && read_threshold(str_split(&rest, ','), &t);) {
        const struct tally *v = subject_of(&t, r);
        if (!v || v->judged == 0)
            return err_set(e, E_INPUT, "--fail-on: no case was judged for '%.*s'", STR_ARG(t.text));
        if ((double)v->judged < JUDGED_SHARE * (double)v->cases)
            return err_set(e, E_INPUT, "--fail-on: of %llu cases only %llu were judged for '%.*s'",
                           (unsigned long long)v->cases, (unsigned long long)v->judged,
                           STR_ARG(t.text));
        double rate = tally_error_rate(v),
               noise = t.or_equal ? -1e-9 : 1e-9; /* 7 of 1,000 is 0.7% */
        if (rate > t.rate + noise)
            return err_set(e, E_THRESHOLD, "failed: %.*s, it is %.2f%%", STR_ARG(t.text),
                           100 * rate);
    }
    return OK;
}

enum status baseline_open(struct baseline *b, const char *path, const struct scores *new,
                          struct err *e)
{
    const double certainty = 0.95;
    *b = (struct baseline){0};
    if (!path)
        return OK;
    enum status status = scores_open(&b->older, path, e);
    if (status)
        return status;
    b->against = paired_compare(&b->older.arena, &b->older, new, certainty);
    if (b->against.items[0].cases == 0) {
        status =
            err_set(e, E_INPUT,
                    b->against.others ? "these are scores of another suite: no case is the same"
                                      : "no case was judged in both");
        err_in_file(e, path);
        baseline_close(b);
    }
    return status;
}

void baseline_close(struct baseline *b)
{
    scores_release(&b->older);
    *b = (struct baseline){0};
}

/* All together first, then the relations. A system that no longer answers has not got better. */
enum status baseline_check(const struct baseline *b, struct err *e)
{
    unsigned long long lost = b->against.lost,
                       before = lost + (b->against.count ? b->against.items[0].cases : 0);
    if ((double)lost > LOST_SHARE * (double)before)
        return err_set(e, E_THRESHOLD,
                       "failed: of %llu cases that were judged before, %llu were not", before,
                       lost);
    struct arena a = {0};
    struct str worse = STR("");
    for (uint32_t i = 0; i < b->against.count; i++) {
        const struct paired *p = &b->against.items[i];
        if (paired_is_worse(p))
            worse = arena_printf(&a, "%.*s%s %.*s from %.2f%% to %.2f%%", STR_ARG(worse),
                                 worse.len ? "," : "",
                                 STR_ARG(p->relation.ptr ? p->relation : STR("all")),
                                 100 * p->rate_a, 100 * p->rate_b);
    }
    enum status status =
        worse.len ? err_set(e, E_THRESHOLD, "failed: error rate rose:%.*s", STR_ARG(worse)) : OK;
    arena_release(&a);
    return status;
}
