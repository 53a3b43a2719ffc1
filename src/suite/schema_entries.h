/* schema_entries.h: the schemas in tables.json of a suite, found by name and left in the file. */
#ifndef TEQL_SUITE_SCHEMA_ENTRIES_H
#define TEQL_SUITE_SCHEMA_ENTRIES_H

#include "base/mapped_file.h"
#include "suite/suite.h"

struct schema_entry {
    struct str db_id; /* a copy */
    struct str of;    /* of a short entry, a copy: the schema that it was made of; else ptr NULL */
    struct str text;  /* in the file */
};

struct schema_entries {
    struct mapped_file file;
    struct schema_entry *items; /* by db_id */
    uint32_t count;
};

/* Find the entries of the file, which is open. They live in `a`. Errors have line and column. */
MUST_USE enum status schema_entries_read(struct schema_entries *s, struct arena *a, struct err *e);
void schema_entries_close(struct schema_entries *s);

/* The entry of that name, or NULL. */
const struct schema_entry *schema_entries_find(const struct schema_entries *s, struct str db_id);

/* What the cases from `first` to before `end` of a seed need in memory besides the seed's schema,
 * as bytes of the file. A short entry counts as the one that it was made of. */
uint64_t schema_entries_size(const struct schema_entries *s, struct str seed_db_id,
                             const struct test_case *first, const struct test_case *end);

/* Bytes of schemas that may be in memory at a time, besides those of one seed. */
enum { SCHEMAS_MAX_BYTES = 24 << 20 };

/* Give a suite without schemas those that its seeds and cases need. */
void schema_entries_add_needed(const struct schema_entries *s, struct suite *out);

#endif
