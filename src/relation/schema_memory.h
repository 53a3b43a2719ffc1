/* schema_memory.h: what relations found out about a schema, whatever is asked of it.
 *
 * A database has dozens of seeds, and its names are the same for all of them: the synonyms of a
 * column, say, or which columns a table could have. So a relation keeps what follows from the
 * schema and the words that are known, and looks only at the rest for each seed. */
#ifndef TEQL_RELATION_SCHEMA_MEMORY_H
#define TEQL_RELATION_SCHEMA_MEMORY_H

#include "relation/relation.h"

/* Whose note it is. */
enum schema_note {
    NOTE_NAMES,             /* fresh_name.c */
    NOTE_HABITS,            /* built_name.c */
    NOTE_INSERTIONS,        /* column_insertion.c */
    NOTE_SYNONYMS,          /* column_synonym.c, of one column … */
    NOTE_SYNONYMS_TOGETHER, /* … and of several at once */
    NOTE_SPLITS,            /* normalization.c */
    SCHEMA_NOTES
};

struct schema_memory {
    struct arena *arena; /* of all that is kept */
    void *notes[SCHEMA_NOTES];
};

/* The memory of the seed's schema. Where the seed has none it is a new one in `a`, which is as
 * good, but remembers for this caller only. */
struct schema_memory *schema_memory_of(struct arena *a, const struct relation_seed *s);

/* One in `a`, which must not be rewound behind it. */
struct schema_memory *schema_memory_new(struct arena *a);

/* A note of `size` bytes, zeroed when it is first asked for. */
void *schema_note(struct schema_memory *m, enum schema_note which, size_t size);

/* The memories of several schemas. One thread at a time. */
struct schema_memories {
    struct kept_memory **items; /* the latest is the last */
    uint32_t count;
};

struct schema_memory *schema_memories_get(struct schema_memories *m, const struct schema *s);

/* Forget all but the latest. Cases may have texts of the others, so not before these are done. */
void schema_memories_trim(struct schema_memories *m);
void schema_memories_release(struct schema_memories *m);

#endif
