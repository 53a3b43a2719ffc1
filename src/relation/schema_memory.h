/* schema_memory.h: what relations know about a schema, whatever the question.
 *
 * A database has dozens of seeds, and its names are the same for all of them, and so are, say, the
 * synonyms of a column, or the columns that a table could get. So a relation keeps what follows
 * from the schema and the known words, and works out only the rest for each seed. */
#ifndef TEQL_RELATION_SCHEMA_MEMORY_H
#define TEQL_RELATION_SCHEMA_MEMORY_H

#include "relation/relation.h"

/* Where the note is taken. */
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

/* The memory of the seed's schema. If the seed has none: a new one in `a`, which only this caller
 * sees. */
struct schema_memory *schema_memory_of(struct arena *a, const struct relation_seed *s);

/* A new memory in `a`, which must not be rewound to before it. */
struct schema_memory *schema_memory_new(struct arena *a);

/* A note of `size` bytes, zeroed at first. */
void *schema_note(struct schema_memory *m, enum schema_note which, size_t size);

/* The memories of several schemas. One thread at a time. */
struct schema_memories {
    struct kept_memory **items; /* the latest is the last */
    uint32_t count;
};

struct schema_memory *schema_memories_get(struct schema_memories *m, const struct schema *s);

/* Forget all but the latest. Cases may use texts of the others: finish those first. */
void schema_memories_trim(struct schema_memories *m);
void schema_memories_release(struct schema_memories *m);

#endif
