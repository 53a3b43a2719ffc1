/* named_words.h: which words of a question are names of its schema. */
#ifndef TEQL_RELATION_QUESTION_NAMED_WORDS_H
#define TEQL_RELATION_QUESTION_NAMED_WORDS_H

#include "lexicon/question_text.h"
#include "schema/schema.h"

/* By token: is it part of a name of the schema, or of its plural? Names are those of tables and
 * columns, as the database and as people write them.
 *
 * A name of several words counts where all of them stand together. Of a column that counts as read
 * (`column_read`, by id; may be NULL) every word counts by itself, and a short word for what it may
 * stand for: "min" for "minimum". */
bool *named_words(struct arena *a, const struct question_text *q, const struct schema *s,
                  const bool *column_read);

/* Is `word` one of the words of `name`, but for the plural? */
bool name_has_word(struct str name, struct str word);

#endif
