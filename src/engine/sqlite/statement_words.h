/* statement_words.h: words in SQL. Inside the engine only. */
#ifndef TEQL_ENGINE_SQLITE_STATEMENT_WORDS_H
#define TEQL_ENGINE_SQLITE_STATEMENT_WORDS_H

#include "base/str.h"

/* How often `word` occurs as a word of its own, in either case, quoted or not, in texts and
 * comments too: "domain" has no "main". `word` is not empty. */
unsigned statement_count_word(struct str sql, struct str word);
bool statement_has_word(struct str sql, struct str word);

/* Does `part` occur at all, in either case, as a word or a part of one? */
bool statement_has(struct str sql, struct str part);

/* How many operators it has: =, <>, +, AND, LIKE … Texts, names in quotes and comments are left
 * out; but after a variable, which may hold quotes, everything counts. Minus is left out, since
 * numbers have it. */
unsigned statement_count_operators(struct str sql);

/* Whether only white space and comments follow, the way Python skips them: a vertical tab or a
 * second semicolon counts as another statement, an unclosed comment does not. */
bool statement_ends(const char *p);

#endif
