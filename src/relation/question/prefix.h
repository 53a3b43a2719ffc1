/* prefix.h: how questions begin, from data/prefixes.tsv (MT-TEQL §3.1, Table 2). */
#ifndef TEQL_RELATION_QUESTION_PREFIX_H
#define TEQL_RELATION_QUESTION_PREFIX_H

#include "link/words.h"

enum prefix_class {
    PREFIX_COMMON,   /* says nothing about what is asked */
    PREFIX_COUNTING, /* asks for a number */
    PREFIX_CHOOSING, /* asks which of several */
    PREFIX_INDIRECT, /* stands before a question, which becomes part of it */
    PREFIX_DIRECT,   /* stands before a question, which stays one */
    PREFIX_SPECIAL   /* carries intent */
};

enum prefix_mood { MOOD_QUESTION, MOOD_COMMAND, MOOD_STATEMENT };

enum prefix_follows {
    FOLLOWS_NOUN,
    FOLLOWS_SEVERAL, /* one that may have several answers */
    FOLLOWS_SINGULAR,
    FOLLOWS_PLURAL,
    FOLLOWS_ITEMS,    /* a plural without article */
    FOLLOWS_EXISTING, /* the same, with "are there" after it */
    FOLLOWS_QUESTION,
    FOLLOWS_PREDICATE /* noun and verb */
};

struct prefix {
    enum prefix_class class;
    enum prefix_mood mood;
    enum prefix_follows follows;
    char mark; /* '?' or '.', at the end of the sentence */
    bool read, write;
    struct str text;
};

/* Goes through the prefixes of a class that may be written, in the order of the list. */
struct prefix_walk {
    const struct lexicon_table *list;
    enum prefix_class class;
    uint32_t at; /* the next line */
};
struct prefix_walk prefix_walk_of(const struct lexicon *l, enum prefix_class class);

/* False at the end. */
bool prefix_next(struct prefix_walk *w, struct prefix *out);

/* The longest prefix of `class` that the question begins with. Returns its tokens, or 0. */
uint32_t prefix_match(const struct words *q, const struct lexicon *l, enum prefix_class class,
                      struct prefix *out);

#endif
