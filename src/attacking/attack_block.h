/* attack_block.h: seeds that learn from each other, and share a budget. Private to attack.c and its
 * companions.
 *
 * The seeds that may be drawn are cut into blocks of seeds that stand together. A block is an
 * attack by itself: what is done with its seeds depends on their answers, and on no other block. So
 * it does not matter which blocks are attacked in the same run, and shards have whole blocks. */
#ifndef TEQL_ATTACKING_ATTACK_BLOCK_H
#define TEQL_ATTACKING_ATTACK_BLOCK_H

#include "attack/rates.h"
#include "dataset/draw_seeds.h"
#include "record/shard.h"

/* How the seeds of an attack are cut, and which of the blocks are this run's. */
struct attack_cut {
    struct seed_list pool;  /* seeds that may be drawn, in the order of the dataset */
    const uint32_t *places; /* of these in the dataset */
    uint32_t n_blocks;
    const uint64_t *work;   /* by block */
    struct place_range own; /* blocks of the shard */
};

struct attack_block {
    uint32_t number;       /* among all blocks */
    uint32_t *order;       /* the places of its seeds, as they are drawn */
    uint32_t *turns;       /* the same places, in the order in which they are served */
    uint32_t n_seeds;      /* how many they are */
    uint32_t n_looked_at;  /* the first so many were */
    uint64_t wanted;       /* seeds that are still to be drawn, of those that can be attacked */
    uint32_t drawn, fresh; /* that were, and of these for the round to come */
    uint64_t budget, spent;
    uint32_t wave;    /* seeds that are in a round at most */
    bool open;        /* it is under attack: something may be wanted, and is allowed */
    uint32_t outages; /* rounds without any answer, in a row: its questions in them */
    bool given_up;    /* since these were too many: it is never open again */
    struct str why;   /* there was no answer */
    struct attack_rates rates;
};

/* Cut `pool`, which must stay, into blocks of `size` seeds at least, where there are so many; 0 for
 * one block. Lives in `a`. */
MUST_USE enum status attack_cut_make(struct arena *a, const struct dataset *d,
                                     struct seed_list pool, uint32_t size, struct shard shard,
                                     struct attack_cut *out, struct err *e);

/* Where the block begins in the pool; where the last one ends, for the number behind it. */
uint32_t attack_block_begin(const struct attack_cut *c, uint32_t number);

/* The places in the pool of all blocks of the shard. */
struct place_range attack_own_seeds(const struct attack_cut *c);

/* What a block has of a budget for all, by the number of its seeds. The shares of all blocks
 * together are the budget. */
uint64_t attack_block_share(const struct attack_cut *c, uint32_t number, uint64_t budget);

#endif
