/* named_words.h: which words of a question are names of its schema. */
#ifndef TEQL_RELATION_QUESTION_NAMED_WORDS_H
#define TEQL_RELATION_QUESTION_NAMED_WORDS_H

#include "lexicon/question_text.h"
#include "schema/schema.h"

/* By token: it is part of the name of a table or column, as the database or as people write it, or
 * of its plural. A name of several words counts where all of them stand together; that of a column
 * which the query reads (`column_read`, by id, may be NULL) counts word by word, and a short
 * word of it for what it may stand for: "min" for "minimum". */
bool *named_words(struct arena *a, const struct question_text *q, const struct schema *s,
                  const bool *column_read);

/* Is `word` one of the words of `name`, but for the plural? */
bool name_has_word(struct str name, struct str word);

#endif
