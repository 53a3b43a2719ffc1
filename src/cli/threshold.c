/* threshold.c: reading conditions and holding figures against them. */
#include "cli/threshold.h"

#include "base/number.h"
#include "cli/sources.h"

#include "relation/relation.h"
#include "report/paired.h"

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
        double rate = tally_error_rate(v),
               noise = t.or_equal ? -1e-9 : 1e-9; /* 7 of 1,000 is 0.7% */
        if (rate > t.rate + noise)
            return err_set(e, E_THRESHOLD, "failed: %.*s, it is %.2f%%", STR_ARG(t.text),
                           100 * rate);
    }
    return OK;
}

static enum status find_regression(const struct paired_list *list, struct err *e)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct paired *p = &list->items[i];
        if (paired_is_worse(p))
            return err_set(e, E_THRESHOLD, "failed: error rate of %.*s rose from %.2f%% to %.2f%%",
                           STR_ARG(p->relation.ptr ? p->relation : STR("all")), 100 * p->rate_a,
                           100 * p->rate_b);
    }
    return OK;
}

enum status regression_check(const struct scores *s, const char *baseline, struct err *e)
{
    const double certainty = 0.95;
    struct scores old;
    enum status status = scores_open(&old, baseline, e);
    if (status)
        return status;
    struct paired_list list = paired_compare(&old.arena, &old, s, certainty);
    if (list.items[0].cases == 0) {
        status = err_set(e, E_INPUT,
                         list.others ? "these are scores of another suite: no case is the same"
                                     : "no case was judged in both");
        err_in_file(e, baseline);
    } else {
        status = find_regression(&list, e);
    }
    scores_release(&old);
    return status;
}
