/* built_name.h: writing names that are made of names the schema has. */
#ifndef TEQL_RELATION_SCHEMA_BUILT_NAME_H
#define TEQL_RELATION_SCHEMA_BUILT_NAME_H

#include "base/arena.h"
#include "schema/schema.h"

/* The words of `name`, in whatever way they are separated, in the convention of `like`: songId,
 * Song_Id, song_id. Numbers stay with the letters they touch (Y7), and ID stays ID where `like` has
 * capitals. */
struct str name_written_like(struct arena *a, struct str like, struct str name);

/* `name` as it is and a word more, in its convention, or in that of the schema where one word shows
 * none; "id" is written as most columns of the schema write it: Song_ID, songId. */
struct str name_with_word(struct arena *a, const struct schema *s, struct str name,
                          struct str word);

#endif
