/* shortening.h: how designers of databases shorten the words of a name.
 *
 * The lists say it (shortenings.tsv; abbreviations.tsv, where it may be read backwards). A word
 * that they do not have loses its vowels, where that leaves most of it: "branch" is "brnch". */
#ifndef TEQL_LEXICON_SHORTENING_H
#define TEQL_LEXICON_SHORTENING_H

#include "lexicon/knowledge.h"

struct short_form {
    struct str text; /* one word, lower case */
    bool alone;      /* may be all of a name */
    bool listed;     /* not made by rule */
};

struct short_form_list {
    struct short_form *items;
    uint32_t count;
};

/* The short forms of `words`, one or several, lower case; the lists' first. None where the lists
 * say that the word stays, or that it is short already. In `a`. */
struct short_form_list short_forms_of(struct arena *a, const struct knowledge *k, struct str words);

/* Do the lists have these words, as something to shorten or as something short? */
bool is_shortened_as_one(const struct knowledge *k, struct str words);

#endif
