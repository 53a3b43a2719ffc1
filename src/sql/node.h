/* node.h: the parts of the nodes of a syntax tree, as data.
 *
 * Visiting a tree, comparing two and writing one as JSON follow from these tables. So a new kind of
 * node needs a struct in ast.h, a table in node.c, and code only where it means something: in the
 * parser, the printer and the resolver. */
#ifndef TEQL_SQL_NODE_H
#define TEQL_SQL_NODE_H

#include "sql/ast.h"

/* What a part is in its node. */
enum sql_part_form {
    SQL_PART_EXPR,     /* struct sql_expr *, or NULL */
    SQL_PART_EXPRS,    /* struct sql_expr_list */
    SQL_PART_LIMIT,    /* as SQL_PART_EXPR; LIMIT a, b has its two the other way round */
    SQL_PART_ROWS,     /* several struct sql_expr_list */
    SQL_PART_QUERY,    /* struct sql_query *, or NULL */
    SQL_PART_CORES,    /* several struct sql_core */
    SQL_PART_FROMS,    /* one or several struct sql_from */
    SQL_PART_NODES,    /* one or several nodes of another kind */
    SQL_PART_NAME,     /* struct sql_name */
    SQL_PART_NAMES,    /* several struct sql_name */
    SQL_PART_TEXT,     /* struct str */
    SQL_PART_OPERATOR, /* enum sql_op */
    SQL_PART_WORD,     /* another enum, or bits */
    SQL_PART_FLAG      /* bool */
};

struct sql_node;

struct sql_part {
    enum sql_part_form form;
    const char *key;             /* in JSON; NULL if it is not written there as a member */
    size_t at;                   /* its offset in the node */
    size_t count_at;             /* of several: the offset of their number; 0 for one or NULL */
    size_t size;                 /* of several: of each */
    const struct sql_node *node; /* of SQL_PART_NODES and SQL_PART_FROMS */
    const char *const *words;    /* of SQL_PART_WORD, by number; NULL for what is not written */
};

struct sql_node {
    const char *kind;             /* in JSON; NULL for nodes that do not say what they are */
    const struct sql_part *parts; /* in the order of the source */
    uint32_t n_parts;
};

extern const struct sql_node SQL_FROM_NODE, SQL_QUERY_NODE;
const struct sql_node *sql_expr_node(const struct sql_expr *x);
const struct sql_node *sql_core_node(const struct sql_core *c); /* SELECT or VALUES */

/* The items of a part in its node: several, or one, or none. */
struct sql_items {
    const char *first;
    uint32_t count;
};
struct sql_items sql_part_items(const struct sql_part *part, const void *node);

/* A way to compare trees. */
struct sql_comparison {
    bool (*exprs)(const void *ctx, const struct sql_expr *a,
                  const struct sql_expr *b); /* or NULL */
    bool (*names)(const struct sql_name *a, const struct sql_name *b);
    bool queries; /* compare queries and items of FROM too, instead of calling any two different */
    const void *ctx;
};

/* Are two nodes of one kind, or two lists, the same in every part? */
bool sql_nodes_alike(const struct sql_comparison *c, const struct sql_node *node, const void *a,
                     const void *b);
bool sql_lists_alike(const struct sql_comparison *c, const struct sql_expr_list *a,
                     const struct sql_expr_list *b);

#endif
