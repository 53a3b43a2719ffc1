/* new_name.h: which names a changed schema may introduce.
 *
 * A new name must be no name of the schema, however it is written, and bring in no word of the
 * question: otherwise the question could be meant for the new column. */
#ifndef TEQL_RELATION_SCHEMA_NEW_NAME_H
#define TEQL_RELATION_SCHEMA_NEW_NAME_H

#include "base/hash.h"
#include "relation/relation.h"

struct taken_names {
    struct name_map schema;   /* names of tables and columns, only their letters and digits */
    struct name_map question; /* words of the question, each in singular and plural */
};

/* What is taken in the schema and the question of `s`, which must have its knowledge. In `a`. */
struct taken_names taken_names_of(struct arena *a, const struct relation_seed *s);

/* Does the schema have `name`, ignoring case and separators? */
bool taken_in_schema(struct arena *a, const struct taken_names *t, struct str name);

/* Is one of `words` (separated by blanks) a word of the question? Words like "of" do not count. */
bool taken_in_question(const struct taken_names *t, struct str words);

/* The next word of `words` from *at that has a meaning of its own; false at the end. */
bool next_content_word(struct str words, size_t *at, struct str *word);

/* The words of a name, lower case, separated by blanks. */
struct str name_in_words(struct arena *a, struct str name);

#endif
