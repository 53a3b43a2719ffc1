/* criteria.c: averages and marks. */
#include "report/criteria.h"

#include "base/file.h"
#include "base/number.h"

#include <math.h>

static const struct {
    const char *name, *group, *relations;
} CAPABILITIES[] = {
#define CAPABILITY(id, name, group, relations) {name, group, relations},
#include "report/capability.def"
#undef CAPABILITY
    [CRITERION_ROBUSTNESS] = {"overall robustness", "", ""},
    [CRITERION_ACCURACY] = {"overall accuracy", "", ""},
};

#define WEIGHT_MAX 1e6

static const char ALL_NAMES[] =
#define CAPABILITY(id, name, group, relations) ", " name
#include "report/capability.def"
#undef CAPABILITY
    ;

static const char *const MARKS[] = {"-", "good", "neutral", "bad"};

const char *capability_name(uint32_t c)
{
    return CAPABILITIES[c].name;
}

const char *capability_group(uint32_t c)
{
    return CAPABILITIES[c].group;
}

const char *capability_relations(uint32_t c)
{
    return CAPABILITIES[c].relations;
}

const char *mark_name(enum mark m)
{
    return MARKS[m];
}

/* Is `id` one of the words? */
static bool names_relation(const char *words, struct str id)
{
    for (struct str rest = str_from(words); rest.ptr;)
        if (str_eq(str_split(&rest, ' '), id))
            return true;
    return false;
}

static double rate_of(const struct system_rates *s, enum capability c)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_relations; i++)
        if (s->rates[i] >= 0 && names_relation(CAPABILITIES[c].relations, s->relations[i])) {
            sum += s->rates[i];
            n++;
        }
    return n ? sum / n : -1;
}

/* The weighted mean of the known values; -1 if none is known. */
static double weighted_mean(const double *values, const double *weights, uint32_t n)
{
    double sum = 0, weight = 0;
    for (uint32_t i = 0; i < n; i++)
        if (values[i] >= 0) {
            sum += values[i] * (weights ? weights[i] : 1);
            weight += weights ? weights[i] : 1;
        }
    return weight > 0 ? sum / weight : -1;
}

static enum mark mark_of(double value, double mean, double deviation, bool larger_is_better)
{
    const double noise = 1e-12; /* of rounding: equal rates are all neutral */
    double above = larger_is_better ? mean - value : value - mean, band = 0.5 * deviation + noise;
    if (value < 0)
        return MARK_NONE;
    return above < -band ? MARK_GOOD : above > band ? MARK_BAD : MARK_NEUTRAL;
}

void marks_of(const double *values, uint32_t n, bool larger_is_better, enum mark *out)
{
    double mean = weighted_mean(values, NULL, n), squares = 0;
    uint32_t known = 0;
    for (uint32_t i = 0; i < n; i++)
        if (values[i] >= 0) {
            squares += (values[i] - mean) * (values[i] - mean);
            known++;
        }
    double deviation = known ? sqrt(squares / known) : 0;
    for (uint32_t i = 0; i < n; i++)
        out[i] = mark_of(values[i], mean, deviation, larger_is_better);
}

static bool comes_before(double x, double y)
{
    return x >= 0 && (y < 0 || x < y);
}

static void rank_systems(struct system_criteria *all, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        all[i].rank = 1;
        for (uint32_t k = 0; k < n; k++)
            all[i].rank += comes_before(all[k].score, all[i].score);
    }
}

/* Unknown if a capability with a weight was not tested: that must not put a system ahead. */
static double score_of(const double *rates, const double *weights)
{
    for (enum capability c = 0; weights && c < N_CAPABILITIES; c++)
        if (weights[c] > 0 && rates[c] < 0)
            return -1;
    return weighted_mean(rates, weights, N_CAPABILITIES);
}

struct system_criteria *criteria_of(struct arena *a, const struct system_rates *systems,
                                    uint32_t n_systems, const double *weights)
{
    struct system_criteria *all = ARENA_ARRAY(a, struct system_criteria, n_systems);
    double *values = ARENA_ARRAY(a, double, n_systems);
    enum mark *marks = ARENA_ARRAY(a, enum mark, n_systems);
    for (uint32_t i = 0; i < n_systems; i++) {
        for (enum capability c = 0; c < N_CAPABILITIES; c++)
            all[i].rates[c] = rate_of(&systems[i], c);
        all[i].rates[CRITERION_ROBUSTNESS] = weighted_mean(all[i].rates, NULL, N_CAPABILITIES);
        all[i].rates[CRITERION_ACCURACY] = systems[i].accuracy;
        all[i].score = score_of(all[i].rates, weights);
    }
    for (uint32_t c = 0; c < N_CRITERIA; c++) {
        for (uint32_t i = 0; i < n_systems; i++)
            values[i] = all[i].rates[c];
        marks_of(values, n_systems, c == CRITERION_ACCURACY, marks);
        for (uint32_t i = 0; i < n_systems; i++)
            all[i].marks[c] = marks[i];
    }
    rank_systems(all, n_systems);
    return all;
}

/* Weights */

static enum status read_weight(struct str line, uint32_t number, double *weights, struct err *e)
{
    struct str value = line, name = str_split(&value, '\t');
    uint32_t value_col = (uint32_t)name.len + 2;
    name = str_trim(name);
    enum capability c = 0;
    while (c < N_CAPABILITIES && !str_eq(str_from(CAPABILITIES[c].name), name))
        c++;
    if (c == N_CAPABILITIES)
        return err_at(e, E_INPUT, number, 1,
                      "no capability '%.*s'; a line is a name, a tab and a number; names: %s",
                      STR_ARG(name), ALL_NAMES + 2);
    if (weights[c] >= 0)
        return err_at(e, E_INPUT, number, 1, "a second weight of '%.*s'", STR_ARG(name));
    if (!number_read(str_trim(value), &weights[c]) || weights[c] > WEIGHT_MAX)
        return err_at(e, E_INPUT, number, value_col, "a weight is a number from 0 to %.15g",
                      WEIGHT_MAX);
    return OK;
}

enum status weights_load(const char *path, double weights[N_CAPABILITIES], struct err *e)
{
    struct line_reader r;
    struct str line;
    double sum = 0;
    enum status status;
    TRY(line_reader_open(&r, path, e));
    for (int c = 0; c < N_CAPABILITIES; c++)
        weights[c] = -1;
    while ((status = line_reader_next(&r, &line, e)) == OK && line.ptr)
        if (str_trim(line).len > 0 && line.ptr[0] != '#' &&
            (status = read_weight(line, r.line, weights, e)) != OK)
            break;
    for (int c = 0; c < N_CAPABILITIES; c++)
        sum += weights[c] = fmax(weights[c], 0);
    if (status == OK && !(sum > 0))
        status = err_set(e, E_INPUT, "no weight above 0");
    if (status)
        err_in_file(e, path);
    line_reader_close(&r);
    return status;
}
