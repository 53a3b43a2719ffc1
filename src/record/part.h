/* part.h: what the output of a shard says of itself: which part of what it is.
 *
 * It stands where the output tells how it was made: in the manifest of a suite, beside predictions,
 * in the head of scores. What was made whole has none. */
#ifndef TEQL_RECORD_PART_H
#define TEQL_RECORD_PART_H

#include "record/shard.h"

struct recipe;

/* How many seeds a part has of those at its places, where it need not have all of them: an attack
 * is about some of the questions that it may draw. */
struct part_choice {
    bool made;
    uint32_t seeds;
};

struct part {
    struct str of; /* digest of all that the whole depends on, and of how it was cut; empty for what
                      is no part */
    struct shard shard;
    struct place_range seeds; /* among those of the whole, or those that it was chosen of */
    struct part_choice choice;
};

static inline bool part_is_whole(const struct part *p)
{
    return p->of.len == 0;
}

/* How many seeds it has. */
static inline uint32_t part_seeds(const struct part *p)
{
    return p->choice.made ? p->choice.seeds : p->seeds.end - p->seeds.first;
}

/* Are they the same part of the same whole? */
static inline bool part_eq(const struct part *a, const struct part *b)
{
    return str_eq(a->of, b->of) && (part_is_whole(a) || shard_eq(a->shard, b->shard));
}

/* For FORM_RECORD; set unless it is the whole. */
extern const struct record PART_RECORD;

/* What the shard of a job is a part of: `r` has all that the job depends on, and is ended by this;
 * `work` is that of its `n` seeds, or of whatever else it is cut at. Nothing of a whole. In `a`. */
struct part part_cut(struct arena *a, struct recipe *r, struct shard s, const uint64_t *work,
                     uint32_t n);

/* The same part of what is made of that one: the same seeds of a job that depends on `more` as
 * well, which may be NULL. In `a`. */
struct part part_of_next(struct arena *a, const struct part *p, struct str more);

#endif
