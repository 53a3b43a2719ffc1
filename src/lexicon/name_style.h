/* name_style.h: the words in an identifier, and its convention of writing them.
 *
 * "Song_release_year", "songReleaseYear", "SONG RELEASE YEAR" are the same three words in three
 * conventions. Splitting remembers where each word stands, so that one can be replaced and the rest
 * stays as it is, whatever oddities it has. No function here keeps state. */
#ifndef TEQL_LEXICON_NAME_STYLE_H
#define TEQL_LEXICON_NAME_STYLE_H

#include "base/arena.h"

#include <stdint.h>

/* A part of a name: letters of one word, or digits. */
struct name_word {
    struct str text;   /* lower case */
    size_t start, end; /* in the name */
};

struct name_words {
    struct str name;
    struct name_word *items;
    uint32_t count;
};

enum name_case {
    NAME_LOWER, /* year */
    NAME_UPPER, /* YEAR */
    NAME_TITLE  /* Year */
};

struct name_style {
    char separator; /* between words; '\0' if capitals separate them */
    enum name_case first, rest;
};

/* Words end at what is neither letter nor digit, between letters and digits, and where the case
 * changes: "countryCode", "HTTPServer". Bytes above ASCII count as letters. */
struct name_words name_split(struct arena *a, struct str name);

/* The words of a name, lower case, separated by blanks. */
struct str name_in_words(struct arena *a, struct str name);

/* How `name` is written; of a name of one word only the case is known, the separator is '_'. */
struct name_style name_style_of(struct arena *a, struct str name);

/* The convention of most of `names`. Names of one word decide only if there are no others. */
struct name_style name_style_common(struct arena *a, const struct str *names, uint32_t count);

/* Write `words`, separated by blanks, in a style. */
struct str name_join(struct arena *a, struct name_style style, struct str words);

/* The name with its words `i` to `end` (not included) replaced by `words`, of any number, written
 * like word `i`. */
struct str name_replace(struct arena *a, const struct name_words *w, uint32_t i, uint32_t end,
                        struct str words);

/* Is `word`, in lower case, one of the words? */
bool name_words_have(const struct name_words *w, struct str word);

/* Words `start` to `end` (not included; one at least) with blanks between them. Lives in `a`, or is
 * the word. */
struct str name_phrase(struct arena *a, const struct name_words *w, uint32_t start, uint32_t end);

#endif
