/* shard.h: one of several runs that share a job, 2/5 is the second of five; and the part of the
 * output that it makes.
 *
 * A part says which part of what it is, in the place where outputs say how they were made: in the
 * manifest of a suite, beside predictions, in the head of scores. Whole outputs do not have it. */
#ifndef TEQL_RECORD_SHARD_H
#define TEQL_RECORD_SHARD_H

#include "base/record.h"

struct recipe;

struct shard {
    uint32_t number, count; /* from 1 to `count`; both 0 if nobody asked for shards */
};

/* Is it the whole job, because there is one shard or nobody asked for shards? */
static inline bool shard_is_whole(struct shard s)
{
    return s.count <= 1;
}

static inline bool shard_eq(struct shard a, struct shard b)
{
    return a.number == b.number && a.count == b.count;
}

/* Read "2/5". False for anything else. */
bool shard_read(struct str text, struct shard *out);

/* The same as JSON: a string, "1/1" if nobody asked for shards. Set unless it is the whole. */
extern const struct member_form FORM_SHARD;

/* Places from `first` to before `end`. */
struct place_range {
    uint32_t first, end;
};

/* Which of `n` things are the shard's, by the work of each. The ranges of all shards, one after
 * another, are everything. Each ends where the work so far is nearest to its share, so none has
 * more than its share and the largest thing. */
struct place_range shard_range(struct shard s, const uint64_t *work, uint32_t n);

/* How many of the seeds at its places a part has, if not all of them: an attack is about some of
 * the questions that it may draw. */
struct part_choice {
    bool made;
    uint32_t seeds;
};

struct part {
    struct str of; /* digest of all that the whole depends on, and of how it was cut; empty for
                      what is whole */
    struct shard shard;
    struct place_range seeds; /* among those of the whole, or those that it was chosen from */
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

/* What the shard of a job makes: `r` has all that the job depends on, and is ended by this; `work`
 * is that of its `n` seeds, or of other things between which it is cut. Empty for a whole. In `a`.
 */
struct part part_cut(struct arena *a, struct recipe *r, struct shard s, const uint64_t *work,
                     uint32_t n);

/* The same seeds, as the part of a job that is made of that one and depends on `more` as well,
 * which may be NULL. In `a`. */
struct part part_of_next(struct arena *a, const struct part *p, struct str more);

#endif
