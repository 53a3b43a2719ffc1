/* article.h: "a" or "an". */
#ifndef TEQL_LEXICON_ARTICLE_H
#define TEQL_LEXICON_ARTICLE_H

#include "base/str.h"

/* What stands before a word. Letters that are spoken either way tell neither. */
enum article { ARTICLE_A, ARTICLE_AN, ARTICLE_UNSURE };

enum article article_of(struct str word);

#endif
