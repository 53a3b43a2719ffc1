/* mention.h: what the words of a question mention.
 *
 * The words are divided into mentions so that as many as possible are explained: names of tables
 * and columns, values of the rows, key phrases; the rest are single words. A mention may have
 * several referents (every table has a "name"): the caller chooses one. */
#ifndef TEQL_LINK_MENTION_H
#define TEQL_LINK_MENTION_H

#include "link/link_index.h"
#include "link/words.h"

enum mention_kind {
    MENTION_WORD,        /* nothing known */
    MENTION_KEY,         /* a phrase that asks for a part of a query: `key` */
    MENTION_COMPARATIVE, /* `adjective` */
    MENTION_SUPERLATIVE, /* `adjective` */
    MENTION_NAME,        /* of tables or columns, or both: `referents` */
    MENTION_VALUE,       /* of a column: `value`, the first of a chain */
    MENTION_QUOTED,      /* a quotation or code that is not a known value */
    MENTION_NUMBER,
    MENTION_MARK /* punctuation */
};

/* A table or column that a name may refer to. */
struct referent {
    bool is_table;
    uint32_t id;
    double weight;
};

struct mention {
    enum mention_kind kind;
    uint32_t start, end;        /* words, end not included */
    uint32_t key;               /* what it asks for: the target of the phrase */
    uint32_t adjective;         /* its line */
    struct referent *referents; /* of a NAME, at least one */
    uint32_t n_referents;
    uint32_t value;
    double number;
};

struct mention_list {
    struct mention *items;
    uint32_t count;
};

struct mention_list mentions_find(struct arena *a, const struct link_index *index,
                                  const struct words *words);

/* Is it a name that can mean the table, or column, `id`? */
bool mention_means(const struct mention *m, bool is_table, uint32_t id);

/* Does the phrase stand at word `at`? Not within a quotation. */
bool phrase_stands(const struct words *w, uint32_t at, const struct phrase *p);

#endif
