/* phrase_list.h: what phrases of questions ask for (data/phrases.tsv).
 *
 * A line has conditions, and phrases with what they ask for. Any of them may replace another: the
 * question then asks for what that phrase asks. Phrases with "=" only replace those that ask for
 * the same. docs/reference/patterns.md has it all. */
#ifndef TEQL_LINK_PHRASE_LIST_H
#define TEQL_LINK_PHRASE_LIST_H

#include "link/pattern/pattern.h"
#include "link/words.h"

/* The keywords of a query come first. */
enum ask {
    ASK_BEFORE_OTHERS = N_QUERY_KEYWORDS - 1,
#define ASK(id, name) ASK_##id,
#include "link/pattern/ask.def"
#undef ASK
    N_ASKS
};

struct line_phrase {
    struct pattern pattern; /* its `to` are the phrases of the line, in their order; those that are
                               not written are empty */
    struct str text;        /* as written in the list: "above {bound}" */
    uint32_t asks;          /* bits by enum ask */
    bool found;             /* may be found in a question: all but those with "!" */
    bool written;           /* may be put into one: all but those with "?" */
    bool carries;           /* implies what it asks for, without naming it: those with "~" */
    bool rewords; /* for one that asks for the same only, and no sign that the question asks
                     for it: those with "=" */
    const struct line_phrase *line; /* all phrases of the line */
    uint32_t n_line;
};

/* Read-only once loaded, any thread. */
struct phrase_list {
    struct lemmatizer lemmatizer;
    struct line_phrase *items; /* in the order of the list */
    uint32_t count;
};

/* In `a`; `l` must outlive it. Errors name file, line and column. */
MUST_USE enum status phrase_list_load(struct phrase_list *list, struct arena *a,
                                      const struct lexicon *l, struct err *e);

/* Does the phrase ask for this? */
bool phrase_asks(const struct line_phrase *p, unsigned ask);

/* Does the line ask for one of these forms, "order implied"? NULL: for any form? */
bool phrase_has_form(const struct line_phrase *p, const char *forms);

/* The words of the phrase by which it is known: those before {bound}, or else after it; "" if it
 * has other slots. In `a`. */
struct str phrase_key(struct arena *a, const struct line_phrase *p);

/* Is it found, and may one of its line be written for it, which may ask for something else? */
bool phrase_is_replaced(const struct line_phrase *p);

/* Does the line allow the column, of which SCHEMA_NONE is a count of rows, by what it measures and
 * by its role? `a` is for scratch. */
bool phrase_fits_column(struct arena *a, const struct phrase_list *list,
                        const struct line_phrase *p, const struct schema *s, uint32_t column);

/* Does a phrase of words alone that asks for this, without "=", stand at word `i`? The number of
 * its words, or 0. */
uint32_t asking_words(const struct phrase_list *list, const struct words *w, uint32_t i,
                      enum ask ask);

#endif
