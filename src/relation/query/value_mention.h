/* value_mention.h: where a question says a value of its query. */
#ifndef TEQL_RELATION_QUERY_VALUE_MENTION_H
#define TEQL_RELATION_QUERY_VALUE_MENTION_H

#include "lexicon/said_number.h"
#include "link/words.h"

struct value_mention {
    const struct words *words; /* of the question */
    uint32_t start, end;       /* of them, end not included */
    struct str said;           /* their text, without quotes and possessive ending */
    bool quoted;               /* quotes stand around it */
};

/* How often `value` (case ignored) stands there by itself, not within a word.
 * `*out` is the last place. */
uint32_t value_mention_find(const struct words *q, struct str value, struct value_mention *out);

/* How often the question says this number, in whatever way. `*out` is the last place, and `*said`
 * how it is said there. */
uint32_t value_mention_number(const struct words *q, const struct lexicon *l,
                              const struct said_number *number, struct value_mention *out,
                              struct said_number *said);

/* Does an "a" or "an" before the mention fit `to` as well? */
bool value_mention_fits(const struct value_mention *m, struct str to);

/* The word before the mention, quotes between them ignored; or "". */
struct str value_mention_before(const struct value_mention *m);

/* The question with `to` in the place of the mention. In `a`. */
struct str value_mention_replace(struct arena *a, const struct value_mention *m, struct str to);

#endif
