/* query_things.h: the things that a query reads and a question can name, and those that one names.
 *
 * No list of synonyms has a part in this: a thing is named if its own words are said. Only the
 * forms of words are known, "city" and "cities", "3" and "three". docs/reference/hardness.md has
 * examples.
 */
#ifndef TEQL_RELATION_QUERY_THINGS_H
#define TEQL_RELATION_QUERY_THINGS_H

#include "link/words.h"
#include "record/overlap.h"
#include "sql/resolve.h"

struct query_thing {
    enum thing_kind kind;
    uint32_t id;            /* of a table or column of the schema */
    struct lemmas names[2]; /* of a table or column: its name, and its name in words if that
                               differs; of a value: its words */
    bool has_number;        /* a value that is a number … */
    double number;          /* … and which */
};

struct query_things {
    struct query_thing *items;
    uint32_t count;
};

/* The tables that it reads, and the columns and values of its meaning (link/meaning.h), each once.
 * In `a`. */
struct query_things query_things_of(struct arena *a, const struct lemmatizer *z,
                                    const struct resolved_query *q);

/* What a question says: its words, divided as names are, in the singular. */
struct said_words {
    const struct words *words;
    struct lemmas lemmas;
};

/* In `a`; `words`, with their forms, must outlive it. */
struct said_words said_words_of(struct arena *a, const struct lemmatizer *z,
                                const struct words *words);

/* Count the things, and those that are named, by kind. */
struct things_by_kind {
    struct named_things of[N_THING_KINDS];
};
struct things_by_kind query_things_count(const struct query_things *t,
                                         const struct said_words *said);

#endif
