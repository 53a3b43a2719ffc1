/* value_mention.h: where a question says a value of its query, and another value in that place. */
#ifndef TEQL_RELATION_QUERY_VALUE_MENTION_H
#define TEQL_RELATION_QUERY_VALUE_MENTION_H

#include "lexicon/question_text.h"
#include "lexicon/said_number.h"

struct value_mention {
    size_t start, end; /* bytes of the question, quotes left out */
    bool quoted;       /* quotes stand around it */
};

/* How often `value` stands in `text` by itself, not within a longer word, capitals counting for
 * nothing; a possessive 's may follow. The last of them in *out. */
uint32_t value_mention_find(struct str text, struct str value, struct value_mention *out);

/* How often the question says that number, in whatever way; the last of them in *out, and how it is
 * said in *said. */
uint32_t value_mention_number(const struct question_text *q, const struct lexicon *l,
                              const struct said_number *number, struct value_mention *out,
                              struct said_number *said);

/* Do "a" and "an" before the mention fit `to` as well? */
bool value_mention_fits(struct str question, const struct value_mention *m, struct str to);

/* The word before the mention, quotes between left out; empty where there is none. */
struct str value_mention_before(struct str question, const struct value_mention *m);

/* First token of the mention, and the one behind it. */
void value_mention_tokens(const struct question_text *q, const struct value_mention *m,
                          uint32_t *first, uint32_t *end);

/* The question with `to` in the place of the mention. In `a`. */
struct str value_mention_replace(struct arena *a, struct str question,
                                 const struct value_mention *m, struct str to);

#endif
