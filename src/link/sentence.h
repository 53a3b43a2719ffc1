/* sentence.h: where sentences end, and another sentence in place of the first. */
#ifndef TEQL_LINK_SENTENCE_H
#define TEQL_LINK_SENTENCE_H

#include "link/words.h"

/* Mark the words that end a sentence and those that are proper names. For words.c, before words
 * with hyphens are divided. */
void sentences_mark(struct words *w);

/* Fill in n_first and n_mark. */
void first_sentence_find(struct words *w);

/* Does a sentence begin at word `i`? */
bool begins_sentence(const struct words *w, uint32_t i);

/* Does word `i` end one: a full stop, question or exclamation mark? */
bool is_final_mark(const struct words *w, uint32_t i);

/* Does a sentence, or a part of it up to a comma, end before word `i`? */
bool clause_ends_at(const struct words *w, uint32_t i);

/* What comes after the first sentence, without the white space around it. */
struct str text_after_first(const struct words *w);

/* Another sentence in place of the first: the pieces that are not empty, with spaces between, then
 * `mark`, then what comes after the first sentence. The first letter becomes a capital. The
 * question's old first word loses its own if it begins a later piece. */
struct str sentence_write(struct arena *a, const struct words *w, const struct str *pieces,
                          uint32_t n_pieces, char mark);

#endif
