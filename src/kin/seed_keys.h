/* seed_keys.h: what must not be in a training set and in a test set: the same seed, or one that
 * asks for the same on the same schema.
 *
 * Two seeds are *kin* where their schemas are the same, and their queries or their questions are. A
 * schema is the same by its db_id, or by the names of its tables and columns. A query is the same
 * by any of three readings:
 *
 * - by its words, but for case, quotes and space;
 * - much as exact set match has it, with values and the conditions of joins (form_hash.h);
 * - as strict comparison has it (strict_match.h), which reads all of SQL. Where it does not bind to
 *   the schema, by its words without aliases and in any order.
 *
 * So each seed has a few keys, and kin have one in common. To take two queries for one costs a
 * question to train on; to take one for two lets a tested question in. So doubt means kin.
 *
 * A case has keys as well. Its question counts over its own schema, and its query where it asks for
 * something else than its seed. */
#ifndef TEQL_KIN_SEED_KEYS_H
#define TEQL_KIN_SEED_KEYS_H

#include "record/case.h"
#include "record/seed.h"

enum { SEED_KEYS = 8 };
#define SEED_NOT_FOUND UINT32_MAX

struct seed_keys {
    uint64_t keys[SEED_KEYS];
    uint32_t count;
};

struct seed_keys seed_keys_of(const struct seed *s);

/* `schema` is the one that the case is asked over. */
struct seed_keys seed_keys_of_case(const struct test_case *c, const struct schema *schema);

struct seed_key_entry {
    uint64_t key;
    uint32_t seed;
};

/* Seeds by their keys. Begins zeroed. */
struct seed_index {
    struct arena arena;
    struct seed_key_entry *entries; /* by key, once settled */
    uint32_t count;
};

/* The caller's name for the seed is `number`. */
void seed_index_add(struct seed_index *x, const struct seed_keys *keys, uint32_t number);

/* All are added. */
void seed_index_settle(struct seed_index *x);

/* A seed that is kin to one of those keys; SEED_NOT_FOUND where there is none. */
uint32_t seed_index_find(const struct seed_index *x, const struct seed_keys *keys);
void seed_index_release(struct seed_index *x);

#endif
