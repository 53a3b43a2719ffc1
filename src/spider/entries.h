/* entries.h: questions and queries as Spider's dev.json has them, with tokens and parsed form.
 *
 * The lists of tokens were made in three different ways, which no published script has together.
 * The rules here give the lists of Spider's dev.json from its queries and questions; those of
 * questions are treebank_words(). Lists are in the arena. Thread-safe. */
#ifndef TEQL_SPIDER_ENTRIES_H
#define TEQL_SPIDER_ENTRIES_H

#include "base/buf.h"
#include "schema/schema.h"
#include "spider/form.h"
#include "spider/treebank.h"

struct spider_entry {
    const struct schema *schema;
    struct str question, query;
    struct spider_form form;
};

/* Read the query; its ptr is NULL if there is no gold. False if the official parser cannot read it:
 * then there is no entry. The entry is in `a`, and refers to the arguments. */
bool spider_entry_read(struct arena *a, const struct schema *s, struct str question,
                       struct str query, struct spider_entry *out);

/* Write its members into an object that is open. Scratch goes to `a`. */
void spider_entry_put(struct json_writer *w, struct arena *a, const struct spider_entry *x);

/* Objects of dev.json with commas between them, and the number of cases that have no entry. */
struct spider_entries {
    struct buf text;
    uint32_t count, left_out;
};

/* Add the case that asks `question` of `s`; the ptr of `query` is NULL if there is no gold. Scratch
 * goes to `a`. */
void spider_entries_add(struct spider_entries *entries, struct arena *a, const struct schema *s,
                        struct str question, struct str query);

/* query_toks: split as English, like the question. A query without a capital letter has the
 * official parser's tokens instead, with quoted values whole and in double quotes: queries in lower
 * case are those that Spider's authors corrected later, and so are their tokens in the file. */
struct word_list spider_query_toks(struct arena *a, struct str query);

/* query_toks_no_value: in lower case, split at the dots of names, operators character by character,
 * "value" for each number and quoted text, without the semicolon at the end. */
struct word_list spider_query_toks_no_value(struct arena *a, struct str query);

#endif
