/* threshold.c: reads conditions and compares figures with them. */
#include "report/threshold.h"

#include "base/number.h"
#include "relation/relation.h"

/* A figure is unknown if it is based on less than this share of what it is about. */
#define KNOWN_SHARE 0.5

/* Applied unless the user sets another limit: a system that answers little must not pass by the few
 * answers it gives. */
static const struct str ALWAYS = STR_INIT("unanswered>20%");

/* A figure of the scores: a rate from 0 to 1, or milliseconds. */
struct figure_value {
    double value;
    uint64_t known, all; /* how many things it is based on, and how many there are */
};

/* What a condition can be about. */
struct figure {
    const char *name;
    bool smaller_is_worse; /* the condition is a < b */
    bool is_time;
    bool of_cases;     /* about cases, not only answers to seeds */
    const char *known; /* says that something counts: "judged" */
    struct figure_value (*of)(const struct robustness *r);
};

static struct figure_value value_of_share(struct share s, uint64_t all)
{
    return (struct figure_value){share_rate(s), s.of, all};
}

static struct figure_value error_rate(const struct robustness *r)
{
    return value_of_share(tally_share(&r->all, MEASURE_ERROR), r->all.cases);
}

/* By execution, or by exact set match if nothing was run. */
static struct share known_of(struct share execution, struct share exact)
{
    return execution.of ? execution : exact;
}

static struct figure_value right(const struct robustness *r)
{
    return value_of_share(known_of(r->seeds_execution, r->seeds_exact), r->seeds);
}

/* Few cases may have a seed that is right. */
static struct figure_value kept(const struct robustness *r)
{
    struct share s = known_of(r->all.execution.kept, r->all.exact.kept);
    return value_of_share(s, s.of);
}

static struct figure_value seeds_broken(const struct robustness *r)
{
    return value_of_share(r->all.broken, r->seeds);
}

static struct figure_value unanswered(const struct robustness *r)
{
    struct share s = robustness_unanswered(r);
    return value_of_share(s, s.of);
}

static struct figure_value p95_ms(const struct robustness *r)
{
    return (struct figure_value){r->effort.most_ms, r->effort.timed, r->effort.timed};
}

static const struct figure FIGURES[] = {
    {.name = "error-rate", .of_cases = true, .known = "judged", .of = error_rate},
    {.name = "seeds-broken", .of_cases = true, .known = "judged", .of = seeds_broken},
    {.name = "right", .smaller_is_worse = true, .known = "compared with a gold query", .of = right},
    {.name = "kept",
     .smaller_is_worse = true,
     .of_cases = true,
     .known = "right before the change, by a gold query",
     .of = kept},
    {.name = "unanswered", .known = "asked", .of = unanswered},
    {.name = "p95-ms", .is_time = true, .known = "timed", .of = p95_ms},
};

enum { N_FIGURES = COUNT_OF(FIGURES) };

struct threshold {
    struct str text;             /* as written */
    const struct figure *figure; /* NULL: the error rate of a relation */
    struct str relation;
    bool or_equal;
    double limit; /* a rate from 0 to 1, or milliseconds */
};

static bool read_limit(struct str s, bool is_time, double *out)
{
    if (is_time)
        return number_read(s, out);
    bool percent = s.len && s.ptr[s.len - 1] == '%';
    if (!number_read(str_trim(str_slice(s, 0, s.len - percent)), out))
        return false;
    *out /= percent ? 100 : 1;
    return *out <= 1;
}

/* Only the sign that makes sense is accepted: nobody wants to fail for too few errors. */
static bool read_subject(struct str s, char sign, struct threshold *out)
{
    struct str mark = STR("relation:");
    for (size_t i = 0; i < N_FIGURES; i++)
        if (str_eq(s, str_from(FIGURES[i].name))) {
            out->figure = &FIGURES[i];
            return sign == (FIGURES[i].smaller_is_worse ? '<' : '>');
        }
    if (!str_starts(s, mark) || s.len == mark.len || sign != '>')
        return false;
    const struct relation *r = relation_find(str_slice(s, mark.len, s.len));
    out->relation = r ? str_from(r->id) : STR_NONE;
    return r != NULL;
}

static bool read_threshold(struct str s, struct threshold *out)
{
    s = str_trim(s);
    size_t at = 0;
    while (at < s.len && s.ptr[at] != '<' && s.ptr[at] != '>')
        at++;
    if (at == s.len)
        return false;
    size_t after = at + 1;
    *out = (struct threshold){.text = s};
    out->or_equal = after < s.len && s.ptr[after] == '=';
    after += out->or_equal;
    return read_subject(str_trim(str_slice(s, 0, at)), s.ptr[at], out) &&
           read_limit(str_trim(str_slice(s, after, s.len)), out->figure && out->figure->is_time,
                      &out->limit);
}

enum status thresholds_check(const char *text, struct err *e)
{
    struct threshold t;
    for (struct str rest = str_from(text); rest.ptr;) {
        struct str item = str_split(&rest, ',');
        if (!read_threshold(item, &t))
            return err_set(e, E_USAGE,
                           "--fail-on takes error-rate>5%%, relation:ID>5%%, seeds-broken>20%%, "
                           "right<80%%, kept<95%%, unanswered>20%% or p95-ms>2000, not '%.*s'",
                           STR_ARG(item));
    }
    return OK;
}

/* Does a suite with cases of these relations have what the condition is about? */
static bool threshold_fits(const struct threshold *t, const struct str *relations, uint32_t n)
{
    return t->figure ? n > 0 || !t->figure->of_cases : str_in(t->relation, relations, n);
}

enum status thresholds_fit(const char *text, const struct str *relations, uint32_t n, struct err *e)
{
    struct threshold t;
    for (struct str rest = str_from(text); rest.ptr && read_threshold(str_split(&rest, ','), &t);)
        if (!threshold_fits(&t, relations, n))
            return err_set(e, E_INPUT, "--fail-on: the suite has no case for '%.*s'",
                           STR_ARG(t.text));
    return OK;
}

static struct figure_value value_of(const struct threshold *t, const struct robustness *r)
{
    if (t->figure)
        return t->figure->of(r);
    for (uint32_t i = 0; i < r->relations.count; i++)
        if (str_eq(r->relations.items[i].label, t->relation))
            return value_of_share(tally_share(&r->relations.items[i], MEASURE_ERROR),
                                  r->relations.items[i].cases);
    return (struct figure_value){0};
}

static bool threshold_holds(const struct threshold *t, double value)
{
    double above = t->figure && t->figure->smaller_is_worse ? t->limit - value : value - t->limit;
    return above > (t->or_equal ? -1e-9 : 1e-9); /* 7 of 1,000 is 0.7% */
}

/* The report on the conditions: line by line, and together. */
struct threshold_report {
    void (*line)(const char *text);
    struct arena arena;
    struct str failed;  /* conditions that hold, with their figures */
    struct err unknown; /* the first condition whose figure is based on too little; E_INPUT, or OK
                           for none */
};

static void report_line(struct threshold_report *report, const struct threshold *t,
                        const char *what)
{
    report->line(arena_printf(&report->arena, "fail-on: %.*s: %s", STR_ARG(t->text), what).ptr);
}

static struct str figure_text(struct arena *a, const struct threshold *t, double value)
{
    bool is_time = t->figure && t->figure->is_time;
    return arena_printf(a, is_time ? "%.0f" : "%.2f%%", is_time ? value : 100 * value);
}

/* Is the figure based on too little? Reports it then. */
static bool is_unknown(const struct threshold *t, const struct figure_value *v,
                       struct threshold_report *report)
{
    const char *known = t->figure ? t->figure->known : "judged";
    struct str why;
    if (v->known == 0)
        why = arena_printf(&report->arena, "nothing was %s", known);
    else if ((double)v->known < KNOWN_SHARE * (double)v->all)
        why = arena_printf(&report->arena, "of %llu only %llu were %s", (unsigned long long)v->all,
                           (unsigned long long)v->known, known);
    else
        return false;
    report_line(report, t, arena_printf(&report->arena, "not known, %s", why.ptr).ptr);
    if (report->unknown.code == OK)
        err_set(&report->unknown, E_INPUT, "--fail-on: %s for '%.*s'", why.ptr, STR_ARG(t->text));
    return true;
}

/* Report the condition, and note it if it holds. */
static void apply_threshold(const struct threshold *t, const struct robustness *r,
                            struct threshold_report *report)
{
    struct arena *a = &report->arena;
    struct figure_value v = value_of(t, r);
    if (is_unknown(t, &v, report))
        return;
    struct str figure = figure_text(a, t, v.value);
    bool crossed = threshold_holds(t, v.value);
    report_line(report, t,
                arena_printf(a, "%s, %s", figure.ptr, crossed ? "crossed" : "not crossed").ptr);
    if (crossed)
        report->failed = arena_printf(a, "%.*s%s%.*s, it is %s", STR_ARG(report->failed),
                                      report->failed.len ? "; " : "", STR_ARG(t->text), figure.ptr);
}

/* Check first that the seeds have answers at all, unless the user set a limit for that. */
static enum status apply_always(const char *text, const struct robustness *r, struct str failed,
                                struct err *e)
{
    struct threshold t;
    struct share s = robustness_unanswered(r);
    for (struct str rest = str_from(text); rest.ptr && read_threshold(str_split(&rest, ','), &t);)
        if (t.figure && t.figure->of == unanswered)
            return OK;
    if (s.of == 0 || !read_threshold(ALWAYS, &t) || !threshold_holds(&t, share_rate(s)))
        return OK;
    return err_set(e, E_THRESHOLD,
                   "failed: seeds without an answer that runs: %llu of %llu; to allow more than "
                   "%.0f%%, add unanswered>…%% to --fail-on%s%.*s",
                   (unsigned long long)s.yes, (unsigned long long)s.of, 100 * t.limit,
                   failed.len ? "; " : "", STR_ARG(failed));
}

enum status thresholds_apply(const char *text, const struct robustness *r,
                             void (*report)(const char *line), struct err *e)
{
    struct threshold t;
    struct threshold_report sums = {.line = report, .failed = STR(""), .unknown.code = OK};
    for (struct str rest = str_from(text); rest.ptr && read_threshold(str_split(&rest, ','), &t);)
        apply_threshold(&t, r, &sums);
    enum status status = apply_always(text, r, sums.failed, e);
    if (status == OK && sums.unknown.code) {
        *e = sums.unknown;
        status = e->code;
    }
    if (status == OK && sums.failed.len > 0)
        status = err_set(e, E_THRESHOLD, "failed: %.*s", STR_ARG(sums.failed));
    arena_release(&sums.arena);
    return status;
}
