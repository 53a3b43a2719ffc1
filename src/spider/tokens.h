/* tokens.h: the tokens that Spider's official parser sees.
 *
 * The official tokenizer is not a SQL lexer: it makes every quote a double quote, sets the quoted
 * parts aside, splits the rest as English words (NLTK's Treebank rules) and lower-cases it. What
 * this makes of `a>=3` or `IN (1,2)` decides which queries the official scripts can read, so it is
 * reproduced here. */
#ifndef TEQL_SPIDER_TOKENS_H
#define TEQL_SPIDER_TOKENS_H

#include "base/arena.h"

#include <stdint.h>

enum spider_word {
#define W(name, text, classes, id) SPIDER_##name,
#include "spider/word.def"
#undef W
    SPIDER_IDENTIFIER, /* any other word */
    SPIDER_QUOTED,     /* a quoted value */
    SPIDER_GLUED       /* a quoted value and other text in one word: equal to nothing */
};

/* The word lists of the official parser. */
enum spider_class {
    SPIDER_CLAUSE = 1,
    SPIDER_JOIN_WORD = 2,
    SPIDER_WHERE_OP = 4,
    SPIDER_UNIT_OP = 8,
    SPIDER_AGGREGATE = 16,
    SPIDER_CONNECTIVE = 32,
    SPIDER_DIRECTION = 64,
    SPIDER_SET_OP = 128,
    SPIDER_END = 256 /* ")" and ";" */
};

struct spider_token {
    struct str text; /* lower case; for SPIDER_QUOTED as written, quotes included */
    enum spider_word word;
    unsigned classes; /* spider_class */
    uint32_t dot;     /* of SPIDER_IDENTIFIER: where its only dot is, or one of these: */
};

/* The id of a word in the list that it is of; 0 for other words. */
unsigned spider_word_id(enum spider_word word);

#define SPIDER_NO_DOT UINT32_MAX
#define SPIDER_DOTS   (UINT32_MAX - 1) /* it has several */

struct spider_tokens {
    struct spider_token *items;
    uint32_t count;
};

/* Split `text`. The tokens are in `a` and refer to `text`. False if a quote is not closed. */
MUST_USE bool spider_tokenize(struct arena *a, struct str text, struct spider_tokens *out);

#endif
