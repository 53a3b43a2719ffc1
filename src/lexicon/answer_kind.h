/* answer_kind.h: what kinds of things a column says, and which kinds a question asks for.
 *
 * From words.tsv (holds, holds-one, sorts, asks). Kinds are numbered, and sets of them are bits. */
#ifndef TEQL_LEXICON_ANSWER_KIND_H
#define TEQL_LEXICON_ANSWER_KIND_H

#include "lexicon/knowledge.h"
#include "lexicon/name_style.h"

/* Sets of kinds. */
struct answer_kinds {
    uint64_t all;
    uint64_t single;  /* those of which a table has one at most */
    uint64_t sorting; /* those that sort the rows of a table: a type, a status */
};

/* What a column says whose name has these `words`, lower case and separated by blanks. */
struct answer_kinds answer_kinds_of_name(struct arena *a, const struct knowledge *k,
                                         struct str words);

/* What a question of these words asks for. */
uint64_t answer_kinds_asked(struct arena *a, const struct knowledge *k, const struct name_words *w);

/* Number the kinds. Once, when the knowledge is loaded. */
void answer_kinds_index(struct knowledge *k);

#endif
