/* tally.h: verdicts added up, by relation or by whatever else tells cases apart. */
#ifndef TEQL_REPORT_TALLY_H
#define TEQL_REPORT_TALLY_H

#include "base/json_writer.h"
#include "report/interval.h"
#include "score/scores.h"

/* `yes` of `of` cases. Those of which it cannot be told are in neither. */
struct share {
    uint64_t yes, of;
};

/* Against the gold, as Dr.Spider has it (its §4): pre-perturbation, post-perturbation and relative
 * robustness accuracy. */
struct accuracy {
    struct share before, after; /* of the cases' seeds; of the cases */
    struct share kept;          /* of the cases whose seed was right, those that are right too */
    struct share gained;        /* of the cases whose seed was wrong, those that are right */
};

struct tally {
    struct str label;  /* the scores', or of a table of ours */
    struct str family; /* of its first case */
    uint64_t cases, judged, errors;
    uint64_t causes[N_CAUSES];
    struct interval interval;        /* that holds the error rate with 95% certainty */
    struct share broken;             /* of the seeds with a judged case, those with an error */
    struct interval broken_interval; /* as above */
    struct share consistent_exact, consistent_execution;
    struct accuracy exact, execution;
    double naturalness; /* the mean of those that have one; negative where none has */
    uint64_t on_empty;  /* cases whose proof rests on answers without rows */
    uint64_t flaky;     /* errors that may be chance: asked again, the system said something else */
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
    TALLY_BY_ELEMENT, /* of SQL; a case counts under each that its seed's query has */
    TALLY_BY_TYPE,    /* of error, others by kind too; only errors count, here and below */
    TALLY_BY_CLAUSE,  /* that differs; an error counts under each of them */
    TALLY_DIMENSIONS  /* how many there are */
};

/* The group, by type, of errors that have no diagnosis. */
#define TALLY_NOT_DIAGNOSED STR("not diagnosed")

/* A word for people: "relation", "hardness", … */
const char *tally_by_name(enum tally_by by);

/* Add the cases of `s` up. Labels that `order` lists (NULL for none; ended by NULL) come first and
 * in this order, if they occur; others as they come. Lives in `a`.
 *
 * Cases of one seed are not independent, so the interval comes from drawing seeds, not cases, again
 * and again (bootstrap); the draw is the same every time. */
struct tally_list tally_of(struct arena *a, const struct scores *s, enum tally_by by,
                           const char *const *order);

/* The same part by part (scores_walk.h), for one who adds up several things at once. Of the cases,
 * two counts for each group and seed stay in `a`. */
struct tallying;
struct tallying *tally_begin(struct arena *a, enum tally_by by, const char *const *order);
void tally_add(struct tallying *t, const struct scores *part);
struct tally_list tally_end(struct tallying *t);

/* By all dimensions that tell cases apart but the relation, in one walk: lists[by] is as tally_of
 * makes it with orders[by]; that of the relation is empty. */
void tally_dimensions(struct arena *a, const struct scores *s,
                      const char *const *const orders[TALLY_DIMENSIONS],
                      struct tally_list lists[TALLY_DIMENSIONS]);

/* Of the cases that were judged, those that are not consistent, from 0 to 1. */
double tally_error_rate(const struct tally *t);

/* yes / of; 0 where nothing could be told. */
double share_rate(struct share s);

/* A member of an object: {"yes": 3, "of": 5}. */
void share_json(struct json_writer *w, const char *name, struct share s);

/* Its figures: the error rate, also by each way of comparing, and the accuracies. */
enum measure {
#define MEASURE(id, name, share) MEASURE_##id,
#include "report/measure.def"
#undef MEASURE
    N_MEASURES
};

/* "error_rate", "ex_before", … */
const char *measure_name(enum measure m);
struct share tally_share(const struct tally *t, enum measure m);

/* The mean over the groups of one family (ptr NULL for all of them), each counting the same, as
 * MT-TEQL and Dr.Spider average over relations; -1 where none of them has the figure. */
double tally_mean(const struct tally_list *list, struct str family, enum measure m);

/* The families of the groups, each once, in `a`. */
struct str *tally_families(struct arena *a, const struct tally_list *list, uint32_t *count);

#endif
