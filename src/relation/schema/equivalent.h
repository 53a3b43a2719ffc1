/* equivalent.h: other forms in which a column could be stored.
 *
 * Another designer would have split the names, stored years of birth rather than ages, or a flag
 * for each type. data/equivalent_*.tsv lists such columns; whether the rows allow it is looked up
 * in the database. */
#ifndef TEQL_RELATION_SCHEMA_EQUIVALENT_H
#define TEQL_RELATION_SCHEMA_EQUIVALENT_H

#include "migration/replacement.h"
#include "relation/fresh_name.h"
#include "relation/refusal.h"
#include "relation/schema/built_name.h"

/* Most values that get a flag each. */
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
    uint64_t rule; /* equal for columns that should change together */
};

struct equivalent_list {
    struct equivalent *items;
    uint32_t count;
    enum refusal why; /* why there are none */
};

/* All forms of a column that is part of no key. */
struct equivalent_list equivalents_of(struct arena *a, const struct equivalent_scope *scope,
                                      uint32_t column);

#endif
