/* scores_walk.h: going through scores part by part, so that those of a large suite need not be in
 * memory.
 *
 *     struct scores_walk walk = scores_walk(s);
 *     for (const struct scores *part; (part = scores_walk_next(&walk));)
 *         … part->cases[i], part->seeds[part->cases[i].seed] …
 *
 * A part is some thousands of cases: whole seeds, at least one, each with all its cases. Scores
 * that are in memory are one part; empty ones are none. */
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
    struct arena known;                /* names of … */
    struct name_map relations;         /* … those that were seen */
    uint32_t last_seed;                /* number of the one before, where there was one */
    uint32_t every, passed;            /* seeds: of so many one is wanted; since that one */
    uint32_t seeds_taken, cases_taken; /* seed by seed, of scores that are in memory */
    bool begun, ended;
};

/* The scores must outlive it. */
struct scores_walk scores_walk(const struct scores *s);

/* The next part, good until the next call; NULL at the end, when there is nothing left to release.
 * A seed's place is that in its part. */
const struct scores *scores_walk_next(struct scores_walk *w);

/* To end a walk before that. */
void scores_walk_end(struct scores_walk *w);

/* The same seed by seed, for those who decide themselves where a part ends (lockstep.h). `part` is
 * filled, also with scores that are in memory; the texts of these stay theirs. Such a walk must be
 * ended. */

/* Begin a part: there is nothing in it. */
void scores_walk_clear(struct scores_walk *w);

/* The number of the seed that comes next; false at the end, and where a verdict makes no sense. */
bool scores_walk_ahead(struct scores_walk *w, uint32_t *number);

/* Add that seed with its cases to the part, or leave it out. */
void scores_walk_take(struct scores_walk *w);
void scores_walk_pass(struct scores_walk *w);

/* Fails where a verdict made no sense in a walk, which then ended before it. Scores that were
 * opened have been checked; but a file may change. */
MUST_USE enum status scores_status(const struct scores *s, struct err *e);

/* Every so many-th seed with its cases, in memory; 1 is all of them. Lives as long as `s`. */
void scores_sample(const struct scores *s, uint32_t every, struct scores *out);

/* The seeds of these numbers, which rise, with their cases, in memory. Those that are not there are
 * left out. Lives as long as `s`, until its arena is released. */
void scores_select(const struct scores *s, const uint32_t *numbers, uint32_t n, struct scores *out);

/* Are the verdicts in memory, and not in a file that is to be walked through? */
bool scores_are_in_memory(const struct scores *s);

/* For scores_load: put all verdicts of the file into `s`. */
void scores_file_read(struct scores *s);

#endif
