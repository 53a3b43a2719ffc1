/* entries.h: questions and queries as Spider's dev.json has them, with tokens and parsed form. */
#ifndef TEQL_SPIDER_ENTRIES_H
#define TEQL_SPIDER_ENTRIES_H

#include "base/buf.h"
#include "schema/schema.h"
#include "spider/form.h"

/* One of them. */
struct spider_entry {
    const struct schema *schema;
    struct str question, query;
    struct spider_form form;
};

/* Read the query, which has a NULL ptr where there is no gold. False where it has no form: then
 * there is no entry. The entry refers to what is given, and lives in `a`. */
bool spider_entry_read(struct arena *a, const struct schema *s, struct str question,
                       struct str query, struct spider_entry *out);

/* Write its members into an object that is open. Scratch goes to `a`. */
void spider_entry_put(struct json_writer *w, struct arena *a, const struct spider_entry *x);

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
