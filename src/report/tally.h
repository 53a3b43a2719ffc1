/* tally.h: verdicts added up, by relation or another dimension. */
#ifndef TEQL_REPORT_TALLY_H
#define TEQL_REPORT_TALLY_H

#include "base/json_writer.h"
#include "report/interval.h"
#include "score/scores.h"

/* `yes` of `of` cases. Cases where it is unknown are in neither. */
struct share {
    uint64_t yes, of;
};

/* By the gold, as in Dr.Spider (§4): pre-perturbation, post-perturbation and relative robustness
 * accuracy. */
struct accuracy {
    struct share before, after; /* of the cases' seeds; of the cases */
    struct share kept;          /* right cases, of those whose seed is right */
    struct share gained;        /* right cases, of those whose seed is wrong */
};

struct tally {
    struct str label;  /* from the scores or a static table */
    struct str family; /* of its first case */
    uint64_t cases, judged, errors;
    uint64_t causes[N_CAUSES];
    struct interval interval;        /* of the error rate, with 95% certainty */
    struct share broken;             /* seeds with an error, of those with a judged case */
    struct interval broken_interval; /* as above */
    struct share consistent_exact, consistent_execution;
    struct accuracy exact, execution;
    double naturalness;     /* the mean over rated cases; negative if none is rated */
    struct overlap overlap; /* the sum over measured cases */
    uint64_t on_empty;      /* cases whose proof rests on answers without rows */
    uint64_t flaky;         /* errors that may be chance: the answer changed when asked again */
};

struct tally_list {
    struct tally *items;
    uint32_t count;
};

enum tally_by {
    TALLY_ALL, /* one tally */
    TALLY_BY_RELATION,
    TALLY_BY_FAMILY,
    TALLY_BY_HARDNESS,
    TALLY_BY_DATABASE,
    TALLY_BY_ELEMENT, /* of SQL; a case counts under each element of its seed's query */
    TALLY_BY_TYPE,    /* of error, "others" by kind too; only errors count, here and below */
    TALLY_BY_CLAUSE,  /* that differs; an error counts under each of them */
    TALLY_DIMENSIONS  /* how many there are */
};

/* The group, by type, of errors that have no diagnosis. */
#define TALLY_NOT_DIAGNOSED STR("not diagnosed")

/* A word for people: "relation", "hardness", … */
const char *tally_by_name(enum tally_by by);

/* Add up the cases of `s`. Labels in `order` (NULL for none; ended by NULL) come first, in this
 * order, if they occur; others as they are found. In `a`.
 *
 * Cases of one seed are not independent, so the interval comes from repeated draws of seeds, not
 * cases (bootstrap); the draws are the same every time. */
struct tally_list tally_of(struct arena *a, const struct scores *s, enum tally_by by,
                           const char *const *order);

/* The same batch by batch (scores_walk.h), for callers that add up several things in one walk. Only
 * two counts for each group and seed stay in `a`. */
struct tallying;
struct tallying *tally_begin(struct arena *a, enum tally_by by, const char *const *order);
void tally_add(struct tallying *t, const struct scores *batch);
struct tally_list tally_end(struct tallying *t);

/* By all dimensions but the relation, in one walk: lists[by] is as from tally_of with orders[by];
 * the list of the relation is empty. */
void tally_dimensions(struct arena *a, const struct scores *s,
                      const char *const *const orders[TALLY_DIMENSIONS],
                      struct tally_list lists[TALLY_DIMENSIONS]);

/* The share of errors among the judged cases, from 0 to 1. */
double tally_error_rate(const struct tally *t);

/* yes / of; if `of` is 0: 0, or -1 for unknown. */
double share_rate(struct share s);
double share_known_rate(struct share s);

/* Count one more, unless it is unknown. */
void share_add(struct share *s, enum truth t);

/* A member of an object: {"yes": 3, "of": 5}. */
void share_json(struct json_writer *w, const char *name, struct share s);

/* Figures of a tally: the error rate, also by each way of comparing, and the accuracies. */
enum measure {
#define MEASURE(id, name, share) MEASURE_##id,
#include "report/measure.def"
#undef MEASURE
    N_MEASURES
};

/* "error_rate", "ex_before", … */
const char *measure_name(enum measure m);
struct share tally_share(const struct tally *t, enum measure m);

/* The mean over the groups of one family (ptr NULL for all groups), each counting the same, as
 * MT-TEQL and Dr.Spider average over relations; -1 if no group has the figure. */
double tally_mean(const struct tally_list *list, struct str family, enum measure m);

/* The families of the groups, each once. In `a`. */
struct str *tally_families(struct arena *a, const struct tally_list *list, uint32_t *count);

/* Each clause, of the query itself or of one within it. */
enum { CLAUSES_MAX = 2 * N_CLAUSES };

/* The clauses in which the two answers of an error differ, each once, in the order of the
 * diagnosis: "WHERE", or "nested WHERE" for one of a query within the query. Returns how many; the
 * texts live in `a` or are static. */
uint32_t clauses_of(struct arena *a, const struct diagnosis *d, struct str out[CLAUSES_MAX]);

#endif
