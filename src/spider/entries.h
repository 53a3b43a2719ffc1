/* entries.h: questions and queries as Spider's dev.json has them, with tokens and parsed form. */
#ifndef TEQL_SPIDER_ENTRIES_H
#define TEQL_SPIDER_ENTRIES_H

#include "base/buf.h"
#include "schema/schema.h"

/* Objects of dev.json with commas between them, and how many cases gave none. */
struct spider_entries {
    struct buf text;
    uint32_t count, left_out;
};

/* Add the case that asks `question` of `s`; `query` has a NULL ptr where there is no gold. Scratch
 * goes to `a`. Thread-safe for different entries. */
void spider_entries_add(struct spider_entries *entries, struct arena *a, const struct schema *s,
                        struct str question, struct str query);

#endif
