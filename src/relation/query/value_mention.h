/* value_mention.h: where a question says a value of its query. */
#ifndef TEQL_RELATION_QUERY_VALUE_MENTION_H
#define TEQL_RELATION_QUERY_VALUE_MENTION_H

#include "lexicon/said_number.h"
#include "link/words.h"

struct value_mention {
    size_t start, end; /* bytes of the question, quotes left out */
    bool quoted;       /* quotes stand around it */
};

/* How often `value` (case ignored) stands in `text` by itself, not within a longer word; a
 * possessive 's may follow. `*out` is the last place. */
uint32_t value_mention_find(struct str text, struct str value, struct value_mention *out);

/* How often the question says this number, in whatever way. `*out` is the last place, and `*said`
 * how it is said there. */
uint32_t value_mention_number(const struct words *q, const struct lexicon *l,
                              const struct said_number *number, struct value_mention *out,
                              struct said_number *said);

/* Does an "a" or "an" before the mention fit `to` as well? */
bool value_mention_fits(struct str question, const struct value_mention *m, struct str to);

/* The word before the mention, quotes between them ignored; or "". */
struct str value_mention_before(struct str question, const struct value_mention *m);

/* The first token of the mention, and the one after it. */
void value_mention_tokens(const struct words *q, const struct value_mention *m, uint32_t *first,
                          uint32_t *end);

/* The question with `to` in the place of the mention. In `a`. */
struct str value_mention_replace(struct arena *a, struct str question,
                                 const struct value_mention *m, struct str to);

#endif
