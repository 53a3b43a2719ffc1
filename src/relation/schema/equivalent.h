/* equivalent.h: other forms that a column could have had.
 *
 * Somebody else would have split the names, kept years of birth rather than ages, or a flag for
 * each type. Which columns that is true of is said in data/equivalent_*.tsv; that the rows support
 * it is found in the database. */
#ifndef TEQL_RELATION_SCHEMA_EQUIVALENT_H
#define TEQL_RELATION_SCHEMA_EQUIVALENT_H

#include "migration/replacement.h"
#include "relation/fresh_name.h"
#include "relation/refusal.h"
#include "relation/schema/built_name.h"

/* More different values than this are no few. */
enum { EQUIVALENT_FLAGS_MAX = 5 };

/* What a search needs of the seed, once for all columns. */
struct equivalent_scope {
    const struct relation_seed *seed; /* with a lexicon, knowledge and content */
    struct taken_names taken;
    struct name_habits habits;
};

struct equivalent_scope equivalent_scope_of(struct arena *a, const struct relation_seed *s);

/* One form. */
struct equivalent {
    struct replacement replacement;
    uint64_t rule; /* the same for columns that should change together */
};

struct equivalent_list {
    struct equivalent *items;
    uint32_t count;
    enum refusal why; /* where there is none */
};

/* All forms of a column that is part of no key. */
struct equivalent_list equivalents_of(struct arena *a, const struct equivalent_scope *scope,
                                      uint32_t column);

#endif
