/* indicators.h: which words of a question indicate which part of its query.
 *
 * A part that no words indicate is implied, or said in a way that is on no list. */
#ifndef TEQL_LINK_INDICATORS_H
#define TEQL_LINK_INDICATORS_H

#include "link/link_index.h"
#include "link/value_forms.h"

/* How words indicate a part of a query. */
enum manner {
    MANNER_NONE,     /* not at all: the part is implied, or said in a way that is on no list */
    MANNER_WORD,     /* "number of", "ascending"; a column's name, a value */
    MANNER_CARRIER,  /* "how many", "from low to high"; "who" for a name */
    MANNER_ATTRIBUTE /* an adjective that says what is compared, and how: "oldest" */
};

struct keyword_sense {
    enum query_keyword keyword;
    enum manner manner; /* WORD or CARRIER */
};

/* Add the phrases of data/keyword_indicators.tsv as key phrases; their target is the keyword, or
 * NO_KEYWORD for phrases that say nothing of the query. */
void keyword_phrases_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z);

/* The phrases of data/keyword_indicators.tsv by their senses. Read-only once built, any thread. */
struct keyword_phrases {
    struct phrase_book book; /* `target` is the number of the sense */
    struct keyword_sense *senses;
    uint32_t n_senses;
};

/* Words that ask for columns without naming them, of data/column_carriers.tsv. */
struct carrier_phrases {
    struct phrase_book book; /* `target` is the row of the list */
    const struct lexicon_table *list;
};

/* What indicators are found with, one per database. Read-only once built, any thread. */
struct indicator_book {
    const struct schema *schema; /* with names in words */
    struct link_index link;
    struct keyword_phrases keywords;
    struct carrier_phrases carriers;
};

/* In `a`; `l` and `s` must outlive it. `db` may be NULL: then no values of rows are known. E_HOST
 * if the machine failed to read them. */
MUST_USE enum status indicator_book_build(struct indicator_book *b, struct arena *a,
                                          const struct lexicon *l, const struct schema *s,
                                          struct database *db, struct err *e);

struct indicator {
    enum manner manner;
    uint32_t start, end; /* words of the question, end not included; equal for MANNER_NONE */
    double weight;       /* how surely they mean it, up to 1 */
    enum said_form form; /* of a value */
};

struct indicators {
    struct words words;
    struct indicator *items; /* by part of the query */
    uint32_t count;
};

/* Which of the words indicate each of `parts`. In `a`. */
struct indicators indicators_find(struct arena *a, const struct indicator_book *b,
                                  const struct query_parts *parts, const struct words *words);

/* The source text from the first of the words to the last; or "". */
struct str indicator_text(const struct words *w, uint32_t start, uint32_t end);

#endif
