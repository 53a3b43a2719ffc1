/* scores_walk.h: going through scores batch by batch: those of a large suite need not be in memory.
 *
 *     struct scores_walk walk = scores_walk(s);
 *     for (const struct scores *batch; (batch = scores_walk_next(&walk));)
 *         … batch->cases[i], batch->seeds[batch->cases[i].seed] …
 *
 * A batch has some thousands of cases: whole seeds, at least one, each with all its cases. Scores
 * that are in memory are one batch; if they are empty, there are no batches. */
#ifndef TEQL_SCORE_SCORES_WALK_H
#define TEQL_SCORE_SCORES_WALK_H

#include "base/hash.h"
#include "base/mapped_file.h"
#include "score/scores.h"

/* The file of scores, and where in it the verdicts are. */
struct scores_file {
    struct mapped_file text;
    struct json_value seeds, cases;
    uint64_t longer;   /* entries of the longer list */
    bool in_memory;    /* the verdicts were read */
    char problem[120]; /* of a verdict; empty for none */
};

/* One of the two lists while it is read. */
struct verdict_list {
    struct json_reader json;
    struct mapped_passage passage;
    struct json_value ahead; /* the next entry; raw.ptr NULL at the end */
};

struct scores_walk {
    const struct scores *of;
    struct scores batch; /* the head of all, with the verdicts of this batch */
    struct verdict_list seeds, cases;
    struct arena known;                /* the names of the map */
    struct name_map relations;         /* that were seen */
    int64_t last_seed;                 /* its number; -1 before the first */
    uint32_t every, passed;            /* one of `every` seeds is wanted; seeds since that one */
    uint32_t seeds_taken, cases_taken; /* of scores that are in memory */
    bool ended;
};

/* The scores must outlive it. */
struct scores_walk scores_walk(const struct scores *s);

/* The next batch, good until the next call; or NULL at the end, when there is nothing to release.
 * verdict.seed is the place in this batch. */
const struct scores *scores_walk_next(struct scores_walk *w);

/* To end a walk before that. */
void scores_walk_end(struct scores_walk *w);

/* The same seed by seed, for code that decides itself where a batch ends (lockstep.h). Scores that
 * are in memory are copied to `batch` too, but not their texts. Such a walk must be ended. */

/* Begin an empty batch. */
void scores_walk_clear(struct scores_walk *w);

/* The number of the next seed. False at the end, and if a verdict makes no sense. */
bool scores_walk_ahead(struct scores_walk *w, uint32_t *number);

/* Add that seed with its cases to the batch, or leave it out. */
void scores_walk_take(struct scores_walk *w);
void scores_walk_pass(struct scores_walk *w);

/* Fails if a verdict made no sense in a walk, which then ended before it. Scores are checked when
 * they are opened, but the file may change after that. */
MUST_USE enum status scores_status(const struct scores *s, struct err *e);

/* One of `every` seeds, with its cases, in memory. `s` must outlive them. */
void scores_sample(const struct scores *s, uint32_t every, struct scores *out);

/* The seeds of these numbers, which rise, with their cases, in memory. Numbers that no seed has are
 * ignored. `s` must outlive them; release `out->arena`. */
void scores_select(const struct scores *s, const uint32_t *numbers, uint32_t n, struct scores *out);

/* Are the verdicts in memory, and not only in the file? */
bool scores_are_in_memory(const struct scores *s);

/* For scores_load: put all verdicts of the file into `s`. */
void scores_file_read(struct scores *s);

#endif
