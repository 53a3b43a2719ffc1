/* named_words.h: which words of a question are names of its schema. */
#ifndef TEQL_LINK_NAMED_WORDS_H
#define TEQL_LINK_NAMED_WORDS_H

#include "link/words.h"
#include "schema/schema.h"

/* By token: is it part of a name of the schema, or of its plural? Names are those of tables and
 * columns, as the database writes them and in words.
 *
 * A name of several words counts if all of them stand together. If the column counts as read
 * (`column_read`, by id; may be NULL), each of its words counts by itself, and a short word also
 * for its long forms: "min" for "minimum". */
bool *named_words(struct arena *a, const struct words *q, const struct schema *s,
                  const bool *column_read);

/* Is `word`, in singular or plural, one of the words of `name`? */
bool name_has_word(struct str name, struct str word);

/* Is it one of the column's name, or of its name in words? False for SCHEMA_NONE. */
bool column_has_word(const struct schema *s, uint32_t column, struct str word);

#endif
