/* meaning.h: what a query asks for, as a tree of what a question says.
 *
 * "Singers over 30, youngest first" asks for names, of singers, under a condition, in an order. The
 * tree follows the tree of the query. It leaves out what nobody says: joins, the keys that tables
 * are joined by, brackets. `query_parts.h` lists the same leaves flat: the keywords, columns and
 * values that words can say (`part`); reading.h knows which words of a question say them. */
#ifndef TEQL_LINK_MEANING_H
#define TEQL_LINK_MEANING_H

#include "link/query_parts.h"

enum meaning_kind {
#define MEANING(id, name) MEANING_##id,
#include "link/meaning.def"
#undef MEANING
    N_MEANING_KINDS
};

#define MEANING_NONE UINT32_MAX

/* A node. The nodes of a tree are in one array, each before its children. */
struct meaning_node {
    enum meaning_kind kind;
    uint32_t parent; /* MEANING_NONE for the root */
    uint32_t end;    /* the node after its last descendant */
    uint32_t part;   /* the part of the query that words can say; MEANING_NONE: nobody says it */
    uint32_t table;  /* of OF: a table of the schema, or SCHEMA_NONE */
    uint32_t column; /* of COLUMN: a column of the schema, or SCHEMA_STAR */
    struct str
        text; /* of VALUE: without quotes; of COMPARED: the operator; of CALL: the function */
};

struct meaning {
    struct meaning_node *nodes; /* the first is the QUESTION */
    uint32_t count;
    struct query_parts parts;
};

/* In `a`, which also owns the nodes; it shares texts with the statement. Thread-safe. */
struct meaning meaning_of(struct arena *a, const struct resolved_query *q);

/* Its name in meaning.def. */
struct str meaning_kind_name(enum meaning_kind k);

/* The first child of node `i`, and the next one after child `i`; MEANING_NONE if there is none. */
uint32_t meaning_first(const struct meaning *m, uint32_t i);
uint32_t meaning_next(const struct meaning *m, uint32_t i);

#endif
