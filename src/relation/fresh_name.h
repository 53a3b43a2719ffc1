/* fresh_name.h: names for what a changed schema has and the old one had not.
 *
 * For names made of names, such as singer_song_name, whose words are bound to occur elsewhere: only
 * the name as a whole must be new. For names made of new words see schema/new_name.h. */
#ifndef TEQL_RELATION_FRESH_NAME_H
#define TEQL_RELATION_FRESH_NAME_H

#include "relation/relation.h"

/* Does the question contain the words of `name`, one after the other? Upper and lower case, and the
 * ways to write a name of several words, are the same. */
bool question_mentions(struct arena *a, struct str question, struct str name);

/* Is `name` new to the schema (its tables and columns, as written and in words) and to the
 * question? */
bool name_is_fresh(struct arena *a, const struct relation_seed *s, struct str name);

/* The words of `name`, in whatever way they are separated, in the convention of `like`: songId,
 * Song_Id, song_id. */
struct str name_written_like(struct arena *a, struct str like, struct str name);

/* `name` as it is and a word more, in its convention; "id" is written as most columns of the schema
 * write it: Song_ID, songId. */
struct str name_with_word(struct arena *a, const struct schema *s, struct str name,
                          struct str word);

#endif
