/* indicators.h: which words of a question indicate which part of its query.
 *
 * A part that no words indicate is implied, or said in a way that is on no list. */
#ifndef TEQL_LINK_INDICATORS_H
#define TEQL_LINK_INDICATORS_H

#include "link/link_index.h"
#include "link/pattern/phrase_list.h"
#include "link/value_forms.h"

/* How words indicate a part of a query. */
enum manner {
    MANNER_NONE,     /* not at all: the part is implied, or said in a way that is on no list */
    MANNER_WORD,     /* "number of", "ascending"; a column's name, a value */
    MANNER_CARRIER,  /* "how many", "from low to high"; "who" for a name */
    MANNER_ATTRIBUTE /* an adjective that says what is compared, and how: "oldest" */
};

/* Add the phrases of the list that ask for a keyword as key phrases; their target is the keyword,
 * or NO_KEYWORD for phrases that say nothing of the query. */
void keyword_phrases_add(struct phrase_book *b, struct arena *a, const struct phrase_list *list);

/* What indicators are found with, one per database. Read-only once built, any thread. */
struct indicator_book {
    const struct schema *schema; /* with names in words */
    struct link_index link;
    struct phrase_list phrases; /* data/phrases.tsv */
    struct phrase_book
        keywords; /* those that ask for a keyword; `target` is the place in the list */
    struct phrase_book carriers; /* those that ask for a column without naming it */
};

/* In `a`; `l` and `s` must outlive it. `db` may be NULL: then no values of rows are known. E_HOST
 * if the machine failed to read them, E_INPUT if the list of phrases has a mistake. */
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

/* Does a phrase for one of the keywords (bits by enum query_keyword) begin at one of the words from
 * `start` to `end`? */
bool keyword_is_said(const struct indicator_book *b, const struct words *w, uint32_t start,
                     uint32_t end, uint32_t keywords);

/* The source text from the first of the words to the last; or "". */
struct str indicator_text(const struct words *w, uint32_t start, uint32_t end);

#endif
