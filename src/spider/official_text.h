/* official_text.h: what the official test-suite script does to the text of queries before it runs
 * them, reproduced byte for byte, oddities included.
 *
 * The script splits SQL with the sqlparse library (0.4.2); official_lexer.h has its lexical rules.
 * Results are in `a`. All functions are thread-safe. */
#ifndef TEQL_SPIDER_OFFICIAL_TEXT_H
#define TEQL_SPIDER_OFFICIAL_TEXT_H

#include "base/arena.h"

/* Python's str.replace: every `old`, which is not empty, becomes `new`. `s` itself if it has none.
 */
struct str official_replace(struct arena *a, struct str s, struct str old, struct str new);

/* Every "value" becomes "1": the script's first step with a prediction, before it parses or runs
 * it. Not part of execution_match; the reader of predictions does it. */
struct str official_fill_value(struct arena *a, struct str sql);

/* "> =", "< =" and "! =" lose their space, in literals too. */
struct str official_close_operators(struct arena *a, struct str sql);

/* The first statement without its tokens "distinct". False if there is only white space, where the
 * script fails. */
bool official_remove_distinct(struct arena *a, struct str sql, struct str *out);

/* YEAR(CURDATE()) becomes 2020, together with the white space after it. */
struct str official_replace_year(struct arena *a, struct str sql);

/* Are rows compared in order? So it is if "order by", with one space, occurs anywhere. */
bool official_order_matters(struct str sql);

#endif
