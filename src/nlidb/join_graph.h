/* join_graph.h: how the tables of a schema are connected.
 *
 * Edges are the foreign keys. Tables without any are connected by columns of the same name, one of
 * which is a primary key. Read-only once built. */
#ifndef TEQL_NLIDB_JOIN_GRAPH_H
#define TEQL_NLIDB_JOIN_GRAPH_H

#include "schema/schema.h"

struct join_edge {
    uint32_t from, to; /* columns */
};

struct join_graph {
    const struct schema *schema;
    struct join_edge *edges;
    uint32_t n_edges;
    uint32_t *first;    /* by table: the edges that touch it, by number, … */
    uint32_t *incident; /* … from incident[first[t]] to incident[first[t + 1] - 1] */
};

void join_graph_build(struct join_graph *g, struct arena *a, const struct schema *s);

/* The same graph, but of several edges between two tables those that `preferred` marks, by number,
 * are taken. Shares the rest with `g`. */
struct join_graph join_graph_prefer(const struct join_graph *g, struct arena *a,
                                    const bool *preferred);

/* The number of edges on the way between two tables; UINT32_MAX if they are not connected. */
uint32_t join_distance(const struct join_graph *g, struct arena *a, uint32_t from, uint32_t to);

/* The edge between two neighbours, or NULL. */
const struct join_edge *join_edge_between(const struct join_graph *g, uint32_t x, uint32_t y);

/* A table of FROM, and how it is joined to those before it. */
struct join_step {
    uint32_t table;
    uint32_t old_column, new_column; /* SCHEMA_STAR if nothing connects them */
};

struct join_tree {
    struct join_step *steps;
    uint32_t count;
};

/* A tree that joins all `tables`. They are added one after the other, each by the shortest way to
 * the tree so far; the tree is small, not always the smallest. */
struct join_tree join_tree_of(const struct join_graph *g, struct arena *a, const uint32_t *tables,
                              uint32_t n_tables);

#endif
