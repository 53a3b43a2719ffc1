/* seed_keys.h: what must not be in a training set and in a test set: the same seed, or one that
 * asks for the same on the same schema.
 *
 * Two seeds are *kin* if their schemas are the same, and their queries or their questions are. A
 * schema is the same by its db_id, or by the names of its tables and columns. A query is the same
 * by any of three comparisons:
 *
 * - by its words, but for case, quotes and space;
 * - much as by exact set match, with values and the conditions of joins (form_hash.h);
 * - by strict comparison (strict_match.h), which reads all of SQL; if the query does not bind to
 * the schema, by its words without aliases and in any order.
 *
 * So each seed has a few keys, and kin have one in common. Taking two queries for one costs a
 * question to train on; taking one for two lets a tested question in. So in doubt they are kin.
 *
 * A case has keys too: of its question, over its own schema; and of its query, if it asks for
 * something else than its seed. */
#ifndef TEQL_KIN_SEED_KEYS_H
#define TEQL_KIN_SEED_KEYS_H

#include "base/hash.h"
#include "record/case.h"
#include "record/seed.h"

enum { SEED_KEYS = 8 };
#define SEED_NOT_FOUND NAME_NONE

struct seed_keys {
    uint64_t keys[SEED_KEYS];
    uint32_t count;
};

struct seed_keys seed_keys_of(const struct seed *s);

/* `schema` is the one that the case is asked over. */
struct seed_keys seed_keys_of_case(const struct test_case *c, const struct schema *schema);

/* Seeds by their keys. Begins zeroed. */
struct seed_index {
    struct arena arena;
    struct name_map first; /* the number of the first seed with a key, by the bytes of the key */
};

/* Add a seed by one key, or by all. `number` is what searches give for it. Returns the number of
 * the first seed with that key. */
uint32_t seed_index_enter(struct seed_index *x, uint64_t key, uint32_t number);
void seed_index_add(struct seed_index *x, const struct seed_keys *keys, uint32_t number);

/* A seed with one of these keys; or SEED_NOT_FOUND. */
uint32_t seed_index_find(const struct seed_index *x, const struct seed_keys *keys);
void seed_index_release(struct seed_index *x);

#endif
