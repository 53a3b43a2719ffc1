/* built_name.h: writing names that are made of names of the schema. */
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
    struct str id; /* the word "id" after others: ID, Id or id; ptr NULL if no column has it */
    struct name_style style; /* of most names of several words */
};

/* Of the seed's schema. */
struct name_habits name_habits_of(struct arena *a, const struct relation_seed *s);

/* `name` and one more word in its convention, or by the habits if one word shows none; "id" is
 * written as most columns write it: Song_ID, songId. */
struct str name_with_word(struct arena *a, const struct name_habits *h, struct str name,
                          struct str word);

/* Words before `name`, which only gets a first capital if capitals separate words: Owner_Name,
 * ownerName. The words are written in its convention. One word shows no separator, and in capitals
 * no case either: then the habits decide. */
struct str name_with_prefix(struct arena *a, const struct name_habits *h, struct str name,
                            struct str words);

/* How the table writes names of several words. If it has none, its names of one word show the case,
 * and the habits of the schema the separator. */
struct name_style name_style_of_table(struct arena *a, const struct name_habits *h,
                                      const struct schema *s, uint32_t table);

/* `words` in place of a column's name of one word: in its case, and joined like other names of the
 * table. If only this name is in capitals, it is an acronym and shows no case: beside CountryCode,
 * ID becomes CityID. */
struct str name_in_place_of(struct arena *a, const struct name_habits *h, const struct schema *s,
                            uint32_t column, struct str words);

#endif
