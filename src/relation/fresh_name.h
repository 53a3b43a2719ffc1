/* fresh_name.h: which names and words a changed schema may introduce.
 *
 * A new name must not be a name of the schema, however it is written, nor a phrase of the question:
 * else the question might mean the new column. A name made of names, such as singer_song_name, has
 * words that are bound to occur elsewhere, so only the whole of it must be fresh. Words that come
 * from elsewhere must each be fresh. */
#ifndef TEQL_RELATION_FRESH_NAME_H
#define TEQL_RELATION_FRESH_NAME_H

#include "base/hash.h"
#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "relation/relation.h"

struct taken_names {
    const struct seed *seed;           /* whose question it is */
    const struct name_map *schema;     /* names of tables and columns, squeezed */
    struct name_map question;          /* words of the question, each in singular and plural */
    struct name_words phrasing;        /* the question's words in their order */
    bool unread;                       /* it is too long: it may have any words */
    struct inflection inflection;      /* without WordNet, which searches a file for each word */
    const struct knowledge *knowledge; /* the seed's; may be NULL */
};

/* Only the letters and digits of a name, in lower case, in `a`: so "zip_code" and "ZipCode" are the
 * same. */
struct str name_squeezed(struct arena *a, struct str name);

/* What is taken in the schema and the question of `s`. In `a`. */
struct taken_names taken_names_of(struct arena *a, const struct relation_seed *s);

/* Is `name` new to the schema and no phrase of the question? Case, and the way to write a name of
 * several words, make no difference. */
bool name_is_fresh(struct arena *a, const struct taken_names *t, struct str name);

/* The same in two steps, for a name that is tried with one question after another. */
struct proposed_name {
    struct name_words words;
    bool taken; /* the schema has it */
};

struct proposed_name proposed_name_of(struct arena *a, const struct taken_names *t,
                                      struct str name);
bool proposed_is_fresh(const struct taken_names *t, const struct proposed_name *p);

/* Is none of `words` (separated by blanks) a word of the question? Words like "of" do not count.
 * Needs knowledge. */
bool words_are_fresh(const struct taken_names *t, struct str words);

/* The next word of `words` from *at with a meaning of its own, so not "of"; false at the end.
 */
bool next_content_word(const struct knowledge *k, struct str words, size_t *at, struct str *word);

/* May the question mean `name`? It may if it has all its words, in any order, in singular or
 * plural: "the name and the release year of the song" names song_release_year. */
bool question_names(struct arena *a, const struct taken_names *t, struct str name);

/* The same for words. */
bool question_has_words(struct arena *a, const struct taken_names *t,
                        const struct name_words *words);

#endif
