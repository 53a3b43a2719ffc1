/* comparison.h: two questions with one query, side by side. Only for classifier.c and the files of
 * its signs.
 *
 * A column, value or keyword has words in either question, its indicators. Which of them stay where
 * they were, and which words are new? */
#ifndef TEQL_REWORDING_COMPARISON_H
#define TEQL_REWORDING_COMPARISON_H

#include "rewording/classifier.h"
#include "rewording/word_alignment.h"

#define CALLED   "name title"
#define MEASURED "number amount count quantity"

struct reword_comparison {
    struct arena *arena;
    const struct indicator_book *book;
    const struct query_parts *parts;
    struct indicators before, after;
    struct word_alignment aligned;
    bool *plain; /* by word of `after`: it names a table, or says nothing of what is asked */
    bool *fresh; /* by word of `after`: it says something that `before` does not */
    struct reword_verdict out;
};

/* Fill in `c`, which has its arena, book and parts. It must stay where it is. */
void questions_compare(struct reword_comparison *c, struct str before, struct str after);

/* Add the signs of one part. */
void compare_keyword(struct reword_comparison *c, uint32_t part);
void compare_column(struct reword_comparison *c, uint32_t part);
void compare_value(struct reword_comparison *c, uint32_t part);

/* A column that only a condition has, and that is no longer named: do other words say it, or the
 * value alone? */
void condition_dropped(struct reword_comparison *c, uint32_t part);

/* A column that no known word says any more; new words may. */
void column_lost(struct reword_comparison *c, uint32_t part);

/* If no part has a sign: are there other words in the place of some that name a column? */
void compare_places(struct reword_comparison *c);

void sign_add(struct reword_comparison *c, enum sign_type type, uint32_t part, struct str to);

/* The next part, `from` or after it, of this kind about the column; or parts->count. */
uint32_t part_about(const struct reword_comparison *c, uint32_t from, enum query_part_kind kind,
                    uint32_t column);

/* Does the query compare or order by the column with one of these keywords, `first` to `last`? */
bool is_used_with(const struct reword_comparison *c, uint32_t column, enum query_keyword first,
                  enum query_keyword last);

/* The words for the part in one question. */
struct str part_text(const struct indicators *x, uint32_t part);

/* How many of them, small words aside, has the other question not for the part? */
uint32_t words_beyond(struct arena *a, const struct indicators *x, const struct indicators *y,
                      uint32_t part);

/* Do all words for the part stay where they were? Of the question before; of the one after. */
bool part_stays(const struct reword_comparison *c, uint32_t part);
bool part_stood(const struct reword_comparison *c, uint32_t part);

/* Is a word of the indicator one of `list`? */
bool says_word(const struct words *w, const struct indicator *x, const char *list);

bool begins_request(const struct words *w, uint32_t i);

bool says_lemma(const struct words *w, struct str lemma);

/* Could the word mean the column: is it a noun, or related to the column's name? */
bool may_mean(const struct reword_comparison *c, uint32_t column, const struct word *w);

/* The first run of fresh words from `from` to `end`, or "". */
struct str fresh_between(const struct reword_comparison *c, uint32_t from, uint32_t end);
struct str fresh_words(const struct reword_comparison *c);

/* The words around a value of the column in the new question. */
bool value_place(const struct reword_comparison *c, uint32_t column, struct word_span *out);

/* The words that took the place of those for the column, and stand for nothing else; or "". */
struct str column_replacement(const struct reword_comparison *c, uint32_t part);

#endif
