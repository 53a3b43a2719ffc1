/* scores_walk.h: going through scores part by part, so that those of a large suite need not be in
 * memory.
 *
 *     struct scores_walk walk = scores_walk(s);
 *     for (const struct scores *part; (part = scores_walk_next(&walk));)
 *         … part->cases[i], part->seeds[part->cases[i].seed] …
 *
 * A part is some thousands of cases: whole seeds, each with all its cases. Scores that are in
 * memory are one part. */
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
    char problem[120]; /* with a verdict; empty for none */
};

/* One of the two lists while it is read. */
struct verdict_list {
    struct json_reader json;
    struct mapped_passage passage;
    struct json_value ahead; /* the next entry; raw.ptr NULL at the end */
};

struct scores_walk {
    const struct scores *of;
    struct scores part; /* the head of all, with the verdicts of this part */
    struct verdict_list seeds, cases;
    struct arena known;        /* names of … */
    struct name_map relations; /* … those that were seen */
    uint32_t last_seed;        /* number of the one before, where there was one */
    uint32_t every, passed;    /* seeds: of so many one is wanted; since that one */
    bool begun, ended;
};

/* The scores must outlive it. */
struct scores_walk scores_walk(const struct scores *s);

/* The next part, good until the next call; NULL at the end, when there is nothing left to release.
 * A seed's place is that in its part. */
const struct scores *scores_walk_next(struct scores_walk *w);

/* To end a walk before that. */
void scores_walk_end(struct scores_walk *w);

/* Fails where a verdict made no sense in a walk, which then ended before it. Scores that were
 * opened have been checked; but a file may change. */
MUST_USE enum status scores_status(const struct scores *s, struct err *e);

/* Every so many-th seed with its cases, in memory; 1 is all of them. Lives as long as `s`. */
void scores_sample(const struct scores *s, uint32_t every, struct scores *out);

/* For scores_load: put all verdicts of the file into `s`. */
void scores_file_read(struct scores *s);

#endif
