/* toks.h: the token lists of Spider's data files, for readers that use them.
 *
 * They were made by three different means, which no published script joins; the rules here are
 * those that give back the lists of Spider's dev.json from its queries and questions. The words
 * live in the arena. Thread-safe. */
#ifndef TEQL_SPIDER_TOKS_H
#define TEQL_SPIDER_TOKS_H

#include "spider/treebank.h"

/* query_toks: split as English, like the question. A query without a capital letter gets the
 * official parser's tokens instead, with quoted values whole and in double quotes. Those in lower
 * case are the queries that Spider's authors corrected later, and that is how their tokens are in
 * the file. */
struct word_list spider_query_toks(struct arena *a, struct str query);

/* query_toks_no_value: in lower case, names apart at their dots, operators character by character,
 * "value" for each number and quoted text, without the semicolon at the end. */
struct word_list spider_query_toks_no_value(struct arena *a, struct str query);

/* question_toks */
struct word_list spider_question_toks(struct arena *a, struct str question);

#endif
