/* reading.h: a question read with its query: which words say which part, and what else they name.
 */
#ifndef TEQL_LINK_READING_H
#define TEQL_LINK_READING_H

#include "base/json_writer.h"
#include "lexicon/knowledge.h"
#include "link/indicators.h"
#include "link/meaning.h"
#include "link/mention.h"
#include "link/sentence.h"

struct question_reading {
    struct str question;
    const struct indicator_book *book;
    const struct knowledge *knowledge; /* of words; NULL for none */
    const struct meaning *meaning;     /* of the query … */
    const struct query_parts *parts;   /* … and its parts */
    struct indicators said;            /* how it says each part; with its words */
    struct mention_list mentions;
};

/* In `a`; the others must outlive it. Thread-safe. */
struct question_reading question_read(struct arena *a, const struct indicator_book *b,
                                      const struct knowledge *k, const struct meaning *meaning,
                                      const struct words *words);

/* A reading that knows only the words, and of no query. */
struct question_reading question_read_words(const struct words *words);

/* The same question in other words, read like it. */
struct question_reading question_read_again(struct arena *a, const struct question_reading *r,
                                            struct str question);

/* The words that say node `i` of the meaning: those of its part, or those that name its table. */
struct indicator reading_node(const struct question_reading *r, uint32_t i);

/* Which words say something of the query, or name one of its tables. In `a`. */
const bool *reading_saying(struct arena *a, const struct question_reading *r);

/* How many of the words that are not small ones say something of the query, or name one of its
 * tables: from 0 to 1, and 0 if there are no such words. `a` is for scratch. */
double reading_explained(struct arena *a, const struct question_reading *r);

/* The meaning with its words, as an object of JSON: docs/reference/reading.md. */
void reading_json(struct json_writer *w, const struct question_reading *r);

/* The list of that name. */
const struct lexicon_table *reading_list(const struct question_reading *r, const char *name);

/* What one row of the table is called; needs knowledge of words. In `a`. */
struct str reading_table_noun(struct arena *a, const struct question_reading *r, uint32_t table);

/* Find the next part of that kind, from part `*i` on, that words from `start` to `end` say. */
bool reading_part(const struct question_reading *r, enum query_part_kind kind, uint32_t start,
                  uint32_t end, uint32_t *i);

/* Do the words from `start` to `end` say, among others, a part of that kind? */
bool reading_says(const struct question_reading *r, enum query_part_kind kind, uint32_t start,
                  uint32_t end);

#endif
