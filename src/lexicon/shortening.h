/* shortening.h: how designers of databases shorten the words of a name.
 *
 * The lists say it (short in synonyms.tsv; synonyms.tsv (long), if a line may be read backwards).
 * No rule does: a word without its vowels is often one that nobody would write ("stff", "smll"). */
#ifndef TEQL_LEXICON_SHORTENING_H
#define TEQL_LEXICON_SHORTENING_H

#include "lexicon/knowledge.h"

struct short_form {
    struct str text; /* one word, lower case */
    bool alone;      /* may be all of a name */
};

struct short_form_list {
    struct short_form *items;
    uint32_t count;
};

/* The short forms of `words`, one or several, lower case; the lists' first. None if the lists say
 * that the word stays as it is, or that it is short already. In `a`. */
struct short_form_list short_forms_of(struct arena *a, const struct knowledge *k, struct str words);

/* Do the lists have these words, as something to shorten or as something short? */
bool is_shortened_as_one(const struct knowledge *k, struct str words);

#endif
