/* built_name.h: writing names that are made of names the schema has. */
#ifndef TEQL_RELATION_SCHEMA_BUILT_NAME_H
#define TEQL_RELATION_SCHEMA_BUILT_NAME_H

#include "base/arena.h"
#include "lexicon/name_style.h"
#include "relation/relation.h"

/* The words of `name`, in whatever way they are separated, in the convention of `like`: songId,
 * Song_Id, song_id. Numbers stay with the letters they touch (Y7), and ID stays ID where `like` has
 * capitals. */
struct str name_written_like(struct arena *a, struct str like, struct str name);

/* How most columns of a schema are written. */
struct name_habits {
    struct str id; /* the word "id" behind others: ID, Id or id; ptr NULL where none has it */
    struct name_style style; /* of most names of several words */
};

/* Of the seed's schema. */
struct name_habits name_habits_of(struct arena *a, const struct relation_seed *s);

/* `name` as it is and a word more, in its convention, or in that of the habits where one word shows
 * none; "id" is written as most columns write it: Song_ID, songId. */
struct str name_with_word(struct arena *a, const struct name_habits *h, struct str name,
                          struct str word);

/* Words before `name`, which stays as it is but for a first capital where capitals separate words:
 * Owner_Name, ownerName. The words are written in its convention. One word shows no separator, and
 * in capitals no case either: then the habits say. */
struct str name_with_prefix(struct arena *a, const struct name_habits *h, struct str name,
                            struct str words);

/* How the table writes names of several words. Where it has none, its names of one word show the
 * case, and the habits of the schema what comes between words. */
struct name_style name_style_of_table(struct arena *a, const struct name_habits *h,
                                      const struct schema *s, uint32_t table);

/* `words` in place of a column's name of one word: in its case, and put together as the table puts
 * its names together. A name in capitals that others are not written in is an acronym, and tells
 * nothing: beside CountryCode, ID becomes CityID. */
struct str name_in_place_of(struct arena *a, const struct name_habits *h, const struct schema *s,
                            uint32_t column, struct str words);

#endif
